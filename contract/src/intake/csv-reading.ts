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

/** Field descriptions that every import of rows has. */
export const importTexts = {
  csv_url: 'The `url` that the upload answered.',
  'undo.state': 'Whether it still runs.',
  encoding: 'How the bytes of the file are read.',
  reading: 'How the file is read, as a preview answered it. What is left out is guessed.',
  delimiter: 'What separates the cells.',
  sheet: 'The sheet of a workbook; null for a text file.',
  sheets: 'The sheets of a workbook; empty for a text file.',
  header_line: 'The line with the column names; 0 if there is none.',
  first_lines: 'The first lines of the file, which may include the column names.',
  line: 'The number of the line in the file, or of the row in the sheet.',
  text: 'What the line contains.',
  fields: 'What each column contains, from left to right; `ignore` for nothing that is used.',
  columns: 'The columns, from left to right.',
  'columns.name': 'The name of the column in the file; empty if it has none.',
  field: 'What the column contains.',
  samples: 'The first values of the column.',
  questions:
    'What is uncertain and has to be confirmed, each as a message for a person. Starting an import without `reading` is refused then.',
  rows: 'The first rows.',
  cells: 'The values of the row as they would be recorded, for each column.',
  refused: 'How many rows were refused.',
  started_at: 'When it was started, in ISO 8601.',
  finished_at: 'When it was done, in ISO 8601; null while it runs.',
  refused_rows_until:
    'Until when the refused rows can be downloaded, in ISO 8601; null if there are none.',
  undo_until: 'Until when it can be undone, in ISO 8601; null if it can’t be.',
  undo: 'The undo; null if nobody undid it.',
};

/** @public Field descriptions for the API reference. */
export const fieldTexts = {
  'lineProblem.line': ['Which line of the file.', 12],
  'lineProblem.reason': 'Why it can’t be read, in words.',
};
