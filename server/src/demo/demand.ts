import { mean, profiles } from '@lotkeeper/simulator/world/profiles';
import { Random } from '@lotkeeper/simulator/world/random';
import type { DemoDay } from './days.ts';
import type { DemoLot } from './lot.ts';

/** Whether a lot is open on a day. */
export function isOpen(lot: DemoLot, ago: number): boolean {
  if (lot.opened_days_ago !== null && -ago > lot.opened_days_ago) return false;
  const closed = lot.closed_days_ago;
  return closed === null || -ago > closed.from || -ago <= closed.to;
}

/** How a city's weather changes demand: small daily variations, and occasionally a bad day. */
function weather(seed: number, lot: DemoLot, day: DemoDay): number {
  const random = new Random(seed, 'weather', lot.city, day.date);
  const swing = Math.exp(0.08 * random.normal());
  return random.chance(0.07) ? swing * profiles[lot.profile].rain : swing;
}

/** A day's demand as a multiple of the lot's average day. */
export function dayFactor(seed: number, lot: DemoLot, day: DemoDay): number {
  if (!isOpen(lot, day.ago)) return 0;
  const profile = profiles[lot.profile];
  const mood = day.mood === 'usual' ? 1 : profile[day.mood];
  return (
    ((profile.weekdays[day.weekday - 1] as number) / mean(profile.weekdays)) *
    ((profile.months[day.month - 1] as number) / mean(profile.months)) *
    (1 + lot.growth) ** (day.ago / 365) *
    mood *
    weather(seed, lot, day)
  );
}

/** The weights of the hours when a day's stays begin. */
export function hourWeights(lot: DemoLot, day: DemoDay): readonly number[] {
  const profile = profiles[lot.profile];
  return day.weekday > 5 || day.mood === 'holiday' ? profile.weekendHours : profile.hours;
}
