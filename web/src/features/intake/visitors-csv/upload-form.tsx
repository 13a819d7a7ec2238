import type { FilePreview, FileReading } from '@lotkeeper/contract/intake/visitors-csv';
import { previewVisitorFile } from '@lotkeeper/contract/intake/visitors-csv';
import { toLocalDate } from '@lotkeeper/contract/kernel/calendar';
import { isUsable, listVisitorCodes } from '@lotkeeper/contract/operations/visitor-codes';
import { useState } from 'react';
import { now } from '../../../kernel/clock.ts';
import { useRead } from '../../../kernel/queries.ts';
import { describeCodeUse } from '../../../shared/code-until.ts';
import { FileDrop } from '../../../ui/form/file-drop.tsx';
import classes from '../../../ui/form/form.module.css';
import { FormActions } from '../../../ui/form/form.tsx';
import { FailureText, FormFailure } from '../../../ui/form/form-failure.tsx';
import { SearchSelect } from '../../../ui/form/search-select.tsx';
import { useForm } from '../../../ui/form/use-form.ts';
import { Announcement } from '../../../ui/frame/announcement.tsx';
import type { ChosenFile } from '../files/public.ts';
import { chooseFile, mergeReading, problemOfFile, UploadProgress } from '../files/public.ts';
import { FilePreviewPanel } from './file-preview.tsx';
import { describeMissing, describeOutcome, toReading, withChoices } from './preview.rules.ts';
import { useFilePreview, useSendFile } from './visitors-csv.api.ts';

interface UploadSpot {
  pk: number;
  timezone: string;
}

/** A property's usable codes as options, with their descriptions. */
function useCodes(spot: UploadSpot) {
  const codes = useRead(listVisitorCodes, { query: { spot: String(spot.pk) } });
  const today = toLocalDate(now(), spot.timezone);
  const usable = codes.data?.results.filter((code) => isUsable(code, today));
  const options = (usable ?? []).map(({ code, name }) => ({
    value: code,
    label: name ? `${code} · ${name}` : code,
  }));
  const describe = (chosen: string | null) => {
    const code = usable?.find(({ code: name }) => name === chosen);
    return code && describeCodeUse(code, now(), spot.timezone);
  };
  return { options, describe, failed: codes.isError, none: usable?.length === 0 };
}

/** A chosen file, and the choices about how it's read. */
interface Chosen {
  file: ChosenFile | null;
  reading: FileReading;
}

/** What prevents a file from being sent: its own problem, and its preview's questions. */
function findFileProblems({ file }: Chosen, preview: FilePreview | null, isConfirmed: boolean) {
  const missing = preview?.missing ?? [];
  const isAsking = missing.length === 0 && (preview?.questions.length ?? 0) > 0 && !isConfirmed;
  return {
    file: problemOfFile(file?.file ?? null) ?? undefined,
    columns: missing.length > 0 ? describeMissing(missing) : undefined,
    confirmed: isAsking ? 'Check how the rows are read, and confirm it.' : undefined,
  };
}

/** Takes a file and the code that its visitors park free with, and shows a preview before it's saved. */
export function UploadForm({ spot, onBegun }: { spot: UploadSpot; onBegun: () => void }) {
  const codes = useCodes(spot);
  const send = useSendFile();
  const [chosen, setChosen] = useState<Chosen>({ file: null, reading: {} });
  const sendable = problemOfFile(chosen.file?.file ?? null) === null ? chosen.file : null;
  const { preview, isReading, uploadError, error } = useFilePreview(
    spot.pk,
    sendable,
    chosen.reading,
  );
  const form = useForm({
    initial: { code: null as string | null, isConfirmed: false },
    validate: ({ code, isConfirmed }) => ({
      ...findFileProblems(chosen, preview, isConfirmed),
      code: code ? undefined : 'This is required',
    }),
    send,
    onSubmit: ({ code }) => {
      if (!chosen.file || !code) return;
      // What is shown is saved; anything not shown yet is guessed by the server in the same way.
      const isShown = preview !== null && !isReading && !error;
      const reading = isShown ? toReading(preview) : chosen.reading;
      send.mutate(
        { spot: spot.pk, code, chosenFile: chosen.file, reading },
        { onSuccess: onBegun },
      );
    },
  });
  const { values, set, touch, errorFor } = form;
  const confirm = (isConfirmed: boolean) => {
    send.reset();
    set({ isConfirmed });
  };
  const choose = (change: Chosen) => {
    confirm(false);
    setChosen(change);
    touch('file');
  };
  const fields = Object.keys(send.error?.fields ?? {});
  const hasHiddenProblem = fields.some((name) => !['csv_url', 'file', 'code'].includes(name));
  return (
    <form className={classes.form} {...form.props}>
      <FileDrop
        label="CSV File"
        accept=".csv,.tsv,.txt,.xlsx,.xlsm,.xls,text/csv"
        hint="CSV or Excel, up to 100,000 rows and 12 MB"
        file={chosen.file?.file ?? null}
        onChoose={(file) => choose({ file: chooseFile(file), reading: {} })}
        required
        error={errorFor('file', 'csv_url') ?? error?.fields.csv_url}
      />
      {/* Above the preview, which would move it away from the pointer. */}
      <SearchSelect
        label="Validation Code"
        placeholder="Search for a code"
        options={codes.options}
        value={values.code}
        onChoose={(code) => set({ code })}
        description={codes.describe(values.code)}
        required
        error={errorFor('code') ?? (codes.failed ? listVisitorCodes.failure : undefined)}
      />
      <p className="ui-dimmed">
        {codes.none
          ? 'This property has no validation codes yet. Add one on the Validation Codes page first.'
          : 'All visitors in the file park free with this code.'}
      </p>
      {isReading ? <UploadProgress chosenFile={chosen.file} /> : null}
      <Announcement className={isReading ? 'ui-dimmed' : 'ui-strong'}>
        {isReading ? 'Reading the file…' : preview ? describeOutcome(preview) : ''}
      </Announcement>
      {preview ? (
        <FilePreviewPanel
          key={chosen.file?.id}
          preview={withChoices(preview, chosen.reading)}
          onChoose={(change) =>
            choose({ ...chosen, reading: mergeReading(chosen.reading, change) })
          }
          isConfirmed={values.isConfirmed}
          onConfirm={confirm}
          columnsError={errorFor('columns')}
          confirmError={errorFor('confirmed')}
        />
      ) : null}
      <FormFailure error={send.error ?? uploadError} />
      <FormFailure error={send.error ? null : error} action={previewVisitorFile.failure} />
      <FailureText>{hasHiddenProblem ? send.error?.message : null}</FailureText>
      <FormActions submit="Upload" isPending={send.isPending} />
    </form>
  );
}
