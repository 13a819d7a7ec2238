import type { HistoryReading } from '@lotkeeper/contract/intake/history';
import { previewHistory } from '@lotkeeper/contract/intake/history';
import type { SpotSummary } from '@lotkeeper/contract/platform/spots';
import { useState } from 'react';
import { FileDrop } from '../../../ui/form/file-drop.tsx';
import classes from '../../../ui/form/form.module.css';
import { FormActions } from '../../../ui/form/form.tsx';
import { FailureText, FormFailure } from '../../../ui/form/form-failure.tsx';
import { useForm } from '../../../ui/form/use-form.ts';
import { Announcement } from '../../../ui/frame/announcement.tsx';
import type { ChosenFile } from '../files/public.ts';
import { chooseFile, mergeReading, problemOfFile, UploadProgress } from '../files/public.ts';
import { useHistoryPreview, useStartImport } from './history.api.ts';
import { HistoryPreviewPanel } from './history-preview.tsx';
import { toReading } from './history-words.ts';

interface Chosen {
  file: ChosenFile | null;
  reading: HistoryReading;
}

const emptyChoice: Chosen = { file: null, reading: {} };

/** Takes an export of another system, and shows what is in it before it's imported. */
export function HistoryForm(props: { organizationId: string; spots: readonly SpotSummary[] }) {
  const { organizationId, spots } = props;
  const send = useStartImport();
  const [chosen, setChosen] = useState(emptyChoice);
  const sendable = problemOfFile(chosen.file?.file ?? null) === null ? chosen.file : null;
  const { preview, isReading, uploadError, ...read } = useHistoryPreview(
    organizationId,
    sendable,
    chosen.reading,
  );
  const error = uploadError ?? read.error;
  const open = [...(preview?.missing ?? []), ...(preview?.questions ?? [])];
  const form = useForm({
    initial: {},
    validate: () => ({
      file: problemOfFile(chosen.file?.file ?? null) ?? undefined,
      reading: open.length > 0 ? 'Answer what is asked above first.' : undefined,
    }),
    send,
    onSubmit: () => {
      if (!chosen.file || !preview || isReading) return;
      send.mutate(
        { organizationId, chosenFile: chosen.file, reading: toReading(preview) },
        {
          onSuccess: () => {
            setChosen(emptyChoice);
            form.reset({});
          },
        },
      );
    },
  });
  const choose = (change: Chosen) => {
    send.reset();
    setChosen(change);
    form.touch('file');
  };
  return (
    <form className={classes.form} {...form.props}>
      <FileDrop
        label="File"
        accept=".csv,.tsv,.txt,.xlsx,.xlsm,.xls,text/csv"
        hint="CSV or Excel, up to 100,000 rows and 12 MB"
        file={chosen.file?.file ?? null}
        onChoose={(file) => choose({ file: chooseFile(file), reading: {} })}
        required
        error={form.errorFor('file', 'csv_url') ?? error?.fields.csv_url}
      />
      {isReading ? <UploadProgress chosenFile={chosen.file} /> : null}
      <Announcement className="ui-dimmed">{isReading ? 'Reading the file…' : ''}</Announcement>
      {preview ? (
        <HistoryPreviewPanel
          key={chosen.file?.id}
          {...{ preview, spots }}
          onChoose={(change) =>
            choose({ ...chosen, reading: mergeReading(chosen.reading, change) })
          }
        />
      ) : null}
      <FailureText>{form.errorFor('reading')}</FailureText>
      <FormFailure error={send.error} />
      <FormFailure error={send.error ? null : error} action={previewHistory.failure} />
      <FormActions submit="Import" isPending={send.isPending} />
    </form>
  );
}
