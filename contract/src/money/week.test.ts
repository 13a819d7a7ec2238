import { expect, test } from 'vitest';
import type { LocalDate } from '../kernel/calendar.ts';
import { weeksToCompare } from './week.ts';

test.each([
  // A Monday, a Wednesday and a Sunday of the same week.
  '2026-11-23',
  '2026-11-25',
  '2026-11-29',
])('on %s the last week is the one that ended on Sunday, November 22', (today) => {
  expect(weeksToCompare(today as LocalDate)).toEqual({
    week: { start: '2026-11-16', end: '2026-11-22' },
    before: { start: '2026-11-09', end: '2026-11-15' },
    year_ago: { start: '2025-11-17', end: '2025-11-23' },
  });
});
