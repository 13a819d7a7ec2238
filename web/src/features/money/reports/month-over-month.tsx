import type { LocalDate } from '@lotkeeper/contract/kernel/calendar';
import { toLocalDate } from '@lotkeeper/contract/kernel/calendar';
import { grossMeaning, netMeaning, reportRefreshSeconds } from '@lotkeeper/contract/money/reports';
import type { RevenueMetric, RevenueMonth } from '@lotkeeper/contract/money/revenue';
import { getRevenueByMonth, revenueMetrics } from '@lotkeeper/contract/money/revenue';
import { now } from '../../../kernel/clock.ts';
import { formatMoney, formatMonth } from '../../../kernel/format.ts';
import { useRead } from '../../../kernel/queries.ts';
import { linkToSpotFigure } from '../../../shared/figure-link.tsx';
import { MonthsChart, noMonths } from '../../../shared/money-chart.tsx';
import { daysOfMonth } from '../../../shared/report-ranges.ts';
import { Change } from '../../../ui/data/change.tsx';
import { askToRefresh, DataPanel } from '../../../ui/data/data-panel.tsx';
import { Bone } from '../../../ui/data/skeleton.tsx';
import { Stat, StatGrid } from '../../../ui/data/stat.tsx';
import { Segments } from '../../../ui/frame/segments.tsx';

const metrics = Object.entries(revenueMetrics).map(([value, label]) => ({
  value: value as RevenueMetric,
  label,
}));

const colors = { gross_revenue: 'whole', net_revenue: 'main' } as const;
const captions = { gross_revenue: grossMeaning, net_revenue: netMeaning } as const;

interface SpotKeys {
  pk: number;
  organization: number;
  timezone: string;
}

/** Gross or net revenue by month. */
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
      {...askToRefresh}
      skeleton={<Bone height="25.75rem" />}
      empty={noMonths}
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
  const measure = metric === 'gross_revenue' ? 'gross' : 'net';
  const linkToMonth = ({ date }: RevenueMonth) =>
    linkToSpotFigure(spot, { measure, ...daysOfMonth(date as LocalDate, today) });
  return (
    <>
      <StatGrid>
        {[months.at(-1), months.at(-2)].map((month, index) =>
          month ? (
            <Stat
              key={month.date}
              label={index === 0 ? `${formatName(month)} so far` : formatName(month)}
              value={formatMoney(month[metric])}
              renderLink={linkToMonth(month)}
              note={index === 0 ? undefined : compare(month, months.at(-3), metric)}
            />
          ) : null,
        )}
      </StatGrid>
      <div className="ui-top-wide">
        <MonthsChart
          spot={spot}
          months={months.map(({ date }) => date)}
          title={`${label} by month`}
          hideTitle
          caption={captions[metric]}
          series={[
            {
              key: metric,
              label,
              color: colors[metric],
              values: months.map((month) => month[metric]),
            },
          ]}
          findFigure={() => ({ measure })}
          height={280}
        />
      </div>
    </>
  );
}

/** The change from the previous month, if it can be shown as a percentage. */
function compare(month: RevenueMonth, before: RevenueMonth | undefined, metric: RevenueMetric) {
  if (!before || before[metric] <= 0) return undefined;
  return (
    <>
      <Change before={before[metric]} amount={month[metric]} /> vs. {formatName(before)}
    </>
  );
}
