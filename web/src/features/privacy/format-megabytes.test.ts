import { expect, test } from 'vitest';
import { formatMegabytes } from './format-megabytes.ts';

test.each([
  [1, 'Under 0.1 MB'],
  [50_000, '0.1 MB'],
  [1_949_999, '1.9 MB'],
  [12_345_678_900, '12,345.7 MB'],
])('%d bytes are %s', (bytes, text) => {
  expect(formatMegabytes(bytes)).toBe(text);
});
