import type { ListQuestion } from '@lotkeeper/contract/figures';
import { figureMeasures, isCount } from '@lotkeeper/contract/figures';
import type { Instant } from '@lotkeeper/contract/kernel/calendar';
import { toLocalDate } from '@lotkeeper/contract/kernel/calendar';
import type { CsvCell } from '../../kernel/http/csv.ts';
import { CsvFile } from '../../kernel/http/csv.ts';
import { inFileName } from '../../kernel/http/downloads.ts';
import { entryNameColumns, entryPartColumns, moneyCell } from '../../records/entry-columns.ts';
import type { EntryList, EntryRow } from './entries.queries.ts';
import { listRows, toPosition } from './entry-pages.ts';
import type { FigureScope, Total } from './figures.queries.ts';

/** Entries per read; each is a read of its own, so that anyone who takes the rows slowly holds no connection. */
const batchRows = 1000;

const columns: readonly [header: string, of: (row: EntryRow) => CsvCell][] = [
  ['Property', ({ spot }) => spot?.name ?? null],
  ...entryNameColumns,
  ['Plate', ({ plate }) => plate],
  ...entryPartColumns,
];

/** All entries of a figure in their order, each with what it adds and the sum so far, read while they are sent. */
export function entriesFile(
  scope: FigureScope,
  question: ListQuestion,
  total: Total,
  now: Instant,
): CsvFile {
  const { measure, order, start_date, end_date } = question;
  const toCell = isCount(measure) ? (amount: number): CsvCell => amount : moneyCell;
  const today = toLocalDate(now, 'UTC');
  async function* rows() {
    let after: EntryList['after'] = null;
    let sum = 0;
    for (;;) {
      const list: EntryList = { order, newest: total.newest, after, rows: batchRows, today };
      const batch: EntryRow[] = await listRows(scope, question, list);
      yield batch.map((row) => {
        sum += row.amount;
        return [...columns.map(([, read]) => read(row)), toCell(row.amount), toCell(sum)];
      });
      const last = batch.at(-1);
      if (!last || batch.length < batchRows) return;
      after = toPosition(last);
    }
  }
  const { label } = figureMeasures[measure];
  const headers = [...columns.map(([header]) => header), `${label}, this entry`, 'Running total'];
  const name = `ledger ${inFileName(label)} ${start_date} ${end_date}`;
  return new CsvFile(name, headers, rows(), total.count);
}
