import { listTickets } from '@lotkeeper/contract/cars/violations';
import { toLocalDate } from '@lotkeeper/contract/kernel/calendar';
import { getFigure } from '@lotkeeper/contract/money/figures';
import type { SpotSummary } from '@lotkeeper/contract/platform/spots';
import { now } from '../../../kernel/clock.ts';
import {
  formatChangeFrom,
  formatCount,
  formatDateShort,
  formatMoney,
  formatMonth,
  formatPercent,
} from '../../../kernel/format.ts';
import { joinReads, useRead } from '../../../kernel/queries.ts';
import { linkToSpotFigure } from '../../../shared/figure-link.tsx';
import { linkToOrganizationPage, usePageLinks } from '../../../shared/page-links.tsx';
import { askToRefresh, DataPanel } from '../../../ui/data/data-panel.tsx';
import { Stat, StatGrid } from '../../../ui/data/stat.tsx';
import { NotedStatsSkeleton } from '../../../ui/data/stat-skeleton.tsx';
import { refresh } from './detail.api.ts';
import type { Days } from './questions.rules.ts';
import { listComparedDays } from './questions.rules.ts';

/** An owner's first questions: how full the property is, what is owed, and whether the month is going well. */
export function Questions({ spot, withMoney }: { spot: SpotSummary; withMoney: boolean }) {
  // Properties without prices have no violations page.
  const openViolations = usePageLinks(spot)('violations');
  const query = { spot: spot.uuid, status: 'Created' as const, page: 1 };
  const violations = useRead(listTickets, openViolations ? { query } : null, refresh);
  const months = useMonths(spot, withMoney);
  const reads = [...(openViolations ? [violations] : []), ...(withMoney ? [months] : [])];
  const isRead = reads.every(({ data }) => data !== undefined);
  return (
    <DataPanel
      title="At a glance"
      query={{
        data: isRead ? { violations: violations.data, totals: months.data } : undefined,
        ...joinReads(reads),
      }}
      silentRefetch
      {...askToRefresh}
      skeleton={
        <NotedStatsSkeleton
          notes={[
            ['Of 100 spaces, 10%'],
            ...(openViolations ? [['Nothing is owed']] : []),
            ...(withMoney ? [listSampleLines(spot)] : []),
          ]}
        />
      }
    >
      {({ violations: open, totals }) => (
        <StatGrid>
          <Spaces spot={spot} />
          {open && openViolations ? (
            <Stat
              label="Open violations"
              value={formatCount(open.count)}
              note={
                open.count > 0 ? (
                  <>{openViolations(formatMoney(open.total_amount))} in penalties</>
                ) : (
                  'Nothing is owed'
                )
              }
              hint="Violations that are neither paid nor waived, and the sum of their penalties."
              renderLink={openViolations}
            />
          ) : null}
          {totals ? <Month spot={spot} totals={totals} /> : null}
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
      hint="Rentals that are active now, and the number of spaces of this property."
      renderLink={usePageLinks(spot)('drivers')}
    />
  );
}

type Totals = Record<'days' | 'lastMonth' | 'lastYear', number>;

/** Gross revenue of the month's completed days, and of the same days before; read only for Admins. */
function useMonths(spot: SpotSummary, isAsked: boolean) {
  const { days, lastMonth, lastYear } = listComparedDays(toLocalDate(now(), spot.timezone));
  const ask = ({ startDate, endDate }: Days) =>
    isAsked
      ? {
          query: {
            measure: 'gross' as const,
            spot: spot.uuid,
            start_date: startDate,
            end_date: endDate,
          },
        }
      : null;
  const present = useRead(getFigure, ask(days), refresh);
  const monthAgo = useRead(getFigure, ask(lastMonth), refresh);
  const yearAgo = useRead(getFigure, ask(lastYear), refresh);
  const data: Totals | undefined =
    present.data && monthAgo.data && yearAgo.data
      ? { days: present.data.total, lastMonth: monthAgo.data.total, lastYear: yearAgo.data.total }
      : undefined;
  return { data, ...joinReads([present, monthAgo, yearAgo]) };
}

const monthName = ({ startDate }: Days) => formatMonth(startDate.slice(0, 7));

const formatDays = ({ startDate, endDate }: Days) =>
  startDate === endDate
    ? formatDateShort(startDate)
    : `${formatDateShort(startDate)} – ${formatDateShort(endDate)}`;

/** The note of the month with made-up figures. */
function listSampleLines(spot: SpotSummary): string[] {
  const { lastMonth, lastYear } = listComparedDays(toLocalDate(now(), spot.timezone));
  const lines = [lastMonth, lastYear].map(
    (days) => `+10.5% vs. $10,500 on the same days of ${monthName(days)}`,
  );
  return [...lines, 'Why did it change?'];
}

function Month({ spot, totals }: { spot: SpotSummary; totals: Totals }) {
  const compared = listComparedDays(toLocalDate(now(), spot.timezone));
  const linkTo = (days: Days) => linkToSpotFigure(spot, { measure: 'gross', ...days });
  const linkToChanges = linkToOrganizationPage(spot.organization, 'changes', {
    spotPk: String(spot.pk),
    period: 'month',
    startDate: compared.days.startDate,
  });
  const compareWith = (key: 'lastMonth' | 'lastYear', name: string) => {
    return (
      <>
        {formatChangeFrom(totals[key], totals.days)}
        {linkTo(compared[key])(formatMoney(totals[key]))} {name}
      </>
    );
  };
  return (
    <Stat
      label={formatDays(compared.days)}
      value={formatMoney(totals.days)}
      note={
        <>
          {compareWith('lastMonth', `on the same days of ${monthName(compared.lastMonth)}`)}
          <br />
          {compareWith('lastYear', `on the same days of ${monthName(compared.lastYear)}`)}
          <br />
          {linkToChanges('Why did it change?')}
        </>
      }
      hint="Gross revenue of this property on the days of the month that are over, tax included, and on the same days before."
      renderLink={linkTo(compared.days)}
    />
  );
}
