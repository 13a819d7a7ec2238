import type { LocalDate } from '@lotkeeper/contract/kernel/calendar';
import { startOfMonth } from '@lotkeeper/contract/kernel/calendar';
import { getWeekdayName } from '@lotkeeper/contract/kernel/weekdays';
import { rentalsByStart } from '@lotkeeper/contract/people/rentals';
import { Car } from 'lucide-react';
import { formatCount, formatCountCompact, formatTimeOfDay } from '../../../kernel/format.ts';
import { BarChart } from '../../../ui/charts/bar-chart.tsx';
import { ChartSkeleton } from '../../../ui/charts/chart-skeleton.tsx';
import type { ChartCategory } from '../../../ui/charts/chart-types.ts';
import { DataPanel } from '../../../ui/data/data-panel.tsx';
import { useDailyReports } from './graphs.api.ts';
import classes from './graphs.module.css';

type Point = ChartCategory & { rentals: number };

/** When rentals began in the last two weeks, by weekday and by hour. */
export function Usage({ spot, today }: { spot: { pk: number }; today: LocalDate }) {
  const read = useDailyReports(spot, startOfMonth(today));
  const chart = (title: string, categoryLabel: string, pointsOf: (data: Data) => Point[]) => (
    <DataPanel
      title={title}
      silentRefetch
      query={read}
      skeleton={<ChartSkeleton lines={2} height={220} />}
      isEmpty={(data) => pointsOf(data).every(({ rentals }) => rentals === 0)}
      empty={{
        icon: Car,
        title: 'No rentals started in the last 2 weeks',
        text: 'Rentals appear here the day after they start.',
      }}
    >
      {(data) => <Bars {...{ title, categoryLabel }} points={pointsOf(data)} />}
    </DataPanel>
  );
  return (
    <div className={classes.pair}>
      {chart('Rentals by weekday', 'Weekday', ({ weekly_usage }) =>
        weekly_usage.map(({ dow, count_of_rentals }) => ({
          key: String(dow),
          label: getWeekdayName(dow),
          axisLabel: getWeekdayName(dow).slice(0, 3),
          rentals: count_of_rentals,
        })),
      )}
      {chart('Rentals by start hour', 'Hour', ({ hourly_usage }) =>
        hourly_usage.map(({ hour, count_of_rentals }) => ({
          key: String(hour),
          label: formatTimeOfDay(hour),
          rentals: count_of_rentals,
        })),
      )}
    </div>
  );
}

type Data = NonNullable<ReturnType<typeof useDailyReports>['data']>;

function Bars(props: { title: string; categoryLabel: string; points: readonly Point[] }) {
  const { title, categoryLabel, points } = props;
  return (
    <BarChart
      title={title}
      hideTitle
      caption={`The last 2 weeks up to yesterday. ${rentalsByStart}`}
      categoryLabel={categoryLabel}
      categories={points}
      series={[
        {
          key: 'rentals',
          label: 'Rentals',
          color: 'blue',
          values: points.map(({ rentals }) => rentals),
        },
      ]}
      format={formatCount}
      formatTick={formatCountCompact}
      height={220}
    />
  );
}
