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
}

function computeUsual(days: readonly DemandDay[], weekday: number): number | null {
  const same = days.slice(-usualDays).filter((day) => isOrdinary(day) && day.weekday === weekday);
  return same.length < fewestUsual ? null : median(same.map(({ rentals }) => rentals));
}

const isKnown = ({ confidence }: DemandEffect) => confidence === 'sure' || confidence === 'likely';

const strength = ({ change }: DemandEffect) => Math.abs(Math.log(Math.max(1 + change, 0.01)));

/** The effect that applies to a day: the strongest known one, otherwise any. */
function effectOn(occasion: Occasion, { holidays, events }: Effects): DemandEffect | null {
  const effects = [
    ...holidays.filter(({ name }) => occasion.holidays.includes(name)),
    ...events.filter(({ name }) => occasion.events.includes(name)),
  ];
  const known = effects.filter(isKnown).toSorted((a, b) => strength(b) - strength(a));
  return known[0] ?? effects[0] ?? null;
}

const roundCount = (value: number) => Math.max(0, Math.round(value));

function estimateDemand(usual: number | null, effect: DemandEffect | null, multiples: number[]) {
  if (usual === null) return { expected: null, low: null, high: null };
  const middle = usual * (1 + (effect && isKnown(effect) ? effect.change : 0));
  const [low, high] = [quantile(multiples, 0.1), quantile(multiples, 0.9)];
  const hasRange = multiples.length >= fewestForRange && low !== null && high !== null;
  return {
    expected: roundCount(middle),
    low: hasRange ? roundCount(Math.min(middle * low, middle)) : null,
    high: hasRange ? roundCount(Math.max(middle * high, middle)) : null,
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
      const effect = effectOn(occasion, effects);
      const usual = computeUsual(history.days, weekday);
      // What to expect while closed is only known from similar closures.
      const isTold = !closed || (effect !== null && isKnown(effect));
      return {
        date,
        holidays: occasion.holidays.slice(0, maxNames),
        events: occasion.events.slice(0, maxNames),
        closed,
        usual: usual === null ? null : roundCount(usual),
        ...estimateDemand(isTold ? usual : null, effect, history.ordinary.get(weekday) ?? []),
        confidence: effect?.confidence ?? 'early',
      };
    });
}
