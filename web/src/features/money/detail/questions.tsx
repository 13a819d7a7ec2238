import { listTickets } from '@lotkeeper/contract/cars/violations';
import type { ComparedDays, SpotReport } from '@lotkeeper/contract/money/reports';
import type { SpotSummary } from '@lotkeeper/contract/platform/spots';
import {
  formatCount,
  formatDateShort,
  formatMoney,
  formatMoneyShort,
  formatPercent,
} from '../../../kernel/format.ts';
import { joinReads, useRead } from '../../../kernel/queries.ts';
import { linkToSpotFigure } from '../../../shared/figure-link.tsx';
import { linkToOrganizationPage, usePageLinks } from '../../../shared/page-links.tsx';
import { Change } from '../../../ui/data/change.tsx';
import { askToRefresh, DataPanel } from '../../../ui/data/data-panel.tsx';
import { Stat, StatGrid } from '../../../ui/data/stat.tsx';
import { NotedStatsSkeleton } from '../../../ui/data/stat-skeleton.tsx';
import { refresh, useReport } from './detail.api.ts';

/** An owner's first questions: how full the property is, what is owed, and whether the month is going well. */
export function Questions({ spot, withMoney }: { spot: SpotSummary; withMoney: boolean }) {
  // Properties without prices have no violations page.
  const openViolations = usePageLinks(spot)('violations');
  const query = { spot: spot.uuid, status: 'Created' as const, page: 1 };
  const violations = useRead(listTickets, openViolations ? { query } : null, refresh);
  const report = useReport(spot, withMoney);
  const reads = [...(openViolations ? [violations] : []), ...(withMoney ? [report] : [])];
  const isRead = reads.every(({ data }) => data !== undefined);
  return (
    <DataPanel
      title="At a glance"
      query={{
        data: isRead
          ? { violations: violations.data, sameDays: report.data?.same_days }
          : undefined,
        ...joinReads(reads),
      }}
      silentRefetch
      {...askToRefresh}
      skeleton={
        <NotedStatsSkeleton
          notes={[
            ['Of 100 spaces, 10%'],
            ...(openViolations ? [['Nothing is owed']] : []),
            ...(withMoney ? [sampleLines] : []),
          ]}
        />
      }
    >
      {({ violations: open, sameDays }) => (
        <StatGrid>
          <Spaces spot={spot} />
          {open && openViolations ? (
            <Stat
              label="Open violations"
              value={formatCount(open.count)}
              note={
                open.count === 0 ? (
                  'Nothing is owed'
                ) : open.total_amount === null ? (
                  'Not paid or waived'
                ) : (
                  <>{openViolations(formatMoneyShort(open.total_amount))} in penalties</>
                )
              }
              renderLink={openViolations}
            />
          ) : null}
          {sameDays ? <Month spot={spot} sameDays={sameDays} /> : null}
        </StatGrid>
      )}
    </DataPanel>
  );
}

function Spaces({ spot }: { spot: SpotSummary }) {
  const { active_rentals: active, quantity } = spot;
  const share = quantity > 0 ? `, ${formatPercent(active / quantity, 0)}` : '';
  return (
    <Stat
      label="Spaces in use now"
      value={formatCount(active)}
      note={`Of ${formatCount(quantity)} spaces${share}`}
    />
  );
}

/** The note of the month with made-up figures. */
const sampleLines = [
  '▲ 10.5% vs. $10,500, Oct 1 – 27',
  '▲ 10.5% vs. $10,500, Nov 1 – 27, 2025',
  'Why did it change?',
];

const isSameYear = (first: ComparedDays, second: ComparedDays) =>
  first.start_date.slice(0, 4) === second.start_date.slice(0, 4);

const formatDays = ({ start_date, end_date }: ComparedDays) =>
  start_date === end_date
    ? formatDateShort(start_date)
    : `${formatDateShort(start_date)} – ${formatDateShort(end_date)}`;

/** Gross revenue of the month's completed days, and of the same days before. */
function Month({ spot, sameDays }: { spot: SpotSummary; sameDays: SpotReport['same_days'] }) {
  const { month, month_ago, year_ago } = sameDays;
  const linkTo = (days: ComparedDays) =>
    linkToSpotFigure(spot, {
      measure: 'gross',
      startDate: days.start_date,
      endDate: days.end_date,
    });
  const linkToChanges = linkToOrganizationPage(spot.organization, 'changes', {
    spotPk: String(spot.pk),
    period: 'month',
    startDate: month.start_date,
  });
  const compareWith = (days: ComparedDays) => (
    <>
      <Change before={days.gross_revenue} amount={month.gross_revenue} /> vs.{' '}
      {linkTo(days)(formatMoney(days.gross_revenue))}, {formatDays(days)}
      {isSameYear(days, month) ? '' : `, ${days.start_date.slice(0, 4)}`}
    </>
  );
  return (
    <Stat
      label={`Gross, ${formatDays(month)}`}
      value={formatMoney(month.gross_revenue)}
      note={
        <>
          {compareWith(month_ago)}
          <br />
          {compareWith(year_ago)}
          <br />
          {linkToChanges('Why did it change?')}
        </>
      }
      renderLink={linkTo(month)}
    />
  );
}
