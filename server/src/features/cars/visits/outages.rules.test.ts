import type { TimeZone } from '@lotkeeper/contract/kernel/calendar';
import { fromIso, instant, toLocalDate, toLocalHour } from '@lotkeeper/contract/kernel/calendar';
import { dayMs, hourMs, minuteMs } from '@lotkeeper/contract/kernel/durations';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import type { WatchedCamera } from './outages.rules.ts';
import { findOutages, listOutageDays } from './outages.rules.ts';

const zone = 'America/Phoenix' as TimeZone;
const now = fromIso('2026-06-15T19:30:00Z');
const thisHour = instant(now - (now % hourMs));

/** A camera that reads as much each hour of five weeks, except in hours before this one. */
function camera(
  rate: number,
  silentHours: readonly number[],
  more: Partial<WatchedCamera> = {},
): WatchedCamera {
  const reads = new Map<string, number>();
  for (let hour = 1; hour <= 35 * 24; hour++) {
    const at = instant(thisHour - hour * hourMs);
    const count = silentHours.includes(hour) ? 0 : rate;
    reads.set(`${toLocalDate(at, zone)} ${toLocalHour(at, zone)}`, count);
  }
  return {
    first_seen_at: instant(now - 60 * dayMs),
    last_beat_at: null,
    last_read_at: instant(now - minuteMs),
    heartbeat_every_ms: null,
    revoked_at: null,
    reads,
    ...more,
  };
}

const span = { from: instant(now - 2 * hourMs), until: now };
const find = (one: WatchedCamera) => findOutages(one, span, { zone, now });

test('hours without a read are an outage exactly if that is improbable at the usual rate, whatever rate and length', () => {
  fc.assert(
    fc.property(fc.integer({ min: 1, max: 9 }), fc.integer({ min: 1, max: 6 }), (rate, length) => {
      const hours = Array.from({ length }, (_, index) => index + 1);
      const outage = { from: instant(thisHour - length * hourMs), until: thisHour };
      expect(find(camera(rate, hours))).toEqual(rate * length > Math.log(1000) ? [outage] : []);
    }),
  );
});

test('a camera that reads each hour has no outage, and one that isn’t heard of now has one since its last read', () => {
  expect(find(camera(5, []))).toEqual([]);
  const last_read_at = instant(now - 2 * hourMs);
  expect(find(camera(5, [], { last_read_at }))).toEqual([{ from: last_read_at, until: now }]);
});

test('what is usual is unknown without a week of data', () => {
  const first_seen_at = instant(now - 6 * dayMs);
  expect(find(camera(5, [1, 2, 3], { first_seen_at }))).toEqual([]);
});

test('a camera that was disconnected matters to the cars that were in then, and to none that came later', () => {
  const revoked_at = instant(now - hourMs);
  const last_read_at = instant(now - 2 * hourMs);
  expect(find(camera(5, [1], { revoked_at, last_read_at }))).toEqual([
    { from: revoked_at, until: instant(revoked_at + 1) },
  ]);
});

test('a camera that never read anything, and one that wasn’t heard of for a month, aren’t expected to see cars', () => {
  const never = { last_read_at: null, last_beat_at: null };
  expect(find({ ...camera(0, []), ...never })).toEqual([]);
  const last_read_at = instant(now - 31 * dayMs);
  expect(find(camera(0, [], { last_read_at }))).toEqual([]);
  expect(find(camera(0, [], { last_read_at: instant(now - 29 * dayMs) }))).toHaveLength(1);
});

test('the days that are looked up are those of the span and the same weekdays of four weeks', () => {
  const days = listOutageDays(span, { zone, now });
  expect(days.toSorted()).toEqual([
    '2026-05-18',
    '2026-05-25',
    '2026-06-01',
    '2026-06-08',
    '2026-06-15',
  ]);
});
