import type { HistoryImport } from '@lotkeeper/contract/intake/history';
import {
  downloadRefusedHistory,
  historyUndoDays,
  listHistoryImports,
  undoHistoryImport,
} from '@lotkeeper/contract/intake/history';
import { Undo2 } from 'lucide-react';
import { useState } from 'react';
import { formatCount } from '../../../kernel/format.ts';
import { useDownload } from '../../../kernel/queries.ts';
import { DataPanel } from '../../../ui/data/data-panel.tsx';
import { ProgressBar } from '../../../ui/data/progress-bar.tsx';
import { RowButton } from '../../../ui/data/row-actions.tsx';
import { TableSkeleton } from '../../../ui/data/skeleton.tsx';
import { DownloadButton } from '../../../ui/form/download-button.tsx';
import form from '../../../ui/form/form.module.css';
import { FormFailure } from '../../../ui/form/form-failure.tsx';
import { ConfirmSend } from '../../../ui/frame/confirm-dialog.tsx';
import { UserText } from '../../../ui/frame/user-text.tsx';
import { Problems } from '../files/public.ts';
import type { useHistoryImports } from './history.api.ts';
import classes from './history.module.css';
import { describeImport } from './history-words.ts';

/** How far an undo is, or what it did. */
function describeUndo({ undo }: HistoryImport): string {
  if (!undo) return '';
  const rest =
    undo.kept > 0 ? ` ${formatCount(undo.kept)} stay, because something else refers to them.` : '';
  return undo.state === 'running'
    ? `Undoing: ${formatCount(undo.undone)} taken back.`
    : `Undone by ${undo.person}: ${formatCount(undo.undone)} taken back.${rest}`;
}

function ImportItem(props: {
  organizationId: string;
  found: HistoryImport;
  onUndo: (found: HistoryImport) => void;
}) {
  const { organizationId, found, onUndo } = props;
  const { pk, file, person, state, row_count, done_rows, refused, problems } = found;
  const download = useDownload(downloadRefusedHistory);
  const params = { orgId: organizationId, import: String(pk) };
  return (
    <li className={classes.import}>
      <p className="ui-row ui-strong">
        <UserText>{file}</UserText>
        <span className="ui-dimmed">
          by <UserText>{person}</UserText>
        </span>
      </p>
      {state === 'running' ? (
        <ProgressBar label={`Rows of ${file}`} value={done_rows} max={row_count} />
      ) : null}
      {state === 'failed' ? <p>It stopped. Import the file again to go on where it was.</p> : null}
      <p>{describeImport(found)}</p>
      {found.undo ? (
        <p>
          <UserText>{describeUndo(found)}</UserText>
        </p>
      ) : null}
      <Problems refused={problems.length > 0 ? refused : 0} problems={problems} />
      <FormFailure error={download.error} action={downloadRefusedHistory.failure} />
      <div className={form.buttons}>
        {found.refused_rows_until ? (
          <DownloadButton loading={download.isPending} onClick={() => download.mutate({ params })}>
            Download refused rows
          </DownloadButton>
        ) : null}
        {found.undo_until ? (
          <RowButton
            action="Undo"
            subject={file}
            size="sm"
            leftSection={<Undo2 size={16} aria-hidden />}
            onClick={() => onUndo(found)}
          />
        ) : null}
      </div>
    </li>
  );
}

/** The organization's newest imports, each with its progress or its result, and an undo. */
export function ImportsPanel(props: {
  organizationId: string;
  imports: ReturnType<typeof useHistoryImports>;
}) {
  const { organizationId, imports } = props;
  const [undoing, setUndoing] = useState<HistoryImport | null>(null);
  return (
    <>
      <DataPanel
        title="Imports"
        query={imports}
        skeleton={<TableSkeleton rows={2} columns={3} />}
        silentRefetch
        empty={
          <p className="ui-dimmed">
            Imports appear here. You can undo each for {historyUndoDays} days.
          </p>
        }
      >
        {({ results }) => (
          <ul className="ui-parts" aria-label="Imports">
            {results.map((found) => (
              <ImportItem key={found.pk} {...{ organizationId, found }} onUndo={setUndoing} />
            ))}
          </ul>
        )}
      </DataPanel>
      {undoing ? (
        <ConfirmSend
          question="Undo this import?"
          confirm="Undo Import"
          endpoint={undoHistoryImport}
          input={{ params: { orgId: organizationId, import: undoing.pk } }}
          changes={[listHistoryImports]}
          onClose={() => setUndoing(null)}
        >
          <UserText>{undoing.file}</UserText>
          <br />
          Its payments and refunds are taken back on the same days, and its rentals go. Rentals that
          something else refers to stay.
        </ConfirmSend>
      ) : null}
    </>
  );
}
