import { createEvidencePacket } from '@lotkeeper/contract/trust/evidence';
import type { StoryRecord } from '@lotkeeper/contract/trust/stories';
import { useDownload } from '../../../kernel/queries.ts';
import { DownloadButton } from '../../../ui/form/download-button.tsx';
import { FormFailure } from '../../../ui/form/form-failure.tsx';
import { Panel } from '../../../ui/frame/panel.tsx';

/** The packet's record, as in the URL of its page. */
function toQuery(record: StoryRecord, id: string) {
  if (record === 'rental') return { rental: id };
  return record === 'visit' ? { visit: id } : { violation: id };
}

/** Creates an evidence packet of a story; only for Admins. */
export function StoryEvidence({ record, id }: { record: StoryRecord; id: string }) {
  const packet = useDownload(createEvidencePacket);
  return (
    <Panel title="Evidence">
      <p className="ui-note">
        A ZIP with everything on this page as a PDF and as data, the images, and a signed proof that
        none of it has changed since it was sealed. Anyone can check it on the{' '}
        <a href="/verify">Verify page</a>, without an account. The audit log lists who made it.
      </p>
      <div className="ui-top">
        <DownloadButton
          loading={packet.isPending}
          onClick={() => packet.mutate({ query: toQuery(record, id) })}
        >
          Download Evidence
        </DownloadButton>
      </div>
      <FormFailure error={packet.error} />
    </Panel>
  );
}
