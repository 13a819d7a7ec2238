import type { Instant, LocalDate } from '@lotkeeper/contract/kernel/calendar';
import { addDays, startOfDay } from '@lotkeeper/contract/kernel/calendar';
import type { BridgeRange } from '@lotkeeper/contract/money/changes';
import { shiftPeriod } from '@lotkeeper/contract/money/changes';
import type { LetterContent, LetterKind } from '@lotkeeper/contract/money/letters';
import {
  findNewestStart,
  letterPeriods,
  listLetterRanges,
} from '@lotkeeper/contract/money/letters';
import type { ComingOccasion } from '@lotkeeper/contract/operations/local-intelligence';
import type { WholeOrganizationScope } from '../../../kernel/access/scope.ts';
import { readCameraGaps } from '../../cars/outcomes/public.ts';
import {
  readComingOccasions,
  readDemandOutlook,
} from '../../operations/local-intelligence/public.ts';
import {
  buildBridge,
  buildWeek,
  listChangedProperties,
  readPeriods,
  readTaken,
  readWeeks,
} from '../changes/public.ts';
import { readPayoutAccount } from '../payouts/public.ts';
import { chooseZone, findToday } from './due-letters.rules.ts';
import type { Forecast } from './letter-coming.rules.ts';
import { usualPeriods } from './letter-looks.rules.ts';
import {
  listLetterSpots,
  readFirstDay,
  readOpenMatters,
  readPaid,
  readUsual,
} from './letters.queries.ts';
import { writeLetter } from './letters.rules.ts';

/** A property as letters need it. */
export type LetterSpot = Awaited<ReturnType<typeof listLetterSpots>>[number];

/** Properties whose coming days are estimated. */
const maxForecasts = 3;

/** What the properties with the most revenue expect of the days that are unusual. */
async function readForecasts(
  scope: WholeOrganizationScope,
  { spots, days, now }: { spots: readonly LetterSpot[]; days: BridgeRange; now: Instant },
): Promise<Forecast[]> {
  const all = await Promise.all(
    spots.slice(0, maxForecasts).map(async ({ pk, uuid, name, timezone }) => {
      const at = { ...scope, kind: 'spot' as const, spotPk: pk, spotUuid: uuid, timezone };
      const { upcoming } = await readDemandOutlook(at, now);
      return upcoming
        .filter(({ date }) => date >= days.start && date <= days.end)
        .map((day) => ({ spot: { pk, name }, day }));
    }),
  );
  return all.flat();
}

/** The properties that have something on the coming days, those with the most revenue first. */
function listBusySpots(
  spots: readonly LetterSpot[],
  coming: readonly ComingOccasion[],
  properties: readonly { pk: number; week: { net: number } }[],
): LetterSpot[] {
  const isEverywhere = coming.some(
    ({ spot_count, spots: namedSpots }) => spot_count > namedSpots.length,
  );
  const busy = new Set(coming.flatMap(({ spots: namedSpots }) => namedSpots.map(({ pk }) => pk)));
  const netOf = (pk: number) => properties.find((property) => property.pk === pk)?.week.net ?? 0;
  return spots
    .filter(({ pk }) => isEverywhere || busy.has(pk))
    .toSorted((a, b) => netOf(b.pk) - netOf(a.pk));
}

interface LetterQuestion {
  kind: LetterKind;
  start: LocalDate;
  spots: readonly LetterSpot[];
  processor: string;
  now: Instant;
}

/** The week or month after that of a letter. */
function findNext({ kind, start }: LetterQuestion): BridgeRange {
  const next = shiftPeriod(letterPeriods[kind], start, 1);
  return { start: next, end: addDays(shiftPeriod(letterPeriods[kind], next, 1), -1) };
}

/** Reads what a letter is about, and writes it. */
export async function composeLetter(
  scope: WholeOrganizationScope,
  question: LetterQuestion,
): Promise<LetterContent | null> {
  const { kind, start, spots, processor, now } = question;
  const ranges = listLetterRanges(kind, start);
  const timezone = chooseZone(spots);
  const today = findToday(spots, now);
  const isNewest = start === findNewestStart(kind, today);
  const next = findNext(question);
  const ahead = { start: next.start > today ? next.start : today, end: next.end };
  const { week } = ranges;
  const span = { from: week.start, to: week.end };
  const period = letterPeriods[kind];
  const usual = { from: shiftPeriod(period, start, -usualPeriods[kind]), to: week.end };
  const zones = spots.map(({ pk, timezone: zone }) => ({ pk, timezone: zone }));
  const time = { from: startOfDay(week.start, timezone), until: startOfDay(next.start, timezone) };
  const [weeks, periods, firstDay, takings, rows, { gaps }, matters, paid, account, coming] =
    await Promise.all([
      readWeeks(scope, ranges),
      readPeriods(scope, { earlier: ranges.before, later: week }),
      readFirstDay(scope),
      readTaken(scope, zones, ranges),
      readUsual(scope, period, usual),
      readCameraGaps(scope, { ...span, now }),
      readOpenMatters(scope, time),
      readPaid(scope, span),
      readPayoutAccount(scope, { processor, now }),
      isNewest ? readComingOccasions(scope, { from: ahead.start, to: ahead.end }) : [],
    ]);
  const changed = listChangedProperties(periods);
  const { total, properties } = buildWeek(weeks, takings, changed);
  const busy = listBusySpots(spots, coming, properties);
  return writeLetter({
    kind,
    ranges,
    organizationPk: scope.organizationId,
    timezone,
    now,
    isNewest,
    total,
    firstDay,
    bridge: buildBridge(periods),
    changed,
    spots: rows,
    gaps,
    matters,
    paid,
    account,
    coming,
    forecasts:
      coming.length > 0 ? await readForecasts(scope, { spots: busy, days: ahead, now }) : [],
  });
}
