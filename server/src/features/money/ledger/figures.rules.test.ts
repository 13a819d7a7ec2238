import type { LocalDate } from '@lotkeeper/contract/kernel/calendar';
import { addDays, daysBetween } from '@lotkeeper/contract/kernel/calendar';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { splitDays } from './figures.rules.ts';

const day = (text: string) => text as LocalDate;
const someDay = fc.integer({ min: 0, max: 3000 }).map((n) => addDays(day('2019-01-01'), n));

test('the spans of a list hold each day of its range once, in order, and there are no more than six', () => {
  fc.assert(
    fc.property(
      someDay,
      fc.nat(1500),
      someDay,
      fc.constantFrom('newest', 'oldest'),
      (from, length, today, order) => {
        const range = { from, to: addDays(from, length) };
        const spans = splitDays(range, order, today);
        const inOrder = order === 'newest' ? spans.toReversed() : spans;
        expect(inOrder[0]?.from).toBe(range.from);
        expect(inOrder.at(-1)?.to).toBe(range.to);
        for (const [n, span] of inOrder.entries()) {
          expect(span.from <= span.to).toBe(true);
          if (n > 0) expect(span.from).toBe(addDays(inOrder[n - 1]?.to ?? range.to, 1));
        }
        expect(spans.length).toBeLessThanOrEqual(6);
      },
    ),
  );
});

test.each([
  ['newest', '2026-01-01', '2026-12-31', [165, 1, 2, 8]],
  ['newest', '2026-01-01', '2026-07-20', [1, 1, 2, 8]],
  ['newest', '2026-07-19', '2026-07-20', [1, 1]],
  ['newest', '2026-08-01', '2026-08-31', [31]],
  ['oldest', '2026-01-01', '2026-12-31', [1, 1, 2, 8]],
  ['oldest', '2026-07-20', '2026-07-20', [1]],
] as const)(
  'a list sorted %s first from %s to %s on July 20 starts with a few days',
  (order, from, to, lengths) => {
    const spans = splitDays({ from: day(from), to: day(to) }, order, day('2026-07-20'));
    expect(spans.slice(0, 4).map((span) => daysBetween(span.from, span.to) + 1)).toEqual(lengths);
  },
);
