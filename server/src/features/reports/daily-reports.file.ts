import type { DatedFigures, Figures } from '@lotkeeper/contract/daily-reports';
import type { LocalDate } from '@lotkeeper/contract/kernel/calendar';
import { addDays, addMonths } from '@lotkeeper/contract/kernel/calendar';
import type { ReportedType } from '@lotkeeper/contract/reported-types';
import { reportedTypes } from '@lotkeeper/contract/reported-types';
import type { CsvCell } from '../../kernel/csv.ts';
import { CsvFile } from '../../kernel/csv.ts';
import { inFileName } from '../../kernel/downloads.ts';
import type { DaySpan, RevenueRow } from '../../records/revenue.ts';
import { datedFiguresOf, figuresOf, reportedDays } from './daily-reports.rules.ts';

const columns: readonly [header: string, of: (figures: Figures) => CsvCell][] = [
  ['Rentals', (of) => of.count_of_rentals],
  ['Gross revenue', (of) => ({ cents: of.gross_revenue })],
  ['Refunds', (of) => of.count_of_refunds],
  ['Refund amount', (of) => ({ cents: of.refund_amount })],
  ['Tax', (of) => ({ cents: of.tax_amount })],
  ['Processing fee', (of) => ({ cents: of.client_payment_processing_fee })],
  ['Adjusted revenue', (of) => ({ cents: of.adjusted_revenue })],
  ['Commission', (of) => ({ cents: of.contribution_amount_exclude_tax })],
  ['Net revenue', (of) => ({ cents: of.net_revenue })],
];

const rowOf = (name: string, figures: Figures) => [name, ...columns.map(([, of]) => of(figures))];
const dayRow = (day: DatedFigures) => rowOf(day.date, day);

/** A range a year at a time, so that a file of many years is held in memory a part at a time. */
function* years({ from, to }: DaySpan): Generator<DaySpan> {
  for (let first = from; first <= to; first = addMonths(first, 12)) {
    const last = addDays(addMonths(first, 12), -1);
    yield { from: first, to: last < to ? last : to };
  }
}

interface FileOf {
  spot: string;
  span: DaySpan;
  type: ReportedType | undefined;
  today: LocalDate;
  read: (span: DaySpan) => Promise<RevenueRow[]>;
}

/** Each day of a range, a row each, and their sum. */
export function dailyReportsFile({ spot, span, type, today, read }: FileOf): CsvFile {
  async function* rows() {
    const all: RevenueRow[] = [];
    for (const part of years(span)) {
      const some = await read(part);
      all.push(...some);
      yield datedFiguresOf(some, reportedDays(some, part, today)).map(dayRow);
    }
    yield [rowOf('Total', figuresOf(all))];
  }
  const of = type ? ` ${inFileName(reportedTypes[type])}` : '';
  return new CsvFile(
    `daily-reports ${inFileName(spot)}${of} ${span.from} ${span.to}`,
    ['Date', ...columns.map(([header]) => header)],
    rows(),
  );
}
