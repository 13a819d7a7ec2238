import { toLocalDate } from '@lotkeeper/contract/kernel/calendar';
import { isUsable, listVisitorCodes } from '@lotkeeper/contract/visitor-codes';
import type { FilePreview, FileReading } from '@lotkeeper/contract/visitors-csv';
import { previewVisitorFile } from '@lotkeeper/contract/visitors-csv';
import { useState } from 'react';
import { now } from '../../kernel/clock.ts';
import { useRead } from '../../kernel/queries.ts';
import { FileDrop } from '../../ui/form/file-drop.tsx';
import classes from '../../ui/form/form.module.css';
import { FormActions } from '../../ui/form/form.tsx';
import { FailureText, FormFailure } from '../../ui/form/form-failure.tsx';
import { SearchSelect } from '../../ui/form/search-select.tsx';
import { useForm } from '../../ui/form/use-form.ts';
import { FilePreviewPanel } from './file-preview.tsx';
import { problemOfFile } from './file-rules.ts';
import { fieldNames, toReading } from './preview.rules.ts';
import type { ChosenFile } from './visitors-csv.api.ts';
import { chooseFile, useFilePreview, useSendFile } from './visitors-csv.api.ts';

interface UploadSpot {
  pk: number;
  timezone: string;
}

/** The usable codes of a property as choices by what is written, with what they are for. */
function useCodes(spot: UploadSpot) {
  const codes = useRead(listVisitorCodes, { query: { spot: String(spot.pk) } });
  const today = toLocalDate(now(), spot.timezone);
  const usable = codes.data?.results.filter((code) => isUsable(code, today));
  const options = (usable ?? []).map(({ code, name }) => ({
    value: code,
    label: name ? `${code} · ${name}` : code,
  }));
  return { options, failed: codes.isError, none: usable?.length === 0 };
}

interface UploadValues {
  chosenFile: ChosenFile | null;
  code: string | null;
  /** What was chosen about how the file is read. */
  reading: FileReading;
  isConfirmed: boolean;
}

/** What keeps a file from being sent: that of its own, and what its preview asks. */
function findFileProblems(values: UploadValues, preview: FilePreview | null) {
  const missing = preview?.missing ?? [];
  const isAsking =
    missing.length === 0 && (preview?.questions.length ?? 0) > 0 && !values.isConfirmed;
  return {
    file: problemOfFile(values.chosenFile?.file ?? null) ?? undefined,
    columns:
      missing.length > 0
        ? `Choose the column with: ${missing.map((field) => fieldNames[field].toLowerCase()).join(', ')}.`
        : undefined,
    confirmed: isAsking ? 'Check how the rows are read, and confirm it.' : undefined,
  };
}

/** A choice that makes the columns others drops those that were chosen before. */
const mergeReading = (before: FileReading, change: FileReading): FileReading => {
  const { fields, ...rest } = before;
  const keepsColumns = Object.keys(change).every((key) => key === 'encoding' || key === 'fields');
  return { ...rest, ...(keepsColumns && fields ? { fields } : {}), ...change };
};

/** Takes a file and the code that its visitors park free with, and shows how the file is read before it’s recorded. */
export function UploadForm({ spot, onBegun }: { spot: UploadSpot; onBegun: () => void }) {
  const codes = useCodes(spot);
  const send = useSendFile();
  const [read, setRead] = useState<{ chosenFile: ChosenFile | null; reading: FileReading }>({
    chosenFile: null,
    reading: {},
  });
  const { preview, isReading, uploadError, error } = useFilePreview(
    spot.pk,
    read.chosenFile,
    read.reading,
  );
  const form = useForm<UploadValues>({
    initial: { chosenFile: null, code: null, reading: {}, isConfirmed: false },
    validate: (values) => ({
      ...findFileProblems(values, preview),
      code: values.code ? undefined : 'This is required',
    }),
    send,
    onSubmit: ({ chosenFile, code, reading }) => {
      if (!chosenFile || !code) return;
      // What was shown is recorded; what wasn’t yet is guessed by the server in the same way.
      const sent = {
        spot: spot.pk,
        code,
        chosenFile,
        reading: preview ? toReading(preview) : reading,
      };
      send.mutate(sent, { onSuccess: onBegun });
    },
  });
  const { values, set, touch, errorFor } = form;
  const choose = (file: File) => {
    send.reset();
    const chosenFile = chooseFile(file);
    set({ chosenFile, reading: {}, isConfirmed: false });
    setRead({ chosenFile: problemOfFile(file) ? null : chosenFile, reading: {} });
    touch('file');
  };
  const chooseReading = (change: FileReading) => {
    send.reset();
    const reading = mergeReading(values.reading, change);
    set({ reading, isConfirmed: false });
    setRead({ chosenFile: read.chosenFile, reading });
  };
  const fields = Object.keys(send.error?.fields ?? {});
  const hasHiddenProblem = fields.some((name) => !['csv_url', 'file', 'code'].includes(name));
  return (
    <form className={classes.form} {...form.props}>
      <FileDrop
        label="CSV File"
        accept=".csv,.tsv,.txt,.xlsx,.xlsm,.xls,text/csv"
        hint="CSV or Excel, up to 100,000 rows and 12 MB"
        file={values.chosenFile?.file ?? null}
        onChoose={choose}
        required
        error={errorFor('file', 'csv_url') ?? error?.fields.csv_url}
      />
      <p className={isReading ? classes.note : 'ui-hidden'} role="status">
        {isReading ? 'Reading the file…' : ''}
      </p>
      {preview ? (
        <FilePreviewPanel
          key={values.chosenFile?.id}
          preview={preview}
          onChoose={chooseReading}
          isConfirmed={values.isConfirmed}
          onConfirm={(isConfirmed) => set({ isConfirmed })}
          columnsError={errorFor('columns')}
          confirmError={errorFor('confirmed')}
        />
      ) : null}
      <SearchSelect
        label="Validation Code"
        placeholder="Search for a code"
        options={codes.options}
        value={values.code}
        onChoose={(code) => set({ code })}
        required
        error={errorFor('code') ?? (codes.failed ? listVisitorCodes.failure : undefined)}
      />
      <p className={classes.note}>
        {codes.none
          ? 'This property has no validation codes yet. Add one on the Validation Codes page first.'
          : 'All visitors in the file park free with this code.'}
      </p>
      <FormFailure error={send.error ?? uploadError} />
      <FormFailure error={send.error ? null : error} action={previewVisitorFile.failure} />
      <FailureText>{hasHiddenProblem ? send.error?.message : null}</FailureText>
      <FormActions submit="Upload" isPending={send.isPending} />
    </form>
  );
}
