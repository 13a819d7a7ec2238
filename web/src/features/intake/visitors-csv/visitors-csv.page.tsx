import type { RecentImport, VisitorImport } from '@lotkeeper/contract/intake/visitors-csv';
import { csvMessages, getVisitorImport } from '@lotkeeper/contract/intake/visitors-csv';
import type { AnswerOf } from '@lotkeeper/contract/kernel/endpoint';
import { useState } from 'react';
import { formatCount } from '../../../kernel/format.ts';
import { LinkButton } from '../../../shared/link-button.tsx';
import { DataPanel } from '../../../ui/data/data-panel.tsx';
import { TableSkeleton } from '../../../ui/data/skeleton.tsx';
import { Notice } from '../../../ui/frame/notice.tsx';
import { PageHeader } from '../../../ui/frame/page-header.tsx';
import { Panel } from '../../../ui/frame/panel.tsx';
import { ColumnsHelp } from './columns-help.tsx';
import { ImportProgress, ImportResult, UploadAnother } from './import-views.tsx';
import { RecentUploads, UndoButton, UndoStatus } from './recent-uploads.tsx';
import { UndoDialog } from './undo-dialog.tsx';
import { UploadForm } from './upload-form.tsx';
import { useRecentImports, useVisitorImport } from './visitors-csv.api.ts';
import classes from './visitors-csv.module.css';

type Read = AnswerOf<typeof getVisitorImport>;

interface VisitorsCsvPageProps {
  organizationId: string;
  spot: { pk: number; name: string; timezone: string };
}

/**
 * Which file to show: one that is being added (by anyone), or one started here. Another
 * person's finished file never replaces the form.
 */
function useWatched(read: Read | undefined) {
  const [watched, setWatched] = useState<number | null>(null);
  /** The newest file when another one was started here; null when none was. */
  const [begunAfter, setBegunAfter] = useState<number | null>(null);
  const latest = read?.latest ?? null;
  const isRunning = latest?.state === 'running';
  const isBegun = latest !== null && begunAfter !== null && latest.pk > begunAfter;
  if (latest && (isRunning || isBegun) && watched !== latest.pk) setWatched(latest.pk);
  if (isBegun) setBegunAfter(null);
  return {
    latest,
    isWatched: latest !== null && latest.pk === watched,
    awaited: begunAfter !== null,
    begin: () => setBegunAfter(latest?.pk ?? 0),
    done: () => setWatched(null),
  };
}

/** What happened to a file, with the success message if anyone was added. */
function resultText({ added, updated, refused }: VisitorImport): string {
  const counts = `${formatCount(added)} added, ${formatCount(updated)} updated, ${formatCount(refused)} skipped.`;
  return added + updated > 0
    ? `${csvMessages.validated}: ${counts}`
    : `No visitors were validated: ${counts}`;
}

/** Adds many visitors at once, from a file. */
export function VisitorsCsvPage({ organizationId, spot }: VisitorsCsvPageProps) {
  const [asking, setAsking] = useState(false);
  const recent = useRecentImports(spot.pk);
  const [undoing, setUndoing] = useState<RecentImport | null>(null);
  const read = useVisitorImport(spot.pk, asking);
  const { latest, isWatched, awaited, begin, done } = useWatched(read.data);
  const shouldAsk = awaited || latest?.state === 'running';
  if (asking !== shouldAsk) setAsking(shouldAsk);
  const watched = isWatched ? latest : null;
  const before = isWatched ? null : latest;
  const endedImport = watched && watched.state !== 'running' ? watched : null;
  const endedUpload = recent.data?.results.find(({ pk }) => pk === endedImport?.pk);
  const visitors = (
    <LinkButton
      to="/organization/$organizationId/spots/$spotId/visitors"
      params={{ organizationId, spotId: String(spot.pk) }}
    >
      See Visitors
    </LinkButton>
  );
  return (
    <>
      <PageHeader
        title="Visitor CSV Upload"
        subtitle={`Add many visitors to ${spot.name} at once`}
        actions={visitors}
      />
      <Notice text={endedImport?.state === 'done' ? resultText(endedImport) : ''} />
      <div className={classes.page}>
        <DataPanel
          query={read}
          grows
          title={
            watched ? (endedImport ? 'Upload Result' : 'Validating Visitors') : 'Upload Visitors'
          }
          errorTitle={getVisitorImport.failure.replace(/\.$/, '')}
          skeleton={<TableSkeleton rows={4} columns={2} />}
          silentRefetch={!watched}
        >
          {({ progress }) =>
            !watched ? (
              <UploadForm spot={spot} onBegun={begin} />
            ) : endedImport ? (
              <ImportResult
                spot={spot}
                latest={endedImport}
                note={endedUpload?.undo ? <UndoStatus upload={endedUpload} /> : null}
              >
                {endedUpload?.undo_until ? (
                  <UndoButton upload={endedUpload} onUndo={setUndoing} />
                ) : null}
                <UploadAnother onClick={done} />
              </ImportResult>
            ) : (
              <ImportProgress latest={watched} progress={progress} />
            )
          }
        </DataPanel>
        <RecentUploads spot={spot} recent={recent} onUndo={setUndoing} />
        {watched ? null : <ColumnsHelp />}
        {before ? (
          <Panel title="Last Upload">
            <ImportResult spot={spot} latest={before} note={null}>
              {null}
            </ImportResult>
          </Panel>
        ) : null}
      </div>
      {undoing ? <UndoDialog upload={undoing} onClose={() => setUndoing(null)} /> : null}
    </>
  );
}
