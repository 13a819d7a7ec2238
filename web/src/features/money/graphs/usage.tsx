import type { LocalDate } from '@lotkeeper/contract/kernel/calendar';
import { addDays, startOfMonth } from '@lotkeeper/contract/kernel/calendar';
import { fromSunday, getWeekdayName, weekOrder } from '@lotkeeper/contract/kernel/weekdays';
import { usageDays } from '@lotkeeper/contract/money/daily-reports';
import { rentalsByFirstCharge, rentalsByStart } from '@lotkeeper/contract/people/rentals';
import { formatCount, formatCountCompact, formatTimeOfDay } from '../../../kernel/format.ts';
import { useFigureOpener } from '../../../shared/figure-link.tsx';
import { BarChart } from '../../../ui/charts/bar-chart.tsx';
import { ChartSkeleton } from '../../../ui/charts/chart-skeleton.tsx';
import type { ChartCategory, ChartOpener } from '../../../ui/charts/chart-types.ts';
import { DataPanel } from '../../../ui/data/data-panel.tsx';
import { useDailyReports } from './graphs.api.ts';

type Point = ChartCategory & { rentals: number };

interface Chart {
  title: string;
  categoryLabel: string;
  /** Which rentals are counted, and the rule. */
  label: string;
  rule: string;
  pointsOf: (data: Data) => Point[];
  opener?: ChartOpener;
}

/** The rentals of the last two weeks by weekday, and by the hour when they started. */
export function Usage(props: { spot: { pk: number; organization: number }; today: LocalDate }) {
  const { spot, today } = props;
  const read = useDailyReports(spot, startOfMonth(today));
  const opener = useFigureOpener(spot.organization, 'rentals', (_, index) => ({
    measure: 'rentals',
    spotPk: spot.pk,
    startDate: addDays(today, -usageDays),
    endDate: addDays(today, -1),
    weekday: weekOrder[index],
  }));
  const chart = ({ pointsOf, ...words }: Chart) => (
    <DataPanel
      title={words.title}
      silentRefetch
      query={read}
      skeleton={<ChartSkeleton lines={2} height={220} />}
      isEmpty={(data) => pointsOf(data).every(({ rentals }) => rentals === 0)}
      empty={{
        title: `No ${words.label.toLowerCase()} in the last 2 weeks`,
        text: 'Rentals appear here the day after.',
      }}
    >
      {(data) => <Bars {...words} points={pointsOf(data)} />}
    </DataPanel>
  );
  return (
    <div className="ui-columns">
      {chart({
        title: 'Rentals by weekday',
        categoryLabel: 'Weekday',
        label: 'Rentals',
        rule: rentalsByFirstCharge,
        opener,
        pointsOf: ({ weekly_usage }) =>
          fromSunday(weekly_usage).map(({ dow, count_of_rentals }) => ({
            key: String(dow),
            label: getWeekdayName(dow),
            axisLabel: getWeekdayName(dow).slice(0, 3),
            rentals: count_of_rentals,
          })),
      })}
      {chart({
        title: 'Rentals by start hour',
        categoryLabel: 'Hour',
        label: 'Rentals started',
        rule: rentalsByStart,
        pointsOf: ({ hourly_usage }) =>
          hourly_usage.map(({ hour, count_of_rentals }) => ({
            key: String(hour),
            label: formatTimeOfDay(hour),
            rentals: count_of_rentals,
          })),
      })}
    </div>
  );
}

type Data = NonNullable<ReturnType<typeof useDailyReports>['data']>;

function Bars(props: Omit<Chart, 'pointsOf'> & { points: readonly Point[] }) {
  const { title, categoryLabel, label, rule, opener, points } = props;
  return (
    <BarChart
      title={title}
      hideTitle
      caption={`The last 2 weeks up to yesterday. ${rule}`}
      categoryLabel={categoryLabel}
      categories={points}
      series={[
        {
          key: 'rentals',
          label,
          color: 'main',
          values: points.map(({ rentals }) => rentals),
        },
      ]}
      format={formatCount}
      formatTick={formatCountCompact}
      height={220}
      opener={opener}
    />
  );
}
