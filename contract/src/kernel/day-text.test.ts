import fc from 'fast-check';
import { expect, test } from 'vitest';
import { parseLocalDate } from './calendar.ts';
import { isDayText } from './day-text.ts';

const two = (most: number) => fc.nat(most).map((n) => String(n).padStart(2, '0'));
const text = fc
  .tuple(fc.integer({ min: 1900, max: 2100 }), two(13), two(32))
  .map((parts) => parts.join('-'));

test('a text is a day only if the calendar has that date', () => {
  fc.assert(
    fc.property(text, (typed) => {
      expect(isDayText(typed)).toBe(parseLocalDate(typed) !== null);
    }),
    { numRuns: 2000 },
  );
  for (const none of ['', '2026-2-1', '2026-02-01T00', 20260201, null, undefined]) {
    expect(isDayText(none)).toBe(false);
  }
  expect([isDayText('2024-02-29'), isDayText('2023-02-29'), isDayText('2000-02-29')]).toEqual([
    true,
    false,
    true,
  ]);
});
