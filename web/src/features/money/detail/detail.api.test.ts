import { fromIso } from '@lotkeeper/contract/kernel/calendar';
import { expect, test } from 'vitest';
import { overviewRanges } from './detail.api.ts';

const hours = (range: { start_date_from: number; start_date_to: number }) =>
  (range.start_date_to - range.start_date_from) / 3600;

test('the overview uses the property’s day, month, and year even when UTC has another date', () => {
  // 06:30 UTC on the first is still 23:30 on October 31 in Phoenix.
  const ranges = overviewRanges(fromIso('2026-11-01T06:30:00Z'), 'America/Phoenix');
  expect(ranges.today.start_date_from).toBe(fromIso('2026-10-31T07:00:00Z') / 1000);
  expect(ranges.month.start_date_from).toBe(fromIso('2026-10-01T07:00:00Z') / 1000);
  expect(ranges.month.start_date_to).toBe(fromIso('2026-11-01T07:00:00Z') / 1000);
  expect(ranges.year.start_date_from).toBe(fromIso('2026-01-01T07:00:00Z') / 1000);
  expect(ranges.year.start_date_to).toBe(fromIso('2027-01-01T07:00:00Z') / 1000);
});

test('the days when New York changes its clocks have 23 and 25 hours', () => {
  expect(hours(overviewRanges(fromIso('2026-03-08T17:00:00Z'), 'America/New_York').today)).toBe(23);
  expect(hours(overviewRanges(fromIso('2026-11-01T17:00:00Z'), 'America/New_York').today)).toBe(25);
});
