import type { AggregatorDay } from '@lotkeeper/contract/aggregator-rentals';
import { aggregatorNames } from '@lotkeeper/contract/aggregator-rentals';
import { aggregators } from '@lotkeeper/contract/rentals';
import { formatCount, formatDateShort } from '../../kernel/format.ts';
import type { DataColumn } from '../../ui/data/data-table.tsx';

type Count = (typeof aggregators)[number] | 'total_rentals';

/** The days of a month with the seven sources and their sum. */
export function sourceColumns(days: readonly AggregatorDay[]): DataColumn<AggregatorDay>[] {
  const sumCounts = (count: Count) =>
    formatCount(days.reduce((total, day) => total + day[count], 0));
  return [
    {
      key: 'date',
      header: 'Date',
      primary: true,
      render: ({ date }) => <time dateTime={date}>{formatDateShort(date)}</time>,
      footer: 'Sum of days',
    },
    ...aggregators.map((source) => ({
      key: source,
      header: aggregatorNames[source],
      align: 'right' as const,
      render: (day: AggregatorDay) => formatCount(day[source]),
      footer: sumCounts(source),
    })),
    {
      key: 'total_rentals',
      header: 'Total',
      align: 'right',
      render: ({ total_rentals }) => formatCount(total_rentals),
      footer: sumCounts('total_rentals'),
    },
  ];
}
