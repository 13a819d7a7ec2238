import type { LocalDate } from '@lotkeeper/contract/kernel/calendar';
import { cents } from '@lotkeeper/contract/kernel/money';
import { describeNextPayout, nextPayoutFigure } from '@lotkeeper/contract/money/payout-words';
import type { PayoutSchedule } from '@lotkeeper/contract/platform/organization-terms';
import { expect, test } from 'vitest';
import { findPaidMonth } from './next-payout.ts';

const day = (text: string) => text as LocalDate;
const account = (
  payout_schedule: PayoutSchedule,
  [start, end, due]: [string, string, string],
  is_late = false,
) => ({
  payout_schedule,
  next_payout: {
    start_date: day(start),
    end_date: day(end),
    due_date: day(due),
    amount: cents(100),
    is_late,
  },
});
const november = account('monthly', ['2026-11-01', '2026-11-30', '2026-12-05']);
const week = account('weekly', ['2026-11-23', '2026-11-29', '2026-12-01']);
const oneDay = account('daily', ['2026-11-23', '2026-11-23', '2026-11-25']);

test('the next payout is described by its day and what it is for', () => {
  expect(describeNextPayout(november, day('2026-11-27'))).toBe('On Dec 5, for November so far');
  expect(describeNextPayout(november, day('2026-12-02'))).toBe('On Dec 5, for November');
  expect(describeNextPayout(week, day('2026-11-25'))).toBe('On Dec 1, for Nov 23 – 29 so far');
  expect(describeNextPayout(oneDay, day('2026-11-24'))).toBe('On Nov 25, for Nov 23');
  const late = { ...november, next_payout: { ...november.next_payout, is_late: true } };
  expect(describeNextPayout(late, day('2026-12-08'))).toBe('Was due on Dec 5, for November');
});

test('the next payout opens what is owed through the last of its days that has begun', () => {
  const owed = { measure: 'owed', startDate: '2019-01-01' };
  expect(nextPayoutFigure(november, day('2026-11-27'))).toEqual({ ...owed, endDate: '2026-11-27' });
  expect(nextPayoutFigure(november, day('2026-12-02'))).toEqual({ ...owed, endDate: '2026-11-30' });
  expect(nextPayoutFigure(oneDay, day('2026-11-24'))).toBeNull();
});

test('a payout for a month names it on the bank statement', () => {
  expect(findPaidMonth('LOTKEEPER 2026-10')).toBe('2026-10-01');
  expect(findPaidMonth('LOTKEEPER 2026-10-18')).toBeNull();
  expect(findPaidMonth('LOTKEEPER 2026-13')).toBeNull();
  expect(findPaidMonth('')).toBeNull();
});
