import { expect, test } from 'vitest';
import type { LocalDate } from './calendar.ts';
import {
  firstOfMonth,
  formatMonthYear,
  monthsUntil,
  namedByNumber,
  parseMonth,
} from './month-year.ts';

test.each([
  ['10:2026', '2026-10-01'],
  ['1:2019', '2019-01-01'],
  ['05:2026', '2026-05-01'],
  ['12:2018', null],
  ['13:2026', null],
  ['0:2026', null],
  ['2026-10', null],
  ['', null],
])('the month %j is read as %s', (typed, month) => {
  expect(parseMonth(typed)).toBe(month);
});

test('months are offered from the current one back to January 2019', () => {
  const months = monthsUntil('2026-11-21' as LocalDate);
  expect(months).toHaveLength(95);
  expect([months[0], months.at(-1)]).toEqual(['2026-11-01', '2019-01-01']);
  expect(months.map((month) => parseMonth(formatMonthYear(month)))).toEqual(months);
});

test('a month converts to its number and year and back', () => {
  expect(namedByNumber('2026-03-01' as LocalDate)).toEqual({ month: 3, year: 2026 });
  expect(firstOfMonth({ month: 3, year: 2026 })).toBe('2026-03-01');
});
