import type { BankFilePreview } from '@lotkeeper/contract/money/bank';
import { bankMessages, importBankFile, maxBankFileBytes } from '@lotkeeper/contract/money/bank';
import { useState } from 'react';
import { Button } from '../../../ui/form/button.tsx';
import { FileDrop } from '../../../ui/form/file-drop.tsx';
import classes from '../../../ui/form/form.module.css';
import { FormFailure } from '../../../ui/form/form-failure.tsx';
import { Announcement } from '../../../ui/frame/announcement.tsx';
import { Dialog } from '../../../ui/frame/dialog.tsx';
import { Problems } from '../../intake/files/public.ts';
import type { ChosenReading, ImportResult } from './bank.api.ts';
import { toFileInput, useImport, usePreview } from './bank.api.ts';
import { countTransactions, describeFile, describeImport } from './bank-words.ts';
import { FilePreviewPanel } from './file-preview.tsx';

/** Why a file isn't sent at all; null if it may be. */
function findProblem(file: File): string | null {
  if (file.size === 0) return bankMessages.empty;
  return file.size > maxBankFileBytes ? bankMessages.tooLarge : null;
}

/** Whether a file can be added as it is previewed. */
const isReady = (preview: BankFilePreview | undefined) =>
  preview !== undefined && preview.lines > 0 && !preview.csv?.questions.length;

interface FileDialogProps {
  organizationId: string;
  onClose: () => void;
}

/** Takes a bank file, shows how it is read, and adds it. */
export function FileDialog({ organizationId, onClose }: FileDialogProps) {
  const preview = usePreview();
  const add = useImport();
  const [chosen, setChosen] = useState<{ file: File; reading: ChosenReading } | null>(null);
  const [problem, setProblem] = useState<string | null>(null);
  const read = (file: File, reading: ChosenReading) => {
    setChosen({ file, reading });
    add.reset();
    const found = findProblem(file);
    setProblem(found);
    if (found) preview.reset();
    else preview.mutate(toFileInput(organizationId, file, reading));
  };
  if (add.data) return <ResultDialog result={add.data} onClose={onClose} />;
  const error = preview.error ?? add.error;
  const status = add.isPending
    ? `Adding and matching ${countTransactions(preview.data?.lines ?? 0)}…`
    : preview.isPending
      ? 'Reading the file…'
      : preview.data
        ? describeFile(preview.data)
        : '';
  return (
    <Dialog title="Add bank file" onClose={onClose}>
      <div className={classes.form}>
        <FileDrop
          label="Bank file"
          accept=".csv,.ofx,.qfx,.xml,.sta,.mt940,.940,.txt,.tsv,text/csv"
          hint="CSV, OFX, QFX, CAMT.053 or MT940 from your bank’s website, up to 8 MB"
          file={chosen?.file ?? null}
          onChoose={(file) => read(file, {})}
          error={problem ?? error?.fields.file}
        />
        <p className="ui-dimmed">
          Only the date, amount and description of each transaction are kept, not the file.
        </p>
        <Announcement className="ui-dimmed">{status}</Announcement>
        {preview.data && chosen ? (
          <FilePreviewPanel
            preview={preview.data}
            onChoose={(change) => read(chosen.file, { ...chosen.reading, ...change })}
          />
        ) : null}
        <FormFailure error={error} action={importBankFile.failure} />
        <div className={classes.buttons}>
          <Button variant="default" onClick={onClose}>
            Cancel
          </Button>
          <Button
            disabled={!isReady(preview.data)}
            loading={add.isPending}
            onClick={() => {
              if (chosen) add.mutate(toFileInput(organizationId, chosen.file, chosen.reading));
            }}
          >
            Add transactions
          </Button>
        </div>
      </div>
    </Dialog>
  );
}

/** What came of a file. */
function ResultDialog({ result, onClose }: { result: ImportResult; onClose: () => void }) {
  return (
    <Dialog title="Bank file added" onClose={onClose}>
      <div className={classes.form}>
        <output>{describeImport(result)}</output>
        <Problems {...result} />
        <div className={classes.buttons}>
          <Button onClick={onClose} data-autofocus>
            Done
          </Button>
        </div>
      </div>
    </Dialog>
  );
}
