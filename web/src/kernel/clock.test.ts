import { fromIso } from '@lotkeeper/contract/kernel/calendar';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { now, startClockCheck } from './clock.ts';

const server = fromIso('2026-11-30T18:00:00Z');
const header = 'Mon, 30 Nov 2026 18:00:00 GMT';
const hour = 3_600_000;

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

/** What the page's clock says after an answer of the server that took some seconds. */
function readClock(deviceAhead: number, seconds: number): number {
  vi.setSystemTime(server + deviceAhead - seconds * 1000);
  const check = startClockCheck();
  vi.advanceTimersByTime(seconds * 1000);
  check(header);
  return now() - server;
}

test.each([3 * hour, -3 * hour, 40_000])(
  'a device that is %i ms ahead shows the server’s time',
  (deviceAhead) => expect(readClock(deviceAhead, 2)).toBe(0),
);

test('a difference that the answer’s way may have made isn’t one', () => {
  expect(readClock(20_000, 8)).toBe(20_000);
});

test('an answer that was long on its way, or has no date, changes nothing', () => {
  expect(readClock(3 * hour, 1)).toBe(0);
  expect(readClock(5 * hour, 600)).toBe(2 * hour);
  startClockCheck()(null);
  expect(now() - server).toBe(2 * hour);
});

test('a device whose clock is put right is believed', () => {
  expect(readClock(3 * hour, 1)).toBe(0);
  expect(readClock(0, 1)).toBe(0);
  vi.setSystemTime(server + hour);
  expect(now() - server).toBe(hour);
});
