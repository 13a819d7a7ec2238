import type {
  PrivacyRequest,
  PrivacyRequestFindings,
} from '@lotkeeper/contract/trust/privacy-requests';
import {
  downloadPrivacyRequest,
  getPrivacyRequest,
} from '@lotkeeper/contract/trust/privacy-requests';
import { SearchX } from 'lucide-react';
import { useState } from 'react';
import { formatMegabytes } from '../../../kernel/format.ts';
import { useDownload } from '../../../kernel/queries.ts';
import { DataPanel } from '../../../ui/data/data-panel.tsx';
import { TableSkeleton } from '../../../ui/data/skeleton.tsx';
import { EmptyState } from '../../../ui/data/states.tsx';
import { Button } from '../../../ui/form/button.tsx';
import { DownloadButton } from '../../../ui/form/download-button.tsx';
import formClasses from '../../../ui/form/form.module.css';
import { FormFailure } from '../../../ui/form/form-failure.tsx';
import { EraseDialog } from './erase-dialog.tsx';
import { RequestFindings } from './request-findings.tsx';
import { useReadRequests } from './request-reads.ts';
import { RequestResult } from './request-result.tsx';
import { kindTexts } from './request-words.ts';

const nameRequest = ({ kind, hint, plate_state }: PrivacyRequest) =>
  `${kindTexts[kind].label} ${hint}${plate_state ? ` (${plate_state})` : ''}`;

/** One request: what was found about the driver, or its result. */
export function RequestPanel(props: { organizationId: string; request: number }) {
  const { organizationId, request } = props;
  const params = { id: organizationId, request };
  const read = useReadRequests(getPrivacyRequest, { params }, (found) => [found.request]);
  const current = read.data?.request;
  return (
    <DataPanel
      title={current ? nameRequest(current) : 'Request'}
      query={read}
      skeleton={<TableSkeleton rows={5} columns={3} />}
      silentRefetch
    >
      {(found) =>
        found.findings === null ? (
          <RequestResult request={found.request} />
        ) : (
          <OpenRequest organizationId={organizationId} found={found} />
        )
      }
    </DataPanel>
  );
}

/** What was found, and the actions. */
function OpenRequest(props: { organizationId: string; found: PrivacyRequestFindings }) {
  const { organizationId, found } = props;
  const { request } = found;
  const findings = found.findings ?? [];
  const [isAsking, setIsAsking] = useState(false);
  const download = useDownload(downloadPrivacyRequest);
  const params = { id: organizationId, request: request.pk };
  if (findings.length === 0) {
    return (
      <EmptyState
        icon={SearchX}
        title="Nothing was found"
        text="You have no record of this driver. Check what you entered, or search by another plate, email, or phone."
      />
    );
  }
  return (
    <div className="ui-stack">
      <RequestFindings found={found} />
      <FormFailure error={download.error} />
      {download.isPending ? (
        <p className="ui-dimmed">
          {download.progress
            ? `Exporting… ${formatMegabytes(download.progress.bytes)} so far`
            : 'Exporting…'}
        </p>
      ) : null}
      <p className="ui-dimmed">
        Images, notes, and camera messages can also show other people. Look at an export before you
        hand it on.
      </p>
      <div className={formClasses.buttons}>
        <DownloadButton loading={download.isPending} onClick={() => download.mutate({ params })}>
          Export
        </DownloadButton>
        <Button
          variant="outline"
          color="red"
          disabled={findings.every(({ due }) => due === 0)}
          onClick={() => setIsAsking(true)}
        >
          Erase…
        </Button>
      </div>
      {isAsking ? (
        <EraseDialog
          organizationId={organizationId}
          request={request}
          onClose={() => setIsAsking(false)}
        />
      ) : null}
    </div>
  );
}
