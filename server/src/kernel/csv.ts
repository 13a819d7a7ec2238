import { Readable } from 'node:stream';
import type { Cents } from '@lotkeeper/contract/kernel/money';
import { decimalDollars } from '@lotkeeper/contract/kernel/money';
import { stringify } from 'csv-stringify';
import type { FastifyReply } from 'fastify';

/** Money as a cell: written in dollars with two decimals, as a number. */
export interface MoneyCell {
  cents: Cents;
}

export type CsvCell = string | number | MoneyCell | null;

/** A file as a handler answers it; its rows are read while they are sent. */
export class CsvFile {
  /** Such as `income-statement copper-square-garage 2026-06-01 2026-06-30`. */
  readonly name: string;
  readonly columns: readonly string[];
  readonly rows: AsyncIterable<readonly (readonly CsvCell[])[]>;

  constructor(
    name: string,
    columns: readonly string[],
    rows: AsyncIterable<readonly (readonly CsvCell[])[]>,
  ) {
    this.name = name;
    this.columns = columns;
    this.rows = rows;
  }
}

/** Words as a part of a file's name: letters and digits of any script, dashes between. */
export const inFileName = (words: string) =>
  words
    .normalize('NFC')
    .toLowerCase()
    .replace(/[^\p{L}\p{N}]+/gu, '-')
    .replace(/^-|-$/g, '')
    .slice(0, 60);

async function* recordsOf({ columns, rows }: CsvFile) {
  yield columns;
  for await (const some of rows) yield* some;
}

/**
 * The bytes of a file: RFC 4180, UTF-8 with a byte order mark. Texts that a spreadsheet would take for a
 * formula are made harmless (security #16); numbers stay numbers.
 */
export function csvStream(file: CsvFile): Readable {
  const records = Readable.from(recordsOf(file));
  const text = stringify({
    bom: true,
    record_delimiter: 'windows',
    quoted_match: /[\r\n]/,
    escape_formulas: true,
    cast: {
      string: (value) => value.replaceAll('\0', ''),
      object: (value) => ({
        value: decimalDollars((value as unknown as MoneyCell).cents),
        escape_formulas: false,
      }),
    },
  });
  // Whoever goes away ends the reading too.
  text.on('close', () => records.destroy());
  records.on('error', (error) => text.destroy(error));
  return records.pipe(text);
}

/** Sends a file as a download under its name. */
export function sendCsv(reply: FastifyReply, file: CsvFile) {
  const plain = file.name.replace(/[^\w .-]/g, '_');
  return reply
    .type('text/csv; charset=utf-8')
    .header(
      'content-disposition',
      `attachment; filename="${plain}.csv"; filename*=UTF-8''${encodeURIComponent(file.name)}.csv`,
    )
    .send(csvStream(file));
}
