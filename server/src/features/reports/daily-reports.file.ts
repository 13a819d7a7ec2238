import type { DatedFigures, Figures } from '@lotkeeper/contract/daily-reports';
import type { LocalDate } from '@lotkeeper/contract/kernel/calendar';
import { addDays, addMonths } from '@lotkeeper/contract/kernel/calendar';
import type { ReportedType } from '@lotkeeper/contract/reported-types';
import { reportedTypes } from '@lotkeeper/contract/reported-types';
import type { CsvCell } from '../../kernel/http/csv.ts';
import { CsvFile } from '../../kernel/http/csv.ts';
import { inFileName } from '../../kernel/http/downloads.ts';
import type { DaySpan } from '../../records/day-spans.ts';
import type { RevenueRow } from '../../records/revenue.ts';
import { computeDatedFigures, computeFigures, reportedDays } from './daily-reports.rules.ts';

const columns: readonly [header: string, of: (figures: Figures) => CsvCell][] = [
  ['Rentals', (figures) => figures.count_of_rentals],
  ['Gross revenue', (figures) => ({ cents: figures.gross_revenue })],
  ['Refunds', (figures) => figures.count_of_refunds],
  ['Refund amount', (figures) => ({ cents: figures.refund_amount })],
  ['Tax', (figures) => ({ cents: figures.tax_amount })],
  ['Processing fee', (figures) => ({ cents: figures.client_payment_processing_fee })],
  ['Adjusted revenue', (figures) => ({ cents: figures.adjusted_revenue })],
  ['Commission', (figures) => ({ cents: figures.contribution_amount_exclude_tax })],
  ['Net revenue', (figures) => ({ cents: figures.net_revenue })],
];

const toRow = (name: string, figures: Figures) => [
  name,
  ...columns.map(([, getValue]) => getValue(figures)),
];
const dayRow = (day: DatedFigures) => toRow(day.date, day);

/** A range year by year, so that a file of many years is never in memory as a whole. */
function* years({ from, to }: DaySpan): Generator<DaySpan> {
  for (let first = from; first <= to; first = addMonths(first, 12)) {
    const last = addDays(addMonths(first, 12), -1);
    yield { from: first, to: last < to ? last : to };
  }
}

interface ReportFileOptions {
  spot: string;
  span: DaySpan;
  type: ReportedType | undefined;
  today: LocalDate;
  read: (span: DaySpan) => Promise<RevenueRow[]>;
}

/** Each day of a range, a row each, and their sum. */
export function dailyReportsFile({ spot, span, type, today, read }: ReportFileOptions): CsvFile {
  async function* rows() {
    const all: RevenueRow[] = [];
    for (const part of years(span)) {
      const revenueRows = await read(part);
      all.push(...revenueRows);
      yield computeDatedFigures(revenueRows, reportedDays(revenueRows, part, today)).map(dayRow);
    }
    yield [toRow('Total', computeFigures(all))];
  }
  const typeSuffix = type ? ` ${inFileName(reportedTypes[type])}` : '';
  return new CsvFile(
    `daily-reports ${inFileName(spot)}${typeSuffix} ${span.from} ${span.to}`,
    ['Date', ...columns.map(([header]) => header)],
    rows(),
  );
}
