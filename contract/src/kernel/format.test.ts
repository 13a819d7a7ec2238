import { expect, test } from 'vitest';
import { fromIso } from './calendar.ts';
import {
  daysSinceEpoch,
  epochMillis,
  formatAgo,
  formatChangeFrom,
  formatCount,
  formatCountCompact,
  formatDate,
  formatDateLong,
  formatDateShort,
  formatDayTime,
  formatInstant,
  formatInstantInZone,
  formatMegabytes,
  formatMoney,
  formatMoneyCompact,
  formatMoneyExact,
  formatMoneyShort,
  formatMonth,
  formatMonthShort,
  formatPercent,
  formatPhone,
  formatQuantity,
  formatStay,
  formatTimeOfDay,
  formatWhen,
  timeZoneLabel,
} from './format.ts';

const at = fromIso('2026-11-22T17:42:00Z');

test.each([
  ['on the same day is shown as its time', at + 3_600_000, 'America/Phoenix', '10:42 AM'],
  ['on another day includes the date', at + 86_400_000, 'America/Phoenix', 'Nov 22, 10:42 AM'],
  ['is compared by the date in its own zone', at + 8 * 3_600_000, 'Pacific/Kiritimati', '7:42 AM'],
])('a timestamp %s', (_, now, zone, text) => {
  expect(formatDayTime(at, now, zone)).toBe(text);
});

const written: Record<
  string,
  [format: (value: number) => string, values: Record<string, number[]>]
> = {
  'an amount': [
    formatMoney,
    {
      $0: [0, 49, -49],
      $1: [50],
      '-$1': [-50],
      '-$12': [-1_200],
      '$1,235': [123_456],
      '$90,071,992,547,410': [9_007_199_254_740_991],
    },
  ],
  'an exact amount': [
    formatMoneyExact,
    {
      '$0.00': [0],
      '$0.05': [5],
      '-$1,234.50': [-123_450],
      '$1,000,000,000,000.01': [100_000_000_000_001],
    },
  ],
  'a price': [formatMoneyShort, { '$12.50': [1_250], $12: [1_200], '-$0.05': [-5], $0: [0] }],
  'an amount on an axis': [
    formatMoneyCompact,
    {
      $0: [0],
      '$0.50': [50],
      $999: [99_900],
      '$1.2K': [123_456],
      $3M: [300_000_000],
      '-$2.5K': [-250_000],
    },
  ],
  'a count': [formatCount, { '12,345': [12_345], '-3': [-3], '0': [0] }],
  'a count on an axis': [formatCountCompact, { '1.2K': [1_234] }],
  'a share': [
    formatPercent,
    {
      '8.0%': [0.08],
      '12.5%': [0.125, 0.1249],
      '0.0%': [0, -0.0001],
      '-50.0%': [-0.5],
      '1,200%': [12],
    },
  ],
  'a whole share': [(ratio) => formatPercent(ratio, 0), { '13%': [0.125] }],
  'a time of day': [
    formatTimeOfDay,
    { '12 AM': [0], '12 PM': [12], '5 PM': [17], '5:30 PM': [17.5], '5 AM': [29] },
  ],
  'a stay': [
    formatStay,
    {
      '0 min': [0],
      '45 min': [45],
      '1 h': [60],
      '2 h 5 min': [125],
      '1 d': [1440],
      '3 d 4 h': [4600],
    },
  ],
};

test.each(Object.entries(written))('%s is formatted for people', (_, [format, values]) => {
  for (const [text, numbers] of Object.entries(values)) {
    expect(
      numbers.map((number) => format(number)),
      text,
    ).toEqual(numbers.map(() => text));
  }
});

test.each([
  [100, 150, '▲ 50.0% vs. '],
  [100, 50, '▼ 50.0% vs. '],
  [100, 100, '0.0% vs. '],
  [100, -20, '▼ 120% vs. '],
  [0, 100, null],
  [-50, 100, null],
])('compared with %d, %d is %j', (before, amount, text) => {
  expect(formatChangeFrom(before, amount)).toBe(text);
});

test('a quantity has the noun of one or of several', () => {
  expect(formatQuantity(1, 'car')).toBe('1 car');
  expect(formatQuantity(1_204, 'car')).toBe('1,204 cars');
  expect(formatQuantity(0, 'entry', 'entries')).toBe('0 entries');
});

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
  '%j isn’t a day',
  (text) => expect(() => formatDate(text)).toThrow(RangeError),
);

test('a timestamp is shown in the given time zone', () => {
  expect(formatInstant('2026-11-22T00:30:00Z', 'America/Phoenix')).toBe('Nov 21, 2026, 5:30 PM');
  expect(formatInstant('2026-11-22T00:30:00Z', 'America/New_York')).toBe('Nov 21, 2026, 7:30 PM');
  expect(formatInstant('2026-11-21T17:30:00.250-07:00', 'UTC')).toBe('Nov 22, 2026, 12:30 AM');
  expect(formatInstant(0, 'UTC')).toBe('Jan 1, 1970, 12:00 AM');
});

test('times of several zones name their zone', () => {
  const at = '2026-11-27T11:35:00Z';
  expect(formatInstantInZone(at, 'America/New_York')).toBe('Nov 27, 2026, 6:35 AM EST');
  expect(formatInstantInZone(at, 'America/Phoenix')).toBe('Nov 27, 2026, 4:35 AM MST');
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

test('59 seconds ago is just now, 60 seconds ago is a minute, and a clock that is behind says just now', () => {
  expect(formatAgo(0, 59_000)).toBe('just now');
  expect(formatAgo(0, 60_000)).toBe('1 minute ago');
  expect(formatAgo(0, 3_600_000)).toBe('1 hour ago');
  expect(formatAgo(0, 86_400_000)).toBe('1 day ago');
  expect(formatAgo(0, 3 * 86_400_000)).toBe('3 days ago');
  expect(formatAgo(5000, 0)).toBe('just now');
});

test('a North American phone number is formatted in groups, and any other stays as it is', () => {
  const numbers = ['+16025550190', '+1 800 555 0100', '+442079460000', '911'];
  expect(numbers.map(formatPhone)).toEqual([
    '(602) 555-0190',
    '(800) 555-0100',
    '+442079460000',
    '911',
  ]);
});

test.each([
  [1, 'Under 0.1 MB'],
  [50_000, '0.1 MB'],
  [1_949_999, '1.9 MB'],
  [12_345_678_900, '12,345.7 MB'],
])('%d bytes are %s', (bytes, text) => {
  expect(formatMegabytes(bytes)).toBe(text);
});

test.each([
  ['2026-11-28T18:50:00-07:00', '6:50 PM'],
  ['2026-11-25T18:50:00-07:00', 'Nov 25, 6:50 PM'],
  ['2025-11-25T18:50:00-07:00', 'Nov 25, 2025'],
  ['2027-01-03T07:01:00-07:00', 'Jan 3, 2027, 7:01 AM'],
])('on November 28, 2026, a list shows %s as %s', (instant, text) => {
  const now = epochMillis('2026-11-28T20:00:00-07:00');
  expect(formatWhen(instant, now, 'America/Phoenix')).toBe(text);
});
