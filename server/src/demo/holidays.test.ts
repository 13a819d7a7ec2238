import { expect, test } from 'vitest';
import { holidaysOf } from './holidays.ts';

test('holidays of 2026 fall where the calendar has them', () => {
  const holidays = new Map([...holidaysOf(2026)].map(([date, name]) => [name, date]));
  expect(holidays.get('Martin Luther King Jr. Day')).toBe('2026-01-19');
  expect(holidays.get('Memorial Day')).toBe('2026-05-25');
  expect(holidays.get('Labor Day')).toBe('2026-09-07');
  expect(holidays.get('Thanksgiving')).toBe('2026-11-26');
});

test('the last Monday of May is the 31st in 2027, the last day of the month', () => {
  expect([...holidaysOf(2027).keys()]).toContain('2027-05-31');
});
