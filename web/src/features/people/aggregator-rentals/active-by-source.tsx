import type { Aggregator, AggregatorDay } from '@lotkeeper/contract/people/aggregator-rentals';
import { aggregatorNames } from '@lotkeeper/contract/people/aggregator-rentals';
import { formatCount, formatCountCompact } from '../../../kernel/format.ts';
import { BarChart } from '../../../ui/charts/bar-chart.tsx';
import type { ChartColor } from '../../../ui/charts/chart-colors.ts';
import { dayCategories } from '../../../ui/charts/date-categories.ts';

/** From the bottom of a bar up: the sites are above the property’s own rentals. */
const colors: Readonly<Record<Aggregator, ChartColor>> = {
  lotkeeper: 'step7',
  spothero: 'step6',
  cheap_airport: 'step5',
  airport_parking: 'step4',
  parkwhiz: 'step3',
  parkway: 'step2',
  noson: 'step1',
};

/** Active rentals of each day, stacked by source; sources without any are left out. */
export function ActiveBySource({ days }: { days: readonly AggregatorDay[] }) {
  const sources = Object.keys(colors) as Aggregator[];
  const activeSources = sources.filter((source) => days.some((day) => day[source] > 0));
  return (
    <BarChart
      title="Active rentals by day and source"
      hideTitle
      stacked
      caption="Rentals valid on each day, by booking source. Lotkeeper is everything not from a booking site."
      categoryLabel="Day"
      categories={dayCategories(days.map(({ date }) => date))}
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
