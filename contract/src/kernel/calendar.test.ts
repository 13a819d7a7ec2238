import fc from 'fast-check';
import { Temporal } from 'temporal-polyfill';
import { describe, expect, test } from 'vitest';
import type { LocalDate } from './calendar.ts';
import {
  addDays,
  addMonths,
  atLocalTime,
  daysBetween,
  eachDay,
  fromEpochSeconds,
  fromIso,
  getWeekday,
  instant,
  isTimeZone,
  listOffsets,
  minutesBetween,
  monthsAround,
  offsetAt,
  parseLocalDate,
  startOfDay,
  startOfMonth,
  startOfYear,
  toEpochSeconds,
  toIso,
  toLocalDate,
  toLocalHour,
  toLocalTime,
} from './calendar.ts';
import { dayMs, hourMs } from './durations.ts';

const date = (text: string) => text as LocalDate;
const hoursOf = (day: string, zone: string) =>
  (startOfDay(addDays(date(day), 1), zone) - startOfDay(date(day), zone)) / hourMs;

describe('the nights when clocks change', () => {
  test.each([
    ['New York’s day in March has 23 hours', '2026-03-08', 'America/New_York', 23],
    ['New York’s day in November has 25', '2026-11-01', 'America/New_York', 25],
    ['Los Angeles’ day in March has 23', '2026-03-08', 'America/Los_Angeles', 23],
    ['Los Angeles’ day in November has 25', '2026-11-01', 'America/Los_Angeles', 25],
    ['Phoenix’ day in March has 24', '2026-03-08', 'America/Phoenix', 24],
    ['Phoenix’ day in November has 24', '2026-11-01', 'America/Phoenix', 24],
    ['Lord Howe’s day in October has 23.5', '2026-10-04', 'Australia/Lord_Howe', 23.5],
    ['Lord Howe’s day in April has 24.5', '2026-04-05', 'Australia/Lord_Howe', 24.5],
    ['São Paulo’s day without midnight has 23', '2018-11-04', 'America/Sao_Paulo', 23],
    ['Cairo’s day without midnight has 23', '2026-04-24', 'Africa/Cairo', 23],
  ])('%s', (_, day, zone, hours) => {
    expect(hoursOf(day, zone)).toBe(hours);
  });

  test.each([
    ['a moment before the spring change', '2026-03-08T06:59:59Z', '2026-03-08 01:59', 1],
    ['the spring change itself skips 2 o’clock', '2026-03-08T07:00:00Z', '2026-03-08 03:00', 3],
    ['1:30 for the first time in autumn', '2026-11-01T05:30:00Z', '2026-11-01 01:30', 1],
    ['1:30 for the second time', '2026-11-01T06:30:00Z', '2026-11-01 01:30', 1],
    ['2 o’clock in autumn', '2026-11-01T07:00:00Z', '2026-11-01 02:00', 2],
  ])('a timestamp is converted to New York’s local time (%s)', (_, at, wall, hour) => {
    const moment = fromIso(at);
    expect(toLocalTime(moment, 'America/New_York')).toBe(wall);
    expect(toLocalHour(moment, 'America/New_York')).toBe(hour);
  });

  test('the UTC offset changes exactly at the clock change', () => {
    const change = fromIso('2027-03-14T07:00:00Z');
    expect(offsetAt(change, 'America/New_York') / hourMs).toBe(-4);
    expect(offsetAt(instant(change - 1), 'America/New_York') / hourMs).toBe(-5);
    expect(offsetAt(instant(change + 1), 'America/New_York') / hourMs).toBe(-4);
  });

  test('a range is cut exactly where the clock is changed', () => {
    const from = fromIso('2026-03-01T00:00:00Z');
    const to = fromIso('2026-11-30T00:00:00Z');
    const changes = [fromIso('2026-03-08T07:00:00Z'), fromIso('2026-11-01T06:00:00Z')] as const;
    expect(listOffsets(from, to, 'America/New_York')).toEqual([
      { from, to: changes[0], offset: -5 * hourMs },
      { from: changes[0], to: changes[1], offset: -4 * hourMs },
      { from: changes[1], to, offset: -5 * hourMs },
    ]);
    expect(listOffsets(from, to, 'America/Phoenix')).toEqual([{ from, to, offset: -7 * hourMs }]);
    expect(listOffsets(to, to, 'America/Phoenix')).toEqual([]);
  });

  test.each([
    ['São Paulo', '2018-11-04', 'America/Sao_Paulo', '2018-11-04 01:00'],
    ['Cairo', '2026-04-24', 'Africa/Cairo', '2026-04-24 01:00'],
    ['New York', '2026-03-08', 'America/New_York', '2026-03-08 00:00'],
  ])('the day of %s begins with its first existing time', (_, day, zone, first) => {
    const start = startOfDay(date(day), zone);
    expect(toLocalTime(start, zone)).toBe(first);
    expect(toLocalDate(start, zone)).toBe(day);
    expect(toLocalDate(instant(start - 1), zone)).toBe(addDays(date(day), -1));
  });
});

describe('a wall clock’s time', () => {
  const ny = 'America/New_York';

  test.each([
    ['that is skipped moves forward: 2:30 → 3:30', '2026-03-08', 150, '2026-03-08T07:30:00Z'],
    ['that comes twice is the first', '2026-11-01', 90, '2026-11-01T05:30:00Z'],
    ['of an ordinary day is itself', '2026-06-15', 750, '2026-06-15T16:30:00Z'],
    ['of midnight is the day’s start', '2026-06-15', 0, '2026-06-15T04:00:00Z'],
    ['of the last minute', '2026-06-15', 1439, '2026-06-16T03:59:00Z'],
  ])('a local time in New York has one UTC time (a time %s)', (_, day, minutes, at) => {
    expect(atLocalTime(date(day), minutes, ny)).toBe(fromIso(at));
  });
});

const zones = [
  'America/New_York',
  'America/Phoenix',
  'America/Los_Angeles',
  'America/Denver',
  'America/Anchorage',
  'Pacific/Honolulu',
  'America/St_Johns',
  'Australia/Lord_Howe',
  'Africa/Cairo',
  'Asia/Kathmandu',
  'Pacific/Chatham',
  'America/Sao_Paulo',
];
const moment = fc
  .integer({ min: fromIso('2019-01-01T00:00:00Z'), max: fromIso('2028-12-31T23:59:59Z') })
  .map(instant);
const zone = fc.constantFrom(...zones);
const day = fc.integer({ min: 0, max: 3652 }).map((days) => addDays(date('2019-01-01'), days));

describe('against Temporal, 2019 to 2028 in 12 zones', () => {
  test('local dates, hours and minutes agree with Temporal in 12 zones from 2019 to 2028', () => {
    fc.assert(
      fc.property(moment, zone, (at, where) => {
        const there = Temporal.Instant.fromEpochMilliseconds(at).toZonedDateTimeISO(where);
        expect(toLocalDate(at, where)).toBe(there.toPlainDate().toString());
        expect(toLocalHour(at, where)).toBe(there.hour);
        expect(toLocalTime(at, where)).toBe(
          there.toPlainDateTime().toString({ smallestUnit: 'minute' }).replace('T', ' '),
        );
      }),
      { numRuns: 2000 },
    );
  });

  test('every timestamp is within the day it is assigned to', () => {
    fc.assert(
      fc.property(moment, zone, (at, where) => {
        const local = toLocalDate(at, where);
        expect(startOfDay(local, where)).toBeLessThanOrEqual(at);
        expect(startOfDay(addDays(local, 1), where)).toBeGreaterThan(at);
      }),
    );
  });

  test('the months around a timestamp contain its month in every zone', () => {
    fc.assert(
      fc.property(moment, zone, (at, where) => {
        expect(monthsAround(at)).toContain(startOfMonth(toLocalDate(at, where)));
        expect(monthsAround(at).length).toBeLessThanOrEqual(2);
      }),
    );
  });
});

describe('dates', () => {
  test.each([
    ['January 31 + 1 month is February 28', '2026-01-31', 1, '2026-02-28'],
    ['January 31 + 1 month is February 29 in a leap year', '2028-01-31', 1, '2028-02-29'],
    ['March 31 − 1 month is February 28', '2026-03-31', -1, '2026-02-28'],
    ['December + 1 month is January', '2026-12-15', 1, '2027-01-15'],
    ['February 29 + 12 months is February 28', '2028-02-29', 12, '2029-02-28'],
  ])('%s', (_, from, months, to) => {
    expect(addMonths(date(from), months)).toBe(to);
  });

  test('adding months and formatting timestamps agree with Temporal, near and far', () => {
    const far = fc
      .integer({ min: -150_000, max: 150_000 })
      .map((n) => addDays(date('2000-01-01'), n));
    fc.assert(
      fc.property(far, fc.integer({ min: -400, max: 400 }), (from, months) => {
        const there = Temporal.PlainDate.from(from).add({ months });
        expect(addMonths(from, months)).toBe(there.toString());
      }),
    );
    fc.assert(
      fc.property(fc.integer({ min: -4e12, max: 1e13 }), (at) => {
        const there = Temporal.Instant.fromEpochMilliseconds(at);
        expect(toIso(instant(at))).toBe(there.toString({ fractionalSecondDigits: 3 }));
      }),
    );
    for (const none of [1.5, Number.NaN, Number.POSITIVE_INFINITY]) {
      expect(() => toIso(instant(none))).toThrow(RangeError);
    }
  });

  test('adding days and counting days are inverse, across leap days and years', () => {
    expect(addDays(date('2028-02-28'), 1)).toBe('2028-02-29');
    expect(addDays(date('2026-12-31'), 1)).toBe('2027-01-01');
    expect(daysBetween(date('2028-02-28'), date('2028-03-01'))).toBe(2);
    fc.assert(
      fc.property(day, fc.integer({ min: 0, max: 1000 }), (from, days) => {
        expect(daysBetween(from, addDays(from, days))).toBe(days);
        expect(addDays(addDays(from, days), -days)).toBe(from);
      }),
    );
  });

  test('a range lists each day once, first and last included', () => {
    expect(eachDay(date('2028-02-28'), date('2028-03-01'))).toEqual([
      '2028-02-28',
      '2028-02-29',
      '2028-03-01',
    ]);
    expect(eachDay(date('2026-06-15'), date('2026-06-15'))).toEqual(['2026-06-15']);
  });

  test('a range with more days than the cache keeps has the right days and weekdays', () => {
    const days = eachDay(date('1960-01-01'), date('2026-11-22'));
    expect([days.length, days[0], days.at(-1)]).toEqual([24_433, '1960-01-01', '2026-11-22']);
    expect(days.every((one, index) => getWeekday(one) === ((index + 4) % 7) + 1)).toBe(true);
  });

  test('weekdays are numbered from Monday, also before 1970, and months and years begin on the 1st', () => {
    expect([getWeekday(date('2026-06-15')), getWeekday(date('2026-06-21'))]).toEqual([1, 7]);
    // A Thursday, a Wednesday, a Monday and a Saturday.
    const early = ['1970-01-01', '1969-12-31', '1900-01-01', '0001-01-06'] as const;
    expect(early.map((one) => getWeekday(date(one)))).toEqual([4, 3, 1, 6]);
    expect(startOfMonth(date('2026-06-15'))).toBe('2026-06-01');
    expect(startOfYear(date('2026-06-15'))).toBe('2026-01-01');
  });

  test.each([
    '2026-02-29',
    '2026-13-01',
    '2026-00-10',
    '2026-1-1',
    '26-01-01',
    '',
    ' 2026-01-01',
    '2026-01-01T00:00',
  ])('"%s" isn’t a date', (text) => expect(parseLocalDate(text)).toBeNull());

  test('February 29 of a leap year is a date', () =>
    expect(parseLocalDate('2028-02-29')).toBe('2028-02-29'));
});

test('timestamps keep their value over the wire, and one without an offset is refused', () => {
  expect(toIso(fromIso('2026-06-15T12:30:00-07:00'))).toBe('2026-06-15T19:30:00.000Z');
  expect(toEpochSeconds(fromEpochSeconds(1_781_550_000))).toBe(1_781_550_000);
  expect(toEpochSeconds(instant(-1))).toBe(-1);
  expect(() => fromIso('2026-06-15T12:30:00')).toThrow(RangeError);
  expect(minutesBetween(instant(0), instant(119_999))).toBe(1);
});

test('a time zone is a name that the calendar knows, and an offset is refused', () => {
  expect(['America/Phoenix', 'UTC'].map(isTimeZone)).toEqual([true, true]);
  const wrong = ['Mars/Olympus', '+05:00', '', 'America', ' America/Phoenix'];
  expect(wrong.map(isTimeZone)).toEqual(wrong.map(() => false));
});

test('cached spans give the right local hour when times are asked for in reverse order', () => {
  // Goes back over ten years, an hour around each clock change.
  const where = 'America/Denver';
  for (let at = fromIso('2029-01-01T00:00:00Z'); at > fromIso('2028-01-01T00:00:00Z'); ) {
    const there = Temporal.Instant.fromEpochMilliseconds(at).toZonedDateTimeISO(where);
    expect(toLocalHour(at, where)).toBe(there.hour);
    at = instant(at - dayMs / 4);
  }
});

test('parsing a timestamp agrees with Temporal for any fraction, offset and year', () => {
  const two = (number: number) => String(number).padStart(2, '0');
  const texts = fc
    .record({
      at: fc.integer({ min: -60_000_000_000_000, max: 250_000_000_000_000 }),
      fraction: fc.constantFrom('', '.5', '.25', '.123', '.999999', '.000000001'),
      sign: fc.constantFrom('+', '-'),
      hours: fc.integer({ min: 0, max: 23 }),
      minutes: fc.integer({ min: 0, max: 59 }),
      utc: fc.boolean(),
    })
    .map(({ at, fraction, sign, hours, minutes, utc }) => {
      const zone = utc ? 'Z' : `${sign}${two(hours)}:${two(minutes)}`;
      return `${toIso(instant(at)).slice(0, 19)}${fraction}${zone}`;
    });
  fc.assert(
    fc.property(texts, (text) => {
      expect(fromIso(text)).toBe(Temporal.Instant.from(text).epochMilliseconds);
    }),
  );
  for (const none of [
    '2026-02-30T00:00:00Z',
    '2026-13-01T00:00:00Z',
    '2026-06-15T24:00:00Z',
    'T00:00:00Z',
  ]) {
    expect(() => fromIso(none)).toThrow(RangeError);
  }
});
