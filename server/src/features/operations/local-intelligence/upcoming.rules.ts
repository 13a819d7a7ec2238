import type { LocalDate } from '@lotkeeper/contract/kernel/calendar';
import { getWeekday } from '@lotkeeper/contract/kernel/calendar';
import type { DemandEffect, UpcomingDay } from '@lotkeeper/contract/operations/local-intelligence';
import type { DaySpan } from '../../../records/day-spans.ts';
import type { DemandDay } from './demand.rules.ts';
import { isOrdinary, median, quantile } from './demand.rules.ts';
import type { Occasion } from './occasions.rules.ts';

/** Past days that define what is usual on a weekday. */
const usualDays = 8 * 7;
const fewestUsual = 3;
/** Minimum ordinary days to report a range. */
const fewestForRange = 10;
/** Maximum names per day. */
const maxNames = 4;

interface Effects {
  holidays: readonly DemandEffect[];
  events: readonly DemandEffect[];
  /** Of all holidays that most people have off, together. */
  daysOff: DemandEffect | null;
}

function computeUsual(days: readonly DemandDay[], weekday: number): number | null {
  const same = days.slice(-usualDays).filter((day) => isOrdinary(day) && day.weekday === weekday);
  return same.length < fewestUsual ? null : median(same.map(({ rentals }) => rentals));
}

const isKnown = ({ confidence }: DemandEffect) => confidence === 'sure' || confidence === 'likely';

const strength = ({ change }: DemandEffect) => Math.abs(Math.log(Math.max(1 + change, 0.01)));

/** What a day does to the usual, and its range as multiples of the usual. */
interface Estimate {
  change: number;
  range: { low: number; high: number } | null;
}

interface Outlook {
  /** null = not known. */
  estimate: Estimate | null;
  confidence: UpcomingDay['confidence'];
  estimated: boolean;
}

/** Four of five ordinary days are within these multiples of the usual; null with too few days. */
function ordinaryRange(multiples: readonly number[]): Estimate['range'] {
  const [low, high] = [quantile(multiples, 0.1), quantile(multiples, 0.9)];
  if (multiples.length < fewestForRange || low === null || high === null) return null;
  return { low: Math.min(low, 1), high: Math.max(high, 1) };
}

/** The range of an ordinary day, moved by a change. */
function estimateChange(change: number, multiples: readonly number[]): Estimate {
  const range = ordinaryRange(multiples);
  const moved = range && { low: range.low * (1 + change), high: range.high * (1 + change) };
  return { change, range: moved };
}

/**
 * What to expect of a day: its strongest known effect; the usual if everything on it was measured often and changes
 * nothing. A holiday that was measured too seldom is expected to be like itself the last times, or else like the other
 * ones, as far as holidays are known to matter at this property. Anything else isn't known.
 */
function predict(occasion: Occasion, effects: Effects, multiples: readonly number[]): Outlook {
  const names = [...occasion.holidays, ...occasion.events];
  const own = [
    ...effects.holidays.filter(({ name }) => occasion.holidays.includes(name)),
    ...effects.events.filter(({ name }) => occasion.events.includes(name)),
  ];
  const [strongest] = own.filter(isKnown).toSorted((a, b) => strength(b) - strength(a));
  if (strongest) {
    const { change, confidence } = strongest;
    return { estimate: estimateChange(change, multiples), confidence, estimated: false };
  }
  const isWithoutEffect = (name: string) =>
    own.some((effect) => effect.name === name && effect.confidence === 'none');
  const unclear = names.filter((name) => !isWithoutEffect(name));
  if (names.length > 0 && unclear.length === 0) {
    return { estimate: estimateChange(0, multiples), confidence: 'none', estimated: false };
  }
  const { daysOff } = effects;
  const isLikeOthers =
    occasion.isDayOff && unclear.every((name) => occasion.holidays.includes(name));
  if (!isLikeOthers || daysOff === null || !isKnown(daysOff)) {
    return { estimate: null, confidence: 'early', estimated: false };
  }
  const { change } = own.find(({ name }) => unclear.includes(name)) ?? daysOff;
  const [low, high] = [Math.min(daysOff.low, change), Math.max(daysOff.high, change)];
  const range = { low: 1 + low, high: 1 + high };
  return { estimate: { change, range }, confidence: 'early', estimated: true };
}

const roundCount = (value: number) => Math.max(0, Math.round(value));

function estimateDemand(usual: number | null, estimate: Estimate | null) {
  if (usual === null || estimate === null) return { expected: null, low: null, high: null };
  const { change, range } = estimate;
  return {
    expected: roundCount(usual * (1 + change)),
    low: range && roundCount(usual * range.low),
    high: range && roundCount(usual * range.high),
  };
}

/** The days of a range with a holiday or an event, and what the property can expect. */
export function listUpcomingDays(
  history: { days: readonly DemandDay[]; ordinary: ReadonlyMap<number, number[]> },
  span: DaySpan,
  occasions: ReadonlyMap<LocalDate, Occasion>,
  effects: Effects,
): UpcomingDay[] {
  const coming = [...occasions].filter(([date]) => date >= span.from && date <= span.to);
  return coming
    .sort(([a], [b]) => a.localeCompare(b))
    .map(([date, occasion]) => {
      const weekday = getWeekday(date);
      const closed = occasion.closedBy.length > 0;
      const outlook = predict(occasion, effects, history.ordinary.get(weekday) ?? []);
      const usual = computeUsual(history.days, weekday);
      // What to expect while closed is only known from similar closures.
      const isTold = !closed || outlook.confidence === 'sure' || outlook.confidence === 'likely';
      return {
        date,
        holidays: occasion.holidays.slice(0, maxNames),
        events: occasion.events.slice(0, maxNames),
        closed,
        usual: usual === null ? null : roundCount(usual),
        ...estimateDemand(usual, isTold ? outlook.estimate : null),
        confidence: outlook.confidence,
        estimated: isTold && outlook.estimated,
      };
    });
}
