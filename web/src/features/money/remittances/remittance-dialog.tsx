import { bankMessages } from '@lotkeeper/contract/money/bank';
import type { BookingSite } from '@lotkeeper/contract/money/booking-lists';
import type { RemittanceColumn, RemittancePreview } from '@lotkeeper/contract/money/remittances';
import {
  importRemittance,
  maxRemittanceBytes,
  remittanceColumns,
} from '@lotkeeper/contract/money/remittances';
import { useState } from 'react';
import { formatDate, formatMoneyExact } from '../../../kernel/format.ts';
import { DataTable } from '../../../ui/data/data-table.tsx';
import { Button } from '../../../ui/form/button.tsx';
import { FileDrop } from '../../../ui/form/file-drop.tsx';
import formClasses from '../../../ui/form/form.module.css';
import { FormFailure } from '../../../ui/form/form-failure.tsx';
import { SearchSelect } from '../../../ui/form/search-select.tsx';
import { Announcement } from '../../../ui/frame/announcement.tsx';
import { Dialog } from '../../../ui/frame/dialog.tsx';
import { UserText } from '../../../ui/frame/user-text.tsx';
import { CsvChoices, Problems } from '../../intake/files/public.ts';
import { columnNames, describeFile, describeImport, siteOptions } from './remittance-words.ts';
import type { ChosenReading, ImportResult } from './remittances.api.ts';
import { toFileInput, useImport, usePreview } from './remittances.api.ts';

/** Why a file isn't sent at all; null if it may be. */
function findProblem(file: File): string | null {
  if (file.size === 0) return bankMessages.empty;
  return file.size > maxRemittanceBytes ? bankMessages.tooLarge : null;
}

const columnOptions = remittanceColumns.map((value) => ({ value, label: columnNames[value] }));

/** How a file is read: the choices of columns, what can't be read, and its first bookings. */
function PreviewPanel(props: {
  preview: RemittancePreview;
  onChoose: (change: ChosenReading) => void;
}) {
  const { preview, onChoose } = props;
  return (
    <section className="ui-parts" aria-label="Preview of the file">
      <CsvChoices<RemittanceColumn>
        form={preview.csv}
        options={columnOptions}
        onChoose={onChoose}
      />
      <Problems {...preview} />
      {preview.first.length > 0 ? (
        <div className="ui-inset">
          <DataTable
            caption="First bookings as they are read"
            rows={preview.first}
            rowKey={({ line }) => line}
            columns={[
              {
                key: 'reference',
                header: 'Booking',
                primary: true,
                render: ({ reference }) => <UserText>{reference || 'No reference'}</UserText>,
              },
              { key: 'start', header: 'Start', render: ({ start }) => formatDate(start) },
              {
                key: 'gross',
                header: 'Price',
                align: 'right',
                render: ({ gross }) => formatMoneyExact(gross),
              },
              {
                key: 'remitted',
                header: 'Remitted',
                align: 'right',
                render: ({ remitted, cancelled }) =>
                  cancelled ? 'Cancelled' : formatMoneyExact(remitted),
              },
            ]}
          />
        </div>
      ) : null}
    </section>
  );
}

interface RemittanceDialogProps {
  organizationId: string;
  site: BookingSite | undefined;
  onClose: () => void;
  onAdded: (result: ImportResult, source: BookingSite) => void;
}

/** Takes a remittance file of a booking site, shows how it is read, and adds it. */
export function RemittanceDialog(props: RemittanceDialogProps) {
  const { organizationId, site, onClose, onAdded } = props;
  const preview = usePreview();
  const add = useImport();
  const [source, setSource] = useState<BookingSite>(site ?? 'spothero');
  const [chosen, setChosen] = useState<{ file: File; reading: ChosenReading } | null>(null);
  const [problem, setProblem] = useState<string | null>(null);
  const read = (file: File, reading: ChosenReading, from = source) => {
    setChosen({ file, reading });
    add.reset();
    const found = findProblem(file);
    setProblem(found);
    if (found) preview.reset();
    else preview.mutate(toFileInput({ organizationId, source: from, file, reading }));
  };
  const chooseSite = (next: BookingSite) => {
    setSource(next);
    if (chosen) read(chosen.file, {}, next);
  };
  if (add.data) return <ResultDialog result={add.data} onClose={onClose} />;
  const error = preview.error ?? add.error;
  const isReady =
    preview.data !== undefined && preview.data.lines > 0 && preview.data.csv.questions.length === 0;
  const status = preview.isPending
    ? 'Reading the file…'
    : preview.data
      ? describeFile(preview.data)
      : '';
  return (
    <Dialog title="Add remittance file" onClose={onClose}>
      <div className={formClasses.form}>
        <SearchSelect<BookingSite>
          label="Booking site"
          options={siteOptions}
          value={source}
          onChoose={chooseSite}
        />
        <FileDrop
          label="Remittance file"
          accept=".csv,.tsv,.txt,text/csv"
          hint="CSV from the booking site, up to 8 MB"
          file={chosen?.file ?? null}
          onChoose={(file) => read(file, {})}
          error={problem ?? error?.fields.file}
        />
        <p className="ui-dimmed">
          Only the reference, day, amounts and status of each booking are kept. Names, email
          addresses and plates aren’t.
        </p>
        <Announcement className="ui-dimmed">{status}</Announcement>
        {preview.data && chosen ? (
          <PreviewPanel
            preview={preview.data}
            onChoose={(change) => read(chosen.file, { ...chosen.reading, ...change })}
          />
        ) : null}
        <FormFailure error={error} action={importRemittance.failure} />
        <div className={formClasses.buttons}>
          <Button variant="default" onClick={onClose}>
            Cancel
          </Button>
          <Button
            disabled={!isReady}
            loading={add.isPending}
            onClick={() => {
              if (!chosen) return;
              add.mutate(toFileInput({ organizationId, source, ...chosen }), {
                onSuccess: (result) => onAdded(result, source),
              });
            }}
          >
            Add bookings
          </Button>
        </div>
      </div>
    </Dialog>
  );
}

/** What came of a file. */
function ResultDialog({ result, onClose }: { result: ImportResult; onClose: () => void }) {
  return (
    <Dialog title="Remittance file added" onClose={onClose}>
      <div className={formClasses.form}>
        <output>{describeImport(result)}</output>
        <Problems {...result} />
        <div className={formClasses.buttons}>
          <Button onClick={onClose} data-autofocus>
            Done
          </Button>
        </div>
      </div>
    </Dialog>
  );
}
