import type { OpenTicket } from '@lotkeeper/contract/cars/violations';
import {
  downloadOpenTickets,
  listOpenTickets,
  openAges,
  ticketsPageSize,
} from '@lotkeeper/contract/cars/violations';
import { fromEpochSeconds, toLocalDate } from '@lotkeeper/contract/kernel/calendar';
import { dayMs } from '@lotkeeper/contract/kernel/durations';
import { Link } from '@tanstack/react-router';
import { TicketCheck } from 'lucide-react';
import { now } from '../../../kernel/clock.ts';
import { formatCount, formatDate, formatMoneyShort } from '../../../kernel/format.ts';
import { useDownload, useRead } from '../../../kernel/queries.ts';
import type { FilterProps } from '../../../kernel/url-state.ts';
import { StoryLink } from '../../../shared/story-link.tsx';
import type { DataColumn } from '../../../ui/data/data-table.tsx';
import { PagedTable } from '../../../ui/data/paged-table.tsx';
import { DownloadButton } from '../../../ui/form/download-button.tsx';
import { FormFailure } from '../../../ui/form/form-failure.tsx';
import { SearchSelect } from '../../../ui/form/search-select.tsx';
import { PageHeader } from '../../../ui/frame/page-header.tsx';
import type { OpenViolationFilters } from './open-search.ts';
import classes from './violations.module.css';

interface OpenViolationsPageProps extends FilterProps<OpenViolationFilters> {
  organizationId: string;
}

const anyAge = 'all';
const ages = [
  { value: anyAge, label: 'All' },
  ...openAges.map((age) => ({ value: age, label: `Older than ${age} days` })),
];

/** Who owes a penalty at any property, the oldest first, with their sum. */
export function OpenViolationsPage({ organizationId, filters, onFilter }: OpenViolationsPageProps) {
  const { older, page = 1 } = filters;
  const question = { organization: organizationId, ...(older && { older_than: older }) };
  const list = useRead(listOpenTickets, { query: { ...question, page } });
  const download = useDownload(downloadOpenTickets);
  return (
    <>
      <PageHeader
        title="Open Violations"
        subtitle="Penalties at all properties that are neither paid nor waived"
        actions={
          <DownloadButton
            loading={download.isPending}
            onClick={() => download.mutate({ query: question })}
          />
        }
      />
      <FormFailure error={download.error} />
      <PagedTable
        title="Open violations"
        caption="Open violations"
        actions={
          list.data && list.data.count > 0 ? (
            <span>
              {formatCount(list.data.count)} open, {formatMoneyShort(list.data.total_amount)} owed
            </span>
          ) : undefined
        }
        fields={
          <div className={classes.filters} role="group" aria-label="Listed violations">
            <SearchSelect
              label="Age"
              options={ages}
              value={older ?? anyAge}
              onChoose={(age) => onFilter({ older: openAges.find((name) => name === age) })}
            />
          </div>
        }
        query={list}
        rowKey={({ uuid }) => uuid}
        columns={listColumns(Number(organizationId))}
        skeletonRows={6}
        empty={older ? { ...nobody, title: `Nobody owes for more than ${older} days` } : nobody}
        page={page}
        size={ticketsPageSize}
        onPage={(next, mode) => onFilter({ ...filters, page: next }, mode)}
      />
    </>
  );
}

const nobody = {
  icon: TicketCheck,
  title: 'Nobody owes a penalty',
  text: 'Violations that drivers have to pay appear here, the oldest first.',
};

const formatAge = (days: number) => `${formatCount(days)} ${days === 1 ? 'day' : 'days'}`;

const listColumns = (organization: number): DataColumn<OpenTicket>[] => [
  {
    key: 'plate',
    header: 'License Plate',
    primary: true,
    render: ({ uuid, plate, state }) => (
      <StoryLink organization={organization} subject="violation" id={uuid}>
        {`${plate} ${state ?? ''}`.trim()}
      </StoryLink>
    ),
  },
  {
    key: 'code',
    header: 'Number',
    isWideOnly: true,
    render: ({ code, spot }) => (
      <Link
        to="/organization/$organizationId/spots/$spotId/violations"
        params={{ organizationId: String(organization), spotId: String(spot.pk) }}
        search={{ searchTerm: code }}
      >
        {code}
      </Link>
    ),
  },
  { key: 'spot', header: 'Property', render: ({ spot }) => spot.name },
  {
    key: 'created',
    header: 'Created',
    isWideOnly: true,
    render: ({ created_at, spot }) =>
      formatDate(toLocalDate(fromEpochSeconds(created_at), spot.timezone)),
  },
  {
    key: 'age',
    header: 'Age',
    align: 'right',
    render: ({ created_at }) => formatAge(Math.floor((now() - created_at * 1000) / dayMs)),
  },
  {
    key: 'amount',
    header: 'Penalty',
    align: 'right',
    render: ({ amount }) => formatMoneyShort(amount),
  },
];
