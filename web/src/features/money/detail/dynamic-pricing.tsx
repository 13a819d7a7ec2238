import { addDays, toLocalDate } from '@lotkeeper/contract/kernel/calendar';
import { earliestReportDate } from '@lotkeeper/contract/money/report-range';
import type { SpotReport } from '@lotkeeper/contract/money/reports';
import type { PricePoint } from '@lotkeeper/contract/operations/pricing';
import {
  dailyMinimumHours,
  getMultidayPricingHistory,
  priceAxis,
  pricingHistoryDays,
} from '@lotkeeper/contract/operations/pricing';
import type { SpotSummary } from '@lotkeeper/contract/platform/spots';
import { now } from '../../../kernel/clock.ts';
import {
  formatDateShort,
  formatMoneyShort,
  formatPercent,
  formatTimeOfDay,
} from '../../../kernel/format.ts';
import { useRead } from '../../../kernel/queries.ts';
import { linkToOrganizationPage, usePageLinks } from '../../../shared/page-links.tsx';
import { ChartSkeleton } from '../../../ui/charts/chart-skeleton.tsx';
import { LineChart } from '../../../ui/charts/line-chart.tsx';
import { DataPanel } from '../../../ui/data/data-panel.tsx';
import { Stat, StatGrid } from '../../../ui/data/stat.tsx';
import { StatGridSkeleton } from '../../../ui/data/stat-skeleton.tsx';
import { ErrorState } from '../../../ui/data/states.tsx';
import { Panel } from '../../../ui/frame/panel.tsx';
import { unitWords } from './current-rates.tsx';
import { refresh, useReport } from './detail.api.ts';

interface DynamicPricingProps {
  spot: SpotSummary;
  withHistory: boolean;
  withUplift: boolean;
}

/** The hourly price now and over the last 7 days, and what dynamic pricing earned. */
export function DynamicPricing({ spot, withHistory, withUplift }: DynamicPricingProps) {
  return (
    <Panel title="Dynamic Pricing">
      <Prices spot={spot} />
      {withHistory ? <History spot={spot} /> : null}
      {withUplift ? <Uplift spot={spot} /> : null}
    </Panel>
  );
}

function History({ spot }: { spot: SpotSummary }) {
  const history = useRead(
    getMultidayPricingHistory,
    { params: { id: String(spot.pk) }, query: { days: pricingHistoryDays } },
    refresh,
  );
  return (
    <div className="ui-top-wide">
      <DataPanel
        query={history}
        silentRefetch
        errorTitle="Something went wrong"
        skeleton={<ChartSkeleton lines={2} height={220} />}
        isEmpty={(points) => points.length === 0}
        empty={{ title: 'Prices of the last 7 days will appear here' }}
      >
        {(points) => <PriceChart points={points} />}
      </DataPanel>
    </div>
  );
}

function Prices({ spot }: { spot: SpotSummary }) {
  const hours = dailyMinimumHours(spot);
  const renderLink = usePageLinks(spot)('rates');
  return (
    <StatGrid>
      {spot.display_price === null ? null : (
        <Stat
          label="Hourly price now"
          value={formatMoneyShort(spot.display_price)}
          renderLink={renderLink}
        />
      )}
      {/* An event's own price isn't hourly. */}
      {spot.display_price === null && spot.active_rate ? (
        <Stat
          label="Price now"
          value={`${formatMoneyShort(spot.active_rate.price)}${unitWords[spot.active_rate.unit]}`}
        />
      ) : null}
      {spot.price_hourly === null ? null : (
        <Stat
          label="Base price"
          value={formatMoneyShort(spot.price_hourly)}
          renderLink={renderLink}
        />
      )}
      {hours === null ? null : (
        <Stat
          label="Daily minimum"
          value={hours === 1 ? '1 hour' : `${Number(hours.toFixed(1))} hours`}
          renderLink={renderLink}
        />
      )}
    </StatGrid>
  );
}

/** Formats 'YYYY-MM-DD HH:MM' as 'Nov 21, 5 PM'. */
const formatLabel = (localTime: string) =>
  `${formatDateShort(localTime.slice(0, 10))}, ${formatTimeOfDay(Number(localTime.slice(11, 13)))}`;

function PriceChart({ points }: { points: PricePoint[] }) {
  const axis = priceAxis(points);
  return (
    <LineChart
      title="Hourly price, last 7 days"
      categoryLabel="Hour"
      categories={points.map((point, index) => ({
        // The hour that DST repeats has the same wall time twice.
        key: `${index} ${point.local_time}`,
        label: formatLabel(point.local_time),
        ...(point.local_time.endsWith(' 00:00')
          ? { axisLabel: formatDateShort(point.local_time.slice(0, 10)) }
          : {}),
      }))}
      series={[
        { key: 'price', label: 'Price', color: 'main', values: points.map((point) => point.price) },
        {
          key: 'base',
          label: 'Base price',
          color: 'quiet',
          dashed: true,
          values: points.map((point) => point.base_price),
        },
      ]}
      step
      yDomain={[axis.min, axis.max]}
      format={formatMoneyShort}
      height={220}
    />
  );
}

/** Also shown when the answer has no uplift. */
const upliftFailure = 'Something went wrong. Please refresh the page';

const upliftSpans = [
  { key: 'last_seven_days', label: 'Last 7 days', days: 7 },
  { key: 'last_30_days', label: 'Last 30 days', days: 30 },
  { key: 'lifetime', label: 'Lifetime', days: null },
] as const;

/** The revenue above what the base price would have earned. */
function Uplift({ spot }: { spot: SpotSummary }) {
  const report = useReport(spot);
  return (
    <div className="ui-top-wide">
      <DataPanel
        query={report}
        silentRefetch
        errorTitle={upliftFailure}
        skeleton={<StatGridSkeleton count={3} />}
      >
        {({ dynamic_pricing_uplift: uplift }) =>
          uplift ? (
            <UpliftStats spot={spot} uplift={uplift} />
          ) : (
            <ErrorState title={upliftFailure} onRetry={() => void report.refetch()} />
          )
        }
      </DataPanel>
    </div>
  );
}

const upliftHint =
  'What was charged above the base price, as a share of revenue at the base price.';

function UpliftStats(props: { spot: SpotSummary; uplift: SpotReport['dynamic_pricing_uplift'] }) {
  const { spot, uplift } = props;
  const today = toLocalDate(now(), spot.timezone);
  return (
    <StatGrid>
      {upliftSpans.map(({ key, label, days }) => {
        const ratio = uplift[key];
        return (
          <Stat
            key={key}
            label={`Uplift, ${label.toLowerCase()}`}
            value={ratio === null ? '–' : `+${formatPercent(ratio)}`}
            note={ratio === null ? 'No rentals above the base price' : undefined}
            // The three are the same measure.
            {...(days === upliftSpans[0].days && { hint: upliftHint })}
            renderLink={linkToOrganizationPage(spot.organization, 'income-statement', {
              spotPk: String(spot.pk),
              startDate: days === null ? earliestReportDate : addDays(today, 1 - days),
              endDate: today,
            })}
          />
        );
      })}
    </StatGrid>
  );
}
