import { adminOnly } from '@lotkeeper/contract/kernel/access';
import { addDays, addMonths, toLocalDate } from '@lotkeeper/contract/kernel/calendar';
import { parseMonth } from '@lotkeeper/contract/kernel/month-year';
import { getSourceName } from '@lotkeeper/contract/money/custom-reports';
import { earliestReportDate } from '@lotkeeper/contract/money/report-range';
import type { PromoUse } from '@lotkeeper/contract/operations/promo-uses';
import { listPromoUses, promoUsesPageSize } from '@lotkeeper/contract/operations/promo-uses';
import type { SpotSummary } from '@lotkeeper/contract/platform/spots';
import { TicketPercent } from 'lucide-react';
import { now } from '../../../kernel/clock.ts';
import { formatCount, formatMonth } from '../../../kernel/format.ts';
import { useRead } from '../../../kernel/queries.ts';
import { useHasRole } from '../../../kernel/session.tsx';
import type { FilterProps } from '../../../kernel/url-state.ts';
import { linkToSpotFigure } from '../../../shared/figure-link.tsx';
import { StoryLink } from '../../../shared/story-link.tsx';
import { DataPanel } from '../../../ui/data/data-panel.tsx';
import type { DataColumn } from '../../../ui/data/data-table.tsx';
import { DataTable } from '../../../ui/data/data-table.tsx';
import { Pager } from '../../../ui/data/pager.tsx';
import { Plate } from '../../../ui/data/plate.tsx';
import { TableSkeleton } from '../../../ui/data/skeleton.tsx';
import { When } from '../../../ui/data/when.tsx';
import { PageHeader } from '../../../ui/frame/page-header.tsx';
import { UserText } from '../../../ui/frame/user-text.tsx';
import classes from './promo-codes.module.css';
import type { UsesFilters } from './promo-search.ts';

interface PromoUsesPageProps extends FilterProps<UsesFilters> {
  spot: SpotSummary;
}

/** The bookings behind a discount code's number of uses. */
export function PromoUsesPage({ spot, filters, onFilter }: PromoUsesPageProps) {
  const { code = '', promo, page = 1 } = filters;
  const month = parseMonth(filters.monthYear ?? '');
  const isAdmin = useHasRole(spot.organization)(adminOnly);
  const days = month && { startDate: month, endDate: addDays(addMonths(month, 1), -1) };
  const list = useRead(listPromoUses, {
    query: {
      spot: String(spot.pk),
      code,
      ...(promo === undefined ? {} : { promo_code_pk: promo }),
      ...(days && { start_date: days.startDate, end_date: days.endDate }),
      page,
    },
  });
  const monthText = month ? formatMonth(month.slice(0, 7)) : 'All months';
  return (
    <>
      <PageHeader title={`Uses of ${code}`} subtitle={`${spot.name} · ${monthText}`} />
      <DataPanel
        title="Bookings with this code"
        flush
        query={list}
        skeleton={<TableSkeleton rows={8} columns={3} />}
      >
        {({ results, count }) => (
          <>
            <p className={classes.count}>
              {`${formatCount(count)} ${count === 1 ? 'use' : 'uses'}.`}
              {isAdmin ? <RevenueLink {...{ spot, code, days }} /> : null}
            </p>
            <DataTable
              caption="Uses"
              rows={results}
              rowKey={({ pk }) => pk}
              columns={columnsFor(spot)}
              empty={{
                icon: TicketPercent,
                title: 'No uses',
                text: 'Nobody booked with this code in that time.',
              }}
            />
          </>
        )}
      </DataPanel>
      <Pager
        label="Uses"
        page={page}
        list={list}
        size={promoUsesPageSize}
        onPage={(next, mode) => onFilter({ ...filters, page: next }, mode)}
      />
    </>
  );
}

/** Links to the revenue of the code's rentals in those days. */
function RevenueLink(props: {
  spot: SpotSummary;
  code: string;
  days: { startDate: string; endDate: string } | null;
}) {
  const { spot, code, days } = props;
  const allDays = { startDate: earliestReportDate, endDate: toLocalDate(now(), spot.timezone) };
  const figure = { measure: 'net' as const, code, ...(days ?? allDays) };
  return <> {linkToSpotFigure(spot, figure)('Net revenue with this code')}</>;
}

const columnsFor = (spot: SpotSummary): DataColumn<PromoUse>[] => [
  {
    key: 'time',
    header: 'Used',
    primary: true,
    render: ({ used_at }) => <When at={used_at / 1000} zone={spot.timezone} />,
  },
  {
    key: 'rental',
    header: 'Rental',
    render: ({ rental, plate }) =>
      rental ? (
        <StoryLink organization={spot.organization} subject="rental" id={rental.uuid}>
          {plate ? <Plate plate={plate} /> : 'No plate'}
        </StoryLink>
      ) : (
        '–'
      ),
  },
  {
    key: 'booking',
    header: 'Booked through',
    render: ({ source, external_id }) => (
      <>
        {getSourceName(source)} <UserText className="ui-dimmed ui-wrap">{external_id}</UserText>
      </>
    ),
  },
];
