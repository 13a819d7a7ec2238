import type { LocalDate } from '@lotkeeper/contract/kernel/calendar';
import { addDays, countDaysInMonth, startOfMonth } from '@lotkeeper/contract/kernel/calendar';
import type { Cents } from '@lotkeeper/contract/kernel/money';
import { cents, computeProportion, divideHalfEven } from '@lotkeeper/contract/kernel/money';
import type { SponsorTerms } from '@lotkeeper/contract/operations/validation-bills';

/** A validated visit, after those before it of the same sponsor and month. */
export interface OrderedVisit {
  /** Its number, from 1. */
  number: number;
  value: Cents;
  /** The value of the visits up to it. */
  running: number;
}

/** The part of a visit's value that is beyond the allowance; null = none of the visit is. */
export function findPartBeyond(terms: SponsorTerms, visit: OrderedVisit): Cents | null {
  const { allowance_visits, allowance_value } = terms;
  const { number, value, running } = visit;
  if (allowance_visits !== null) return number > allowance_visits ? value : null;
  if (allowance_value === null || running - value >= allowance_value) return value;
  return running > allowance_value ? cents(running - allowance_value) : null;
}

/** What of a visit is billed: of one that the allowance covers in part, the same part of a fixed price. */
export function billVisit(terms: SponsorTerms, visit: OrderedVisit): Cents {
  const beyond = findPartBeyond(terms, visit);
  if (beyond === null) return cents(0);
  if (terms.price === null) return beyond;
  // A visit without a value isn't covered in part.
  return beyond === visit.value ? terms.price : computeProportion(terms.price, beyond, visit.value);
}

/** What a sponsor's codes were used for in a month. */
export interface Usage {
  visits: number;
  value: number;
  /** The visits that are beyond the allowance as a whole, and their value. */
  beyond_visits: number;
  beyond_value: number;
  /** The visit that the allowance covers in part; null = none. */
  crossing: { value: Cents; beyond: Cents } | null;
}

/** The bill of a month: the same as the sum of `billVisit` over its visits. */
export function computeBill({ price }: SponsorTerms, usage: Usage): Cents {
  const { beyond_visits, beyond_value, crossing } = usage;
  if (price === null) return cents(beyond_value + (crossing?.beyond ?? 0));
  const part = crossing ? computeProportion(price, crossing.beyond, crossing.value) : 0;
  return cents(price * beyond_visits + part);
}

/** How much of the allowance is used, in hundredths of a percent; null without one. */
export function computeUsedShare(
  terms: SponsorTerms,
  { visits, value }: Pick<Usage, 'visits' | 'value'>,
): number | null {
  const { used, allowance } = measure(terms, { visits, value });
  if (allowance === null) return null;
  if (allowance === 0) return used > 0 ? 10_000 : 0;
  return Number(divideHalfEven(BigInt(used) * 10_000n, BigInt(allowance)));
}

const measure = (terms: SponsorTerms, { visits, value }: Pick<Usage, 'visits' | 'value'>) =>
  terms.allowance === 'visits'
    ? { used: visits, allowance: terms.allowance_visits }
    : { used: value, allowance: terms.allowance_value };

/**
 * The day of the month when the allowance is used up if each day that is left brings as much as the days so far did on
 * average; null if it lasts.
 */
export function projectDay(
  terms: SponsorTerms,
  usage: Pick<Usage, 'visits' | 'value'>,
  today: LocalDate,
): LocalDate | null {
  const { used, allowance } = measure(terms, usage);
  if (allowance === null || used === 0) return null;
  const passed = Number(today.slice(8));
  const day = Math.ceil((allowance * passed) / used);
  if (day > countDaysInMonth(today)) return null;
  return addDays(startOfMonth(today), Math.max(passed, day) - 1);
}
