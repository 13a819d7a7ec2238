import type { RetentionRun } from '@lotkeeper/contract/retention';
import { listRetentionRuns, retentionPageSize } from '@lotkeeper/contract/retention';
import { formatKeepDays, retentionTexts } from '@lotkeeper/contract/retention-classes';
import { Trash2 } from 'lucide-react';
import { formatCount, formatDate } from '../../kernel/format.ts';
import { useRead } from '../../kernel/queries.ts';
import type { HistoryMode } from '../../kernel/url-state.ts';
import { DataPanel } from '../../ui/data/data-panel.tsx';
import type { DataColumn } from '../../ui/data/data-table.tsx';
import { DataTable } from '../../ui/data/data-table.tsx';
import { Pager } from '../../ui/data/pager.tsx';
import { TableSkeleton } from '../../ui/data/skeleton.tsx';
import { EmptyState } from '../../ui/data/states.tsx';
import { formatMegabytes } from './format-megabytes.ts';

const columns: DataColumn<RetentionRun>[] = [
  {
    key: 'night',
    header: 'Night after',
    primary: true,
    render: (run) => formatDate(run.local_date),
  },
  { key: 'class', header: 'Data', render: (run) => retentionTexts[run.class].label },
  { key: 'rule', header: 'Kept for', render: (run) => formatKeepDays(run.keep_days) },
  { key: 'deleted', header: 'Deleted', align: 'right', render: (run) => formatCount(run.deleted) },
  {
    key: 'bytes',
    header: 'Images and texts',
    align: 'right',
    render: (run) => (run.bytes === 0 ? '–' : formatMegabytes(run.bytes)),
  },
  {
    key: 'state',
    header: 'State',
    render: (run) => (run.finished_at === null ? 'Running' : 'Complete'),
  },
];

interface DeletionsPanelProps {
  organizationId: string;
  page: number;
  onPage: (page: number, mode?: HistoryMode) => void;
}

/** What each night's run deleted. */
export function DeletionsPanel({ organizationId, page, onPage }: DeletionsPanelProps) {
  const runs = useRead(listRetentionRuns, { params: { id: organizationId }, query: { page } });
  return (
    <div>
      <DataPanel
        title="What was deleted"
        flush
        query={runs}
        skeleton={<TableSkeleton rows={5} columns={6} />}
        empty={({ count }) =>
          count > 0 ? null : (
            <EmptyState
              icon={<Trash2 size={24} />}
              title="Nothing has been deleted"
              text="Once you choose how long data is kept, each night’s deletions are listed here."
            />
          )
        }
      >
        {({ results }) => (
          <DataTable
            caption="What was deleted"
            rows={results}
            rowKey={(run) => `${run.local_date} ${run.class}`}
            columns={columns}
          />
        )}
      </DataPanel>
      <Pager label="What was deleted" {...{ page, onPage }} list={runs} size={retentionPageSize} />
    </div>
  );
}
