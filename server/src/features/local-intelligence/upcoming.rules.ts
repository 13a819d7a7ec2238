import type { LocalDate } from '@lotkeeper/contract/kernel/calendar';
import { weekdayOf } from '@lotkeeper/contract/kernel/calendar';
import type { DemandEffect, UpcomingDay } from '@lotkeeper/contract/local-intelligence';
import type { DaySpan } from '../../records/revenue.ts';
import type { DemandDay } from './demand.rules.ts';
import { isOrdinary, median, quantile } from './demand.rules.ts';
import type { Occasion } from './occasions.rules.ts';

/** Days back in which a weekday tells what is usual now. */
const usualDays = 8 * 7;
const fewestUsual = 3;
/** Ordinary days from which a range can be told. */
const fewestForRange = 10;
/** Names told of one day. */
const mostNames = 4;

interface Effects {
  holidays: readonly DemandEffect[];
  events: readonly DemandEffect[];
}

function usualOf(days: readonly DemandDay[], weekday: number): number | null {
  const same = days.slice(-usualDays).filter((day) => isOrdinary(day) && day.weekday === weekday);
  return same.length < fewestUsual ? null : median(same.map(({ rentals }) => rentals));
}

const isKnown = ({ confidence }: DemandEffect) => confidence === 'sure' || confidence === 'likely';

const strength = ({ change }: DemandEffect) => Math.abs(Math.log(Math.max(1 + change, 0.01)));

/** The effect that counts on a day: of those that are known the strongest, else any. */
function effectOn(occasion: Occasion, { holidays, events }: Effects): DemandEffect | null {
  const named = [
    ...holidays.filter(({ name }) => occasion.holidays.includes(name)),
    ...events.filter(({ name }) => occasion.events.includes(name)),
  ];
  const known = named.filter(isKnown).toSorted((a, b) => strength(b) - strength(a));
  return known[0] ?? named[0] ?? null;
}

const whole = (value: number) => Math.max(0, Math.round(value));

function expectedOf(usual: number | null, effect: DemandEffect | null, multiples: number[]) {
  if (usual === null) return { expected: null, low: null, high: null };
  const middle = usual * (1 + (effect && isKnown(effect) ? effect.change : 0));
  const [low, high] = [quantile(multiples, 0.1), quantile(multiples, 0.9)];
  const hasRange = multiples.length >= fewestForRange && low !== null && high !== null;
  return {
    expected: whole(middle),
    low: hasRange ? whole(Math.min(middle * low, middle)) : null,
    high: hasRange ? whole(Math.max(middle * high, middle)) : null,
  };
}

/** The days of a span on which something is on, with what the lot can expect. */
export function upcomingOf(
  history: { days: readonly DemandDay[]; ordinary: ReadonlyMap<number, number[]> },
  span: DaySpan,
  occasions: ReadonlyMap<LocalDate, Occasion>,
  effects: Effects,
): UpcomingDay[] {
  const coming = [...occasions].filter(([date]) => date >= span.from && date <= span.to);
  return coming
    .sort(([a], [b]) => a.localeCompare(b))
    .map(([date, occasion]) => {
      const weekday = weekdayOf(date);
      const closed = occasion.closedBy.length > 0;
      const effect = effectOn(occasion, effects);
      const usual = usualOf(history.days, weekday);
      // What a closed lot can expect is known only from closures like this one.
      const isTold = !closed || (effect !== null && isKnown(effect));
      return {
        date,
        holidays: occasion.holidays.slice(0, mostNames),
        events: occasion.events.slice(0, mostNames),
        closed,
        usual: usual === null ? null : whole(usual),
        ...expectedOf(isTold ? usual : null, effect, history.ordinary.get(weekday) ?? []),
        confidence: effect?.confidence ?? 'early',
      };
    });
}
