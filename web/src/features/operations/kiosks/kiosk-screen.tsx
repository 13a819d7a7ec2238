import { findHomePair } from '@lotkeeper/contract/kernel/state-names';
import type { WaitingVisitor } from '@lotkeeper/contract/operations/kiosks';
import { validateVisitor } from '@lotkeeper/contract/operations/kiosks';
import type { ReactNode } from 'react';
import { useEffect, useEffectEvent, useState } from 'react';
import type { ApiError } from '../../../kernel/api.ts';
import { now } from '../../../kernel/clock.ts';
import { useSpeech, useTexts } from '../../../kernel/language.ts';
import { Operator } from '../../../shared/driver-language.tsx';
import { ErrorState } from '../../../ui/data/states.tsx';
import { Brand } from '../../../ui/frame/brand.tsx';
import { Notice } from '../../../ui/frame/notice.tsx';
import { AddPlate } from './add-plate.tsx';
import type { KioskCaller, KioskInfo } from './kiosk.api.ts';
import { useKiosk, useKioskSend, useWaiting } from './kiosk.api.ts';
import classes from './kiosk.module.css';
import { useKioskLive } from './kiosk-live.ts';
import type { KioskLength } from './kiosk-search.ts';
import { kioskTexts, validationTexts } from './kiosk-texts.ts';
import { usePlatesToSend } from './plates-to-send.ts';
import { formatRegion, useFailureText, useValidating, ValidationStep } from './validating.tsx';

interface ScreenProps extends KioskCaller {
  length: KioskLength;
  languageSwitch: ReactNode;
  onEnd: () => void;
}

interface KioskNotice {
  success: string;
  error: string;
}

/** The next guest must not read the previous guest's plate. */
const messageMs = 10_000;

const noNotice: KioskNotice = { success: '', error: '' };

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
  useEffect(() => {
    const clear = () => setNotice((current) => (current === notice ? noNotice : current));
    const timer = setTimeout(clear, messageMs);
    return () => clearTimeout(timer);
  }, [notice]);
  const waiting = useWaiting(token, kiosk.spot);
  const refresh = () => void waiting.refetch();
  const live = useKioskLive(token, kiosk, refresh);
  const { outbox, items } = usePlatesToSend(
    { token, spot: kiosk.spot },
    {
      onSent: (plate) => {
        setNotice({ ...noNotice, success: texts.added(plate) });
        refresh();
      },
      onRefused: (plate, error) =>
        setNotice({
          ...noNotice,
          // The field is already empty for the next guest, so the message names the plate.
          error: `${plate.plate}: ${describeError(error)}`,
        }),
    },
  );
  const validating = useValidating(
    { send: useKioskSend(token, validateVisitor), source: 'kiosk', kiosk, length },
    {
      onDone: (message) => {
        setNotice({ ...noNotice, success: message });
        refresh();
      },
      onFailed: (message) => {
        setNotice({ ...noNotice, error: message });
        refresh();
      },
    },
  );
  useWatch(waiting.error, waiting.dataUpdatedAt, { onEnd, onRead: live.retry });
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
        />
      </header>
      <main className={classes.main}>
        <section className={classes.ask} aria-labelledby="ask">
          <h2 id="ask" className={classes.part}>
            {texts.ask}
          </h2>
          <AddPlate
            homeState={home}
            onAdd={(plate) => {
              setNotice(noNotice);
              void outbox.add({ ...plate, id: crypto.randomUUID(), at: now() });
            }}
          />
          <div className={classes.notice}>
            <Notice text={notice.success} />
            {notice.error ? (
              <p className={classes.failed} role="alert">
                {notice.error}
              </p>
            ) : null}
          </div>
        </section>
        <section className={classes.waiting} aria-labelledby="waiting">
          <h2 id="waiting" className={classes.part}>
            {texts.waiting}
          </h2>
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
      <ValidationStep token={token} kiosk={kiosk} validating={validating} />
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
}

/** The worst current connection problem, as text. */
function connectionText(
  { error, hasLiveStopped, waitingCount }: ConnectionProps,
  texts: typeof kioskTexts,
): string {
  const waitingText = waitingCount > 0 ? ` ${texts.unsent(waitingCount)}` : '';
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
    <ul className={classes.grid}>
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
            <span className={classes.plateState}>{formatRegion(visitor)}</span>
          </button>
        </li>
      ))}
    </ul>
  );
}
