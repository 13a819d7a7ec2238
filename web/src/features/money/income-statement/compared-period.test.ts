import type { LocalDate } from '@lotkeeper/contract/kernel/calendar';
import { expect, test } from 'vitest';
import { findPeriod } from './compared-period.ts';

const find = (start: string, end: string, today = '2026-11-25') =>
  findPeriod({ start: start as LocalDate, end: end as LocalDate }, today as LocalDate);

test('a whole month or week, or one up to today, can be compared', () => {
  expect(find('2026-10-01', '2026-10-31')).toBe('month');
  expect(find('2026-11-01', '2026-11-25')).toBe('month');
  expect(find('2026-11-16', '2026-11-22')).toBe('week');
  expect(find('2026-11-23', '2026-11-25')).toBe('week');
});

test('other ranges are compared by their days', () => {
  expect(find('2026-10-01', '2026-10-30')).toBe('days');
  expect(find('2026-10-02', '2026-10-31')).toBe('days');
  expect(find('2026-09-01', '2026-10-31')).toBe('days');
  expect(find('2026-11-17', '2026-11-23')).toBe('days');
  // The first month has no month before, but its last fifteen days have fifteen before them.
  expect(find('2019-01-17', '2019-01-31')).toBe('days');
});

test('days without as many before them can’t be compared, nor a day that isn’t over', () => {
  expect(find('2026-12-01', '2026-12-01', '2026-12-01')).toBeUndefined();
  expect(find('2019-01-01', '2019-01-31')).toBeUndefined();
  expect(find('2019-01-16', '2019-01-31')).toBeUndefined();
});
