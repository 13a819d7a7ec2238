import type { LocalDate } from '@lotkeeper/contract/kernel/calendar';
import { addDays, addMonths, eachDay, startOfMonth } from '@lotkeeper/contract/kernel/calendar';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import type { DaySpan } from './day-spans.ts';
import { splitHistory, splitRange } from './day-spans.ts';

const day = (text: string) => text as LocalDate;
const daysOf = ({ from, to }: DaySpan) => (from > to ? [] : eachDay(from, to));
/** The days of the months that begin in the span. */
const monthDaysOf = ({ from, to }: DaySpan) =>
  from > to ? [] : eachDay(from, addDays(addMonths(to, 1), -1));

test('January 15 to April 3 splits into January 15–31, the months February and March, and April 1–3', () => {
  expect(splitRange(day('2026-01-15'), day('2026-04-03'))).toEqual({
    head: { from: '2026-01-15', to: '2026-01-31' },
    months: { from: '2026-02-01', to: '2026-03-01' },
    tail: { from: '2026-04-01', to: '2026-04-03' },
  });
});

test('the parts of any range cover each of its days once and in order, with whole months kept as months', () => {
  const start = fc.integer({ min: 0, max: 3000 }).map((n) => addDays(day('2019-01-01'), n));
  fc.assert(
    fc.property(start, fc.integer({ min: 0, max: 800 }), (from, length) => {
      const to = addDays(from, length);
      const { head, months, tail } = splitRange(from, to);
      expect([...daysOf(head), ...monthDaysOf(months), ...daysOf(tail)]).toEqual(eachDay(from, to));
      expect(startOfMonth(months.from)).toBe(months.from);
      expect(daysOf(head).length).toBeLessThan(60);
      expect(daysOf(tail).length).toBeLessThan(31);
    }),
    { numRuns: 60 },
  );
});

test('the history up to a day is split at the nearer end of its month: May 31 is whole months, May 20 all of May less 11 days', () => {
  const none = { from: '2026-06-01', to: '2026-05-31' };
  expect(splitHistory(day('2026-05-31'))).toEqual({ before: '2026-06-01', days: none, sign: -1 });
  expect(splitHistory(day('2026-05-20'))).toEqual({
    before: '2026-06-01',
    days: { from: '2026-05-21', to: '2026-05-31' },
    sign: -1,
  });
  expect(splitHistory(day('2026-05-03'))).toEqual({
    before: '2026-05-01',
    days: { from: '2026-05-01', to: '2026-05-03' },
    sign: 1,
  });
});

test('months and days of a history up to any day leave the days up to it, and half a month or less is read by day', () => {
  const start = day('2019-01-01');
  fc.assert(
    fc.property(fc.integer({ min: 0, max: 3000 }), (count) => {
      const until = addDays(start, count);
      const { before, days, sign } = splitHistory(until);
      const months = before > start ? eachDay(start, addDays(before, -1)) : [];
      const changed = daysOf(days);
      const left =
        sign === 1 ? [...months, ...changed] : months.slice(0, -changed.length || undefined);
      expect(left).toEqual(eachDay(start, until));
      expect(changed.length).toBeLessThan(17);
    }),
    { numRuns: 60 },
  );
});
