import { toLocalDate } from '@lotkeeper/contract/kernel/calendar';
import { isUsable, listVisitorCodes } from '@lotkeeper/contract/visitor-codes';
import { now } from '../../kernel/clock.ts';
import { useRead } from '../../kernel/queries.ts';
import { FileDrop } from '../../ui/form/file-drop.tsx';
import classes from '../../ui/form/form.module.css';
import { FormActions } from '../../ui/form/form.tsx';
import { FailureText, FormFailure } from '../../ui/form/form-failure.tsx';
import { SearchSelect } from '../../ui/form/search-select.tsx';
import { useForm } from '../../ui/form/use-form.ts';
import { problemOfFile } from './file-rules.ts';
import { useSendFile } from './visitors-csv.api.ts';

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

/** Takes a file and the code that its visitors park free with. */
export function UploadForm({ spot, onBegun }: { spot: UploadSpot; onBegun: () => void }) {
  const codes = useCodes(spot);
  const send = useSendFile();
  const form = useForm({
    initial: { file: null as File | null, code: null as string | null },
    validate: ({ file, code }) => ({
      file: problemOfFile(file) ?? undefined,
      code: code ? undefined : 'This is required',
    }),
    send: send,
    onSubmit: ({ file, code }) => {
      if (file && code) send.mutate({ spot: spot.pk, code, file }, { onSuccess: onBegun });
    },
  });
  const { values, set, touch, errorFor } = form;
  const choose = (file: File) => {
    send.reset();
    set({ file });
    touch('file');
  };
  const fields = Object.keys(send.error?.fields ?? {});
  const hasHiddenProblem = fields.some((name) => !['csv_url', 'file', 'code'].includes(name));
  return (
    <form className={classes.form} {...form.props}>
      <FileDrop
        label="CSV File"
        accept=".csv,.tsv,.txt,text/csv"
        hint="CSV, up to 100,000 rows and 12 MB"
        file={values.file}
        onChoose={choose}
        required
        error={errorFor('file', 'csv_url')}
      />
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
      <FormFailure error={send.error} />
      <FailureText>{hasHiddenProblem ? send.error?.message : null}</FailureText>
      <FormActions submit="Upload" isPending={send.isPending} />
    </form>
  );
}
