import { fromIso, instant, toIso } from '@lotkeeper/contract/kernel/calendar';
import { dayMs, hourMs, minuteMs } from '@lotkeeper/contract/kernel/durations';
import { describe, expect, test } from 'vitest';
import {
  beatLimit,
  extendPause,
  fewestReads,
  isLongQuiet,
  listNextHours,
  startPause,
} from './silence.rules.ts';

const zone = 'America/Phoenix';
const noon = fromIso('2026-06-15T19:00:00Z');

/** When a camera that usually has `perHour` reads from 6 to 22, and none at night, becomes silent. */
function findSilentAt(from: string, perHour: number, hours = 24) {
  const pause = startPause(fromIso(from));
  const to = instant(pause.from + hours * hourMs);
  const findUsual = (_: string, hour: number) => (hour >= 6 && hour < 22 ? perHour : 0);
  const { silentAt } = extendPause(pause, listNextHours(pause, to, zone), { to, findUsual });
  return silentAt === null ? null : toIso(silentAt);
}

describe('a camera becomes silent when 15 reads are missing', () => {
  test('with 30 an hour, after half an hour', () => {
    expect(findSilentAt('2026-06-15T19:20:00Z', 30)).toBe('2026-06-15T19:50:00.000Z');
  });
  test('with 300 an hour, not before ten minutes', () => {
    expect(findSilentAt('2026-06-15T19:00:00Z', 300)).toBe('2026-06-15T19:10:00.000Z');
  });
  test('over night, the next morning', () => {
    // Half an hour until 22:00 is 5 reads, the other 10 take an hour from 6:00.
    expect(findSilentAt('2026-06-16T04:30:00Z', 10)).toBe('2026-06-16T14:00:00.000Z');
  });
  test('with too few for its hours, not yet', () => {
    expect(findSilentAt('2026-06-15T19:00:00Z', 1, 10)).toBeNull();
  });
});

test('a pause that is extended in steps ends at the same time as in one', () => {
  const findUsual = () => 3;
  let pause = startPause(noon);
  for (let step = 1; step <= 4; step++) {
    const to = instant(noon + step * 1.75 * hourMs);
    pause = extendPause(pause, listNextHours(pause, to, zone), { to, findUsual });
  }
  expect(pause.silentAt).toBe(noon + 5 * hourMs);
  expect(pause.reads).toBeCloseTo(21);
});

test('a pause of more than a week ends where the missing reads are, not earlier', () => {
  // Closed for twenty days until noon in Phoenix, then 30 an hour.
  const pause = startPause(instant(noon - 20 * dayMs));
  const to = instant(noon + 2 * hourMs);
  const findUsual = (date: string, hour: number) => (date === '2026-06-15' && hour >= 12 ? 30 : 0);
  const { silentAt } = extendPause(pause, listNextHours(pause, to, zone), { to, findUsual });
  expect(silentAt).toBe(noon + hourMs / 2);
});

test('hours without two weeks of reads add nothing', () => {
  const pause = startPause(noon);
  const to = instant(noon + dayMs);
  const options = { to, findUsual: () => null };
  expect(extendPause(pause, listNextHours(pause, to, zone), options).silentAt).toBeNull();
});

test('the fewest reads of two or three weeks count, and the second fewest of four', () => {
  expect([fewestReads([4]), fewestReads([4, 9]), fewestReads([4, 9, 2])]).toEqual([null, 4, 2]);
  expect(fewestReads([0, 9, 8, 10])).toBe(8);
});

test('five heartbeats may be missed, or five minutes', () => {
  const life = { first_seen_at: noon, last_beat_at: noon, last_read_at: null };
  expect(beatLimit({ ...life, heartbeat_every_ms: null })).toBeNull();
  expect(beatLimit({ ...life, heartbeat_every_ms: 10_000 })).toBe(noon + 5 * minuteMs);
  expect(beatLimit({ ...life, heartbeat_every_ms: 10 * minuteMs })).toBe(noon + 50 * minuteMs);
});

test('a new camera may be quiet for a day, another one for a week', () => {
  expect([isLongQuiet(dayMs, 1), isLongQuiet(dayMs + 1, 1)]).toEqual([false, true]);
  expect([isLongQuiet(7 * dayMs, 2), isLongQuiet(7 * dayMs + 1, 2)]).toEqual([false, true]);
});
