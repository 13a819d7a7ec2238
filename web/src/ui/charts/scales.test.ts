import fc from 'fast-check';
import { expect, test } from 'vitest';
import { createBandScale, createLinearScale } from './scales.ts';

const range = [200, 0] as const;

test.each([
  [
    [0, 97],
    [0, 100],
    [0, 20, 40, 60, 80, 100],
  ],
  [
    [-3, 12],
    [-5, 15],
    [-5, 0, 5, 10, 15],
  ],
  [
    [0, 0.29],
    [0, 0.3],
    [0, 0.1, 0.2, 0.3],
  ],
  [
    [0, 48_211],
    [0, 50_000],
    [0, 10_000, 20_000, 30_000, 40_000, 50_000],
  ],
  [
    [0, 12],
    [0, 15],
    [0, 5, 10, 15],
  ],
] as const)('the values %j are drawn from %j with round ticks', (domain, rounded, ticks) => {
  const scale = createLinearScale({ domain, range });
  expect(scale.domain).toEqual(rounded);
  expect(scale.ticks).toEqual(ticks);
  expect([scale(rounded[0]), scale(rounded[1])]).toEqual([200, 0]);
});

test('an exact scale keeps its ends, and its ticks are within them', () => {
  const scale = createLinearScale({ domain: [3, 97], range, isExact: true });
  expect(scale.domain).toEqual([3, 97]);
  expect(scale.ticks).toEqual([20, 40, 60, 80]);
});

test('values outside of the domain are at its ends', () => {
  const scale = createLinearScale({ domain: [0, 10], range });
  expect([scale(-5), scale(5), scale(50)]).toEqual([200, 100, 0]);
});

// Up to 100 billion dollars: a number has no digits left for tenths of a cent far beyond that.
const maxCents = 1e13;
const amounts = fc.integer({ min: -maxCents, max: maxCents }).map((cents) => cents / 100);

test('a rounded domain contains the values, and its ticks are sorted and within it', () => {
  const check = fc.property(amounts, amounts, (a, b) => {
    fc.pre(a !== b);
    const scale = createLinearScale({ domain: [Math.min(a, b), Math.max(a, b)], range });
    const [low, high] = scale.domain;
    const { ticks } = scale;
    expect(low <= Math.min(a, b) && high >= Math.max(a, b)).toBe(true);
    const parts = ticks.length - 1;
    // An end on either side of zero may add one.
    expect(parts).toBeGreaterThanOrEqual(3);
    expect(parts).toBeLessThanOrEqual(a * b < 0 ? 6 : 5);
    expect(
      ticks.every((tick, i) => tick >= low && tick <= high && tick > (ticks[i - 1] ?? -Infinity)),
    ).toBe(true);
  });
  fc.assert(check);
});

test('bands share the width, with half a gap more at each end', () => {
  // Four bands: 4 - 0.25 + 2 × 0.125 = 4 steps of 50 px, each a band of 37.5 px.
  const scale = createBandScale({ count: 4, width: 200, paddingInner: 0.25, paddingOuter: 0.125 });
  expect([scale.step, scale.bandwidth]).toEqual([50, 37.5]);
  expect([0, 1, 2, 3].map(scale)).toEqual([6.25, 56.25, 106.25, 156.25]);
});
