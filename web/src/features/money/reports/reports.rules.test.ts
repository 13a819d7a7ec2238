import type { LocalDate } from '@lotkeeper/contract/kernel/calendar';
import { expect, test } from 'vitest';
import { rangeOfMonth } from './generate-report.tsx';
import { shownAmounts } from './report-columns.tsx';

const day = (text: string) => text as LocalDate;
const figures = (tax_amount: number, client_payment_processing_fee: number) => ({
  count_of_rentals: 1,
  count_of_refunds: 0,
  gross_revenue: 0,
  refund_amount: 0,
  adjusted_revenue: 0,
  contribution_amount_exclude_tax: 0,
  net_revenue: 0,
  tax_amount,
  client_payment_processing_fee,
});

test.each([
  ['2023-05-01', 80, 30, [true, true]],
  ['2023-05-01', 80, 0, [true, false]],
  ['2023-05-01', 0, -30, [false, true]],
  ['2023-05-01', 0, 0, [false, false]],
  ['2023-04-01', 80, 30, [false, false]],
])('in %s, the visibility of a tax of %i and a fee of %i is %j', (month, tax, fee, shown) => {
  const amounts = shownAmounts(day(month), [figures(0, 0), figures(tax, fee)] as never);
  const of = ['tax_amount', 'client_payment_processing_fee'] as const;
  expect(of.map((amount) => amounts.includes(amount))).toEqual(shown);
});

test('taxes that cancel out over the month are still shown', () => {
  const days = [figures(80, 0), figures(-80, 0)] as never;
  expect(shownAmounts(day('2026-11-01'), days)).toContain('tax_amount');
});

test('the report of a month covers all its days, and the current month’s ends today', () => {
  const today = day('2026-03-05');
  expect(rangeOfMonth(day('2026-02-01'), today)).toEqual({
    start: '2026-02-01',
    end: '2026-02-28',
  });
  expect(rangeOfMonth(day('2026-03-01'), today)).toEqual({ start: '2026-03-01', end: today });
  expect(rangeOfMonth(day('2026-04-01'), today)).toEqual({ start: today, end: today });
});
