import type { LocalDate } from '@lotkeeper/contract/kernel/calendar';
import type { BookingList, BookingSite } from '@lotkeeper/contract/money/booking-lists';
import type { SiteBooking } from '@lotkeeper/contract/money/remittances';
import { bookingLists, listSiteBookings } from '@lotkeeper/contract/money/remittances';
import { aggregatorNames } from '@lotkeeper/contract/people/aggregator-rentals';
import { formatCount, formatDate, formatMoneyExact } from '../../../kernel/format.ts';
import { useReadPages } from '../../../kernel/queries.ts';
import { StoryLink } from '../../../shared/story-link.tsx';
import { DataPanel } from '../../../ui/data/data-panel.tsx';
import type { DataColumn } from '../../../ui/data/data-table.tsx';
import { DataTable } from '../../../ui/data/data-table.tsx';
import { MoreRows } from '../../../ui/data/more-rows.tsx';
import { TableSkeleton } from '../../../ui/data/skeleton.tsx';
import { UserText } from '../../../ui/frame/user-text.tsx';

const showMoney = (amount: SiteBooking['ours']) =>
  amount === null ? '' : formatMoneyExact(amount);

/** The booking, which opens the story of its rental. */
function BookingLink({ organizationId, row }: { organizationId: string; row: SiteBooking }) {
  const name = `${aggregatorNames[row.source]} ${row.reference || 'without a reference'}`;
  if (!row.rental) return <UserText>{name}</UserText>;
  return (
    <StoryLink organization={Number(organizationId)} subject="rental" id={row.rental.uuid}>
      {name}
    </StoryLink>
  );
}

function listColumns(organizationId: string, list: BookingList): DataColumn<SiteBooking>[] {
  const columns: DataColumn<SiteBooking>[] = [
    {
      key: 'booking',
      header: 'Booking',
      primary: true,
      render: (row) => <BookingLink organizationId={organizationId} row={row} />,
    },
    { key: 'day', header: 'Starts', render: ({ local_date }) => formatDate(local_date) },
    {
      key: 'property',
      header: 'Property',
      render: ({ property }) => (property ? <UserText>{property.name}</UserText> : ''),
    },
    { key: 'ours', header: 'Our price', align: 'right', render: ({ ours }) => showMoney(ours) },
    {
      key: 'gross',
      header: 'Their price',
      align: 'right',
      render: ({ gross }) => showMoney(gross),
    },
    {
      key: 'commission',
      header: 'Commission',
      align: 'right',
      render: ({ commission }) => showMoney(commission),
    },
    {
      key: 'remitted',
      header: 'Remitted',
      align: 'right',
      render: ({ remitted }) => showMoney(remitted),
    },
  ];
  if (list === 'stayed_longer') {
    columns.push({
      key: 'late',
      header: 'Left after the end',
      align: 'right',
      render: ({ late_minutes }) =>
        late_minutes === null ? '' : `${formatCount(late_minutes)} min`,
    });
  }
  if (list === 'kept_more' || list === 'kept_less') {
    columns.splice(6, 0, {
      key: 'agreed',
      header: 'Agreed',
      align: 'right',
      render: ({ agreed }) => showMoney(agreed),
    });
  }
  return columns;
}

interface BookingsPanelProps {
  organizationId: string;
  month: LocalDate;
  site: BookingSite | undefined;
  list: BookingList;
}

/** The bookings of one kind. */
export function BookingsPanel({ organizationId, month, site, list }: BookingsPanelProps) {
  const params = { orgId: organizationId };
  const query = { month, list, ...(site && { source: site }) };
  const pages = useReadPages(listSiteBookings, { params, query }, ({ next }) =>
    next === null ? null : { cursor: next },
  );
  const { label } = bookingLists[list];
  return (
    <DataPanel
      title={label}
      query={pages}
      flush
      skeleton={<TableSkeleton rows={8} columns={7} />}
      isEmpty={([first]) => !first?.results.length}
      empty={{ title: 'None', text: 'There are no such bookings in this month.' }}
    >
      {(read) => (
        <>
          <DataTable
            caption={label}
            rows={read.flatMap(({ results }) => results)}
            rowKey={({ key }) => key}
            columns={listColumns(organizationId, list)}
          />
          {pages.more ? <MoreRows {...pages.more} /> : null}
        </>
      )}
    </DataPanel>
  );
}
