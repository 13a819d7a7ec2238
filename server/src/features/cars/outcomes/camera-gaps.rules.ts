import type { CameraGap, CameraGapKind, CameraGaps } from '@lotkeeper/contract/cars/outcomes';
import { maxOneSidedShare, minVisits } from '@lotkeeper/contract/cars/outcomes';
import type { Instant, LocalDate, TimeZone } from '@lotkeeper/contract/kernel/calendar';
import {
  addDays,
  eachDay,
  instant,
  startOfDay,
  toLocalDate,
} from '@lotkeeper/contract/kernel/calendar';
import { cents } from '@lotkeeper/contract/kernel/money';
import type { Side, SidesOn } from './fewer-cars.rules.ts';
import { findFewerSpans } from './fewer-cars.rules.ts';
import type { SilentHour, Span } from './silent-spans.rules.ts';
import { findSilentSpans } from './silent-spans.rules.ts';

export interface CameraRow {
  pk: number;
  spot_pk: number;
  name: string;
  direction: Side | null;
}

/** How many cars the two sides of a property saw on a day. */
export interface DaySides {
  spot_pk: number;
  date: LocalDate;
  entrances: number;
  exits: number;
}

/** Visits that were seen on one side only. */
interface OneSided {
  visits: number;
  unexplained: number;
  uncollected: number;
}

export interface SpotCounts {
  visits: number;
  no_entrance: OneSided;
  no_exit: OneSided;
}

interface Spot extends SpotCounts {
  pk: number;
  name: string;
  timezone: TimeZone;
}

/** Whether the share of visits that a side didn't see is so large that a camera there misses cars. */
const isOneSided = ({ visits }: { visits: number }, { visits: missed }: OneSided) =>
  visits >= minVisits && missed > maxOneSidedShare * visits;

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

/** A gap before it's known what a car brings. */
interface Found extends Omit<CameraGap, 'spot' | 'lost_low' | 'lost_high'> {
  /** What it cost, from and to, where a car brings so many cents. */
  price: (worth: number) => [low: number, high: number];
}
type UnpricedGap = Found & Pick<CameraGap, 'spot'>;

function toGap(
  kind: CameraGapKind,
  subject: Pick<CameraGap, 'camera' | 'camera_pk' | 'direction'>,
  { start, end, low, high }: Span,
  price: Found['price'] = (worth) => [low * worth, high * worth],
): Found {
  return {
    kind,
    ...subject,
    start: Math.floor(start / 1000),
    end: Math.floor(end / 1000),
    cars_low: low,
    cars_high: high,
    price,
  };
}

/** A property with what its cameras saw, and the days in question. */
interface Watched extends GapQuestion {
  spot: Spot;
  cameras: readonly CameraRow[];
  /** By camera. */
  silent: ReadonlyMap<number, readonly SilentHour[]>;
  sides: ReadonlyMap<LocalDate, DaySides>;
}

/** What a side of a property missed all along; null if not more than others do. */
function findOneSided({ spot, from, to, now }: Watched, side: Side): Found | null {
  const counts = side === 'Entrance' ? spot.no_entrance : spot.no_exit;
  if (!isOneSided(spot, counts)) return null;
  const { visits, unexplained, uncollected } = counts;
  const end = Math.min(now, startOfDay(addDays(to, 1), spot.timezone)) as Instant;
  const span = { start: startOfDay(from, spot.timezone), end, low: visits, high: visits };
  const subject = { camera: null, camera_pk: null, direction: side };
  return toGap('one_sided', subject, span, (worth) => [
    uncollected,
    Math.max(uncollected, unexplained * worth),
  ]);
}

/** The days when a side of a property missed cars, except those with silent hours of it. */
function findFewer({ spot, cameras, silent, sides, from, to, now }: Watched, side: Side): Found[] {
  const today = toLocalDate(now, spot.timezone);
  const silentDays = new Set(
    cameras.flatMap(({ pk, direction }) =>
      direction === side ? (silent.get(pk) ?? []).map(({ date }) => date) : [],
    ),
  );
  const days = eachDay(from, to).filter((date) => date < today && !silentDays.has(date));
  const sidesOn: SidesOn = (date) => {
    const day = sides.get(date);
    if (!day || date >= today) return null;
    const { entrances, exits } = day;
    return side === 'Entrance'
      ? { own: entrances, other: exits }
      : { own: exits, other: entrances };
  };
  const subject = { camera: null, camera_pk: null, direction: side };
  return findFewerSpans(spot.timezone, side, sidesOn, days).map((span) =>
    toGap('fewer', subject, span),
  );
}

/** What was missed at a property in some days: hours, days, and all along. */
function findSpotGaps(watched: Watched): Found[] {
  const { spot, cameras, silent, now } = watched;
  const silentGaps = cameras.flatMap(({ pk, name, direction }) =>
    findSilentSpans(silent.get(pk) ?? [], spot.timezone, now).map((span) =>
      toGap('silent', { camera: name, camera_pk: pk, direction }, span),
    ),
  );
  if (findObstacle(cameras)) return silentGaps;
  const bySide = (['Entrance', 'Exit'] as const).flatMap(
    (side) => findOneSided(watched, side) ?? findFewer(watched, side),
  );
  return [...silentGaps, ...bySide];
}

/** The day whose weeks before show what a car of a gap brings: the same whatever days are looked at. */
export const findWorthDay = ({ start, spot }: Pick<CameraGap, 'start' | 'spot'>): LocalDate =>
  toLocalDate(instant(start * 1000), spot.timezone);

/** Gaps with what they probably cost, by what a car brings. */
export const priceGaps = (
  gaps: readonly UnpricedGap[],
  worthOf: (gap: UnpricedGap) => number,
): CameraGap[] =>
  gaps.map((unpriced) => {
    const { price, ...gap } = unpriced;
    const [low, high] = price(worthOf(unpriced));
    return { ...gap, lost_low: cents(Math.round(low)), lost_high: cents(Math.round(high)) };
  });

/** What the cameras of properties missed in some days, newest first. */
export function findCameraGaps(
  spots: readonly Spot[],
  found: {
    cameras: readonly CameraRow[];
    silent: readonly SilentHour[];
    days: readonly DaySides[];
  },
  question: GapQuestion,
): Pick<CameraGaps, 'unjudged'> & { gaps: UnpricedGap[] } {
  const cameras = Map.groupBy(found.cameras, ({ spot_pk }) => spot_pk);
  const silent = Map.groupBy(found.silent, ({ camera }) => camera);
  const days = Map.groupBy(found.days, ({ spot_pk }) => spot_pk);
  const gaps = spots.flatMap((spot) => {
    const { pk, name, timezone } = spot;
    const sides = new Map((days.get(pk) ?? []).map((day) => [day.date, day]));
    return findSpotGaps({ spot, cameras: cameras.get(pk) ?? [], silent, sides, ...question }).map(
      (gap) => ({
        ...gap,
        spot: { pk, name, timezone },
      }),
    );
  });
  const unjudged = spots.flatMap(({ pk, name }) => {
    const reason = cameras.has(pk) ? findObstacle(cameras.get(pk) ?? []) : null;
    return reason ? [{ spot: { pk, name }, reason }] : [];
  });
  return { gaps: gaps.sort((a, b) => b.start - a.start), unjudged };
}
