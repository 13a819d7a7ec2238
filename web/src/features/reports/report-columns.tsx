import type { DailyReports, DatedFigures, Figures } from '@lotkeeper/contract/daily-reports';
import type { LocalDate } from '@lotkeeper/contract/kernel/calendar';
import { formatCount, formatDateShort, formatMoneyExact } from '../../kernel/format.ts';
import type { DataColumn } from '../../ui/data/data-table.tsx';

/** The first month with tax and processing fee (analytics spec §2). */
const partsSince = '2023-05-01';

type Amount = keyof Figures;

interface ReportColumn {
  amount: Amount;
  header: string;
  format: (value: number) => string;
  /** Shown only where some day has any, and only in months from May 2023. */
  conditional?: true;
}

const columns: readonly ReportColumn[] = [
  { amount: 'count_of_rentals', header: 'Rentals', format: formatCount },
  { amount: 'gross_revenue', header: 'Gross revenue', format: formatMoneyExact },
  { amount: 'count_of_refunds', header: 'Refunds', format: formatCount },
  { amount: 'refund_amount', header: 'Refunded', format: formatMoneyExact },
  { amount: 'tax_amount', header: 'Tax', format: formatMoneyExact, conditional: true },
  {
    amount: 'client_payment_processing_fee',
    header: 'Processing fee',
    format: formatMoneyExact,
    conditional: true,
  },
  { amount: 'adjusted_revenue', header: 'Adjusted', format: formatMoneyExact },
  { amount: 'contribution_amount_exclude_tax', header: 'Commission', format: formatMoneyExact },
  { amount: 'net_revenue', header: 'Net revenue', format: formatMoneyExact },
];

/** Which amounts the table of a month shows. */
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

/** The table of a month: a row for each day and their total. */
export function reportColumns(
  month: LocalDate,
  { daily_reports, total }: DailyReports,
): DataColumn<DatedFigures>[] {
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
      .map(({ amount, header, format }) => ({
        key: amount,
        header,
        align: 'right' as const,
        render: (day: DatedFigures) => format(Number(day[amount])),
        footer: format(Number(total[amount])),
      })),
  ];
}
