import fc from 'fast-check';
import { expect, test } from 'vitest';
import type { SignCounts } from './sureness.ts';
import { weighConfidence } from './sureness.ts';

const confidence = fc.double({ min: 0, max: 1, noNaN: true }).map(Math.fround);
const plate = fc.string({ unit: fc.constantFrom('A', 'B', '8', '0'), minLength: 1, maxLength: 8 });
const counts: fc.Arbitrary<SignCounts> = fc.dictionary(
  fc.constantFrom('A', 'B', '8'),
  fc.tuple(fc.nat({ max: 500 }), fc.nat({ max: 500 })),
);

test('what nobody knows of changes nothing', () => {
  expect(weighConfidence(null, 'ABC123', { A: [0, 20] })).toBeNull();
  expect(weighConfidence(0.87, 'ABC123', null)).toBe(0.87);
  expect(weighConfidence(0.87, 'ABC123', { X: [0, 20] })).toBe(0.87);
  expect(weighConfidence(0.87, 'constructor', {})).toBe(0.87);
});

test('a sign that is often mistaken makes a read less sure, and signs that were right make it surer', () => {
  // (0 + 49) / (20 + 50) / (49 / 50) = 0.714
  expect(weighConfidence(0.9, 'A8C123', { 8: [0, 20] })).toBeCloseTo(0.643, 3);
  // Six signs, each (100 + 49) / (100 + 50) / (49 / 50) = 1.0136
  const known = Object.fromEntries(Array.from('ABC123', (sign) => [sign, [100, 0] as const]));
  expect(weighConfidence(0.8, 'ABC123', known)).toBeCloseTo(0.8 * 1.0136 ** 6, 3);
});

test('a few corrections hardly change anything', () => {
  expect(weighConfidence(0.9, 'A8C123', { 8: [0, 1] })).toBeCloseTo(0.882, 3);
  expect(weighConfidence(0.9, 'A8C123', { 8: [0, 3] })).toBeCloseTo(0.849, 3);
});

test('a read keeps a tenth of its confidence and half of its doubt, whatever is known', () => {
  fc.assert(
    fc.property(confidence, plate, counts, (given, key, known) => {
      const sureness = weighConfidence(given, key, known) ?? -1;
      const rounding = 1e-4;
      expect(sureness).toBeGreaterThanOrEqual(given / 10 - rounding);
      expect(sureness).toBeLessThanOrEqual(given + (1 - given) / 2 + rounding);
    }),
  );
});

test('one more mistake never makes a read surer, and of two reads the surer one stays so', () => {
  fc.assert(
    fc.property(confidence, confidence, plate, counts, (first, second, key, known) => {
      const [right, wrong] = known['8'] ?? [0, 0];
      const before = weighConfidence(first, key, known) ?? 0;
      const after = weighConfidence(first, key, { ...known, 8: [right, wrong + 1] }) ?? 0;
      expect(after).toBeLessThanOrEqual(before + 1e-4);
      const other = weighConfidence(second, key, known) ?? 0;
      if (first <= second) expect(before).toBeLessThanOrEqual(other + 1e-4);
    }),
  );
});
