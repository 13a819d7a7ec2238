import { expect, test } from 'vitest';
import { pauseAfterFailures } from './webhook-tries.rules.ts';

test('pauses of the same length differ by up to 15 percent, so that endpoints don’t come back at once', () => {
  const pauses = Array.from({ length: 1000 }, () => pauseAfterFailures(2));
  expect(Math.min(...pauses)).toBeGreaterThanOrEqual(51_000);
  expect(Math.min(...pauses)).toBeLessThan(53_000);
  expect(Math.max(...pauses)).toBeLessThanOrEqual(69_000);
  expect(Math.max(...pauses)).toBeGreaterThan(67_000);
});
