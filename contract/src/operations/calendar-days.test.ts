import fc from 'fast-check';
import { expect, test } from 'vitest';
import type { LocalDate } from '../kernel/calendar.ts';
import { fromIso, instant, toIso } from '../kernel/calendar.ts';
import type { Lasting } from './calendar-days.ts';
import { daysInForce, isInForce, toCalendarDay } from './calendar-days.ts';

const zone = 'America/New_York';
const day = (text: string) => text as LocalDate;
const at = (local: string) => fromIso(`${local}:00-04:00`);
// 15 June 2026 is a Monday.
const lasting = (more: Partial<Lasting> = {}): Lasting => ({
  interval: 'daily',
  starts_at: at('2026-06-15T05:00'),
  ends_at: null,
  ...more,
});
const days = (interval: Lasting, first = '2026-06-01', last = '2026-07-31') =>
  daysInForce(interval, day(first), day(last), zone).map((one) => one.day);

test('a property’s day begins at five in the morning', () => {
  expect(toCalendarDay(at('2026-06-15T04:59'), zone)).toBe('2026-06-14');
  expect(toCalendarDay(at('2026-06-15T05:00'), zone)).toBe('2026-06-15');
});

test('a day in force lasts from five to five, and less on the first and the last day', () => {
  const one = lasting({ starts_at: at('2026-06-15T09:00'), ends_at: at('2026-06-16T12:00') });
  const spans = daysInForce(one, day('2026-06-14'), day('2026-06-17'), zone);
  expect(spans.map(({ start, end }) => [toIso(start), toIso(end)])).toEqual([
    ['2026-06-15T13:00:00.000Z', '2026-06-16T09:00:00.000Z'],
    ['2026-06-16T09:00:00.000Z', '2026-06-16T16:00:00.000Z'],
  ]);
});

test('a day in force lasts 23 hours over the spring clock change and 25 over the fall one', () => {
  const always = lasting({ starts_at: fromIso('2026-01-01T10:00:00Z') });
  const hours = ['2026-03-07', '2026-03-08', '2026-10-31'].map((date) => {
    const [one] = daysInForce(always, day(date), day(date), zone);
    return one ? (one.end - one.start) / 3_600_000 : null;
  });
  expect(hours).toEqual([23, 24, 25]);
});

test('days in force recur daily, weekly, monthly on the date of the first day, or not at all', () => {
  expect(days(lasting({ interval: 'one_time' }))).toEqual(['2026-06-15']);
  expect(days(lasting({ interval: 'weekly' }), '2026-06-01', '2026-06-30')).toEqual([
    '2026-06-15',
    '2026-06-22',
    '2026-06-29',
  ]);
  expect(days(lasting({ interval: 'monthly' }))).toEqual(['2026-06-15', '2026-07-15']);
  expect(days(lasting(), '2026-06-13', '2026-06-16')).toEqual(['2026-06-15', '2026-06-16']);
});

test('a weekly interval stays in force until five the next morning', () => {
  const mondays = lasting({ interval: 'weekly' });
  const times = ['2026-06-22T04:59', '2026-06-22T05:00', '2026-06-23T04:59', '2026-06-23T05:00'];
  expect(times.map((time) => isInForce(mondays, at(time), zone))).toEqual([
    false,
    true,
    true,
    false,
  ]);
});

test('a daily interval is in force exactly within its listed days', () => {
  fc.assert(
    fc.property(
      fc.integer({ min: -100, max: 400 }),
      fc.option(fc.integer({ min: 1, max: 200 })),
      (hours, length) => {
        const ends = length === null ? null : lasting().starts_at + length * 3_600_000;
        const interval = lasting({ ends_at: ends as Lasting['ends_at'] });
        const moment = instant(lasting().starts_at + hours * 3_600_000);
        const spans = daysInForce(interval, day('2026-06-01'), day('2026-07-31'), zone);
        const within = spans.some(({ start, end }) => moment >= start && moment < end);
        expect(isInForce(interval, moment, zone)).toBe(within);
      },
    ),
    { numRuns: 60 },
  );
});

test('an interval ends exactly at its end time', () => {
  const once = lasting({ ends_at: at('2026-06-17T05:00') });
  expect(isInForce(once, at('2026-06-17T04:59'), zone)).toBe(true);
  expect(isInForce(once, at('2026-06-17T05:00'), zone)).toBe(false);
});
