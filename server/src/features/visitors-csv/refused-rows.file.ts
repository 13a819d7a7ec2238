import { CsvFile } from '../../kernel/csv.ts';
import { inFileName } from '../../kernel/downloads.ts';
import type { RefusedRow } from './imports.queries.ts';

/** Refused rows under the columns of their file, with the line and the reason behind them, read while they are sent. */
export function refusedRowsFile(
  of: { columns: string[]; file_name: string },
  refused: AsyncIterable<RefusedRow[]>,
): CsvFile {
  const { columns } = of;
  async function* rows() {
    for await (const some of refused) {
      yield some.map(({ line, reason, cells }) => [
        ...columns.map((_, place) => cells[place] ?? ''),
        line,
        reason,
        ...cells.slice(columns.length),
      ]);
    }
  }
  const name = `refused-rows ${inFileName(of.file_name.replace(/\.\w+$/, ''))}`;
  return new CsvFile(name, [...columns, 'Line', 'Reason'], rows());
}
