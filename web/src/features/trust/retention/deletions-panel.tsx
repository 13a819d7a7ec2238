import type { RetentionRun } from '@lotkeeper/contract/trust/retention';
import { listRetentionRuns, retentionPageSize } from '@lotkeeper/contract/trust/retention';
import { formatKeepDays, retentionTexts } from '@lotkeeper/contract/trust/retention-classes';
import { formatCount, formatDate, formatMegabytes } from '../../../kernel/format.ts';
import { useRead } from '../../../kernel/queries.ts';
import type { HistoryMode } from '../../../kernel/url-state.ts';
import type { DataColumn } from '../../../ui/data/data-table.tsx';
import { PagedTable } from '../../../ui/data/paged-table.tsx';

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

export function DeletionsPanel({ organizationId, page, onPage }: DeletionsPanelProps) {
  const runs = useRead(listRetentionRuns, { params: { id: organizationId }, query: { page } });
  return (
    <div>
      <PagedTable
        title="What was deleted"
        caption="What was deleted"
        query={runs}
        rowKey={(run) => `${run.local_date} ${run.class}`}
        columns={columns}
        skeletonRows={5}
        empty={{
          title: 'Nothing has been deleted',
          text: 'Once you choose how long data is kept, each night’s deletions are listed here.',
        }}
        size={retentionPageSize}
        {...{ page, onPage }}
      />
    </div>
  );
}
