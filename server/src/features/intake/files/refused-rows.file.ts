import { CsvFile } from '../../../kernel/http/csv.ts';
import { inFileName } from '../../../kernel/http/downloads.ts';
import type { RefusedRow } from './import-kind.ts';

const addedColumns = ['Line', 'Reason'];

/**
 * Where a file's own columns end if it's a re-uploaded file of refused rows: its line and reason columns are outdated.
 */
const countOwnColumns = (columns: readonly string[]) =>
  addedColumns.every((name, index) => columns.at(index - addedColumns.length) === name)
    ? columns.length - addedColumns.length
    : columns.length;

/** Streams refused rows under their file's columns, followed by the line and the reason. */
export function refusedRowsFile(
  file: { columns: string[]; file_name: string },
  refused: AsyncIterable<RefusedRow[]>,
): CsvFile {
  const columns = file.columns.slice(0, countOwnColumns(file.columns));
  async function* rows() {
    for await (const batch of refused) {
      yield batch.map(({ line, reason, cells }) => [
        ...columns.map((_, index) => cells[index] ?? ''),
        line,
        reason,
        ...cells.slice(file.columns.length),
      ]);
    }
  }
  const name = `refused-rows ${inFileName(file.file_name.replace(/\.\w+$/, ''))}`;
  return new CsvFile(name, [...columns, ...addedColumns], rows());
}
