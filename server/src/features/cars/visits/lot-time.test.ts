import { instant } from '@lotkeeper/contract/kernel/calendar';
import { expect, test } from 'vitest';
import { lotNow } from './lot-time.ts';

const now = instant(10_000_000);
const late = (ms: number) => ({
  captured_at: instant(5_000_000 - ms),
  clock_offset_ms: 0,
  time_of_arrival: false,
  seen_at: null,
  received_at: instant(5_000_000),
});

test('a property without reads, or with live ones, uses the server’s time', () => {
  expect(lotNow(now, [])).toBe(now);
  expect(lotNow(now, [late(0), late(120_000)])).toBe(now);
});

test('a property’s time lags as far behind as the camera with the most delayed newest read', () => {
  expect(lotNow(now, [late(0), late(120_001)])).toBe(now - 120_001);
  expect(lotNow(now, [late(3_600_000), late(600_000)])).toBe(now - 3_600_000);
});

test('a camera whose clock is ahead does not put the property ahead of the server', () => {
  expect(lotNow(now, [late(-600_000)])).toBe(now);
});
