import fc from 'fast-check';
import { expect, test } from 'vitest';
import type { LocalDate } from './calendar.ts';
import { parseLocalDate, startOfDay } from './calendar.ts';
import { isDayText, parseDay } from './day-text.ts';

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

test('a day begins when the calendar says', () => {
  fc.assert(
    fc.property(text.filter(isDayText), (day) => {
      expect(parseDay(day)).toBe(startOfDay(day as LocalDate, 'UTC'));
    }),
    { numRuns: 2000 },
  );
  expect(parseDay('1970-01-01')).toBe(0);
  expect(() => parseDay('2026-02-30')).toThrow(RangeError);
});
