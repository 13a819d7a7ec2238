import type { ListedTicket } from '@lotkeeper/contract/cars/violations';
import { listTickets, ticketStatuses, ticketsPageSize } from '@lotkeeper/contract/cars/violations';
import { toLocalDate } from '@lotkeeper/contract/kernel/calendar';
import type { AnswerOf } from '@lotkeeper/contract/kernel/endpoint';
import type { TicketStatus } from '@lotkeeper/contract/people/filter-words';
import { Link } from '@tanstack/react-router';
import { TicketX } from 'lucide-react';
import { now } from '../../../kernel/clock.ts';
import { formatCount, formatMoneyShort } from '../../../kernel/format.ts';
import { useRead } from '../../../kernel/queries.ts';
import type { FilterProps } from '../../../kernel/url-state.ts';
import { ReportDates } from '../../../shared/report-dates.tsx';
import { readRange } from '../../../shared/report-ranges.ts';
import { StoryLink } from '../../../shared/story-link.tsx';
import { statusTones } from '../../../shared/ticket-evidence.tsx';
import type { DataColumn } from '../../../ui/data/data-table.tsx';
import { FieldRow } from '../../../ui/data/field-row.tsx';
import { PagedTable } from '../../../ui/data/paged-table.tsx';
import { Plate } from '../../../ui/data/plate.tsx';
import { ReadText } from '../../../ui/data/skeleton.tsx';
import { When } from '../../../ui/data/when.tsx';
import { SearchSelect } from '../../../ui/form/search-select.tsx';
import { Tag } from '../../../ui/frame/tag.tsx';
import type { ViolationFilters } from './violation-search.ts';

/** Violations of one status, or all. */
type ListedStatus = TicketStatus | 'all';

const listedStatuses: { value: ListedStatus; label: string }[] = [
  ...Object.entries(ticketStatuses).map(([value, label]) => ({
    value: value as TicketStatus,
    label,
  })),
  { value: 'all', label: 'All' },
];

interface TicketListProps extends FilterProps<ViolationFilters> {
  spot: { organization: number; pk: number; timezone: string };
}

function toQuery(spot: TicketListProps['spot'], filters: ViolationFilters) {
  const { status = 'Created', page = 1 } = filters;
  const today = toLocalDate(now(), spot.timezone);
  const range = readRange(filters, today);
  const days = status === 'Created' ? {} : { start_date: range.start, end_date: range.end };
  const query = {
    spot: String(spot.pk),
    page,
    ...(status === 'all' ? {} : { status }),
    ...days,
  };
  return { status, page, today, range, query };
}

/** A property's violations with the sum of their penalties: the open ones, or all within a range of days. */
export function TicketList({ spot, filters, onFilter }: TicketListProps) {
  const { status, page, query } = toQuery(spot, filters);
  const list = useRead(listTickets, { query });
  const isOpen = status === 'Created';
  return (
    <PagedTable
      caption={isOpen ? 'Open violations' : 'Violations'}
      query={list}
      rowKey={({ uuid }) => uuid}
      columns={columnsFor(spot, status)}
      skeletonRows={6}
      empty={noneOpen}
      filtered={{
        title: 'No violations on these days',
        by: isOpen ? [] : [listedStatuses.find(({ value }) => value === status)?.label],
        onClear: () => onFilter({}),
      }}
      page={page}
      size={ticketsPageSize}
      onPage={(next, mode) => onFilter({ ...filters, page: next }, mode)}
    />
  );
}

/** Status, dates and the sum of the list; open violations are listed whatever their creation date. */
export function ListFields({ spot, filters, onFilter }: TicketListProps) {
  const { status, today, range, query } = toQuery(spot, filters);
  const read = useRead(listTickets, { query });
  return (
    <FieldRow label="Listed violations">
      <SearchSelect
        label="Status"
        options={listedStatuses}
        value={status}
        onChoose={(chosen) => onFilter(chosen === 'Created' ? {} : { ...filters, status: chosen })}
      />
      {status === 'Created' ? null : (
        <ReportDates
          label="Created"
          value={range}
          today={today}
          onChange={({ start, end }) => onFilter({ ...filters, startDate: start, endDate: end })}
        />
      )}
      <span>
        <ReadText read={read} like="10 in all, $1,000">
          {(data) => describeSum(data, status)}
        </ReadText>
      </span>
    </FieldRow>
  );
}

const noneOpen = {
  icon: TicketX,
  title: 'No open violations',
  text: 'Look up a violation to see what it is based on. The number is on the notice; a plate finds all its violations at this property.',
};

function describeSum(
  { count, total_amount }: Pick<AnswerOf<typeof listTickets>, 'count' | 'total_amount'>,
  status: ListedStatus,
): string {
  const word = status === 'all' ? 'in all' : ticketStatuses[status].toLowerCase();
  const sum = total_amount === null ? '' : `, ${formatMoneyShort(total_amount)}`;
  return `${formatCount(count)} ${word}${sum}${status === 'Created' && sum ? ' owed' : ''}`;
}

const statusColumn: DataColumn<ListedTicket> = {
  key: 'status',
  header: 'Status',
  render: ({ status }) => <Tag tone={statusTones[status]}>{ticketStatuses[status]}</Tag>,
};

const columnsFor = (
  spot: TicketListProps['spot'],
  status: ListedStatus,
): DataColumn<ListedTicket>[] => [
  {
    key: 'code',
    header: 'Number',
    primary: true,
    render: ({ code }) => (
      <Link
        to="/organization/$organizationId/spots/$spotId/violations"
        params={{ organizationId: String(spot.organization), spotId: String(spot.pk) }}
        search={{ searchTerm: code }}
      >
        {code}
      </Link>
    ),
  },
  {
    key: 'plate',
    header: 'License Plate',
    render: ({ uuid, plate, state }) => (
      <StoryLink organization={spot.organization} subject="violation" id={uuid}>
        <Plate plate={plate} state={state} />
      </StoryLink>
    ),
  },
  ...(status === 'all' ? [statusColumn] : []),
  {
    key: 'created',
    header: 'Created',
    render: ({ created_at }) => <When at={created_at} zone={spot.timezone} />,
  },
  {
    key: 'amount',
    header: 'Penalty',
    align: 'right',
    render: ({ amount }) => formatMoneyShort(amount),
  },
];
