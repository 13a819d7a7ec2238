import type { CameraGap, CameraGapKind, CameraGaps } from '@lotkeeper/contract/cars/outcomes';
import {
  maxOneSidedShare,
  minDailyCars,
  minVisits,
  usualWeeks,
} from '@lotkeeper/contract/cars/outcomes';
import type { Instant, LocalDate, TimeZone } from '@lotkeeper/contract/kernel/calendar';
import {
  addDays,
  atLocalTime,
  eachDay,
  startOfDay,
  toLocalDate,
  toLocalHour,
} from '@lotkeeper/contract/kernel/calendar';
import { hourMs } from '@lotkeeper/contract/kernel/durations';
import { cents } from '@lotkeeper/contract/kernel/money';

export type Side = 'Entrance' | 'Exit';

export interface CameraRow {
  pk: number;
  spot_pk: number;
  name: string;
  direction: Side | null;
}

/**
 * An hour in which a camera read nothing, with its fewest and most reads in that hour of the weeks before, and its
 * nearest reads before and after; null if there are none.
 */
export interface SilentHour {
  camera: number;
  date: LocalDate;
  hour: number;
  low: number;
  high: number;
  last_read: Instant | null;
  next_read: Instant | null;
}

/** How many cars the two sides of a property saw on a day. */
export interface DaySides {
  spot_pk: number;
  date: LocalDate;
  entrances: number;
  exits: number;
}

/** Visits of which one side wasn't seen. */
interface OneSided {
  visits: number;
  unexplained: number;
  uncollected: number;
}

export interface SpotCounts {
  visits: number;
  no_entrance: OneSided;
  no_exit: OneSided;
  /** Of the weeks before. */
  cars_before: number;
  net_before: number;
}

interface Spot extends SpotCounts {
  pk: number;
  name: string;
  timezone: TimeZone;
}

/** Whole hours or days in which cars were missed. */
interface Span {
  start: Instant;
  end: Instant;
  low: number;
  high: number;
}

/** Joins spans that follow one another; they are in order. */
export function joinSpans(spans: readonly Span[]): Span[] {
  const joined: Span[] = [];
  for (const span of spans) {
    const last = joined.at(-1);
    if (last && last.end === span.start) {
      last.end = span.end;
      last.low += span.low;
      last.high += span.high;
    } else joined.push({ ...span });
  }
  return joined;
}

/**
 * From the last read before whole silent hours to the next one after them, where those are in the hours beside them.
 * The minutes in between count for the highest number of cars only.
 */
function extendSpan(span: Span, last: Instant | null, next: Instant | null): Span {
  const start =
    last !== null && last < span.start && last > span.start - hourMs ? last : span.start;
  const end = next !== null && next >= span.end && next < span.end + hourMs ? next : span.end;
  const rate = span.high / (span.end - span.start);
  return { start, end, low: span.low, high: Math.round(rate * (end - start)) };
}

/** The silent hours of a camera that are over, joined. An hour that a change of clocks skips isn't one. */
export function findSilentSpans(
  hours: readonly SilentHour[],
  zone: TimeZone,
  now: Instant,
): Span[] {
  const lastBefore = new Map<Instant, Instant | null>();
  const nextAfter = new Map<Instant, Instant | null>();
  const spans = joinSpans(
    hours.flatMap(({ date, hour, low, high, last_read, next_read }) => {
      const start = atLocalTime(date, hour * 60, zone);
      const end = atLocalTime(date, (hour + 1) * 60, zone);
      if (end > now || toLocalHour(start, zone) !== hour) return [];
      lastBefore.set(start, last_read);
      nextAfter.set(end, next_read);
      return [{ start, end, low, high }];
    }),
  );
  return spans.map((span) =>
    extendSpan(span, lastBefore.get(span.start) ?? null, nextAfter.get(span.end) ?? null),
  );
}

/** For how many days cars that came on one day may leave on others. */
export const daysAround = 7;
/** A count this many standard deviations below what is expected happens less than once in a thousand times. */
const improbableDeviations = 3.1;
/** Fewer than this share of the expected cars is far fewer. */
const farFewer = 0.8;
/** Where the usual shares of the weeks differ by more than this, cars stay too long to compare days. */
const steadyFactor = 1.3;

const opposite = { Entrance: 'Exit', Exit: 'Entrance' } as const;

/** What a side of a property and the opposite one saw on a day. */
type SidesOn = (date: LocalDate) => { own: number; other: number } | null;

/**
 * How many cars a side missed on a day, as the usual share of the opposite side's; null if not far fewer than usual,
 * or if nobody can tell: too few cars, shares that change from week to week, or cars that were seen on other days.
 */
export function findMissed(sidesOn: SidesOn, date: LocalDate, side: Side) {
  const today = sidesOn(date) ?? { own: 0, other: 0 };
  const before = Array.from({ length: usualWeeks }, (_, week) =>
    sidesOn(addDays(date, -7 * (week + 1))),
  );
  const weeks = before.filter(
    (sides) => sides !== null && Math.min(sides.own, sides.other) >= minDailyCars,
  ) as { own: number; other: number }[];
  if (weeks.length < usualWeeks || today.other < minDailyCars) return null;
  const shares = weeks.map(({ own, other }) => own / other);
  const [least, most] = [Math.min(...shares), Math.max(...shares)];
  const expected = least * today.other;
  const isFar =
    today.own < farFewer * expected &&
    today.own < expected - improbableDeviations * Math.sqrt(expected) &&
    today.own < farFewer * Math.min(...weeks.map(({ own }) => own));
  if (!isFar || most > steadyFactor * least) return null;
  const low = expected - today.own;
  // Cars stay overnight: they leave on later days, and came on earlier ones.
  const step = side === 'Exit' ? 1 : -1;
  const seenElsewhere = Array.from({ length: daysAround }, (_, index) => {
    const sides = sidesOn(addDays(date, step * (index + 1)));
    return sides ? Math.max(0, sides.own - most * sides.other) : 0;
  }).reduce((sum, cars) => sum + cars, 0);
  if (seenElsewhere >= low / 2) return null;
  return { low: Math.round(low), high: Math.round(most * today.other - today.own) };
}

/** The days on which a side of a property saw far fewer cars than usual, joined; `isKnown` are explained otherwise. */
function findFewerSpans(
  spot: Pick<Spot, 'timezone'>,
  side: Side,
  sidesOn: SidesOn,
  days: readonly LocalDate[],
  isKnown: (date: LocalDate) => boolean,
): Span[] {
  return joinSpans(
    days.flatMap((date) => {
      const missed = isKnown(date) ? null : findMissed(sidesOn, date, side);
      if (!missed) return [];
      const [start, end] = [date, addDays(date, 1)].map((day) =>
        startOfDay(day, spot.timezone),
      ) as [Instant, Instant];
      return [{ start, end, ...missed }];
    }),
  );
}

/** Whether the share of visits that a side didn't see is so large that a camera there misses cars. */
export const isOneSided = ({ visits }: { visits: number }, { visits: missed }: OneSided) =>
  visits >= minVisits && missed > maxOneSidedShare * visits;

/** What a car brought on average in the weeks before, in cents; 0 without cars. */
export const averageOf = ({ cars_before, net_before }: SpotCounts) =>
  cars_before > 0 ? Math.max(0, net_before) / cars_before : 0;

/** Why the two sides of a property can't be compared; null if they can. */
function findObstacle(cameras: readonly CameraRow[]) {
  if (cameras.some(({ direction }) => direction === null)) return 'no_direction' as const;
  return new Set(cameras.map(({ direction }) => direction)).size < 2 ? ('one_side' as const) : null;
}

interface GapQuestion {
  from: LocalDate;
  to: LocalDate;
  now: Instant;
}

type Found = Omit<CameraGap, 'spot'>;

function toGap(
  kind: CameraGapKind,
  of: { camera: string | null; direction: Side | null },
  { start, end, low, high }: Span,
  cost: (cars: number) => number,
): Found {
  return {
    kind,
    ...of,
    start: Math.floor(start / 1000),
    end: Math.floor(end / 1000),
    cars_low: low,
    cars_high: high,
    lost_low: cents(Math.round(cost(low))),
    lost_high: cents(Math.round(cost(high))),
  };
}

/** What was missed at a property in some days: hours, days, and all along. */
function findSpotGaps(
  spot: Spot,
  cameras: readonly CameraRow[],
  silent: ReadonlyMap<number, readonly SilentHour[]>,
  sides: ReadonlyMap<LocalDate, DaySides>,
  { from, to, now }: GapQuestion,
): Found[] {
  const average = averageOf(spot);
  const cost = (cars: number) => cars * average;
  const silentGaps = cameras.flatMap(({ pk, name, direction }) =>
    findSilentSpans(silent.get(pk) ?? [], spot.timezone, now).map((span) =>
      toGap('silent', { camera: name, direction }, span, cost),
    ),
  );
  if (findObstacle(cameras)) return silentGaps;
  const today = toLocalDate(now, spot.timezone);
  const days = eachDay(from, to).filter((date) => date < today);
  const silentDays = new Set(
    cameras.flatMap(({ pk, direction }) =>
      (silent.get(pk) ?? []).map(({ date }) => `${direction} ${date}`),
    ),
  );
  const whole = {
    start: startOfDay(from, spot.timezone),
    end: Math.min(now, startOfDay(addDays(to, 1), spot.timezone)) as Instant,
  };
  return [
    ...silentGaps,
    ...(['Entrance', 'Exit'] as const).flatMap((side) => {
      const about = { camera: null, direction: side };
      const counts = side === 'Entrance' ? spot.no_entrance : spot.no_exit;
      if (isOneSided(spot, counts)) {
        const { visits, unexplained, uncollected } = counts;
        const gap = toGap(
          'one_sided',
          about,
          { ...whole, low: visits, high: visits },
          () => uncollected,
        );
        return [
          { ...gap, lost_high: cents(Math.round(Math.max(uncollected, unexplained * average))) },
        ];
      }
      const sidesOn: SidesOn = (date) => {
        const day = sides.get(date);
        if (!day || date >= today) return null;
        const seen = { Entrance: day.entrances, Exit: day.exits };
        return { own: seen[side], other: seen[opposite[side]] };
      };
      const isKnown = (date: LocalDate) => silentDays.has(`${side} ${date}`);
      return findFewerSpans(spot, side, sidesOn, days, isKnown).map((span) =>
        toGap('fewer', about, span, cost),
      );
    }),
  ];
}

/** What the cameras of properties missed in some days and what that probably cost, newest first. */
export function findCameraGaps(
  spots: readonly Spot[],
  found: {
    cameras: readonly CameraRow[];
    silent: readonly SilentHour[];
    days: readonly DaySides[];
  },
  question: GapQuestion,
): CameraGaps {
  const cameras = Map.groupBy(found.cameras, ({ spot_pk }) => spot_pk);
  const silent = Map.groupBy(found.silent, ({ camera }) => camera);
  const days = Map.groupBy(found.days, ({ spot_pk }) => spot_pk);
  const gaps = spots.flatMap((spot) => {
    const { pk, name, timezone } = spot;
    const sides = new Map((days.get(pk) ?? []).map((day) => [day.date, day]));
    return findSpotGaps(spot, cameras.get(pk) ?? [], silent, sides, question).map((gap) => ({
      ...gap,
      spot: { pk, name, timezone },
    }));
  });
  const unjudged = spots.flatMap(({ pk, name }) => {
    const reason = cameras.has(pk) ? findObstacle(cameras.get(pk) ?? []) : null;
    return reason ? [{ spot: { pk, name }, reason }] : [];
  });
  return { gaps: gaps.sort((a, b) => b.start - a.start), unjudged };
}
