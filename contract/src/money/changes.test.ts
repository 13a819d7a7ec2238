import fc from 'fast-check';
import { expect, test } from 'vitest';
import type { LocalDate } from '../kernel/calendar.ts';
import { addDays, daysBetween, getWeekday } from '../kernel/calendar.ts';
import {
  bridgePeriods,
  compareDays,
  compareRanges,
  earliestPeriod,
  latestPeriod,
  shiftPeriod,
  startOfPeriod,
} from './changes.ts';

const date = (text: string) => text as LocalDate;
const compare = (period: 'month' | 'week', day: string, today: string) =>
  compareRanges(period, date(day), date(today));
const someDay = fc.integer({ min: 0, max: 3650 }).map((days) => addDays(date('2019-02-01'), days));

test('a month that is over is compared with all days of the month before', () => {
  expect(compare('month', '2026-03-17', '2026-04-01')).toEqual({
    earlier: { start: '2026-02-01', end: '2026-02-28' },
    later: { start: '2026-03-01', end: '2026-03-31' },
    isPartial: false,
  });
});

test('a month that is not over is compared by its days up to yesterday with the same days before', () => {
  expect(compare('month', '2026-11-01', '2026-11-25')).toEqual({
    earlier: { start: '2026-10-01', end: '2026-10-24' },
    later: { start: '2026-11-01', end: '2026-11-24' },
    isPartial: true,
  });
});

test('days that the month before does not have are compared with all of it', () => {
  expect(compare('month', '2026-03-01', '2026-03-31')).toEqual({
    earlier: { start: '2026-02-01', end: '2026-02-28' },
    later: { start: '2026-03-01', end: '2026-03-30' },
    isPartial: true,
  });
});

test('a week is Monday to Sunday, also across the end of a year', () => {
  expect(compare('week', '2027-01-01', '2027-01-15')).toEqual({
    earlier: { start: '2026-12-21', end: '2026-12-27' },
    later: { start: '2026-12-28', end: '2027-01-03' },
    isPartial: false,
  });
});

test('a period without a day that is over cannot be compared', () => {
  expect(compare('month', '2026-11-05', '2026-11-01')).toBeNull();
  expect(compare('week', '2026-11-23', '2026-11-23')).toBeNull();
  expect(compare('month', '2027-01-01', '2026-11-25')).toBeNull();
});

test('for any day the periods are adjacent, the later one holds the day or ends yesterday, and none has more days than its period', () => {
  fc.assert(
    fc.property(fc.constantFrom(...bridgePeriods), someDay, someDay, (period, day, today) => {
      const ranges = compareRanges(period, day, today);
      const start = startOfPeriod(period, day);
      expect(ranges === null).toBe(today <= start);
      if (!ranges) return;
      const { earlier, later, isPartial } = ranges;
      expect(shiftPeriod(period, earlier.start, 1)).toBe(later.start);
      expect(later.start).toBe(start);
      expect(earlier.end < later.start && earlier.start <= earlier.end).toBe(true);
      expect(later.end < today && later.start <= later.end).toBe(true);
      expect(isPartial).toBe(later.end < addDays(shiftPeriod(period, start, 1), -1));
      const days = ({ start: from, end }: typeof later) => daysBetween(from, end);
      if (isPartial) expect(days(earlier)).toBeLessThanOrEqual(days(later));
    }),
  );
});

test('the latest period is the one of yesterday', () => {
  expect(latestPeriod('month', date('2026-12-01'))).toBe('2026-11-01');
  expect(latestPeriod('month', date('2026-12-02'))).toBe('2026-12-01');
  expect(latestPeriod('week', date('2026-11-23'))).toBe('2026-11-16');
});

test('the period before the earliest one begins on a day that can be reported on', () => {
  expect(earliestPeriod('month')).toBe('2019-02-01');
  expect(earliestPeriod('week')).toBe('2019-01-14');
  expect(getWeekday(earliestPeriod('week'))).toBe(1);
});

test('any days are compared with as many days before, without today', () => {
  const compareTo = (start: string, end: string) =>
    compareDays({ start: date(start), end: date(end) }, date('2026-11-25'));
  // Ten days.
  expect(compareTo('2026-11-11', '2026-11-20')).toEqual({
    earlier: { start: '2026-11-01', end: '2026-11-10' },
    later: { start: '2026-11-11', end: '2026-11-20' },
    isPartial: false,
  });
  expect(compareTo('2026-11-24', '2026-11-25')).toEqual({
    earlier: { start: '2026-11-23', end: '2026-11-23' },
    later: { start: '2026-11-24', end: '2026-11-24' },
    isPartial: true,
  });
  expect(compareTo('2026-11-25', '2026-11-25')).toBeNull();
});
