import { expect, test } from 'vitest';
import {
  type DateRangeDraft,
  isPickable,
  pickDay,
  rangeDays,
  rangeProblem,
} from './date-range.rules.ts';

const empty: DateRangeDraft = { start: null, end: null, problem: null };
const from = (start: string): DateRangeDraft => ({ start, end: null, problem: null });

test('the first click sets the start', () => {
  expect(pickDay(empty, '2026-11-10')).toEqual(from('2026-11-10'));
});

test('a later click after the start sets the end', () => {
  expect(pickDay(from('2026-11-10'), '2026-11-20')).toEqual({
    start: '2026-11-10',
    end: '2026-11-20',
    problem: null,
  });
});

test('a click on a day before the start swaps start and end, even across years', () => {
  expect(pickDay(from('2026-01-02'), '2025-12-30')).toEqual({
    start: '2025-12-30',
    end: '2026-01-02',
    problem: null,
  });
});

test('the same day twice is a range of one day', () => {
  expect(pickDay(from('2026-11-10'), '2026-11-10').end).toBe('2026-11-10');
  expect(rangeDays({ start: '2026-11-10', end: '2026-11-10' })).toBe(1);
});

test('a click after a complete range starts a new range', () => {
  const complete = { start: '2026-11-01', end: '2026-11-05', problem: null };
  expect(pickDay(complete, '2026-11-03')).toEqual(from('2026-11-03'));
});

test('a range shorter than the minimum is refused with a message, and the start stays', () => {
  const limits = { minDays: 3 };
  expect(pickDay(from('2026-11-10'), '2026-11-11', limits)).toEqual({
    start: '2026-11-10',
    end: null,
    problem: 'Choose at least 3 days.',
  });
  expect(pickDay(from('2026-11-10'), '2026-11-09', limits).start).toBe('2026-11-10');
  expect(pickDay(from('2026-11-10'), '2026-11-12', limits).end).toBe('2026-11-12');
});

test('days are counted across the nights when clocks change', () => {
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
