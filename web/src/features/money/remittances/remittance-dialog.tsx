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
import { SearchSelect } from '../../../ui/form/search-select.tsx';
import { UserText } from '../../../ui/frame/user-text.tsx';
import type { ChosenReading } from '../../intake/file-dialog/public.ts';
import { CsvChoices, FileDialog, toFileBody } from '../../intake/file-dialog/public.ts';
import { Problems } from '../../intake/files/public.ts';
import { columnNames, describeFile, describeImport, siteOptions } from './remittance-words.ts';
import type { ImportResult } from './remittances.api.ts';
import { useImport, usePreview } from './remittances.api.ts';

const columnOptions = remittanceColumns.map((value) => ({ value, label: columnNames[value] }));

/** The first bookings, as they are read. */
function FirstBookings({ found }: { found: RemittancePreview }) {
  if (found.first.length === 0) return null;
  return (
    <div className="ui-inset">
      <DataTable
        caption="First bookings as they are read"
        rows={found.first}
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
  const toInput = (
    file: File,
    reading: ChosenReading<RemittanceColumn>,
    from: BookingSite = source,
  ) => {
    const { query, body } = toFileBody(file, reading);
    return { params: { orgId: organizationId }, query: { source: from, ...query }, body };
  };
  return (
    <FileDialog
      title="Add remittance file"
      addedTitle="Remittance file added"
      label="Remittance file"
      accept=".csv,.tsv,.txt,text/csv"
      hint="CSV from the booking site, up to 8 MB"
      note="Only the reference, day, amounts and status of each booking are kept. Names, email addresses and plates aren’t."
      submit="Add bookings"
      maxBytes={maxRemittanceBytes}
      failure={importRemittance.failure}
      {...{ preview, add, toInput, onClose }}
      describeAdding={(found) => (found ? describeFile(found) : '')}
      describe={describeFile}
      describeAdded={describeImport}
      onAdded={(result) => onAdded(result, source)}
      fields={(readAgain) => (
        <SearchSelect<BookingSite>
          label="Booking site"
          options={siteOptions}
          value={source}
          onChoose={(next) => {
            setSource(next);
            readAgain((file) => toInput(file, {}, next));
          }}
        />
      )}
      renderPreview={(found, onChoose) => (
        <>
          <CsvChoices<RemittanceColumn>
            form={found.csv}
            options={columnOptions}
            onChoose={onChoose}
          />
          <Problems refused={found.refused} problems={found.problems} />
          <FirstBookings found={found} />
        </>
      )}
    />
  );
}
