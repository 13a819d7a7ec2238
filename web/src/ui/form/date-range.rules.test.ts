import { expect, test } from 'vitest';
import {
  type DateRangeDraft,
  isPickable,
  pickDay,
  rangeDays,
  rangeProblem,
} from './date-range.rules.ts';

const draft = (start: string | null, end: string | null = null, problem: string | null = null) => ({
  start,
  end,
  problem,
});
const empty = draft(null);
const short = 'Choose at least 3 days.';

test.each<[string, DateRangeDraft, string, DateRangeDraft, minDays?: number]>([
  ['the first click sets the start', empty, '2026-11-10', draft('2026-11-10')],
  ['a later one the end', draft('2026-11-10'), '2026-11-20', draft('2026-11-10', '2026-11-20')],
  ['an earlier one swaps', draft('2026-01-02'), '2025-12-30', draft('2025-12-30', '2026-01-02')],
  ['the same day is a range', draft('2026-11-10'), '2026-11-10', draft('2026-11-10', '2026-11-10')],
  [
    'after a range one begins',
    draft('2026-11-01', '2026-11-05'),
    '2026-11-03',
    draft('2026-11-03'),
  ],
  ['two days of three', draft('2026-11-10'), '2026-11-11', draft('2026-11-10', null, short), 3],
  ['or backwards', draft('2026-11-10'), '2026-11-09', draft('2026-11-10', null, short), 3],
  ['three days', draft('2026-11-10'), '2026-11-12', draft('2026-11-10', '2026-11-12'), 3],
])('clicks on days choose a range: %s', (_, before, day, after, minDays = 1) => {
  expect(pickDay(before, day, { minDays })).toEqual(after);
});

test('days are counted across the nights when clocks change', () => {
  expect(rangeDays({ start: '2026-11-10', end: '2026-11-10' })).toBe(1);
  expect(rangeDays({ start: '2026-10-31', end: '2026-11-02' })).toBe(3);
  expect(rangeDays({ start: '2026-03-07', end: '2026-03-09' })).toBe(3);
});

test('the first and last allowed days can be picked, and so can the day when blocking ends', () => {
  const limits = { earliest: '2026-11-05', latest: '2026-11-20', blockedUntil: '2026-11-08' };
  expect(isPickable('2026-11-07', limits)).toBe(false);
  expect(isPickable('2026-11-08', limits)).toBe(true);
  expect(isPickable('2026-11-20', limits)).toBe(true);
  expect(isPickable('2026-11-21', limits)).toBe(false);
  expect(pickDay(empty, '2026-11-21', limits).problem).toBe('Choose a day up to Nov 20, 2026.');
  expect(pickDay(empty, '2026-11-01', limits)).toEqual({
    ...empty,
    problem: 'Choose a day from Nov 8, 2026 on.',
  });
});

test('a preset range has the same limits', () => {
  const limits = { earliest: '2026-11-05', minDays: 2 };
  expect(rangeProblem({ start: '2026-11-01', end: '2026-11-09' }, limits)).toContain('Nov 5');
  expect(rangeProblem({ start: '2026-11-06', end: '2026-11-06' }, limits)).toContain('2 days');
  expect(rangeProblem({ start: '2026-11-06', end: '2026-11-07' }, limits)).toBeNull();
});

test('a range with more days than allowed is refused with the most that it may have', () => {
  const limits = { maxDays: 31 };
  const [start, long] = ['2026-10-01', '2026-11-01'];
  expect(rangeProblem({ start, end: '2026-10-31' }, limits)).toBeNull();
  expect(rangeProblem({ start, end: long }, limits)).toBe('Choose 31 days or fewer.');
});
