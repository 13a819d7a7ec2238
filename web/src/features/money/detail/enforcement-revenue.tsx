import type { LocalDate } from '@lotkeeper/contract/kernel/calendar';
import {
  addDays,
  startOfMonth,
  startOfYear,
  toLocalDate,
} from '@lotkeeper/contract/kernel/calendar';
import type { SpotReport } from '@lotkeeper/contract/money/reports';
import type { SpotSummary } from '@lotkeeper/contract/platform/spots';
import { now } from '../../../kernel/clock.ts';
import { formatMoney, formatQuantity } from '../../../kernel/format.ts';
import { linkToSpotFigure } from '../../../shared/figure-link.tsx';
import { usePageLinks } from '../../../shared/page-links.tsx';
import { askToRefresh, DataPanel } from '../../../ui/data/data-panel.tsx';
import { Bone } from '../../../ui/data/skeleton.tsx';
import { Stat, StatGrid } from '../../../ui/data/stat.tsx';
import { StatGridSkeleton } from '../../../ui/data/stat-skeleton.tsx';
import { useReport } from './detail.api.ts';

type Span = SpotReport['enforcement_uplift']['seven_days'];

/** Enforcement revenue; hidden once it's known to be zero this year. */
export function EnforcementRevenue({ spot }: { spot: SpotSummary }) {
  const report = useReport(spot);
  const linkTo = usePageLinks(spot);
  const today = toLocalDate(now(), spot.timezone);
  const earned = report.data?.enforcement_uplift.year_to_date.enforcement_revenue;
  if (earned !== undefined && earned <= 0) return null;
  return (
    <DataPanel
      title="Enforcement Revenue"
      query={report}
      silentRefetch
      {...askToRefresh}
      grows
      skeleton={
        <>
          <StatGridSkeleton count={3} noteLines={1} />
          <p className="ui-note ui-top">
            <Bone height="1.55em" />
          </p>
        </>
      }
    >
      {({ enforcement_uplift: spans }) => (
        <>
          <StatGrid>
            <EarnedStat
              hint="Penalties, and rentals that started automatically when a known plate was seen. Part of gross revenue, tax included."
              spot={spot}
              label="Last 7 days"
              span={spans.seven_days}
              startDate={addDays(today, -6)}
            />
            <EarnedStat
              spot={spot}
              label="Month to date"
              span={spans.month_to_date}
              startDate={startOfMonth(today)}
            />
            <EarnedStat
              spot={spot}
              label="Year to date"
              span={spans.year_to_date}
              startDate={startOfYear(today)}
            />
          </StatGrid>
          <p className="ui-note ui-top">
            {linkTo('visibility', { status: 'enforced' })?.('See enforced cars in the Driver Log')}
          </p>
        </>
      )}
    </DataPanel>
  );
}

function EarnedStat(props: {
  spot: SpotSummary;
  label: string;
  span: Span;
  startDate: LocalDate;
  hint?: string;
}) {
  const { spot, startDate } = props;
  const renderLink = linkToSpotFigure(spot, {
    measure: 'enforcement',
    startDate,
    endDate: toLocalDate(now(), spot.timezone),
  });
  return (
    <Stat
      label={props.label}
      value={formatMoney(props.span.enforcement_revenue)}
      note={renderLink(formatQuantity(props.span.rental_count, 'ledger entry', 'ledger entries'))}
      hint={props.hint}
      renderLink={renderLink}
    />
  );
}
