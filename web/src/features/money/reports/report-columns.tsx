import type { LocalDate } from '@lotkeeper/contract/kernel/calendar';
import type { DailyReports, DatedFigures, Figures } from '@lotkeeper/contract/money/daily-reports';
import type { FigureMeasure } from '@lotkeeper/contract/money/figures';
import { figureMeasures } from '@lotkeeper/contract/money/figures';
import type { ReportedType } from '@lotkeeper/contract/money/reported-types';
import { formatCount, formatDateShort, formatMoneyExact } from '../../../kernel/format.ts';
import { linkToSpotFigure } from '../../../shared/figure-link.tsx';
import { daysOfMonth } from '../../../shared/report-ranges.ts';
import type { DataColumn } from '../../../ui/data/data-table.tsx';

/** The first month with tax and processing fee. */
const partsSince = '2023-05-01';

type Amount = keyof Figures;

interface ReportColumn {
  amount: Amount;
  measure: FigureMeasure;
  /** The label of the measure by default. */
  header?: string;
  format: (value: number) => string;
  /** Shown only if some day has one, and only from May 2023. */
  conditional?: true;
}

const columns: readonly ReportColumn[] = [
  { amount: 'count_of_rentals', measure: 'rentals', format: formatCount },
  { amount: 'gross_revenue', measure: 'gross', format: formatMoneyExact },
  { amount: 'count_of_refunds', measure: 'refunds', header: 'Refund count', format: formatCount },
  { amount: 'refund_amount', measure: 'refunds', format: formatMoneyExact },
  {
    amount: 'tax_amount',
    measure: 'tax',
    format: formatMoneyExact,
    conditional: true,
  },
  {
    amount: 'client_payment_processing_fee',
    measure: 'processing_fee',
    format: formatMoneyExact,
    conditional: true,
  },
  { amount: 'adjusted_revenue', measure: 'adjusted', header: 'Adjusted', format: formatMoneyExact },
  {
    amount: 'contribution_amount_exclude_tax',
    measure: 'commission',
    format: formatMoneyExact,
  },
  { amount: 'net_revenue', measure: 'net', format: formatMoneyExact },
];

export function shownAmounts(
  month: LocalDate,
  days: readonly Pick<DatedFigures, Amount>[],
): Amount[] {
  return columns
    .filter(
      ({ amount, conditional }) =>
        !conditional || (month >= partsSince && days.some((day) => day[amount] !== 0)),
    )
    .map(({ amount }) => amount);
}

interface ReportOf {
  spot: { pk: number; organization: number };
  month: LocalDate;
  today: LocalDate;
  type: ReportedType | null;
}

/** A month's table: one row per day, and the total. Each figure links to its ledger entries. */
export function reportColumns(
  { spot, month, today, type }: ReportOf,
  { daily_reports, total }: DailyReports,
): DataColumn<DatedFigures>[] {
  const linkTo = (measure: FigureMeasure, days: { startDate: string; endDate: string }) =>
    linkToSpotFigure(spot, { measure, ...days, type: type ?? undefined });
  const monthAmounts = shownAmounts(month, daily_reports);
  return [
    {
      key: 'date',
      header: 'Date',
      primary: true,
      render: ({ date }) => <time dateTime={date}>{formatDateShort(date)}</time>,
      footer: 'Total',
    },
    ...columns
      .filter(({ amount }) => monthAmounts.includes(amount))
      .map(({ amount, measure, header, format }) => ({
        key: amount,
        header: header ?? figureMeasures[measure].label,
        align: 'right' as const,
        render: (day: DatedFigures) =>
          linkTo(measure, { startDate: day.date, endDate: day.date })(format(Number(day[amount]))),
        footer: linkTo(measure, daysOfMonth(month, today))(format(Number(total[amount]))),
      })),
  ];
}
