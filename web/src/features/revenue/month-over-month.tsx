import type { LocalDate } from '@lotkeeper/contract/kernel/calendar';
import { toLocalDate } from '@lotkeeper/contract/kernel/calendar';
import { reportRefreshSeconds } from '@lotkeeper/contract/reports';
import type { RevenueMetric, RevenueMonth } from '@lotkeeper/contract/revenue';
import { getRevenueByMonth, revenueMetrics } from '@lotkeeper/contract/revenue';
import { ChartColumn } from 'lucide-react';
import { now } from '../../kernel/clock.ts';
import {
  formatMoney,
  formatMoneyCompact,
  formatMonth,
  formatPercent,
} from '../../kernel/format.ts';
import { useRead } from '../../kernel/queries.ts';
import { linkToFigure, useFigureOpener } from '../../shared/figure-link.tsx';
import { daysOfMonth } from '../../shared/report-ranges.ts';
import { BarChart } from '../../ui/charts/bar-chart.tsx';
import { monthCategories } from '../../ui/charts/month-categories.ts';
import { DataPanel } from '../../ui/data/data-panel.tsx';
import { Bone } from '../../ui/data/skeleton.tsx';
import { Stat, StatGrid } from '../../ui/data/stat.tsx';
import { EmptyState } from '../../ui/data/states.tsx';
import { Segments } from '../../ui/frame/segments.tsx';
import classes from './revenue.module.css';

const metrics = Object.entries(revenueMetrics).map(([value, label]) => ({
  value: value as RevenueMetric,
  label,
}));

const colors = { gross_revenue: 'blue', net_revenue: 'teal' } as const;
const captions = {
  gross_revenue: 'What drivers paid: charges and penalties, tax included.',
  net_revenue: 'Gross less refunds, tax, processing fees and commission.',
} as const;

interface SpotKeys {
  pk: number;
  organization: number;
  timezone: string;
}

/** Gross or net revenue of each month. */
export function MonthOverMonth(props: {
  spot: SpotKeys;
  metric: RevenueMetric;
  onChoose: (metric: RevenueMetric) => void;
}) {
  const { spot, metric, onChoose } = props;
  const query = { spot_id: String(spot.pk) };
  const read = useRead(getRevenueByMonth, { query }, { refreshEvery: reportRefreshSeconds });
  return (
    <DataPanel
      title="Revenue month-over-month"
      actions={<Segments label="Metric" options={metrics} chosen={metric} onChange={onChoose} />}
      silentRefetch
      query={read}
      errorTitle="Something went wrong"
      errorHint="Please refresh the page"
      skeleton={<Bone height="25.75rem" />}
      empty={(months) =>
        months.length > 0 ? null : (
          <EmptyState
            icon={<ChartColumn size={24} />}
            title="Your monthly revenue will show up here"
            text="The chart starts with the first rental."
          />
        )
      }
    >
      {(months) => <Months {...{ spot, months, metric }} />}
    </DataPanel>
  );
}

const formatName = ({ date }: RevenueMonth) => formatMonth(date.slice(0, 7));

function Months(props: { spot: SpotKeys; months: readonly RevenueMonth[]; metric: RevenueMetric }) {
  const { spot, months, metric } = props;
  const label = revenueMetrics[metric];
  const today = toLocalDate(now(), spot.timezone);
  const findFigure = ({ date }: RevenueMonth) => ({
    measure: metric === 'gross_revenue' ? ('gross' as const) : ('net' as const),
    spotPk: spot.pk,
    ...daysOfMonth(date as LocalDate, today),
  });
  const linkToMonth = (month: RevenueMonth) => linkToFigure(spot.organization, findFigure(month));
  const opener = useFigureOpener(spot.organization, metric, (_, index) => {
    const month = months[index];
    return month ? findFigure(month) : null;
  });
  return (
    <>
      <StatGrid>
        {[months.at(-1), months.at(-2)].map((month, back) =>
          month ? (
            <Stat
              key={month.date}
              label={back === 0 ? `${formatName(month)} so far` : formatName(month)}
              value={formatMoney(month[metric])}
              renderLink={linkToMonth(month)}
              note={back === 0 ? undefined : changeText(month, months.at(-3), metric)}
            />
          ) : null,
        )}
      </StatGrid>
      <div className={classes.chart}>
        <BarChart
          title={`${label} by month`}
          hideTitle
          caption={captions[metric]}
          categoryLabel="Month"
          categories={monthCategories(
            months.map(({ date }) => date),
            months.at(-1)?.date,
          )}
          series={[
            {
              key: metric,
              label,
              color: colors[metric],
              values: months.map((month) => month[metric]),
            },
          ]}
          format={formatMoney}
          formatTick={formatMoneyCompact}
          height={280}
          opener={opener}
        />
      </div>
    </>
  );
}

/** The change against the month before, where that can be reported as a share. */
function changeText(month: RevenueMonth, before: RevenueMonth | undefined, metric: RevenueMetric) {
  if (!before || before[metric] <= 0) return undefined;
  const change = month[metric] / before[metric] - 1;
  return `${change > 0 ? '+' : ''}${formatPercent(change)} vs. ${formatName(before)}`;
}
