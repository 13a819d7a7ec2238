import type { LocalDate } from '@lotkeeper/contract/kernel/calendar';
import { addDays } from '@lotkeeper/contract/kernel/calendar';
import { median } from '../../operations/local-intelligence/public.ts';

/** What transient parking brought on a day, less refunds, in cents, and how many rentals that was. */
export interface DayTakings {
  amount: number;
  rentals: number;
}

/** Weeks whose same weekdays show what is usual, and the fewest that do. */
export const comparedWeeks = 12;
const fewestWeeks = 6;
/** How many deviations below or above the median is far, with less than one chance in a thousand for either. */
const farBelow = 3.5;
const farAbove = 5;
/** The median deviation as a standard deviation, if amounts are spread normally. */
const toDeviation = 1.4826;
/** Smaller differences aren't worth a message, in cents. */
const leastDifference = 5000;

const middle = (values: readonly number[]) => median(values) ?? 0;

export interface UnusualDay {
  direction: 'low' | 'high';
  amount: number;
  usual: number;
  least: number;
  most: number;
}

/** The same weekdays before a day that can be compared with it, newest first. */
export const listComparedDays = (day: LocalDate, isOrdinary: (day: LocalDate) => boolean) =>
  Array.from({ length: comparedWeeks }, (_, week) => addDays(day, -7 * (week + 1))).filter(
    isOrdinary,
  );

/**
 * Whether a day is far from what its weekday usually brings: outside of all of them, and by several deviations of
 * these days or of that many rentals at random, whichever are larger. null = it isn't, or that's unknown.
 */
export function judgeDay(amount: number, compared: readonly DayTakings[]): UnusualDay | null {
  if (compared.length < fewestWeeks) return null;
  const amounts = compared.map((day) => day.amount);
  const usual = middle(amounts);
  const rentals = middle(compared.map((day) => day.rentals));
  const deviation = Math.max(
    toDeviation * middle(amounts.map((value) => Math.abs(value - usual))),
    usual / Math.sqrt(Math.max(1, rentals)),
  );
  const [least, most] = [Math.min(...amounts), Math.max(...amounts)];
  const found = { amount, usual: Math.round(usual), least, most };
  if (Math.abs(amount - usual) < leastDifference) return null;
  if (amount < least && amount < usual - farBelow * deviation)
    return { direction: 'low', ...found };
  if (amount > most && amount > usual + farAbove * deviation)
    return { direction: 'high', ...found };
  return null;
}
