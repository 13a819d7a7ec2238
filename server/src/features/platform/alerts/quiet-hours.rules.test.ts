import { fromIso } from '@lotkeeper/contract/kernel/calendar';
import { expect, test } from 'vitest';
import { isQuiet } from './quiet-hours.rules.ts';

const night = { from: 22 * 60, until: 7 * 60 };
const isQuietAt = (iso: string, zone = 'America/New_York', hours = night) =>
  isQuiet(fromIso(iso), zone, hours);

test('quiet hours run over midnight on the clock of the property', () => {
  // June: New York is UTC-4, Phoenix UTC-7.
  const times = [
    '2026-06-14T01:59Z',
    '2026-06-14T02:00Z',
    '2026-06-14T10:59Z',
    '2026-06-14T11:00Z',
  ];
  expect(times.map((iso) => isQuietAt(iso.replace('Z', ':00Z')))).toEqual([
    false,
    true,
    true,
    false,
  ]);
  expect(isQuietAt('2026-06-14T02:00:00Z', 'America/Phoenix')).toBe(false);
});

test('quiet hours within a day are quiet on that day only', () => {
  const lunch = { from: 12 * 60, until: 13 * 60 };
  expect(isQuietAt('2026-06-14T16:30:00Z', 'America/New_York', lunch)).toBe(true);
  expect(isQuietAt('2026-06-14T17:00:00Z', 'America/New_York', lunch)).toBe(false);
});

test('the same hour twice is never quiet', () => {
  expect(isQuietAt('2026-06-14T11:00:00Z', 'America/New_York', { from: 420, until: 420 })).toBe(
    false,
  );
});

test('in the night when clocks go forward, an end at 2:30 is at 3:30, an hour later on the clock', () => {
  // March 8, 2026: 1:59 EST is followed by 3:00 EDT, which is 7:00 UTC.
  const hours = { from: 22 * 60, until: 2 * 60 + 30 };
  expect(isQuietAt('2026-03-08T07:29:00Z', 'America/New_York', hours)).toBe(true);
  expect(isQuietAt('2026-03-08T07:30:00Z', 'America/New_York', hours)).toBe(false);
  // The usual end is at 7:00, whatever the night: 11:00 UTC.
  expect(isQuietAt('2026-03-08T10:59:00Z')).toBe(true);
  expect(isQuietAt('2026-03-08T11:00:00Z')).toBe(false);
});

test('in the night when clocks go back, an end at 1:30 comes once, at the first 1:30', () => {
  // November 1, 2026: 1:30 EDT is 5:30 UTC; 1:30 EST is 6:30 UTC.
  const hours = { from: 22 * 60, until: 90 };
  expect(isQuietAt('2026-11-01T05:29:00Z', 'America/New_York', hours)).toBe(true);
  for (const iso of ['2026-11-01T05:30:00Z', '2026-11-01T06:10:00Z', '2026-11-01T06:30:00Z'])
    expect(isQuietAt(iso, 'America/New_York', hours)).toBe(false);
  // 7:00 EST is 12:00 UTC.
  expect(isQuietAt('2026-11-01T11:59:00Z')).toBe(true);
  expect(isQuietAt('2026-11-01T12:00:00Z')).toBe(false);
});
