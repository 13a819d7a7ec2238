import * as z from 'zod/mini';
import { atMost } from '../kernel/fields.ts';

/** The order of numbers in a date: 4/5/2026 is April 5 by `mdy`, May 4 by `dmy`. */
export const dateOrders = ['mdy', 'dmy'] as const;
export type DateOrder = (typeof dateOrders)[number];

const columnsError = 'Must be names of columns with commas between them.';

/**
 * The fields of a query that say how a CSV file is read, by what its columns can contain. What is missing is taken from
 * an earlier file with the same columns, or guessed.
 */
export const readingFields = <const Column extends string>(columns: readonly Column[]) => ({
  columns: z.optional(
    z.pipe(
      z
        .string()
        .check(
          atMost(2000, columnsError),
          z.regex(new RegExp(`^(${columns.join('|')})(,(${columns.join('|')}))*$`), columnsError),
        ),
      z.transform((text) => text.split(',') as Column[]),
    ),
  ),
  date_order: z.optional(z.enum(dateOrders)),
  header_line: z.optional(
    z.pipe(z.string().check(z.regex(/^\d{1,5}$/, 'Must be a number.')), z.transform(Number)),
  ),
});

/** A line of a file that can't be read, and why. */
export const lineProblem = z.object({ line: z.int(), reason: z.string() });
export type LineProblem = z.infer<typeof lineProblem>;

/** How a CSV file is read, for a form that can change it. */
export const csvForm = <const Column extends string>(columns: readonly Column[]) =>
  z.object({
    header_line: z.int(),
    first_lines: z.array(z.object({ line: z.int(), text: z.string() })),
    columns: z.array(
      z.object({ name: z.string(), column: z.enum(columns), samples: z.array(z.string()) }),
    ),
    date_order: z.nullable(z.enum(dateOrders)),
    needs_date_order: z.boolean(),
    questions: z.array(z.string()),
  });

/** @public Field descriptions for the API reference. */
export const fieldTexts = {
  'lineProblem.line': ['Which line of the file.', 12],
  'lineProblem.reason': 'Why it can’t be read, in words.',
};
