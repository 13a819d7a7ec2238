import type { PlateCheck } from '@lotkeeper/contract/cars/plate-checks';
import { checkPlate, writeTicket } from '@lotkeeper/contract/cars/plate-checks';
import { listTickets, ticketStatuses } from '@lotkeeper/contract/cars/violations';
import type { SpotSummary } from '@lotkeeper/contract/platform/spots';
import { ScanSearch } from 'lucide-react';
import type { FormEvent } from 'react';
import { useEffect, useRef, useState } from 'react';
import { now } from '../../../kernel/clock.ts';
import { formatAgo, formatMoneyShort } from '../../../kernel/format.ts';
import { useSend } from '../../../kernel/queries.ts';
import type { FilterProps } from '../../../kernel/url-state.ts';
import { useMoment } from '../../../kernel/use-moment.ts';
import { formatPlate } from '../../../shared/plate-text.ts';
import { WithReportSpots } from '../../../shared/with-report-spots.tsx';
import { Button } from '../../../ui/form/button.tsx';
import { FormFailure } from '../../../ui/form/form-failure.tsx';
import { SearchSelect } from '../../../ui/form/search-select.tsx';
import { TextInput } from '../../../ui/form/text-input.tsx';
import { useRequestKey } from '../../../ui/form/use-form.ts';
import { ConfirmDialog } from '../../../ui/frame/confirm-dialog.tsx';
import { PageHeader } from '../../../ui/frame/page-header.tsx';
import { Picture } from '../../../ui/media/picture.tsx';
import type { AnswerWords } from './check-words.ts';
import { describeCheck, parseTyped } from './check-words.ts';
import classes from './plate-checks.module.css';
import type { PlateChecksFilters } from './plate-checks-search.ts';
import { findRemembered, readChecks, rememberCheck } from './remembered-checks.ts';

const title = 'Check a Plate';

/** One field for staff in the lot: a plate in, whether its car may park out. */
export function PlateChecksPage(
  props: FilterProps<PlateChecksFilters> & { organizationId: string },
) {
  const { organizationId, filters, onFilter } = props;
  return (
    <WithReportSpots
      organizationId={organizationId}
      title={title}
      panel={{
        title: 'Plate',
        columns: 1,
        icon: ScanSearch,
        text: 'Plates of cars at your properties are checked here.',
      }}
    >
      {(spots) => {
        const spot = spots.find(({ pk }) => String(pk) === filters.spotPk) ?? spots[0];
        if (!spot) return null;
        return (
          <>
            <PageHeader title={title} subtitle={spots.length > 1 ? undefined : spot.name} />
            <div className={classes.page}>
              {spots.length > 1 ? (
                <SearchSelect
                  label="Property"
                  options={spots.map(({ pk, name }) => ({ value: String(pk), label: name }))}
                  value={String(spot.pk)}
                  onChoose={(spotPk) => onFilter({ ...filters, spotPk }, 'replace')}
                />
              ) : null}
              <Checker key={`${spot.pk} ${filters.plate}`} spot={spot} plate={filters.plate} />
            </div>
          </>
        );
      }}
    </WithReportSpots>
  );
}

/** Reads what is known of a plate; without a connection, what this browser remembers. */
function useChecker(spot: SpotSummary) {
  const [shownCheck, setShownCheck] = useState<PlateCheck | null>(null);
  const [remembered, setRemembered] = useState(() => ({ all: readChecks(), isKept: true }));
  // Another tab may have checked plates too.
  const listAll = () => (remembered.isKept ? readChecks() : remembered.all);
  const send = useSend(checkPlate);
  const ask = (text: string) => {
    const typedPlate = parseTyped(text);
    send.mutate(
      { query: { spot: String(spot.pk), ...typedPlate } },
      {
        onSuccess: (check) => {
          setShownCheck(check);
          setRemembered(rememberCheck({ spot: spot.pk, check }, listAll()));
        },
        onError: () => setShownCheck(findRemembered(listAll(), spot.pk, typedPlate.plate) ?? null),
      },
    );
  };
  return {
    shownCheck,
    remembered: remembered.all.filter((item) => item.spot === spot.pk),
    isKept: remembered.isKept,
    error: send.error,
    isPending: send.isPending,
    ask,
    clear: () => {
      setShownCheck(null);
      send.reset();
    },
  };
}

function Checker({ spot, plate = '' }: { spot: SpotSummary; plate: string | undefined }) {
  const field = useRef<HTMLInputElement>(null);
  const [text, setText] = useState(plate);
  const checker = useChecker(spot);
  const { shownCheck, error } = checker;
  const submit = (event: FormEvent) => {
    event.preventDefault();
    if (text.trim() !== '') checker.ask(text);
  };
  const check = (other: string) => {
    setText(other);
    checker.ask(other);
  };
  const next = () => {
    setText('');
    checker.clear();
    field.current?.focus();
  };
  return (
    <form className="ui-parts" onSubmit={submit}>
      <TextInput
        ref={field}
        classNames={{ input: classes.plate ?? '' }}
        label="License plate"
        description="With its state if you know it: ABC123 AZ"
        value={text}
        error={error?.fields.plate}
        onChange={(event) => {
          setText(event.currentTarget.value);
          // The answer to another plate would stand under this one.
          checker.clear();
        }}
        autoCapitalize="characters"
        autoComplete="off"
        autoCorrect="off"
        enterKeyHint="search"
        spellCheck={false}
        maxLength={28}
        data-autofocus
        autoFocus
      />
      {error?.status === 0 ? (
        <NoConnection shownCheck={shownCheck} />
      ) : (
        <FormFailure error={error} />
      )}
      {shownCheck ? (
        <Answer
          key={shownCheck.checked_at}
          check={shownCheck}
          spot={spot}
          onCheck={check}
          isOld={error !== null}
        />
      ) : null}
      <div className={classes.actions}>
        {shownCheck && !checker.isPending ? (
          <Button type="button" size="lg" fullWidth onClick={next}>
            Next plate
          </Button>
        ) : (
          <Button type="submit" size="lg" fullWidth loading={checker.isPending}>
            Check
          </Button>
        )}
      </div>
      {shownCheck ? null : (
        <Remembered
          checks={checker.remembered}
          isKept={checker.isKept}
          spot={spot}
          onCheck={check}
        />
      )}
    </form>
  );
}

function NoConnection({ shownCheck }: { shownCheck: PlateCheck | null }) {
  return (
    <p className={classes.warning} role="alert">
      {shownCheck
        ? `No connection. This is what was known ${formatAgo(shownCheck.checked_at, now())}.`
        : 'No connection, and this phone remembers nothing of this plate. Check it again later.'}
    </p>
  );
}

interface AnswerProps {
  check: PlateCheck;
  spot: SpotSummary;
  onCheck: (plate: string) => void;
  /** Whether it's remembered, not just asked. */
  isOld: boolean;
}

function Answer({ check, spot, onCheck, isOld }: AnswerProps) {
  const at = { timezone: spot.timezone, now: useMoment(30) };
  const words = describeCheck(check, at);
  const region = useRef<HTMLDivElement>(null);
  // On a phone the keyboard would cover the answer.
  useEffect(() => region.current?.focus(), []);
  const images = check.reads.flatMap(({ image_url }) => image_url ?? []);
  return (
    <div ref={region} className={classes.result} tabIndex={-1} role="status">
      <p className={classes.asked}>{formatPlate(check)}</p>
      <Headline words={words} />
      <dl className={classes.facts}>
        {words.facts.map(({ name, text }) => (
          <div key={`${name} ${text}`}>
            <dt>{name}</dt>
            <dd>{text}</dd>
          </div>
        ))}
      </dl>
      {images.map((url, index) => (
        <Picture key={url} url={url} alt={`${check.plate}, image ${index + 1}`} size="large" />
      ))}
      {check.answer === 'alike'
        ? check.rights.map(({ plate }) =>
            plate ? (
              <Button
                key={plate.plate}
                type="button"
                size="lg"
                variant="default"
                onClick={() => onCheck(formatPlate(plate))}
              >
                It’s {plate.plate}
              </Button>
            ) : null,
          )
        : null}
      {check.answer === 'waiting' ? (
        <Button
          type="button"
          size="lg"
          variant="default"
          onClick={() => onCheck(formatPlate(check))}
        >
          Check again
        </Button>
      ) : null}
      {isOld ? null : (
        <Violation check={check} spot={spot} onWritten={() => onCheck(formatPlate(check))} />
      )}
    </div>
  );
}

const Headline = ({ words }: { words: AnswerWords }) => (
  <p className={classes.headline} data-tone={words.tone}>
    {words.headline}
  </p>
);

/** What opens a violation says what speaks against it. */
const writeWords: Partial<Record<PlateCheck['answer'], (plate: string) => string>> = {
  waiting: () => 'Write a violation anyway',
  alike: (plate) => `It’s ${plate}: write a violation`,
};

/** The open violation of the plate, or a way to write one: never where the thumb rests. */
function Violation(props: { check: PlateCheck; spot: SpotSummary; onWritten: () => void }) {
  const { check, spot, onWritten } = props;
  const [isAsking, setAsking] = useState(false);
  const request = useRequestKey();
  const write = useSend(writeTicket, [listTickets]);
  const { plate, state, penalty } = check;
  const open = write.data ?? check.violation;
  if (open) {
    return (
      <p className={classes.violation}>
        Violation {open.code} is {ticketStatuses[open.status].toLowerCase()}:{' '}
        {formatMoneyShort(open.amount)}.
      </p>
    );
  }
  if (penalty === null) return null;
  const price = formatMoneyShort(penalty);
  const hasLooked = check.answer === 'waiting' || check.answer === 'alike';
  const confirm = () =>
    write.mutate(
      {
        body: {
          spot: spot.pk,
          plate,
          request,
          ...(state ? { state } : {}),
          ...(hasLooked ? { looked_again: true } : {}),
        },
      },
      {
        onSuccess: () => {
          setAsking(false);
          onWritten();
        },
      },
    );
  return (
    <>
      <Button type="button" size="lg" variant="outline" color="red" onClick={() => setAsking(true)}>
        {writeWords[check.answer]?.(plate) ?? 'Write a violation'}, {price}
      </Button>
      {isAsking ? (
        <ConfirmDialog
          question={`Write a violation for ${plate}?`}
          confirm={`Write it, ${price}`}
          send={write}
          onConfirm={confirm}
          onClose={() => setAsking(false)}
        >
          Its driver owes {price} at {spot.name}. A payment for this stay lifts it by itself;
          otherwise an Admin or Employee can waive it.
        </ConfirmDialog>
      ) : null}
    </>
  );
}

/** The last checks in this browser. */
function Remembered(props: {
  checks: readonly { check: PlateCheck }[];
  isKept: boolean;
  spot: SpotSummary;
  onCheck: (plate: string) => void;
}) {
  const { checks, isKept, spot, onCheck } = props;
  const moment = useMoment(60);
  if (checks.length === 0) return null;
  return (
    <section aria-label="Last checks">
      <h2 className={classes.last}>Last checks</h2>
      {isKept ? null : (
        <p className={classes.warning} role="alert">
          These aren’t saved: this phone’s storage is full or blocked. They’re gone when you leave
          this page.
        </p>
      )}
      <ul className={classes.list}>
        {checks.map(({ check }) => {
          const plate = formatPlate(check);
          return (
            <li key={`${plate} ${check.checked_at}`}>
              <button type="button" onClick={() => onCheck(plate)}>
                <span>{plate}</span>
                <span>
                  {
                    describeCheck(check, { timezone: spot.timezone, now: check.checked_at })
                      .headline
                  }
                </span>
                <span>{formatAgo(check.checked_at, moment)}</span>
              </button>
            </li>
          );
        })}
      </ul>
    </section>
  );
}
