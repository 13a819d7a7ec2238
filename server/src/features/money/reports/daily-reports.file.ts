import type { LocalDate } from '@lotkeeper/contract/kernel/calendar';
import { addDays, addMonths } from '@lotkeeper/contract/kernel/calendar';
import type { Figures } from '@lotkeeper/contract/money/daily-reports';
import { figureMeasures } from '@lotkeeper/contract/money/figures';
import type { ReportedType } from '@lotkeeper/contract/money/reported-types';
import { reportedTypes } from '@lotkeeper/contract/money/reported-types';
import type { CsvColumns, CsvFile } from '../../../kernel/http/csv.ts';
import { moneyCell, toCsvFile } from '../../../kernel/http/csv.ts';
import { inFileName } from '../../../kernel/http/downloads.ts';
import type { DaySpan } from '../../../records/day-spans.ts';
import type { RevenueRow } from '../../../records/money/money-sums.ts';
import { computeDatedFigures, computeFigures, reportedDays } from './daily-reports.rules.ts';

const columns: CsvColumns<Figures & { date: string }> = [
  ['Date', (figures) => figures.date],
  ['Rentals', (figures) => figures.count_of_rentals],
  [figureMeasures.gross.label, (figures) => moneyCell(figures.gross_revenue)],
  ['Refund count', (figures) => figures.count_of_refunds],
  [figureMeasures.refunds.label, (figures) => moneyCell(figures.refund_amount)],
  [figureMeasures.tax.label, (figures) => moneyCell(figures.tax_amount)],
  [
    figureMeasures.processing_fee.label,
    (figures) => moneyCell(figures.client_payment_processing_fee),
  ],
  [figureMeasures.adjusted.label, (figures) => moneyCell(figures.adjusted_revenue)],
  [
    figureMeasures.commission.label,
    (figures) => moneyCell(figures.contribution_amount_exclude_tax),
  ],
  [figureMeasures.net.label, (figures) => moneyCell(figures.net_revenue)],
];

/** Splits a range by year, so that a file of many years is never completely in memory. */
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

/** A row for each day of a range, and their sum. */
export function dailyReportsFile({ spot, span, type, today, read }: ReportFileOptions): CsvFile {
  async function* batches() {
    const all: RevenueRow[] = [];
    for (const part of years(span)) {
      const rows = await read(part);
      all.push(...rows);
      yield computeDatedFigures(rows, reportedDays(rows, part, today));
    }
    yield [{ date: 'Total', ...computeFigures(all) }];
  }
  const typeSuffix = type ? ` ${inFileName(reportedTypes[type])}` : '';
  const name = `daily-reports ${inFileName(spot)}${typeSuffix} ${span.from} ${span.to}`;
  return toCsvFile(name, columns, batches());
}
