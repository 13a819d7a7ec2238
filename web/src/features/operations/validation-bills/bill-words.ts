import type { LocalDate } from '@lotkeeper/contract/kernel/calendar';
import { startOfMonth } from '@lotkeeper/contract/kernel/calendar';
import type { SponsorMonth } from '@lotkeeper/contract/operations/validation-bills';
import {
  formatDateShort,
  formatMoneyExact,
  formatPercent,
  formatQuantity,
} from '../../../kernel/format.ts';

const ordinals = new Intl.PluralRules('en-US', { type: 'ordinal' });
const endings: Partial<Record<Intl.LDMLPluralRule, string>> = { one: 'st', two: 'nd', few: 'rd' };

/** A day as '12th'. */
export function nameDay(day: LocalDate): string {
  const number = Number(day.slice(8));
  return `${number}${endings[ordinals.select(number)] ?? 'th'}`;
}

export const countVisits = (visits: number) => formatQuantity(visits, 'visit');

/** '100 visits, then $3.00 each'; amounts are null for people who may not read them. */
export function describeTerms(sponsor: SponsorMonth): string {
  const { allowance, allowance_visits, allowance_value, price } = sponsor;
  const then = price === null ? 'the price in force' : `${formatMoneyExact(price)} each`;
  if (allowance === 'none') return price === null ? 'All at the price in force' : `All, ${then}`;
  const free =
    allowance === 'visits'
      ? countVisits(allowance_visits ?? 0)
      : allowance_value === null
        ? 'An amount'
        : formatMoneyExact(allowance_value);
  return `${free}, then ${then}`;
}

/** 'On the 12th: 61% of the month’s allowance'; null without an allowance. */
export function describeDrift(
  { used_share }: SponsorMonth,
  { month, today }: { month: LocalDate; today: LocalDate },
): string | null {
  if (used_share === null) return null;
  const share = `${formatPercent(used_share / 10_000, 0)} of the month’s allowance`;
  return startOfMonth(today) === month ? `On the ${nameDay(today)}: ${share}` : share;
}

/** When the allowance was or will be used up; null if it lasts. */
export function describeEnd({ used_up }: SponsorMonth): string | null {
  if (used_up === null) return null;
  const day = formatDateShort(used_up.date);
  return used_up.is_projected ? `Runs out around ${day}` : `Used up on ${day}`;
}
