import type {
  OrganizationExport,
  OrganizationExports,
} from '@lotkeeper/contract/trust/organization-exports';
import { listOrganizationExports } from '@lotkeeper/contract/trust/organization-exports';
import { useState } from 'react';
import { formatCount, formatMegabytes } from '../../../kernel/format.ts';
import { useRead } from '../../../kernel/queries.ts';
import { DataPanel } from '../../../ui/data/data-panel.tsx';
import { TableSkeleton } from '../../../ui/data/skeleton.tsx';
import { Button } from '../../../ui/form/button.tsx';
import { ExportDialog } from './export-dialog.tsx';
import { ExportRow } from './export-row.tsx';
import classes from './organization-exports.module.css';

/** Polling interval while an export is written, in seconds. */
const refreshEvery = 2;

const isActive = ({ state }: OrganizationExport) => state === 'waiting' || state === 'running';

const describeSize = ({ images, image_bytes }: OrganizationExports) =>
  images === 0
    ? 'You have no images yet.'
    : `Its ${formatCount(images)} images have ${formatMegabytes(image_bytes)}; tables add to that.`;

/** Exports of everything that the organization has. */
export function ExportsPanel({ organizationId }: { organizationId: string }) {
  const [isPolling, setIsPolling] = useState(false);
  const [isAsking, setIsAsking] = useState(false);
  const exports = useRead(
    listOrganizationExports,
    { params: { id: organizationId } },
    isPolling ? { refreshEvery } : {},
  );
  const isActiveNow = exports.data?.exports.some(isActive) ?? false;
  if (isActiveNow !== isPolling) setIsPolling(isActiveNow);
  return (
    <>
      <DataPanel
        title="Export Everything"
        query={exports}
        silentRefetch
        skeleton={<TableSkeleton rows={2} columns={1} />}
        actions={
          <Button
            variant="default"
            disabled={exports.data === undefined || isActiveNow}
            onClick={() => setIsAsking(true)}
          >
            Export Everything…
          </Button>
        }
      >
        {(data) => (
          <>
            <p className={classes.hint}>
              A ZIP with everything that {data.name} has: a CSV file for each table, all images, a
              README that says what each column is, and a manifest with hashes. It can be imported
              into an empty Lotkeeper. {describeSize(data)} It’s there to download for 7 days.
            </p>
            {data.exports.length > 0 ? (
              <ul className="ui-top-wide">
                {data.exports.map((item) => (
                  <ExportRow key={item.pk} {...{ organizationId, item }} />
                ))}
              </ul>
            ) : null}
          </>
        )}
      </DataPanel>
      {isAsking && exports.data ? (
        <ExportDialog
          organizationId={organizationId}
          name={exports.data.name}
          onClose={() => setIsAsking(false)}
        />
      ) : null}
    </>
  );
}
