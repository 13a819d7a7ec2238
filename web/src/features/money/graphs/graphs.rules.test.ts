import type { LocalDate } from '@lotkeeper/contract/kernel/calendar';
import type { DatedFigures } from '@lotkeeper/contract/money/daily-reports';
import { expect, test } from 'vitest';
import { areEmpty, comparedDays, sinceFirst } from './graphs.rules.ts';

const on = (date: string, gross_revenue = 0, more = {}) =>
  ({ date, gross_revenue, count_of_rentals: 0, refund_amount: 0, ...more }) as DatedFigures;

test('the cards compare the day two days ago with the one seven days earlier', () => {
  const compared = { day: '2026-11-10', before: '2026-11-03' };
  expect(comparedDays('2026-11-12' as LocalDate)).toEqual(compared);
});

test('the cards are shown only after the 11th of the month', () => {
  expect(comparedDays('2026-11-11' as LocalDate)).toBeNull();
  expect(comparedDays('2026-12-01' as LocalDate)).toBeNull();
  expect(comparedDays('2026-12-31' as LocalDate)?.before).toBe('2026-12-22');
});

test('months before the first one with data are left out, and empty ones after it aren’t', () => {
  const months = [on('2026-08-01'), on('2026-09-01', 5), on('2026-10-01'), on('2026-11-01', 7)];
  expect(sinceFirst(months).map(({ date }) => date)).toEqual([
    '2026-09-01',
    '2026-10-01',
    '2026-11-01',
  ]);
  expect(sinceFirst([on('2026-08-01')])).toEqual([]);
});

test('a month with only a refund isn’t empty', () => {
  expect(areEmpty([on('2026-08-01'), on('2026-08-02', 0, { refund_amount: 500 })])).toBe(false);
  expect(areEmpty([on('2026-08-01')])).toBe(true);
});
