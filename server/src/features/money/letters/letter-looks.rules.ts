import type { CameraGap } from '@lotkeeper/contract/cars/outcomes';
import type { LocalDate } from '@lotkeeper/contract/kernel/calendar';
import {
  formatCount,
  formatDateShort,
  formatMoney,
  lowerFirst,
} from '@lotkeeper/contract/kernel/format';
import { describeCause } from '@lotkeeper/contract/money/change-words';
import type { BridgeRange, ChangedProperty } from '@lotkeeper/contract/money/changes';
import { shiftPeriod } from '@lotkeeper/contract/money/changes';
import type {
  LetterKind,
  LetterSection,
  TextLine,
  TextPart,
} from '@lotkeeper/contract/money/letters';
import { letterPeriods } from '@lotkeeper/contract/money/letters';
import { sumRows } from '../../../records/money/revenue.ts';
import { median } from '../../operations/local-intelligence/public.ts';
import type { LetterPaths } from './letter-text.ts';
import { formatCost, link, plain } from './letter-text.ts';
import type { OpenAppeals, UsualRow } from './letters.queries.ts';

/** Properties that a letter names. */
const maxLooks = 3;
/** Periods before that show what is usual at a property, and the fewest of them that do. */
export const usualPeriods: Record<LetterKind, number> = { weekly: 8, monthly: 6 };
const fewestPeriods = 4;
/** A fall counts if it takes this share of what is usual, and this much in cents. */
const fallShare = 0.15;
const leastFall = 5000;
/** Unexplained cars count if there are so many more, and so many times as many, as usual. */
const leastMoreCars = 5;
const timesMoreCars = 1.5;

/** What a letter knows of a property. */
export interface LookedAt {
  kind: LetterKind;
  range: BridgeRange;
  spots: readonly { pk: number; name: string; rows: readonly UsualRow[] }[];
  changed: readonly ChangedProperty[];
  gaps: readonly CameraGap[];
  appeals: readonly OpenAppeals[];
}

/** A reason to look at a property, and about what it is worth in cents. */
interface Reason {
  worth: number;
  parts: TextPart[];
}

type LookedSpot = LookedAt['spots'][number];

const usualColumns = ['net', 'unexplained', 'uncollected'] as const;

/** The sums of a period and of the periods before, back to the first that has any; null with too few. */
function sumPeriods({ kind, range }: LookedAt, { rows }: LookedSpot) {
  const byStart = Map.groupBy(rows, ({ start }) => start);
  const sumAt = (start: LocalDate) => sumRows(byStart.get(start) ?? [], usualColumns);
  const starts = Array.from({ length: usualPeriods[kind] }, (_, index) =>
    shiftPeriod(letterPeriods[kind], range.start, -1 - index),
  );
  const first = starts.findLastIndex((start) => byStart.has(start));
  const before = starts.slice(0, first + 1).map(sumAt);
  return before.length < fewestPeriods ? null : { now: sumAt(range.start), before };
}

const findUsual = (values: readonly number[]) => median(values) ?? 0;

type Periods = NonNullable<ReturnType<typeof sumPeriods>>;

const countPeriods = (kind: LetterKind, { before }: Periods) =>
  `${before.length} ${letterPeriods[kind]}s`;

/** Net revenue below that of each period before, by more than a little. */
function findFall(at: LookedAt, spot: LookedSpot, periods: Periods, paths: LetterPaths): Reason[] {
  const nets = periods.before.map(({ net }) => net);
  const usual = findUsual(nets);
  const { net } = periods.now;
  const fall = usual - net;
  if (net >= Math.min(...nets) || fall < usual * fallShare || fall < leastFall) return [];
  const step = at.changed.find(({ pk }) => pk === spot.pk)?.largest_step ?? null;
  const path = paths.changes(letterPeriods[at.kind], at.range.start, spot.pk);
  const cause = step && step.amount < 0 ? `, mostly from ${lowerFirst(describeCause(step))}` : '';
  return [
    {
      worth: fall,
      parts: [
        link(`net revenue of ${formatMoney(net)}`, path),
        plain(
          ` is the lowest in ${countPeriods(at.kind, periods)} (usually ${formatMoney(usual)})${cause}`,
        ),
      ],
    },
  ];
}

/** More unexplained cars than in each period before, by more than a few. */
function findUnexplained(
  at: LookedAt,
  spot: LookedSpot,
  { now, before }: Periods,
  paths: LetterPaths,
): Reason[] {
  const counts = before.map(({ unexplained }) => unexplained);
  const usual = findUsual(counts);
  const more = now.unexplained - usual;
  const isMore =
    now.unexplained > Math.max(...counts) &&
    more >= leastMoreCars &&
    now.unexplained >= usual * timesMoreCars;
  if (!isMore) return [];
  const worth = Math.max(
    0,
    now.uncollected - findUsual(before.map(({ uncollected }) => uncollected)),
  );
  const cars = link(
    `${formatCount(now.unexplained)} unexplained cars`,
    paths.cars(at.range, spot.pk, 'unexplained'),
  );
  const value = now.uncollected > 0 ? ` would have paid ${formatMoney(now.uncollected)}` : '';
  return [{ worth, parts: [cars, plain(`${value} (usually ${formatCount(usual)} cars)`)] }];
}

/** Cars that cameras of the property missed. */
function findMissed(at: LookedAt, spot: LookedSpot, paths: LetterPaths): Reason[] {
  const gaps = at.gaps.filter((gap) => gap.spot.pk === spot.pk && gap.lost_high > 0);
  if (gaps.length === 0) return [];
  const { lost_low, lost_high } = sumRows(gaps, ['lost_low', 'lost_high']);
  const missed = link('cameras missed cars', paths.cars(at.range, spot.pk));
  const cost = plain(`, which probably cost ${formatCost(lost_low, lost_high)}`);
  return [{ worth: (lost_low + lost_high) / 2, parts: [missed, cost] }];
}

/** Appeals that wait for a decision. */
function findAppeals(at: LookedAt, spot: LookedSpot, paths: LetterPaths): Reason[] {
  return at.appeals
    .filter(({ spot_pk }) => spot_pk === spot.pk)
    .map(({ appeals, amount, due_on }) => ({
      worth: amount,
      parts: [
        link(
          `${formatCount(appeals)} ${appeals === 1 ? 'appeal' : 'appeals'}`,
          paths.page('appeals'),
        ),
        plain(` of ${formatMoney(amount)} to answer by ${formatDateShort(due_on)}`),
      ],
    }));
}

function listReasons(at: LookedAt, spot: LookedSpot, paths: LetterPaths): Reason[] {
  const periods = sumPeriods(at, spot);
  return [
    ...(periods ? findFall(at, spot, periods, paths) : []),
    ...findMissed(at, spot, paths),
    ...(periods ? findUnexplained(at, spot, periods, paths) : []),
    ...findAppeals(at, spot, paths),
  ];
}

/** The properties that need a look, those with the most at stake first, each with its reasons. */
export function writeLooks(at: LookedAt, paths: LetterPaths): LetterSection | null {
  const looks = at.spots
    .map((spot) => ({ spot, reasons: listReasons(at, spot, paths) }))
    .filter(({ reasons }) => reasons.length > 0)
    .map((look) => ({ ...look, worth: look.reasons.reduce((sum, { worth }) => sum + worth, 0) }))
    .toSorted((a, b) => b.worth - a.worth)
    .slice(0, maxLooks);
  if (looks.length === 0) return null;
  const lines = looks.map(
    ({ spot, reasons }): TextLine => [
      link(spot.name, paths.spot(spot.pk, 'detail')),
      ...reasons.flatMap(({ parts }, index) => [plain(index === 0 ? ': ' : '; '), ...parts]),
      plain('.'),
    ],
  );
  return { title: 'Worth a look', figures: [], lines };
}
