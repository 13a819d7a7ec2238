import type { LocalDate } from '@lotkeeper/contract/kernel/calendar';
import {
  startOfMonth,
  startOfYear,
  toLocalDate,
  toLocalHour,
} from '@lotkeeper/contract/kernel/calendar';
import { cents, sum } from '@lotkeeper/contract/kernel/money';
import type { MonthlyRevenue, SpotReport } from '@lotkeeper/contract/money/reports';
import { netParts } from '@lotkeeper/contract/money/reports';
import type { SpotSummary } from '@lotkeeper/contract/platform/spots';
import { Link } from '@tanstack/react-router';
import { now } from '../../../kernel/clock.ts';
import { formatMoney } from '../../../kernel/format.ts';
import { linkToSpotFigure } from '../../../shared/figure-link.tsx';
import { MonthsChart, noMonths } from '../../../shared/money-chart.tsx';
import { ChartSkeleton } from '../../../ui/charts/chart-skeleton.tsx';
import { Sparkline } from '../../../ui/charts/sparkline.tsx';
import { askToRefresh, DataPanel } from '../../../ui/data/data-panel.tsx';
import { Bone } from '../../../ui/data/skeleton.tsx';
import { Stat, StatGrid } from '../../../ui/data/stat.tsx';
import { StatGridSkeleton } from '../../../ui/data/stat-skeleton.tsx';
import { useReport } from './detail.api.ts';

const revenueSeries = [
  { key: 'gross_revenue', measure: 'gross', label: 'Gross revenue', color: 'whole' },
  { key: 'net_revenue', measure: 'net', label: 'Net revenue', color: 'main' },
] as const;

/** The parts of gross revenue; they are much smaller, so they have their own axis. */
const partSeries = [
  { key: 'enforcement_revenue', measure: 'enforcement', label: 'Enforcement', color: 'step6' },
  { key: 'marketing_revenue', measure: 'marketing', label: 'Marketing', color: 'step3' },
  {
    key: 'dynamic_pricing_revenue',
    measure: 'dynamic_pricing',
    label: 'Dynamic pricing',
    color: 'step1',
  },
] as const;

type Series = (typeof revenueSeries | typeof partSeries)[number];

const toSeries = (list: readonly Series[], months: readonly MonthlyRevenue[]) =>
  list.map((series) => ({ ...series, values: months.map((month) => month[series.key]) }));

const hasRevenue = ({ values }: { values: readonly number[] }) =>
  values.some((value) => value !== 0);

const isEmpty = (months: readonly MonthlyRevenue[]) =>
  !toSeries([...revenueSeries, ...partSeries], months).some(hasRevenue);

/** Revenue of the last 6 months, today, and this year. */
export function RevenueChart({ spot }: { spot: SpotSummary }) {
  const report = useReport(spot);
  return (
    <DataPanel
      title="Revenue"
      query={report}
      silentRefetch
      {...askToRefresh}
      skeleton={<RevenueSkeleton />}
      isEmpty={(data) => isEmpty(data.monthly)}
      empty={noMonths}
    >
      {(data) => (
        <>
          <Revenue spot={spot} report={data} />
          <Link
            to="/organization/$organizationId/spots/$spotId/revenue"
            params={{ organizationId: String(spot.organization), spotId: String(spot.pk) }}
          >
            See month over month
          </Link>
        </>
      )}
    </DataPanel>
  );
}

/** Most properties have parts of gross revenue to show. */
function RevenueSkeleton() {
  return (
    <>
      <StatGridSkeleton count={3} noteLines={1} />
      <div className="ui-top-wide">
        <ChartSkeleton lines={2} />
      </div>
      <div className="ui-top-wide">
        <ChartSkeleton lines={3} height={160} />
      </div>
      <Bone width="10rem" height="1.55em" />
    </>
  );
}

/** Payouts on the same page show net revenue of all properties. */
const scopeNote = 'Gross, this property';

function Revenue({ spot, report }: { spot: SpotSummary; report: SpotReport }) {
  const date = toLocalDate(now(), spot.timezone);
  const linkToGross = (startDate: LocalDate) =>
    linkToSpotFigure(spot, { measure: 'gross', startDate, endDate: date });
  const hours = Array.from(
    { length: toLocalHour(now(), spot.timezone) + 1 },
    (_, hour) => report.hourly_live[hour]?.gmv ?? cents(0),
  );
  const today = sum(...hours);
  return (
    <>
      <StatGrid>
        <Stat
          label="Today so far"
          value={formatMoney(today)}
          trend={<Sparkline values={hours} />}
          note={scopeNote}
          renderLink={linkToGross(date)}
        />
        <Stat
          label="This month so far"
          value={formatMoney(report.monthly.at(-1)?.gross_revenue ?? 0)}
          note={scopeNote}
          renderLink={linkToGross(startOfMonth(date))}
        />
        <Stat
          label="This year so far"
          value={formatMoney(report.yearly.gross_revenue)}
          note={scopeNote}
          renderLink={linkToGross(startOfYear(date))}
        />
      </StatGrid>
      <MonthCharts spot={spot} months={report.monthly} />
    </>
  );
}

function findFigure(row: string) {
  const found = [...revenueSeries, ...partSeries].find(({ key }) => key === row);
  return found && { measure: found.measure };
}

function MonthCharts({ spot, months }: { spot: SpotSummary; months: readonly MonthlyRevenue[] }) {
  const shared = { spot, months: months.map(({ date }) => date), findFigure };
  const shownParts = toSeries(partSeries, months).filter(hasRevenue);
  return (
    <>
      <div className="ui-top-wide">
        <MonthsChart
          {...shared}
          title="Revenue of the last 6 months"
          hideTitle
          caption={`Net revenue is gross ${netParts}`}
          nested
          series={toSeries(revenueSeries, months)}
        />
      </div>
      {shownParts.length > 0 ? (
        <div className="ui-top-wide">
          <MonthsChart
            {...shared}
            title="Parts of gross revenue"
            caption="Contained in gross revenue, not added to it."
            series={shownParts}
            height={160}
          />
        </div>
      ) : null}
    </>
  );
}
