import {
  getTicketByCode,
  listTickets,
  listTicketsByPlate,
  shortestLookup,
  type Ticket,
  ticketStatuses,
  violationMessages,
  waiverReason,
  waiveTicket,
} from '@lotkeeper/contract/cars/violations';
import { SearchX } from 'lucide-react';
import type { FormEvent, ReactNode } from 'react';
import { useState } from 'react';
import { formatCount, formatMoneyShort } from '../../../kernel/format.ts';
import { markStale, useRead, useSend } from '../../../kernel/queries.ts';
import type { FilterProps } from '../../../kernel/url-state.ts';
import { DataPanel } from '../../../ui/data/data-panel.tsx';
import { TableSkeleton } from '../../../ui/data/skeleton.tsx';
import { EmptyState } from '../../../ui/data/states.tsx';
import { Button } from '../../../ui/form/button.tsx';
import { TextInput } from '../../../ui/form/text-input.tsx';
import { Announcement } from '../../../ui/frame/announcement.tsx';
import { ConfirmDialog } from '../../../ui/frame/confirm-dialog.tsx';
import { Notice } from '../../../ui/frame/notice.tsx';
import { PageHeader } from '../../../ui/frame/page-header.tsx';
import { Panel } from '../../../ui/frame/panel.tsx';
import { ListFields, TicketList } from './ticket-list.tsx';
import { TicketPanel } from './ticket-panel.tsx';
import type { ViolationFilters } from './violation-search.ts';

interface ViolationsPageProps extends FilterProps<ViolationFilters> {
  spot: { organization: number; pk: number; name: string; timezone: string };
}

/** Looks up a violation by its number, then by plate. */
function useTickets(spot: { pk: number }, searched: string) {
  const query = { spot: String(spot.pk) };
  const hasSearch = searched.length >= shortestLookup;
  const byCode = useRead(getTicketByCode, hasSearch ? { params: { code: searched }, query } : null);
  const byPlate = useRead(
    listTicketsByPlate,
    hasSearch && byCode.isError ? { query: { ...query, plate: searched } } : null,
  );
  if (!byCode.isError) {
    const { data, ...rest } = byCode;
    return { ...rest, data: data && [data] };
  }
  return byPlate;
}

/** Finds a property's violations, shows their evidence, and waives them. */
export function ViolationsPage(props: ViolationsPageProps) {
  const { spot, filters, onFilter } = props;
  const { searchTerm = '' } = filters;
  const [notice, setNotice] = useState('');
  const [input, setInput] = useState(searchTerm);
  const [pendingTicket, setPendingTicket] = useState<Ticket | null>(null);
  const tickets = useTickets(spot, searchTerm);
  const isListed = searchTerm.length < shortestLookup;
  const waived = () => {
    setPendingTicket(null);
    setNotice(violationMessages.waived);
    setInput('');
    onFilter({});
  };
  const lookUp = (text: string) => {
    setNotice('');
    if (text === searchTerm) void tickets.refetch();
    else onFilter({ searchTerm: text });
  };
  return (
    <>
      <PageHeader
        title="Waive a Violation"
        subtitle={`Look up penalty notices at ${spot.name} by number or plate`}
      />
      <Notice text={notice} />
      <LookupForm input={input} onType={setInput} onLookUp={lookUp}>
        {isListed ? <ListFields {...{ spot, filters, onFilter }} /> : null}
      </LookupForm>
      <Announcement>{tickets.isFetching ? '' : describeFound(tickets.data)}</Announcement>
      {isListed ? (
        <TicketList spot={spot} filters={filters} onFilter={onFilter} />
      ) : (
        <DataPanel
          query={tickets}
          skeleton={<TableSkeleton rows={4} columns={3} />}
          empty={<NoneFound searched={searchTerm} />}
        >
          {(found) => (
            <div className="ui-parts">
              {found.map((ticket) => (
                <TicketPanel
                  key={ticket.uuid}
                  ticket={ticket}
                  spot={spot}
                  onWaive={() => setPendingTicket(ticket)}
                />
              ))}
            </div>
          )}
        </DataPanel>
      )}
      {pendingTicket ? (
        <WaiveDialog
          ticket={pendingTicket}
          onDone={waived}
          onClose={() => setPendingTicket(null)}
        />
      ) : null}
    </>
  );
}

/** What a lookup found, which appears below the field; '' before one, and for none, which is an alert. */
function describeFound(found: readonly Ticket[] | undefined): string {
  const [first, ...others] = found ?? [];
  if (!first) return '';
  if (others.length > 0) return `${formatCount(others.length + 1)} violations found.`;
  const { code, amount, status } = first;
  return `Violation ${code} found: ${formatMoneyShort(amount)}, ${ticketStatuses[status].toLowerCase()}.`;
}

function NoneFound({ searched }: { searched: string }) {
  return (
    <Panel>
      <div role="alert">
        <EmptyState icon={SearchX} title={violationMessages.missing(searched)} />
      </div>
    </Panel>
  );
}

function LookupForm(props: {
  input: string;
  onType: (typed: string) => void;
  onLookUp: (text: string) => void;
  children: ReactNode;
}) {
  const { input } = props;
  const text = input.trim();
  const submit = (event: FormEvent) => {
    event.preventDefault();
    if (text.length >= shortestLookup) props.onLookUp(text);
  };
  return (
    <form className="ui-filters" role="search" onSubmit={submit}>
      <TextInput
        className="ui-search"
        label="Violation number or plate"
        value={input}
        maxLength={40}
        autoComplete="off"
        onChange={(event) => props.onType(event.currentTarget.value)}
      />
      <Button type="submit" disabled={text.length < shortestLookup}>
        Lookup
      </Button>
      {props.children}
    </form>
  );
}

function WaiveDialog(props: { ticket: Ticket; onDone: () => void; onClose: () => void }) {
  const { ticket, onDone, onClose } = props;
  const waive = useSend(waiveTicket, [getTicketByCode, listTicketsByPlate, listTickets]);
  return (
    <ConfirmDialog
      question={`Waive violation ${ticket.code}?`}
      confirm="Waive"
      onConfirm={() =>
        waive.mutate(
          { params: { id: ticket.uuid }, body: { waived_reason: waiverReason } },
          {
            onSuccess: onDone,
            // Someone else was first: the page behind the dialog is outdated.
            onError: ({ code }) => {
              if (code === 'conflict')
                markStale([getTicketByCode, listTicketsByPlate, listTickets]);
            },
          },
        )
      }
      onClose={onClose}
      send={waive}
    >
      The driver of {ticket.plate} will no longer owe this penalty, and its notice can no longer be
      printed. Your name is recorded, and this can’t be undone.
    </ConfirmDialog>
  );
}
