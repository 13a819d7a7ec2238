import type { Instant } from '@lotkeeper/contract/kernel/calendar';
import { carKey } from '../../../records/cars.ts';
import type { VisitorGrant, VisitorInput } from '../../../records/visitors.ts';
import type { ColumnIndexes } from './columns.rules.ts';
import type { CsvRecord } from './csv-records.ts';
import type { RefusedRow } from './imports.queries.ts';
import type { RowVisitor } from './visitor-row.rules.ts';
import { isBlank, visitorOfRow } from './visitor-row.rules.ts';

/** Rows by their outcome. */
export interface SortedRows {
  /** Each car once. */
  visitors: RowVisitor[];
  /** Rows whose car came earlier: they overwrite the earlier row. */
  repeated: number;
  refused: RefusedRow[];
}

const toStorable = (cell: string) => cell.replaceAll('\0', '');

/** Checks rows and merges those with the same car: the last given name and phone win. */
export function sortRows(
  records: readonly CsvRecord[],
  columnIndexes: ColumnIndexes,
  columns: number,
): SortedRows {
  const byCar = new Map<string, RowVisitor>();
  const refused: RefusedRow[] = [];
  let validCount = 0;
  for (const record of records) {
    if (isBlank(record)) continue;
    const visitor = visitorOfRow(record, columnIndexes, columns);
    if (typeof visitor === 'string') {
      refused.push({ line: record.line, reason: visitor, cells: record.cells.map(toStorable) });
      continue;
    }
    validCount += 1;
    const key = carKey(visitor.car);
    const before = byCar.get(key);
    const { name, phone } = visitor;
    byCar.set(key, {
      car: visitor.car,
      name: name ?? before?.name ?? null,
      phone: phone ?? before?.phone ?? null,
    });
  }
  return { visitors: [...byCar.values()], repeated: validCount - byCar.size, refused };
}

/** Converts rows to visitors to record, all with the same grant. */
export const toVisitorInputs = (
  visitors: readonly RowVisitor[],
  options: { spot_pk: number; grant: VisitorGrant; started_at: Instant },
): VisitorInput[] =>
  visitors.map((visitor) => ({
    ...visitor,
    spot_pk: options.spot_pk,
    validation_source: 'dashboard',
    grants: [options.grant],
    at: options.started_at,
  }));
