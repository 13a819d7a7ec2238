import type { VisitorImport } from '@lotkeeper/contract/intake/visitors-csv';
import {
  csvMessages,
  downloadRefusedRows,
  refusedRowsDays,
} from '@lotkeeper/contract/intake/visitors-csv';
import type { ReactNode } from 'react';
import { formatCount, formatInstant } from '../../../kernel/format.ts';
import { useDownload } from '../../../kernel/queries.ts';
import { ProgressBar } from '../../../ui/data/progress-bar.tsx';
import { Stat, StatGrid } from '../../../ui/data/stat.tsx';
import { ErrorState } from '../../../ui/data/states.tsx';
import { Button } from '../../../ui/form/button.tsx';
import { DownloadButton } from '../../../ui/form/download-button.tsx';
import form from '../../../ui/form/form.module.css';
import { FormFailure } from '../../../ui/form/form-failure.tsx';
import { encodingNames } from '../files/public.ts';

/** A file whose visitors are being added. */
export function ImportProgress(props: {
  latest: VisitorImport;
  progress: { value: number; max: number };
}) {
  const { latest, progress } = props;
  return (
    <div className="ui-parts">
      <p className="ui-row ui-strong">
        {latest.file} <span className="ui-dimmed">by code {latest.code}</span>
      </p>
      <ProgressBar label="Rows processed" {...progress} />
      <Counts latest={latest} />
      <p className="ui-dimmed">You can leave this page. The visitors will still be added.</p>
    </div>
  );
}

/** The counts of added, updated, and refused rows. */
function Counts({ latest }: { latest: VisitorImport }) {
  return (
    <StatGrid>
      <Stat label="Added" value={formatCount(latest.added)} />
      <Stat
        label="Updated"
        value={formatCount(latest.updated)}
        hint="Plates that were already visitors of this property, or appeared earlier in the file. They get the code’s time, and the file’s name and phone."
      />
      <Stat
        label="Skipped"
        value={formatCount(latest.refused)}
        hint="Rows that were refused because something is missing or wrong."
      />
    </StatGrid>
  );
}

/** The encoding used, and what to do if it was wrong. */
function describeEncoding(encoding: VisitorImport['encoding']): string {
  const read = `The file was read as ${encodingNames[encoding]}.`;
  return encoding.startsWith('utf-')
    ? read
    : `${read} If names look wrong, undo the upload, and choose another encoding.`;
}

/** The result of a file: its counts, the refused rows, and what to do next. */
export function ImportResult(props: {
  spot: { pk: number; timezone: string };
  latest: VisitorImport;
  /** What happened to it since. */
  note: ReactNode;
  children: ReactNode;
}) {
  const { spot, latest, note } = props;
  const download = useDownload(downloadRefusedRows);
  const query = { spot: String(spot.pk), import: String(latest.pk) };
  return (
    <div className="ui-parts">
      <p className="ui-row ui-strong">
        {latest.file} <span className="ui-dimmed">by code {latest.code}</span>
        {latest.finished_at ? (
          <span className="ui-dimmed">{formatInstant(latest.finished_at, spot.timezone)}</span>
        ) : null}
      </p>
      {latest.state === 'failed' ? (
        <ErrorState
          title={csvMessages.failed}
          hint="The rows counted here were added. Upload the file again: plates that are already visitors will be updated."
        />
      ) : null}
      <Counts latest={latest} />
      {/\.xls[xm]$/i.test(latest.file) ? null : (
        <p className="ui-dimmed">{describeEncoding(latest.encoding)}</p>
      )}
      {latest.problems.length > 0 ? (
        <ul className="ui-list" aria-label="Why rows were skipped">
          {latest.problems.map(({ line, reason }) => (
            <li key={line}>
              Line {formatCount(line)}: {reason}
            </li>
          ))}
          {latest.refused > latest.problems.length ? (
            <li>And {formatCount(latest.refused - latest.problems.length)} more, in the file.</li>
          ) : null}
        </ul>
      ) : null}
      {latest.refused_rows_until ? (
        <p className="ui-dimmed">
          Correct the skipped rows and upload only that file. They are kept for {refusedRowsDays}{' '}
          days.
        </p>
      ) : null}
      {note ? <p className="ui-bottom-wide">{note}</p> : null}
      <FormFailure error={download.error} action={downloadRefusedRows.failure} />
      <div className={form.buttons}>
        {latest.refused_rows_until ? (
          <DownloadButton loading={download.isPending} onClick={() => download.mutate({ query })}>
            Download Skipped Rows
          </DownloadButton>
        ) : null}
        {props.children}
      </div>
    </div>
  );
}

/** Starts over with the next file. */
export const UploadAnother = ({ onClick }: { onClick: () => void }) => (
  <Button onClick={onClick}>Upload Another CSV</Button>
);
