import { Readable } from 'node:stream';
import type { Cents } from '@lotkeeper/contract/kernel/money';
import { cents, decimalDollars } from '@lotkeeper/contract/kernel/money';
import { stringify } from 'csv-stringify';
import { Download } from './downloads.ts';

/** Money as a cell: written in dollars with two decimals, as a number. */
export interface MoneyCell {
  cents: Cents;
}

export type CsvCell = string | number | MoneyCell | null;

/** An amount as a cell. */
export const moneyCell = (amount: number): MoneyCell => ({ cents: cents(amount) });

/** The columns of a table: each with its header, and the cell of a row in it. */
export type CsvColumns<Row> = readonly (readonly [header: string, read: (row: Row) => CsvCell])[];

type Rows = AsyncIterable<readonly (readonly CsvCell[])[]>;

/** A table as a file; its rows are read while they are sent. */
export class CsvFile extends Download {
  readonly extension = 'csv';
  readonly type = 'text/csv; charset=utf-8';
  readonly columns: readonly string[];
  readonly rows: Rows;

  constructor(name: string, columns: readonly string[], rows: Rows, rowCount?: number) {
    super(name, rowCount);
    this.columns = columns;
    this.rows = rows;
  }

  content(): Promise<Readable> {
    return openCsvStream(this);
  }
}

/** A table of rows in batches, which are read while they are sent. */
export function toCsvFile<Row>(
  name: string,
  columns: CsvColumns<Row>,
  batches: AsyncIterable<readonly Row[]> | Iterable<readonly Row[]>,
  rowCount?: number,
): CsvFile {
  async function* toCells() {
    for await (const rows of batches) yield rows.map((row) => columns.map(([, read]) => read(row)));
  }
  const headers = columns.map(([header]) => header);
  return new CsvFile(name, headers, toCells(), rowCount);
}

type Batches = AsyncIterator<readonly (readonly CsvCell[])[]>;

async function* generateRecords(
  columns: readonly string[],
  first: Awaited<ReturnType<Batches['next']>>,
  batches: Batches,
) {
  try {
    yield columns;
    for (let batch = first; !batch.done; batch = await batches.next()) yield* batch.value;
  } finally {
    await batches.return?.();
  }
}

/**
 * The bytes of a file, once its first rows are read: anyone who asks for rows that can't be read gets an error and not
 * the beginning of a file. They are RFC 4180 in UTF-8 with a byte order mark. Texts that a spreadsheet would take for a
 * formula are made harmless (docs/security.md, 16); numbers stay numbers.
 */
export async function openCsvStream({ columns, rows }: CsvFile): Promise<Readable> {
  const batches = rows[Symbol.asyncIterator]();
  const records = Readable.from(generateRecords(columns, await batches.next(), batches));
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
  // A client that disconnects ends the reading too.
  text.on('close', () => records.destroy());
  records.on('error', (error) => text.destroy(error));
  return records.pipe(text);
}
