import { Readable } from 'node:stream';
import type { Cents } from '@lotkeeper/contract/kernel/money';
import { cents, decimalDollars } from '@lotkeeper/contract/kernel/money';
import { stringify } from 'csv-stringify';
import { Download } from './downloads.ts';

/** Money in a cell: written in dollars with two decimals, as a number. */
export interface MoneyCell {
  cents: Cents;
}

export type CsvCell = string | number | MoneyCell | null;

export const moneyCell = (amount: number): MoneyCell => ({ cents: cents(amount) });

/** The columns of a table: the header of each, and a function that returns a row's cell. */
export type CsvColumns<Row> = readonly (readonly [header: string, read: (row: Row) => CsvCell])[];

type Rows = AsyncIterable<readonly (readonly CsvCell[])[]>;

/** A table as a file; its rows are read while they're being sent. */
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

/** Creates a file from batches of rows, which are read while they're being sent. */
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
 * Opens the stream of a file once its first rows are read: if they can't be read, the caller gets
 * an error instead of the beginning of a file. The format is RFC 4180 in UTF-8 with a byte order
 * mark. Text that a spreadsheet would run as a formula is neutralized (docs/security.md, 16);
 * numbers stay numbers.
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
  // A client that disconnects also ends the reading.
  text.on('close', () => records.destroy());
  records.on('error', (error) => text.destroy(error));
  return records.pipe(text);
}
