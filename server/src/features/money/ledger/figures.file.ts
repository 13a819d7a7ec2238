import type { Instant } from '@lotkeeper/contract/kernel/calendar';
import { toLocalDate } from '@lotkeeper/contract/kernel/calendar';
import type { ListQuestion } from '@lotkeeper/contract/money/figures';
import { figureMeasures, isCount } from '@lotkeeper/contract/money/figures';
import { mayReadPlates } from '../../../kernel/access/scope.ts';
import { eachPage } from '../../../kernel/data/each-page.ts';
import type { CsvColumns, CsvFile } from '../../../kernel/http/csv.ts';
import { moneyCell, toCsvFile } from '../../../kernel/http/csv.ts';
import { inFileName } from '../../../kernel/http/downloads.ts';
import type { RevenueScope } from '../../../records/money/revenue.ts';
import type { EntryRow } from './entries.queries.ts';
import { entryNameColumns, entryPartColumns } from './entry-columns.ts';
import { listRows, toPosition } from './entry-pages.ts';
import type { Total } from './figures.queries.ts';

/** Entries per read. */
const usualBatchRows = 1000;

const toColumns = (scope: RevenueScope): CsvColumns<EntryRow> => [
  ['Property', ({ spot }) => spot?.name ?? null],
  ...entryNameColumns,
  ...(mayReadPlates(scope) ? ([['Plate', ({ plate }) => plate]] as CsvColumns<EntryRow>) : []),
  ...entryPartColumns,
];

/** Streams all entries of a figure in order, each with what it adds and the running total. */
export function entriesFile(
  scope: RevenueScope,
  question: ListQuestion,
  total: Total,
  now: Instant,
  batchRows: number = usualBatchRows,
): CsvFile {
  const { measure, order, start_date, end_date } = question;
  const toCell = isCount(measure) ? (amount: number) => amount : moneyCell;
  const list = { order, newest: total.newest, rows: batchRows, today: toLocalDate(now, 'UTC') };
  const pages = eachPage<EntryRow>(batchRows, (last) =>
    listRows(scope, question, { ...list, after: last ? toPosition(last) : null }),
  );
  async function* withSums() {
    let sum = 0;
    for await (const rows of pages)
      yield rows.map((row) => {
        sum += row.amount;
        return { ...row, sum };
      });
  }
  const { label } = figureMeasures[measure];
  const name = `ledger ${inFileName(label)} ${start_date} ${end_date}`;
  const sums: CsvColumns<EntryRow & { sum: number }> = [
    [`${label}, this entry`, ({ amount }) => toCell(amount)],
    ['Running total', ({ sum }) => toCell(sum)],
  ];
  return toCsvFile(name, [...toColumns(scope), ...sums], withSums(), total.count);
}
