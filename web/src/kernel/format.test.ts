import { fromIso } from '@lotkeeper/contract/kernel/calendar';
import { describe, expect, test } from 'vitest';
import {
  daysSinceEpoch,
  formatAgo,
  formatCount,
  formatCountCompact,
  formatDate,
  formatDateLong,
  formatDateShort,
  formatDayTime,
  formatInstant,
  formatMoney,
  formatMoneyCompact,
  formatMoneyExact,
  formatMoneyShort,
  formatMonth,
  formatMonthShort,
  formatPercent,
  formatPercentExact,
  formatPhone,
  formatStay,
  formatTimeOfDay,
  timeZoneLabel,
} from './format.ts';

describe('a moment', () => {
  const at = fromIso('2026-11-22T17:42:00Z');

  test.each([
    ['of the same day is its time', at + 3_600_000, 'America/Phoenix', '10:42 AM'],
    ['of another day has its day', at + 86_400_000, 'America/Phoenix', 'Nov 22, 10:42 AM'],
    ['is of the day that it is there', at + 8 * 3_600_000, 'Pacific/Kiritimati', '7:42 AM'],
  ])('a timestamp %s', (_, now, zone, text) => {
    expect(formatDayTime(at, now, zone)).toBe(text);
  });
});

describe('money', () => {
  test.each([
    [0, '$0'],
    [123_456, '$1,235'],
    [50, '$1'],
    [49, '$0'],
    [-50, '-$1'],
    [-49, '$0'],
    [-1_200, '-$12'],
    [9_007_199_254_740_991, '$90,071,992,547,410'],
  ])('%d cents are formatted as %s', (cents, text) => expect(formatMoney(cents)).toBe(text));

  test.each([
    [0, '$0.00'],
    [5, '$0.05'],
    [-123_450, '-$1,234.50'],
    [100_000_000_000_001, '$1,000,000,000,000.01'],
  ])('%d cents are formatted exactly as %s', (cents, text) =>
    expect(formatMoneyExact(cents)).toBe(text),
  );

  test.each([
    [1_250, '$12.50'],
    [1_200, '$12'],
    [-5, '-$0.05'],
    [0, '$0'],
  ])('%d cents as a price are formatted as %s', (cents, text) =>
    expect(formatMoneyShort(cents)).toBe(text),
  );

  test.each([
    [0, '$0'],
    [50, '$0.50'],
    [99_900, '$999'],
    [123_456, '$1.2K'],
    [300_000_000, '$3M'],
    [-250_000, '-$2.5K'],
  ])('%d cents on an axis are formatted as %s', (cents, text) =>
    expect(formatMoneyCompact(cents)).toBe(text),
  );
});

describe('numbers', () => {
  test('counts have thousands separators', () => {
    expect(formatCount(12_345)).toBe('12,345');
    expect(formatCount(-3)).toBe('-3');
    expect(formatCount(0)).toBe('0');
    expect(formatCountCompact(1_234)).toBe('1.2K');
  });

  test('a ratio is a percentage with at most one digit after the point', () => {
    expect(formatPercent(0.125)).toBe('12.5%');
    expect(formatPercent(0.125, 0)).toBe('13%');
    expect(formatPercent(0)).toBe('0%');
    expect(formatPercent(-0.5)).toBe('-50%');
    expect(formatPercent(-0.0001)).toBe('0%');
    expect(formatPercent(12)).toBe('1,200%');
    expect(formatPercentExact(0.08)).toBe('8.0%');
    expect(formatPercentExact(0.1249)).toBe('12.5%');
  });
});

describe('calendar days', () => {
  test('calendar days and months are formatted without shifting to a neighboring day', () => {
    expect(formatDate('2026-11-21')).toBe('Nov 21, 2026');
    expect(formatDateShort('2026-01-01')).toBe('Jan 1');
    expect(formatDateLong('2026-11-21')).toBe('Saturday, November 21, 2026');
    expect(formatMonth('2026-11')).toBe('Nov 2026');
    expect(formatMonthShort('2026-12')).toBe('Dec');
  });

  test('days are counted across leap days and centuries', () => {
    expect(daysSinceEpoch('1970-01-01')).toBe(0);
    expect(daysSinceEpoch('1969-12-31')).toBe(-1);
    expect(daysSinceEpoch('2000-03-01') - daysSinceEpoch('2000-02-28')).toBe(2);
    expect(daysSinceEpoch('2100-03-01') - daysSinceEpoch('2100-02-28')).toBe(1);
    expect(daysSinceEpoch('2026-11-21')).toBe(20_778);
  });

  test.each(['2026-02-29', '2026-13-01', '2026-00-10', '2026-04-31', '2026-1-1', 'yesterday', ''])(
    '%j is not a day',
    (text) => expect(() => formatDate(text)).toThrow(RangeError),
  );
});

describe('times', () => {
  test.each([
    [0, '12 AM'],
    [12, '12 PM'],
    [17, '5 PM'],
    [17.5, '5:30 PM'],
    [29, '5 AM'],
  ])('%d hours after midnight is formatted as %s', (hours, text) =>
    expect(formatTimeOfDay(hours)).toBe(text),
  );

  test('a timestamp is shown in the given time zone', () => {
    expect(formatInstant('2026-11-22T00:30:00Z', 'America/Phoenix')).toBe('Nov 21, 2026, 5:30 PM');
    expect(formatInstant('2026-11-22T00:30:00Z', 'America/New_York')).toBe('Nov 21, 2026, 7:30 PM');
    expect(formatInstant('2026-11-21T17:30:00.250-07:00', 'UTC')).toBe('Nov 22, 2026, 12:30 AM');
    expect(formatInstant(0, 'UTC')).toBe('Jan 1, 1970, 12:00 AM');
  });

  test('the repeated hour in fall is distinguished by its zone name, and the skipped hour in spring is left out', () => {
    const zone = 'America/New_York';
    expect(formatInstant('2026-11-01T05:30:00Z', zone)).toBe('Nov 1, 2026, 1:30 AM');
    expect(formatInstant('2026-11-01T06:30:00Z', zone)).toBe('Nov 1, 2026, 1:30 AM');
    expect(timeZoneLabel(zone, '2026-11-01T05:30:00Z')).toBe(
      'Eastern Daylight Time (America/New_York)',
    );
    expect(timeZoneLabel(zone, '2026-11-01T06:30:00Z')).toBe(
      'Eastern Standard Time (America/New_York)',
    );
    expect(formatInstant('2026-03-08T06:59:00Z', zone)).toBe('Mar 8, 2026, 1:59 AM');
    expect(formatInstant('2026-03-08T07:00:00Z', zone)).toBe('Mar 8, 2026, 3:00 AM');
  });

  test('a time zone is labeled with its name and ID', () => {
    expect(timeZoneLabel('America/Phoenix', 1_790_000_000)).toBe(
      'Mountain Standard Time (America/Phoenix)',
    );
  });

  test.each(['2026-11-21', '2026-11-21T10:00:00', 'soon'])('%j isn’t a timestamp', (text) =>
    expect(() => formatInstant(text, 'UTC')).toThrow(RangeError),
  );
});

test('59 seconds ago is just now, 60 seconds are a minute, and a clock that is behind says just now', () => {
  expect(formatAgo(0, 59_000)).toBe('just now');
  expect(formatAgo(0, 60_000)).toBe('1 minute ago');
  expect(formatAgo(0, 3_600_000)).toBe('1 hour ago');
  expect(formatAgo(0, 86_400_000)).toBe('yesterday');
  expect(formatAgo(0, 3 * 86_400_000)).toBe('3 days ago');
  expect(formatAgo(5000, 0)).toBe('just now');
});

test('a phone number of North America is formatted in groups, and any other stays as it is', () => {
  const numbers = ['+16025550190', '+1 800 555 0100', '+442079460000', '911'];
  expect(numbers.map(formatPhone)).toEqual([
    '+1 602 555 0190',
    '+1 800 555 0100',
    '+442079460000',
    '911',
  ]);
});

test('a stay is formatted in minutes, hours and days', () => {
  expect([0, 45, 60, 125, 1440, 4600].map(formatStay)).toEqual([
    '0 min',
    '45 min',
    '1 h',
    '2 h 5 min',
    '1 d',
    '3 d 4 h',
  ]);
});
