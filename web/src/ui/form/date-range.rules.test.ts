import { expect, test } from 'vitest';
import {
  type DateRangeDraft,
  isPickable,
  pickDay,
  rangeDays,
  rangeProblem,
  stepRange,
} from './date-range.rules.ts';

const draft = (start: string, end: string | null = null) => ({ start, end, problem: null });
const limits = { earliest: '2019-01-01', today: '2026-11-20' };

test.each<[string, DateRangeDraft, string, DateRangeDraft]>([
  ['a later day is the end', draft('2026-11-10'), '2026-11-20', draft('2026-11-10', '2026-11-20')],
  [
    'an earlier day swaps start and end',
    draft('2026-01-02'),
    '2025-12-30',
    draft('2025-12-30', '2026-01-02'),
  ],
  ['the same day is a range', draft('2026-11-10'), '2026-11-10', draft('2026-11-10', '2026-11-10')],
  [
    'a click after a complete range starts a new one',
    draft('2026-11-01', '2026-11-05'),
    '2026-11-03',
    draft('2026-11-03'),
  ],
])('clicks on days choose a range: %s', (_, before, day, after) => {
  expect(pickDay(before, day, limits)).toEqual(after);
});

test('days are counted correctly across clock changes', () => {
  expect(rangeDays({ start: '2026-11-10', end: '2026-11-10' })).toBe(1);
  expect(rangeDays({ start: '2026-10-31', end: '2026-11-02' })).toBe(3);
  expect(rangeDays({ start: '2026-03-07', end: '2026-03-09' })).toBe(3);
});

test('the first and last allowed days can be picked', () => {
  expect(isPickable('2018-12-31', limits)).toBe(false);
  expect(isPickable('2019-01-01', limits)).toBe(true);
  expect(isPickable('2026-11-20', limits)).toBe(true);
  expect(isPickable('2026-11-21', limits)).toBe(false);
  const before = draft('2026-11-10');
  const late = 'Choose a day up to Nov 20, 2026.';
  expect(pickDay(before, '2026-11-21', limits)).toEqual({ ...before, problem: late });
  const early = 'Choose a day from Jan 1, 2019 on.';
  expect(pickDay(before, '2018-12-31', limits)).toEqual({ ...before, problem: early });
});

test('a preset range has the same limits', () => {
  expect(rangeProblem({ start: '2018-11-01', end: '2026-11-09' }, limits)).toContain('Jan 1');
  expect(rangeProblem({ start: '2026-11-06', end: '2026-11-21' }, limits)).toContain('Nov 20');
  expect(rangeProblem({ start: '2026-11-06', end: '2026-11-07' }, limits)).toBeNull();
});

test('a range with more days than allowed is refused with the maximum', () => {
  const few = { ...limits, maxDays: 31 };
  const [start, long] = ['2026-10-01', '2026-11-01'];
  const refusal = 'Choose 31 days or fewer.';
  expect(rangeProblem({ start, end: '2026-10-31' }, few)).toBeNull();
  expect(rangeProblem({ start, end: long }, few)).toBe(refusal);
  expect(pickDay(draft(start), long, few)).toEqual({ ...draft(start), problem: refusal });
  expect(pickDay(draft(long), start, few)).toEqual({ ...draft(long), problem: refusal });
});

test.each([
  ['2026-11-01', '2026-11-21', '2026-10-01', '2026-10-31', null, null],
  ['2026-10-01', '2026-10-31', '2026-09-01', '2026-09-30', '2026-11-01', '2026-11-21'],
  ['2026-01-01', '2026-03-31', '2025-10-01', '2025-12-31', '2026-04-01', '2026-06-30'],
  ['2026-11-08', '2026-11-14', '2026-11-01', '2026-11-07', '2026-11-15', '2026-11-21'],
  ['2026-11-10', '2026-11-16', '2026-11-03', '2026-11-09', '2026-11-17', '2026-11-21'],
  ['2025-01-01', '2025-01-31', null, null, '2025-02-01', '2025-02-28'],
])('beside %s to %s are %s to %s and %s to %s', (start, end, ...expected) => {
  const limits = { earliest: '2025-01-01', today: '2026-11-21' };
  const [before, after] = [-1, 1].map((by) => stepRange({ start, end }, limits, by as -1 | 1));
  expect([before?.start, before?.end, after?.start, after?.end].map((day) => day ?? null)).toEqual(
    expected,
  );
});
