import { plateKey } from '@lotkeeper/contract/kernel/plates';
import { carKey } from '../../../records/cars.ts';
import type { ImportedRow, ImportedRows } from '../../../records/operations/imported-visitors.ts';
import type { CsvRecord, RefusedRow } from '../files/public.ts';
import { isBlank } from '../files/public.ts';
import type { ColumnIndexes } from './columns.rules.ts';
import { visitorOfRow } from './visitor-row.rules.ts';

/** Checked rows of a file, by their outcome. */
export interface CheckedRows {
  visitors: ImportedRows;
  /** Rows whose car came earlier: they overwrite the earlier row. */
  repeated: number;
  refused: RefusedRow[];
}

const toStorable = (cell: string) => cell.replaceAll('\0', '');

/** Checks rows of a file and merges those with the same car, until they are taken. */
export class RowChecker {
  readonly #columnIndexes: ColumnIndexes;
  readonly #columns: number;
  #byCar = new Map<string, ImportedRow>();
  #validCount = 0;
  #refused: RefusedRow[] = [];

  constructor(columnIndexes: ColumnIndexes, columns: number) {
    this.#columnIndexes = columnIndexes;
    this.#columns = columns;
  }

  /** The number of rows that wait to be taken. */
  get size(): number {
    return this.#validCount + this.#refused.length;
  }

  /** Adds rows. Of those with the same car, the last given name and phone win. */
  add(records: readonly CsvRecord[]): void {
    for (const record of records) if (!isBlank(record)) this.#addRow(record);
  }

  #addRow(record: CsvRecord): void {
    const visitor = visitorOfRow(record, this.#columnIndexes, this.#columns);
    if (typeof visitor === 'string') {
      const cells = record.cells.map(toStorable);
      this.#refused.push({ line: record.line, reason: visitor, cells });
      return;
    }
    this.#validCount += 1;
    const { car, name, phone } = visitor;
    const key = carKey(car);
    const before = this.#byCar.get(key);
    this.#byCar.set(key, {
      plate: car.plate.toUpperCase().trim(),
      plate_key: plateKey(car.plate),
      state: car.state,
      country: car.country,
      name: name ?? before?.name ?? null,
      phone: phone ?? before?.phone ?? null,
    });
  }

  /** Takes the rows that were added since the last call. */
  take(): CheckedRows {
    const rows = [...this.#byCar.values()];
    const checked = {
      visitors: { json: JSON.stringify(rows), count: rows.length },
      repeated: this.#validCount - rows.length,
      refused: this.#refused,
    };
    this.#byCar = new Map();
    this.#validCount = 0;
    this.#refused = [];
    return checked;
  }
}
