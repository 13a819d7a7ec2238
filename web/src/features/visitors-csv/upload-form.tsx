import { toLocalDate } from '@lotkeeper/contract/kernel/calendar';
import { isUsable, listVisitorCodes } from '@lotkeeper/contract/visitor-codes';
import type { FormEvent } from 'react';
import { useState } from 'react';
import { now } from '../../kernel/clock.ts';
import { useRead } from '../../kernel/queries.ts';
import { Button } from '../../ui/form/button.tsx';
import { FileDrop } from '../../ui/form/file-drop.tsx';
import form from '../../ui/form/form.module.css';
import { FormFailure } from '../../ui/form/form-failure.tsx';
import { SearchSelect } from '../../ui/form/search-select.tsx';
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

/** Takes a file and the code by which all of its visitors park free. */
export function UploadForm({ spot, onBegun }: { spot: UploadSpot; onBegun: () => void }) {
  const codes = useCodes(spot);
  const send = useSendFile();
  const [file, setFile] = useState<File | null>(null);
  const [code, setCode] = useState<string | null>(null);
  const [isSubmitted, setIsSubmitted] = useState(false);
  const fileProblem = problemOfFile(file);
  const fields = send.error?.fields ?? {};
  const submit = (event: FormEvent) => {
    event.preventDefault();
    setIsSubmitted(true);
    if (!file || fileProblem || !code) return;
    send.mutate({ spot: spot.pk, code, file }, { onSuccess: onBegun });
  };
  const choose = (chosen: File) => {
    send.reset();
    setFile(chosen);
  };
  const fieldErrors = {
    file: (file || isSubmitted ? fileProblem : null) ?? fields.csv_url ?? fields.file,
    code: isSubmitted && !code ? 'This is required' : fields.code,
    codes: codes.failed ? listVisitorCodes.failure : undefined,
  };
  const untold = Object.keys(fields).some((name) => !['csv_url', 'file', 'code'].includes(name));
  return (
    <form className={form.form} onSubmit={submit} noValidate>
      <FileDrop
        label="CSV File"
        accept=".csv,.tsv,.txt,text/csv"
        hint="CSV, up to 100,000 rows and 12 MB"
        file={file}
        onChoose={choose}
        required
        error={fieldErrors.file}
      />
      <SearchSelect
        label="Validation Code"
        placeholder="Search for a code"
        options={codes.options}
        value={code}
        onChoose={setCode}
        required
        error={fieldErrors.code ?? fieldErrors.codes}
      />
      <p className={form.note}>
        {codes.none
          ? 'This property has no validation codes yet. Add one on the Validation Codes page first.'
          : 'All visitors in the file park free with this code.'}
      </p>
      <FormFailure error={send.error} />
      {untold ? (
        <p className={form.failure} role="alert">
          {send.error?.message}
        </p>
      ) : null}
      <div className={form.buttons}>
        <Button type="submit" loading={send.isPending}>
          Upload
        </Button>
      </div>
    </form>
  );
}
