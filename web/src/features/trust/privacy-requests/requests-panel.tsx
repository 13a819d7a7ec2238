import type { PrivacyRequest } from '@lotkeeper/contract/trust/privacy-requests';
import { listPrivacyRequests, requestPageSize } from '@lotkeeper/contract/trust/privacy-requests';
import { UserSearch } from 'lucide-react';
import { now } from '../../../kernel/clock.ts';
import { formatAgo } from '../../../kernel/format.ts';
import type { HistoryMode } from '../../../kernel/url-state.ts';
import type { DataColumn } from '../../../ui/data/data-table.tsx';
import { PagedTable } from '../../../ui/data/paged-table.tsx';
import { actionsColumn, RowButton } from '../../../ui/data/row-actions.tsx';
import { Tag } from '../../../ui/frame/tag.tsx';
import { useReadRequests } from './request-reads.ts';
import { kindTexts, stateTexts } from './request-words.ts';

const columnsFor = (onRequest: (pk: number) => void): DataColumn<PrivacyRequest>[] => [
  {
    key: 'hint',
    header: 'About',
    primary: true,
    render: ({ kind, hint, plate_state }) =>
      `${kindTexts[kind].label} ${hint}${plate_state ? ` (${plate_state})` : ''}`,
  },
  {
    key: 'state',
    header: 'State',
    render: ({ state }) => <Tag tone={stateTexts[state].tone}>{stateTexts[state].label}</Tag>,
  },
  {
    key: 'opened',
    header: 'Opened',
    render: ({ created_at, created_by }) => `${formatAgo(created_at, now())} by ${created_by}`,
  },
  {
    key: 'exported',
    header: 'Exported',
    render: ({ exported_at }) => (exported_at === null ? '–' : formatAgo(exported_at, now())),
  },
  actionsColumn(({ pk, hint }) => (
    <RowButton action="Show" subject={`request about ${hint}`} onClick={() => onRequest(pk)} />
  )),
];

interface RequestsPanelProps {
  organizationId: string;
  page: number;
  onPage: (page: number, mode?: HistoryMode) => void;
  onRequest: (request: number) => void;
}

/** All requests, with their subjects masked. */
export function RequestsPanel({ organizationId, page, onPage, onRequest }: RequestsPanelProps) {
  const requests = useReadRequests(
    listPrivacyRequests,
    { params: { id: organizationId }, query: { page } },
    ({ results }) => results,
  );
  return (
    <div>
      <PagedTable
        title="Requests"
        caption="Requests"
        query={requests}
        silentRefetch
        rowKey={({ pk }) => pk}
        columns={columnsFor(onRequest)}
        skeletonRows={3}
        empty={{
          icon: UserSearch,
          title: 'Requests will be listed here',
          text: 'Each search opens a request. It forgets the driver when you erase the data, or after 7 days.',
        }}
        size={requestPageSize}
        {...{ page, onPage }}
      />
    </div>
  );
}
