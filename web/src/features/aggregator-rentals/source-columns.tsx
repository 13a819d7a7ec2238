import type { AggregatorDay } from '@lotkeeper/contract/aggregator-rentals';
import { aggregatorNames } from '@lotkeeper/contract/aggregator-rentals';
import { aggregators } from '@lotkeeper/contract/rentals';
import { formatCount, formatDateShort } from '../../kernel/format.ts';
import type { DataColumn } from '../../ui/data-table.tsx';

/** The days of a month with the seven sources and their sum. */
export const sourceColumns: readonly DataColumn<AggregatorDay>[] = [
  {
    key: 'date',
    header: 'Date',
    primary: true,
    render: ({ date }) => <time dateTime={date}>{formatDateShort(date)}</time>,
  },
  ...aggregators.map((source) => ({
    key: source,
    header: aggregatorNames[source],
    align: 'right' as const,
    render: (day: AggregatorDay) => formatCount(day[source]),
  })),
  {
    key: 'total_rentals',
    header: 'Total',
    align: 'right',
    render: ({ total_rentals }) => formatCount(total_rentals),
  },
];
