import type { RecentImport } from '@lotkeeper/contract/intake/visitors-csv';
import { undoHours } from '@lotkeeper/contract/intake/visitors-csv';
import { Undo2 } from 'lucide-react';
import { formatCount, formatInstant } from '../../../kernel/format.ts';
import { DataPanel } from '../../../ui/data/data-panel.tsx';
import type { DataColumn } from '../../../ui/data/data-table.tsx';
import { DataTable } from '../../../ui/data/data-table.tsx';
import { RowButton } from '../../../ui/data/row-actions.tsx';
import { TableSkeleton } from '../../../ui/data/skeleton.tsx';
import { UserText } from '../../../ui/frame/user-text.tsx';
import { describeUndone } from './undo.rules.ts';
import type { useRecentImports } from './visitors-csv.api.ts';

/** Shows why an upload can't be undone: it's being added or undone, was undone, or is too old. */
export function UndoStatus({ upload }: { upload: RecentImport }) {
  const { undo } = upload;
  if (upload.state === 'running') return 'Being added…';
  if (undo?.state === 'running') {
    const count = undo.removed + undo.restored + undo.kept;
    return `Undoing: ${formatCount(count)} of ${formatCount(undo.total)}`;
  }
  if (undo) {
    return (
      <span>
        Undone by <UserText>{undo.person}</UserText>. {describeUndone(undo)}
      </span>
    );
  }
  return 'Can’t be undone any more';
}

export function UndoButton(props: {
  upload: RecentImport;
  onUndo: (upload: RecentImport) => void;
  size?: 'compact-md';
}) {
  const { upload, onUndo, size } = props;
  return (
    <RowButton
      action="Undo"
      subject={upload.file}
      size="sm"
      {...(size ? { size } : {})}
      leftSection={<Undo2 size={16} aria-hidden />}
      onClick={() => onUndo(upload)}
    />
  );
}

const count = (key: 'added' | 'updated' | 'refused', header: string): DataColumn<RecentImport> => ({
  key,
  header,
  align: 'right',
  render: (upload) => formatCount(upload[key]),
});

/** The uploads of the last 24 hours, each with an undo. */
export function RecentUploads(props: {
  spot: { timezone: string };
  recent: ReturnType<typeof useRecentImports>;
  onUndo: (upload: RecentImport) => void;
}) {
  const { spot, recent, onUndo } = props;
  return (
    <DataPanel
      query={recent}
      grows
      title="Recent Uploads"
      skeleton={<TableSkeleton rows={2} columns={5} />}
      silentRefetch
      empty={
        <p className="ui-bottom">
          Uploads of the last {undoHours} hours appear here, so that you can undo one that was a
          mistake.
        </p>
      }
    >
      {({ results }) => (
        <DataTable
          caption="Uploads of the last 24 hours"
          rows={results}
          rowKey={({ pk }) => pk}
          columns={[
            {
              key: 'file',
              header: 'File',
              primary: true,
              render: ({ file }) => <UserText>{file}</UserText>,
            },
            {
              key: 'when',
              header: 'Uploaded',
              render: (upload) => (
                <span>
                  {formatInstant(upload.started_at, spot.timezone)}
                  {' by '}
                  <UserText>{upload.person}</UserText>
                </span>
              ),
            },
            count('added', 'Added'),
            count('updated', 'Updated'),
            count('refused', 'Skipped'),
            {
              key: 'undo',
              header: 'Undo',
              render: (upload) =>
                upload.undo_until === null ? (
                  <UndoStatus upload={upload} />
                ) : (
                  <UndoButton upload={upload} onUndo={onUndo} size="compact-md" />
                ),
            },
          ]}
        />
      )}
    </DataPanel>
  );
}
