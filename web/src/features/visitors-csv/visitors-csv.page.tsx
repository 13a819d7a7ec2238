import type { AnswerOf } from '@lotkeeper/contract/kernel/endpoint';
import { getVisitorImport } from '@lotkeeper/contract/visitors-csv';
import { useState } from 'react';
import { formatCount } from '../../kernel/format.ts';
import { LinkButton } from '../../shared/link-button.tsx';
import { DataPanel } from '../../ui/data-panel.tsx';
import { Notice } from '../../ui/notice.tsx';
import { PageHeader } from '../../ui/page-header.tsx';
import { Panel } from '../../ui/panel.tsx';
import { TableSkeleton } from '../../ui/skeleton.tsx';
import { ColumnsHelp } from './columns-help.tsx';
import { ImportProgress, ImportResult, UploadAnother } from './import-views.tsx';
import { UploadForm } from './upload-form.tsx';
import { useVisitorImport } from './visitors-csv.api.ts';
import classes from './visitors-csv.module.css';

type Read = AnswerOf<typeof getVisitorImport>;

interface VisitorsCsvPageProps {
  organizationId: string;
  spot: { pk: number; name: string; timezone: string };
}

/** Which file is looked at: one that is being added, or that ended while the page was open. */
function useWatched(read: Read | undefined) {
  /** The newest file that is over and was seen; null until the first answer. */
  const [seen, setSeen] = useState<number | null>(null);
  const latest = read?.latest ?? null;
  if (read && seen === null) {
    setSeen(latest && latest.state !== 'running' ? latest.pk : (latest?.pk ?? 1) - 1);
  }
  const watched = latest && seen !== null && latest.pk > seen ? latest : null;
  return { watched, before: watched ? null : latest, done: () => setSeen(latest?.pk ?? 0) };
}

/** Many visitors at once, from a file. */
export function VisitorsCsvPage({ organizationId, spot }: VisitorsCsvPageProps) {
  const [begun, setBegun] = useState(false);
  const [running, setRunning] = useState(false);
  const read = useVisitorImport(spot.pk, begun || running);
  const { watched, before, done } = useWatched(read.data);
  const isRunning = read.data?.latest?.state === 'running';
  if (running !== isRunning) setRunning(isRunning);
  if (begun && watched) setBegun(false);
  const ended = watched && watched.state !== 'running' ? watched : null;
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
      <title>Visitor CSV Upload · Lotkeeper</title>
      <PageHeader
        title="Visitor CSV Upload"
        subtitle={`Add many visitors of ${spot.name} at once.`}
        actions={visitors}
      />
      <Notice
        text={
          ended?.state === 'done'
            ? `Visitors uploaded: ${formatCount(ended.added)} added, ${formatCount(ended.updated)} updated, ${formatCount(ended.refused)} skipped.`
            : ''
        }
      />
      <div className={classes.page}>
        <DataPanel
          query={read}
          title={watched ? (ended ? 'Upload Result' : 'Validating Visitors') : 'Upload Visitors'}
          errorTitle={getVisitorImport.failure.replace(/\.$/, '')}
          skeleton={<TableSkeleton rows={4} columns={2} />}
          silentRefetch={!watched}
        >
          {({ progress }) =>
            !watched ? (
              <UploadForm spot={spot.pk} onBegun={() => setBegun(true)} />
            ) : ended ? (
              <ImportResult spot={spot} latest={ended}>
                <UploadAnother onClick={done} />
              </ImportResult>
            ) : (
              <ImportProgress latest={watched} progress={progress} />
            )
          }
        </DataPanel>
        {watched ? null : <ColumnsHelp />}
        {before ? (
          <Panel title="Last Upload">
            <ImportResult spot={spot} latest={before}>
              {null}
            </ImportResult>
          </Panel>
        ) : null}
      </div>
    </>
  );
}
