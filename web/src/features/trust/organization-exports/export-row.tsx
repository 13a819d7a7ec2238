import { dayMs } from '@lotkeeper/contract/kernel/durations';
import type {
  ExportState,
  OrganizationExport,
} from '@lotkeeper/contract/trust/organization-exports';
import { downloadOrganizationExport } from '@lotkeeper/contract/trust/organization-exports';
import { now } from '../../../kernel/clock.ts';
import { formatAgo, formatCount, formatMegabytes } from '../../../kernel/format.ts';
import { useDownload } from '../../../kernel/queries.ts';
import { ProgressBar } from '../../../ui/data/progress-bar.tsx';
import { DownloadButton } from '../../../ui/form/download-button.tsx';
import { FormFailure } from '../../../ui/form/form-failure.tsx';
import type { Tone } from '../../../ui/frame/tag.tsx';
import { Tag } from '../../../ui/frame/tag.tsx';
import classes from './organization-exports.module.css';

const stateTexts: Record<ExportState, { label: string; tone: Tone }> = {
  waiting: { label: 'Waiting', tone: 'amber' },
  running: { label: 'Exporting', tone: 'amber' },
  done: { label: 'Ready', tone: 'green' },
  failed: { label: 'Failed', tone: 'red' },
  removed: { label: 'Removed', tone: 'gray' },
};

const describeCounts = ({ all_rows, done_rows, all_images, done_images }: OrganizationExport) =>
  `${formatCount(done_rows)} of ${formatCount(all_rows)} rows, ${formatCount(done_images)} of ${formatCount(all_images)} images`;

function describeEnd({
  state,
  expires_at,
  missing_images,
  bytes,
  downloads,
}: OrganizationExport): string {
  if (state === 'failed') return 'Nothing was exported. Start another one, or ask support.';
  if (state === 'removed') return 'It was removed after 7 days.';
  const days = Math.max(1, Math.ceil(((expires_at ?? 0) - now()) / dayMs));
  const missing = missing_images > 0 ? ` ${formatCount(missing_images)} images had no file.` : '';
  const times = downloads === 1 ? 'once' : `${formatCount(downloads)} times`;
  return `${formatMegabytes(bytes)}. It’s removed in ${days === 1 ? '1 day' : `${days} days`}. Downloaded ${times}.${missing}`;
}

interface ExportRowProps {
  organizationId: string;
  item: OrganizationExport;
}

/** One export, with its progress or its file. */
export function ExportRow({ organizationId, item }: ExportRowProps) {
  const download = useDownload(downloadOrganizationExport);
  const { label, tone } = stateTexts[item.state];
  const isActive = item.state === 'waiting' || item.state === 'running';
  const params = { id: organizationId, export: item.pk };
  return (
    <li className={classes.row}>
      <div className="ui-row">
        <Tag tone={tone}>{label}</Tag>
        <span>{`${formatAgo(item.created_at, now())} by ${item.created_by}`}</span>
        {item.state === 'done' ? (
          <span className={classes.button}>
            <DownloadButton
              loading={download.isPending}
              onClick={() => download.mutate({ params })}
            >
              Download
            </DownloadButton>
          </span>
        ) : null}
      </div>
      {isActive ? (
        <ProgressBar
          label="Exported"
          value={item.done_rows + item.done_images}
          max={item.all_rows + item.all_images}
        />
      ) : null}
      <p className={classes.hint}>{isActive ? describeCounts(item) : describeEnd(item)}</p>
      {download.progress ? (
        <p className={classes.hint} role="status">
          {`Downloading… ${formatMegabytes(download.progress.bytes)} so far`}
        </p>
      ) : null}
      <FormFailure error={download.error} />
    </li>
  );
}
