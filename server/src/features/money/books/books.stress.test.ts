import { Readable } from 'node:stream';
import { buffer } from 'node:stream/consumers';
import type { LocalDate } from '@lotkeeper/contract/kernel/calendar';
import { addDays } from '@lotkeeper/contract/kernel/calendar';
import { bookFormatNames, bookLineNames } from '@lotkeeper/contract/money/books';
import { expect, test } from 'vitest';
import { writeBooks } from './books.file.ts';
import type { ByLine } from './books.rules.ts';
import { noAmounts } from './books.rules.ts';

const accounts = Object.fromEntries(
  bookLineNames.map((line) => [line, `Parking:${line}`]),
) as ByLine<string>;
const properties = Array.from({ length: 90 }, (_, index) => ({
  pk: index + 1,
  name: `Garage ${index + 1}`,
}));

test.each(bookFormatNames)('%s: 90 properties by day of a year are whole', async (format) => {
  const sums = Array.from({ length: 365 }, (_, index) =>
    properties.map(({ pk }) => ({
      spot: pk,
      day: addDays('2025-01-01' as LocalDate, index),
      amounts: {
        ...noAmounts,
        transient: -1000 - pk,
        tax: -80,
        commission: 100,
        clearing: 980 + pk,
      },
    })),
  ).flat();
  const form = { format, grouping: 'day', property_field: 'class' } as const;
  const content = { ...form, correction: null, dated: null, accounts, properties, sums };
  const files = writeBooks('journal', content);
  let lines = 0;
  for (const file of files) {
    const content = await file.content();
    const text = (content instanceof Readable ? await buffer(content) : content).toString();
    lines += text.split('Parking:').length - 1;
  }
  expect(lines).toBe(365 * 90 * 4);
});
