import type { OpenTicket } from '@lotkeeper/contract/violations';
import { listOpenTickets, openTicketsPageSize } from '@lotkeeper/contract/violations';
import { Link } from '@tanstack/react-router';
import { TicketX } from 'lucide-react';
import { formatCount, formatInstant, formatMoney, formatMoneyExact } from '../../kernel/format.ts';
import { useRead } from '../../kernel/queries.ts';
import type { HistoryMode } from '../../kernel/url-state.ts';
import { StoryLink } from '../../shared/story-link.tsx';
import { DataPanel } from '../../ui/data/data-panel.tsx';
import type { DataColumn } from '../../ui/data/data-table.tsx';
import { DataTable } from '../../ui/data/data-table.tsx';
import { Pager } from '../../ui/data/pager.tsx';
import { TableSkeleton } from '../../ui/data/skeleton.tsx';
import { EmptyState } from '../../ui/data/states.tsx';

interface OpenViolationsProps {
  spot: { organization: number; pk: number; timezone: string };
  page: number;
  onPage: (page: number, mode?: HistoryMode) => void;
}

/** Who owes a penalty at a property, and how much all of them owe. */
export function OpenViolations({ spot, page, onPage }: OpenViolationsProps) {
  const open = useRead(listOpenTickets, { query: { spot: String(spot.pk), page } });
  return (
    <>
      <DataPanel
        title="Open violations"
        flush
        query={open}
        actions={open.data && open.data.count > 0 ? <Owed {...open.data} /> : undefined}
        skeleton={<TableSkeleton rows={6} columns={4} />}
        empty={({ count }) =>
          count > 0 ? null : (
            <EmptyState
              icon={<TicketX size={24} />}
              title="No open violations"
              text="Look up a violation to see what it is based on. The number is on the notice; a plate finds all its violations at this property."
            />
          )
        }
      >
        {({ results }) => (
          <DataTable
            caption="Open violations"
            rows={results}
            rowKey={({ uuid }) => uuid}
            columns={columnsFor(spot)}
          />
        )}
      </DataPanel>
      <Pager
        label="Open violations"
        page={page}
        list={open}
        size={openTicketsPageSize}
        onPage={onPage}
      />
    </>
  );
}

function Owed({ count, total_amount }: { count: number; total_amount: number }) {
  return (
    <span>
      {formatCount(count)} open, {formatMoney(total_amount)} owed
    </span>
  );
}

const columnsFor = (spot: OpenViolationsProps['spot']): DataColumn<OpenTicket>[] => [
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
      <StoryLink organization={spot.organization} violation={uuid}>
        {`${plate} ${state ?? ''}`.trim()}
      </StoryLink>
    ),
  },
  {
    key: 'created',
    header: 'Created',
    render: ({ created_at }) => formatInstant(created_at, spot.timezone),
  },
  {
    key: 'amount',
    header: 'Penalty',
    align: 'right',
    render: ({ amount }) => formatMoneyExact(amount),
  },
];
