import type { AuditAct, AuditEntry } from '@lotkeeper/contract/trust/audit-entries';
import {
  auditPageSize,
  downloadAuditEntries,
  listAuditEntries,
} from '@lotkeeper/contract/trust/audit-entries';
import { ScrollText } from 'lucide-react';
import { now } from '../../../kernel/clock.ts';
import { formatAgo } from '../../../kernel/format.ts';
import { useDownload, useRead } from '../../../kernel/queries.ts';
import type { PageFilters } from '../../../kernel/search-params.ts';
import type { FilterProps } from '../../../kernel/url-state.ts';
import { StoryLink } from '../../../shared/story-link.tsx';
import type { DataColumn } from '../../../ui/data/data-table.tsx';
import { PagedTable } from '../../../ui/data/paged-table.tsx';
import { DownloadButton } from '../../../ui/form/download-button.tsx';
import { FormFailure } from '../../../ui/form/form-failure.tsx';
import { PageHeader } from '../../../ui/frame/page-header.tsx';
import { UserText } from '../../../ui/frame/user-text.tsx';
import classes from './audit-entries.module.css';

const verbs: Record<AuditAct, string> = {
  add: 'Added',
  change: 'Changed',
  create: 'Created',
  remove: 'Removed',
  revoke: 'Revoked',
  invite: 'Invited',
  'invite again': 'Invited again',
  withdraw: 'Withdrew',
  accept: 'Accepted',
  lift: 'Lifted the sign-in block of',
  export: 'Exported evidence of',
  refund: 'Refunded',
  place: 'Placed',
  release: 'Released',
  sign: 'Signed',
  close: 'Closed',
  reopen: 'Reopened',
};

const columnsFor = (organization: number): DataColumn<AuditEntry>[] => [
  {
    key: 'when',
    header: 'When',
    primary: true,
    render: (entry) => formatAgo(entry.happened_at, now()),
  },
  {
    key: 'who',
    header: 'Who',
    render: (entry) => (
      <span>
        <UserText>{entry.person}</UserText>
        {entry.superuser ? ' (Superuser)' : ''}
      </span>
    ),
  },
  { key: 'act', header: 'Did', render: (entry) => verbs[entry.act] },
  {
    key: 'subject',
    header: 'What',
    render: (entry) => <Subject entry={entry} organization={organization} />,
  },
  { key: 'changes', header: 'Changes', render: (entry) => <Changes entry={entry} /> },
];

/** What was changed; a rental, visit, or violation links to its story. */
function Subject({ entry, organization }: { entry: AuditEntry; organization: number }) {
  const { subject, subject_type: type, subject_pk: pk } = entry;
  const text = <UserText>{subject}</UserText>;
  if (pk === null || (type !== 'rental' && type !== 'visit' && type !== 'violation')) return text;
  return (
    <StoryLink organization={organization} subject={type} id={pk}>
      {text}
    </StoryLink>
  );
}

/** Values beyond this many are folded to one line, if they only describe what was created or removed. */
const maxDescribed = 2;

function Changes({ entry }: { entry: AuditEntry }) {
  const { changes } = entry;
  if (changes.length === 0) return '–';
  const isDescription =
    changes.every(({ before }) => before === '–') || changes.every(({ after }) => after === '–');
  const list = (
    <ul className={classes.changes}>
      {changes.map(({ field, before, after }) => (
        <li key={field}>
          <span className="ui-dimmed">{field}:</span>{' '}
          <UserText>
            {isDescription ? (before === '–' ? after : before) : `${before} → ${after}`}
          </UserText>
        </li>
      ))}
    </ul>
  );
  if (!isDescription || changes.length <= maxDescribed) return list;
  return (
    <details>
      <summary className={classes.summary}>{changes.length} values</summary>
      {list}
    </details>
  );
}

interface AuditEntriesPageProps extends FilterProps<PageFilters> {
  organizationId: string;
}

/** Who changed what in an organization, superusers included. */
export function AuditEntriesPage({ organizationId, filters, onFilter }: AuditEntriesPageProps) {
  const { page = 1 } = filters;
  const params = { id: organizationId };
  const entries = useRead(listAuditEntries, { params, query: { page } });
  const file = useDownload(downloadAuditEntries);
  return (
    <>
      <PageHeader
        title="Audit Log"
        subtitle="Who changed what and when, with the previous values"
        actions={
          <DownloadButton loading={file.isPending} onClick={() => file.mutate({ params })} />
        }
      />
      <FormFailure error={file.error} />
      <PagedTable
        caption="Audit log"
        query={entries}
        rowKey={(entry) => entry.pk}
        columns={columnsFor(Number(organizationId))}
        empty={{
          icon: ScrollText,
          title: 'Changes will be listed here',
          text: 'Each entry shows who made the change, when, and the values before and after.',
        }}
        page={page}
        size={auditPageSize}
        onPage={(next, mode) => onFilter({ page: next }, mode)}
      />
    </>
  );
}
