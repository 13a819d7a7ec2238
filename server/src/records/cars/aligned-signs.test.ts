import fc from 'fast-check';
import { expect, test } from 'vitest';
import { alignSigns } from './aligned-signs.ts';

const plate = fc.string({ unit: fc.constantFrom('A', 'B', '8', '0', '川'), maxLength: 9 });
const count = (pairs: ReturnType<typeof alignSigns>) =>
  pairs.filter(([read, real]) => read !== real).length;

/** The fewest signs to replace, leave out or add, by trying everything. */
function measureDistance(read: string[], real: string[]): number {
  const [sign, ...rest] = read;
  const [realSign, ...realRest] = real;
  if (sign === undefined || realSign === undefined) return read.length + real.length;
  if (sign === realSign) return measureDistance(rest, realRest);
  return (
    1 +
    Math.min(
      measureDistance(rest, realRest),
      measureDistance(rest, real),
      measureDistance(read, realRest),
    )
  );
}

test('plates of one length are compared by position, and others by what was left out or added', () => {
  expect(alignSigns('A8C', 'ABC')).toEqual([
    ['A', 'A'],
    ['8', 'B'],
    ['C', 'C'],
  ]);
  expect(alignSigns('BC1', 'ABC')).toEqual([
    ['B', 'A'],
    ['C', 'B'],
    ['1', 'C'],
  ]);
  expect(alignSigns('AC', 'ABC')).toEqual([
    ['A', 'A'],
    ['', 'B'],
    ['C', 'C'],
  ]);
  expect(alignSigns('1A8C', 'ABC')).toEqual([
    ['1', ''],
    ['A', 'A'],
    ['8', 'B'],
    ['C', 'C'],
  ]);
});

test('an alignment has every sign of both plates in their order', () => {
  fc.assert(
    fc.property(plate, plate, (read, real) => {
      const pairs = alignSigns(read, real);
      expect(pairs.map(([sign]) => sign).join('')).toBe(read);
      expect(pairs.map(([, sign]) => sign).join('')).toBe(real);
      expect(pairs).not.toContainEqual(['', '']);
    }),
  );
});

test('plates of different lengths are aligned with the fewest differences', () => {
  const short = fc.string({ unit: fc.constantFrom('A', 'B', '8'), maxLength: 6 });
  fc.assert(
    fc.property(short, short, (read, real) => {
      fc.pre(read.length !== real.length);
      expect(count(alignSigns(read, real))).toBe(
        measureDistance(Array.from(read), Array.from(real)),
      );
    }),
  );
});

test('a plate that was read as it is has no differences', () => {
  fc.assert(fc.property(plate, (read) => count(alignSigns(read, read)) === 0));
});
