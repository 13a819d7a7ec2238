import { toLocalDate } from '@lotkeeper/contract/kernel/calendar';
import { sum } from '@lotkeeper/contract/kernel/money';
import type { MonthlyRevenue, SpotReport } from '@lotkeeper/contract/reports';
import type { SpotSummary } from '@lotkeeper/contract/spots';
import { Link } from '@tanstack/react-router';
import { now } from '../../kernel/clock.ts';
import { formatMoney, formatMoneyCompact } from '../../kernel/format.ts';
import { BarChart } from '../../ui/charts/bar-chart.tsx';
import { monthCategories } from '../../ui/charts/month-categories.ts';
import { DataPanel } from '../../ui/data/data-panel.tsx';
import { Bone } from '../../ui/data/skeleton.tsx';
import { Stat, StatGrid } from '../../ui/data/stat.tsx';
import { EmptyState } from '../../ui/data/states.tsx';
import { useReport } from './detail.api.ts';
import classes from './detail.module.css';
import { usePageLinks } from './page-link.tsx';

const shownSeries = [
  { key: 'gross_revenue', label: 'Gross revenue', color: 'blue' },
  { key: 'net_revenue', label: 'Net revenue', color: 'teal' },
  { key: 'enforcement_revenue', label: 'Enforcement', color: 'orange' },
  { key: 'marketing_revenue', label: 'Marketing', color: 'magenta' },
  { key: 'dynamic_pricing_revenue', label: 'Dynamic pricing', color: 'gold' },
] as const;

const isEmpty = (months: readonly MonthlyRevenue[]) =>
  months.every((month) => shownSeries.every(({ key }) => month[key] === 0));

/** A part that earned nothing in all months is left out; gross and net always stand. */
function toSeries(months: readonly MonthlyRevenue[]) {
  return shownSeries
    .map((series) => ({ ...series, values: months.map((month) => month[series.key]) }))
    .filter(
      ({ key, values }) =>
        key === 'gross_revenue' || key === 'net_revenue' || values.some((value) => value !== 0),
    );
}

/** Revenue of the last 6 months, and what today and this year brought. */
export function RevenueChart({ spot }: { spot: SpotSummary }) {
  const report = useReport(spot);
  return (
    <DataPanel
      title="Revenue"
      query={report}
      silentRefetch
      errorTitle="Something went wrong"
      errorHint="Please refresh the page"
      skeleton={<Bone height="22rem" />}
      empty={(data) =>
        isEmpty(data.monthly) ? (
          <EmptyState
            title="Your monthly revenue will show up here"
            text="The chart starts with the first rental."
          />
        ) : null
      }
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

/** Payouts show net income of all properties on the same page. */
const scopeNote = 'Gross, this property';
const grossReport = { measures: 'gross' };

function Revenue({ spot, report }: { spot: SpotSummary; report: SpotReport }) {
  const linkTo = usePageLinks(spot);
  const date = toLocalDate(now(), spot.timezone);
  const today = sum(...Object.values(report.hourly_live).map((hour) => hour.gmv));
  return (
    <>
      <StatGrid>
        <Stat
          label="Today so far"
          value={formatMoney(today)}
          hint="Gross revenue of this property since midnight in its time zone: charges and penalties, tax included."
          note={scopeNote}
          renderLink={linkTo('custom-reports', {
            ...grossReport,
            group: 'hour',
            range: 'fixed',
            startDate: date,
            endDate: date,
          })}
        />
        <Stat
          label="This month so far"
          value={formatMoney(report.monthly.at(-1)?.gross_revenue ?? 0)}
          hint="Gross revenue of this property since the first of the month, tax included."
          note={scopeNote}
          renderLink={linkTo('reports')}
        />
        <Stat
          label="This year so far"
          value={formatMoney(report.yearly.gross_revenue)}
          hint="Gross revenue of this property since January 1, tax included."
          note={scopeNote}
          renderLink={linkTo('custom-reports', {
            ...grossReport,
            group: 'month',
            range: 'this_year',
          })}
        />
      </StatGrid>
      <div className={classes.gap}>
        <BarChart
          title="Revenue of the last 6 months"
          hideTitle
          caption="Enforcement, marketing and dynamic pricing are parts of gross revenue, not added to it. Net revenue is gross less refunds, tax, processing fees and commission."
          categoryLabel="Month"
          categories={monthCategories(report.monthly.map(({ date }) => date))}
          series={toSeries(report.monthly)}
          format={formatMoney}
          formatTick={formatMoneyCompact}
          height={280}
        />
      </div>
    </>
  );
}
