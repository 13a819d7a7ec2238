import type { Aggregator, AggregatorDay } from '@lotkeeper/contract/people/aggregator-rentals';
import { aggregatorNames } from '@lotkeeper/contract/people/aggregator-rentals';
import { aggregators } from '@lotkeeper/contract/people/rentals';
import { formatCount, formatCountCompact, formatDateShort } from '../../../kernel/format.ts';
import { BarChart } from '../../../ui/charts/bar-chart.tsx';
import type { ChartColor } from '../../../ui/charts/chart-colors.ts';

const colors: Readonly<Record<Aggregator, ChartColor>> = {
  spothero: 'blue',
  cheap_airport: 'teal',
  airport_parking: 'gold',
  parkwhiz: 'magenta',
  parkway: 'green',
  noson: 'violet',
  lotkeeper: 'slate',
};

/** Active rentals of each day, stacked by source; sources without any are left out. */
export function ActiveBySource({ days }: { days: readonly AggregatorDay[] }) {
  const activeSources = aggregators.filter((source) => days.some((day) => day[source] > 0));
  return (
    <BarChart
      title="Active rentals by day and source"
      hideTitle
      stacked
      caption="Rentals valid on each day, by booking source. Lotkeeper is everything not from a booking site."
      categoryLabel="Day"
      categories={days.map(({ date }) => ({ key: date, label: formatDateShort(date) }))}
      series={activeSources.map((source) => ({
        key: source,
        label: aggregatorNames[source],
        color: colors[source],
        values: days.map((day) => day[source]),
      }))}
      format={formatCount}
      formatTick={formatCountCompact}
      height={300}
    />
  );
}
