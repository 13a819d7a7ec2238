import type { LocalDate } from '@lotkeeper/contract/kernel/calendar';
import { fromIso, instant } from '@lotkeeper/contract/kernel/calendar';
import { hourMs } from '@lotkeeper/contract/kernel/durations';
import { cents } from '@lotkeeper/contract/kernel/money';
import { noTerms } from '@lotkeeper/contract/money/taxes';
import { expect, test } from 'vitest';
import type { SessionRow } from './valet-rows.ts';
import { findSessionRates } from './valet-rows.ts';

const from = fromIso('2026-06-15T17:30:00Z');
const after = (hours: number) => instant(from + hours * hourMs);
const tax = { ...noTerms, starts_on: '2026-01-01' as LocalDate, rental_groups: ['transient'] };

test('a session has the taxes of a stay as long as the time that was charged', () => {
  const payments = [{ amount: cents(1060), base_price: null, quoted_at: after(24) }];
  const row = {
    checked_in_at: from,
    timezone: 'America/Phoenix',
    payments,
    place_taxes: [
      { ...tax, authority: 'Day', rate: 6000, max_days: 1 },
      { ...tax, authority: 'Longer', rate: 9000, min_days: 2 },
    ],
  } as unknown as SessionRow;
  const rateAfter = (hours: number) => findSessionRates(row, after(hours)).tax_rate;
  expect([1, 24].map(rateAfter)).toEqual([600, 600]);
  // Time to leave after a payment isn't charged, so it doesn't change the rate of what was paid.
  expect([24.25, 24.5].map(rateAfter)).toEqual([600, 900]);
});
