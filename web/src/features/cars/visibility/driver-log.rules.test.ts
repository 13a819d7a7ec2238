import type { LocalDate } from '@lotkeeper/contract/kernel/calendar';
import { expect, test } from 'vitest';
import {
  countedText,
  formatStay,
  loggedDay,
  namesWrongDays,
  readLogRange,
} from './driver-log.rules.ts';

const today = '2026-03-03' as LocalDate;

test.each([
  ['2026-03-03', '2026-03-03'],
  ['2026-02-25', '2026-02-25'],
  ['2026-02-24', '2026-03-03'],
  ['2026-03-04', '2026-03-03'],
  [undefined, '2026-03-03'],
])('the day %s in the URL opens the driver log of %s', (date, day) => {
  expect(loggedDay(date as LocalDate | undefined, today)).toBe(day);
});

test.each([
  [0, 'Under 30min'],
  [29.9, 'Under 30min'],
  [30, '30min'],
  [59.9, '59min'],
  [60, '1h'],
  [125, '2h 5min'],
  [60 * 24 * 60, '1,440h'],
])('a visit of %s minutes is shown as %s', (minutes, text) => {
  const ends = { entrance_timestamp: 1000, exit_timestamp: 1000 + minutes * 60 };
  expect(formatStay({ ...ends, exit_missed: false }, 0)).toBe(text);
});

test.each([
  ['whose exit was missed', { entrance_timestamp: 1000, exit_timestamp: null, exit_missed: true }],
  [
    'whose entrance was missed',
    { entrance_timestamp: null, exit_timestamp: 1000, exit_missed: false },
  ],
])('a visit %s has no duration', (_, ends) => {
  expect(formatStay(ends, 9_000_000)).toBe('–');
});

test('a car that is still on the property is shown with its stay so far', () => {
  const ends = { entrance_timestamp: 1000, exit_timestamp: null, exit_missed: false };
  expect(formatStay(ends, (1000 + 125 * 60) * 1000)).toBe('2h 5min so far');
  expect(formatStay(ends, (1000 + 60) * 1000)).toBe('Under 30min so far');
});

test('a count at the server’s limit is shown with a plus sign', () => {
  expect([0, 999, 1000].map(countedText)).toEqual(['0', '999', '1,000+']);
});

test.each([
  ['2026-06-15', '2026-06-15', true],
  ['2026-05-16', '2026-06-15', true],
  ['2019-01-01', '2019-01-31', true],
  ['2026-06-14', '2026-06-13', false],
  ['2026-06-14', '2026-06-16', false],
  ['2026-05-15', '2026-06-15', false],
  ['2018-12-31', '2019-01-02', false],
])('whether the log shows the range from %s to %s: %s', (start, end, isShown) => {
  const range = { startDate: start as LocalDate, endDate: end as LocalDate };
  const on = '2026-06-15' as LocalDate;
  expect(readLogRange(range, on)).toEqual(isShown ? { start, end } : null);
  expect(namesWrongDays(range, on)).toBe(!isShown);
});
