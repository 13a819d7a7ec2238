import type { BodyOf } from '@lotkeeper/contract/kernel/endpoint';
import { findHomePair } from '@lotkeeper/contract/kernel/state-names';
import type { WaitingVisitor } from '@lotkeeper/contract/operations/kiosks';
import {
  kioskRules,
  lockKiosk,
  undoValidation,
  validateVisitor,
  withdrawPlate,
} from '@lotkeeper/contract/operations/kiosks';
import type { ReactNode } from 'react';
import { useEffect, useEffectEvent, useRef, useState } from 'react';
import type { ApiError } from '../../../kernel/api.ts';
import { now } from '../../../kernel/clock.ts';
import { useSpeech, useTexts } from '../../../kernel/language.ts';
import { useMoment } from '../../../kernel/use-moment.ts';
import { Operator } from '../../../shared/driver-language.tsx';
import { ErrorState } from '../../../ui/data/states.tsx';
import { Button } from '../../../ui/form/button.tsx';
import { Brand } from '../../../ui/frame/brand.tsx';
import { Notice } from '../../../ui/frame/notice.tsx';
import { AddPlate } from './add-plate.tsx';
import type { KioskCaller, KioskInfo } from './kiosk.api.ts';
import { useKiosk, useKioskSend, useWaiting } from './kiosk.api.ts';
import classes from './kiosk.module.css';
import { useKioskLive } from './kiosk-live.ts';
import type { KioskLength } from './kiosk-search.ts';
import { kioskTexts, validationTexts } from './kiosk-texts.ts';
import type { TypedPlate } from './plates-to-send.ts';
import { usePlatesToSend } from './plates-to-send.ts';
import { useIdle } from './use-idle.ts';
import { formatRegion, useFailureText, useValidating } from './validating.tsx';
import { ValidationDialog } from './validation-dialog.tsx';

interface ScreenProps extends KioskCaller {
  length: KioskLength;
  languageSwitch: ReactNode;
  onEnd: () => void;
}

interface KioskNotice {
  success: string;
  error: string;
  /** The guest's own plate, which can be corrected for a while. */
  typedPlate?: TypedPlate;
  /** Whether a validation can be taken back. */
  undo?: boolean;
}

const noNotice: KioskNotice = { success: '', error: '' };

const formatTyped = ({ plate, state }: TypedPlate) => `${plate} ${state}`;

/** An active kiosk: shows its property, or an error when that can't be read. */
export function KioskScreen(props: ScreenProps) {
  const { onEnd } = props;
  const texts = useTexts(kioskTexts);
  const { explain } = useSpeech();
  const kiosk = useKiosk(props);
  const endKiosk = useEffectEvent(onEnd);
  const hasEnded = kiosk.error?.status === 401;
  useEffect(() => {
    if (hasEnded) endKiosk();
  }, [hasEnded]);
  if (kiosk.data) return <Running {...props} kiosk={kiosk.data} />;
  return (
    <main className={classes.closed}>
      <title>{`${texts.validation} · Lotkeeper`}</title>
      <h1 className={classes.closedTitle}>{texts.validation}</h1>
      {kiosk.error ? (
        <ErrorState
          title={kiosk.error.isServerMessage ? explain(kiosk.error) : texts.notRead}
          hint={texts.noNetwork}
          onRetry={() => void kiosk.refetch()}
        />
      ) : null}
    </main>
  );
}

function Running(props: ScreenProps & { kiosk: KioskInfo }) {
  const { token, kiosk, length, languageSwitch, onEnd } = props;
  const texts = useTexts(kioskTexts);
  const describeError = useFailureText();
  const [notice, setNotice] = useState(noNotice);
  const list = useRef<HTMLHeadingElement>(null);
  useEffect(() => {
    // On to the next guest: one more Enter at Undo would take the validation back.
    if (notice.undo) list.current?.focus({ preventScroll: true });
    const clear = () => setNotice((current) => (current === notice ? noNotice : current));
    const seconds = notice.typedPlate ? kioskRules.correctSeconds : kioskRules.undoSeconds;
    const timer = setTimeout(clear, seconds * 1000);
    return () => clearTimeout(timer);
  }, [notice]);
  // What is refused after an outage stays until somebody has read it.
  const [refusals, setRefusals] = useState<readonly string[]>([]);
  // A new number empties the form, or puts a plate into it to be corrected.
  const [entry, setEntry] = useState<{ number: number; typedPlate: TypedPlate | null }>({
    number: 0,
    typedPlate: null,
  });
  const enter = (typedPlate: TypedPlate | null) =>
    setEntry(({ number }) => ({ number: number + 1, typedPlate }));
  const waiting = useWaiting(token, kiosk.spot);
  const refresh = () => void waiting.refetch();
  const live = useKioskLive(token, kiosk, refresh);
  const succeed = (success: string, more: Partial<KioskNotice> = {}) => {
    setNotice({ ...noNotice, success, ...more });
    refresh();
  };
  const fail = (error: string) => {
    setNotice({ ...noNotice, error });
    refresh();
  };
  const { outbox, items } = usePlatesToSend(
    { token, spot: kiosk.spot },
    {
      onSent: (typedPlate) => succeed(texts.added(formatTyped(typedPlate)), { typedPlate }),
      onRefused: (typedPlate, error) =>
        setRefusals((before) => [...before, texts.refused(typedPlate.plate, describeError(error))]),
    },
  );
  const withdraw = useKioskSend(token, withdrawPlate);
  const takeOff = (body: BodyOf<typeof withdrawPlate>, onSuccess: () => void) =>
    withdraw.mutate({ body }, { onSuccess, onError: (error) => fail(describeError(error)) });
  const undo = useKioskSend(token, undoValidation);
  const validating = useValidating(
    {
      send: useKioskSend(token, validateVisitor),
      source: 'kiosk',
      kiosk,
      length,
      onWithdraw: ({ pk, car_details: { plate } }) =>
        takeOff({ visitor_pk: pk }, () => succeed(texts.withdrawn(plate))),
    },
    {
      onDone: (message) => succeed(message, { undo: kiosk.organization === null }),
      onFailed: fail,
    },
  );
  const lock = useKioskSend(token, lockKiosk);
  useIdle(kioskRules.idleSeconds, () => {
    enter(null);
    validating.close();
    setNotice(noNotice);
  });
  useWatch(waiting.error, waiting.dataUpdatedAt, { onEnd, onRead: live.retry });
  const add = async (plate: Omit<TypedPlate, 'id' | 'at'>) => {
    setNotice(noNotice);
    const typedPlate = { ...plate, id: crypto.randomUUID(), at: now() };
    const outcome = await outbox.add(typedPlate);
    if (outcome.kind === 'waiting') {
      const text = outcome.unsaved
        ? { error: texts.unsaved(typedPlate.plate) }
        : { success: texts.kept(typedPlate.plate) };
      setNotice({ ...noNotice, ...text, typedPlate });
    }
    // The next guest may be typing already.
    if (outcome.kind === 'refused')
      setEntry((current) => (current.typedPlate ? current : { ...current, typedPlate }));
  };
  const correct = (typedPlate: TypedPlate) => {
    if (items.some(({ id }) => id === typedPlate.id)) {
      void outbox.discard(typedPlate.id);
      setNotice(noNotice);
      return enter(typedPlate);
    }
    takeOff({ request: typedPlate.id }, () => {
      succeed('');
      enter(typedPlate);
    });
  };
  const onUndo = () =>
    undo.mutate(
      {},
      {
        onSuccess: ({ plate }) => succeed(texts.undone(plate)),
        onError: (error) => fail(describeError(error)),
      },
    );
  const { typedPlate } = notice;
  const home = findHomePair(kiosk.state);
  return (
    <div className={classes.kiosk}>
      <title>{`${texts.validation} · ${kiosk.spot_name} · Lotkeeper`}</title>
      <header className={classes.header}>
        <div className={classes.top}>
          <h1 className={classes.title}>{kiosk.spot_name}</h1>
          <Brand />
          {languageSwitch}
        </div>
        {kiosk.operator ? <Operator name={kiosk.operator} /> : null}
        <Connection
          error={waiting.error}
          hasLiveStopped={live.hasStopped}
          waitingCount={items.length}
          hasUnsaved={items.some(({ unsaved }) => unsaved)}
        />
      </header>
      <main className={classes.main}>
        <section aria-labelledby="ask">
          <h2 id="ask" className={classes.part}>
            {texts.ask}
          </h2>
          <AddPlate key={entry.number} homeState={home} typedPlate={entry.typedPlate} onAdd={add} />
          <div className={classes.notice}>
            <Notice stays text={notice.success} onUndo={notice.undo ? onUndo : null} />
            {typedPlate ? (
              <Button
                variant="default"
                loading={withdraw.isPending}
                onClick={() => correct(typedPlate)}
              >
                {texts.correct}
              </Button>
            ) : null}
            {notice.error ? (
              <p className="ui-strong ui-error" role="alert">
                {notice.error}
              </p>
            ) : null}
            {refusals.length > 0 ? (
              <div className={classes.refused} role="alert">
                {refusals.map((refusal) => (
                  <p key={refusal} className="ui-strong ui-error">
                    {refusal}
                  </p>
                ))}
                <Button variant="default" onClick={() => setRefusals([])}>
                  {texts.seen}
                </Button>
              </div>
            ) : null}
          </div>
        </section>
        <section aria-labelledby="waiting">
          <h2 ref={list} id="waiting" className={classes.part} tabIndex={-1}>
            {texts.waiting}
          </h2>
          <Unlocked
            until={validating.unlockedUntil}
            onLock={() => {
              validating.lock();
              lock.mutate({});
            }}
          />
          <Waiting
            visitors={waiting.data?.results ?? null}
            failed={waiting.error !== null}
            busy={validating.busy}
            onTap={(visitor) => {
              setNotice(noNotice);
              validating.tap(visitor);
            }}
          />
        </section>
      </main>
      {validating.visitor ? (
        <ValidationDialog
          {...(kiosk.organization === null ? { token } : {})}
          kiosk={kiosk}
          visitor={validating.visitor}
          validating={validating}
        />
      ) : null}
    </div>
  );
}

/** How long a tap still validates without the PIN, and the way to end that. */
function Unlocked({ until, onLock }: { until: number; onLock: () => void }) {
  const texts = useTexts(kioskTexts);
  const seconds = Math.ceil((until - useMoment(1)) / 1000);
  if (seconds <= 0) return null;
  return (
    <div className={classes.unlocked}>
      <span role="timer">{texts.unlocked(seconds)}</span>
      <Button variant="default" size="lg" onClick={onLock}>
        {texts.lock}
      </Button>
    </div>
  );
}

/** Ends when the token does; a successful read lets the live connection try again. */
function useWatch(
  error: ApiError | null,
  readAt: number,
  handlers: { onEnd: () => void; onRead: () => void },
) {
  const endKiosk = useEffectEvent(handlers.onEnd);
  const read = useEffectEvent(handlers.onRead);
  const hasEnded = error?.status === 401;
  useEffect(() => {
    if (hasEnded) endKiosk();
  }, [hasEnded]);
  useEffect(() => {
    if (readAt > 0) read();
  }, [readAt]);
}

interface ConnectionProps {
  /** Why the list couldn't be read. */
  error: ApiError | null;
  hasLiveStopped: boolean;
  /** Number of plates waiting to be sent. */
  waitingCount: number;
  /** Whether a reload would lose some of them. */
  hasUnsaved: boolean;
}

/** The worst current connection problem, as text. */
function connectionText(
  { error, hasLiveStopped, waitingCount, hasUnsaved }: ConnectionProps,
  texts: typeof kioskTexts,
): string {
  const waitingText = waitingCount > 0 ? ` ${texts.unsent(waitingCount)}` : '';
  if (hasUnsaved) return `${texts.unsavedPlates}${waitingText}`;
  if (error?.status === 0) {
    return `${texts.noConnection}${waitingText}`;
  }
  if (error) return `${texts.notRead}${waitingText}`;
  if (waitingText) return waitingText.trim();
  if (hasLiveStopped) return texts.notLive;
  return texts.howTo;
}

function Connection(props: ConnectionProps) {
  const trouble = props.error !== null || props.waitingCount > 0;
  return (
    <p className={classes.connection} role="status" data-trouble={trouble}>
      {connectionText(props, useTexts(kioskTexts))}
    </p>
  );
}

function Waiting(props: {
  /** null = not loaded yet. */
  visitors: readonly WaitingVisitor[] | null;
  failed: boolean;
  busy: boolean;
  onTap: (visitor: WaitingVisitor) => void;
}) {
  const { visitors, failed, busy, onTap } = props;
  const texts = useTexts(kioskTexts);
  const { validate } = useTexts(validationTexts);
  if (visitors === null) {
    return (
      <p className={classes.empty} role="status">
        {failed ? texts.notRead : texts.loading}
      </p>
    );
  }
  if (visitors.length === 0) return <p className={classes.empty}>{texts.empty}</p>;
  return (
    <ul className="ui-fields">
      {visitors.map((visitor) => (
        <li key={visitor.pk}>
          <button
            type="button"
            className={classes.plate}
            disabled={busy}
            onClick={() => onTap(visitor)}
          >
            <span className="ui-hidden">{`${validate} `}</span>
            <span className={classes.plateText}>{visitor.car_details.plate}</span>{' '}
            <span className="ui-dimmed">{formatRegion(visitor)}</span>
          </button>
        </li>
      ))}
    </ul>
  );
}
