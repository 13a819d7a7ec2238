import { CsvFile } from '../../../kernel/http/csv.ts';
import { inFileName } from '../../../kernel/http/downloads.ts';
import type { RefusedRow } from './imports.queries.ts';

const addedColumns = ['Line', 'Reason'];

/** Where the columns of a file end that came from such a file itself: its lines and reasons are those of the time before. */
const countOwnColumns = (columns: readonly string[]) =>
  addedColumns.every((name, index) => columns.at(index - addedColumns.length) === name)
    ? columns.length - addedColumns.length
    : columns.length;

/** Refused rows under the columns of their file, with the line and the reason behind them, read while they are sent. */
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
