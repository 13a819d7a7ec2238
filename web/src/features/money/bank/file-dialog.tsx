import type { BankColumn, BankFilePreview } from '@lotkeeper/contract/money/bank';
import { bankColumns, importBankFile, maxBankFileBytes } from '@lotkeeper/contract/money/bank';
import { formatDate, formatMoneyExact } from '../../../kernel/format.ts';
import { DataTable } from '../../../ui/data/data-table.tsx';
import { UserText } from '../../../ui/frame/user-text.tsx';
import { CsvChoices, FileDialog, toFileBody } from '../../intake/file-dialog/public.ts';
import { Problems } from '../../intake/files/public.ts';
import { useImport, usePreview } from './bank.api.ts';
import { columnNames, countTransactions, describeFile, describeImport } from './bank-words.ts';

/** The first transactions, as they are read. */
function FirstLines({ preview }: { preview: BankFilePreview }) {
  if (preview.first.length === 0) return null;
  return (
    <div className="ui-inset">
      <DataTable
        caption="First transactions as they are read"
        rows={preview.first}
        rowKey={({ line, amount }) => `${line} ${amount}`}
        columns={[
          {
            key: 'date',
            header: 'Date',
            primary: true,
            render: (line) => formatDate(line.local_date),
          },
          {
            key: 'descriptor',
            header: 'Description',
            render: (line) => <UserText>{line.descriptor}</UserText>,
          },
          {
            key: 'amount',
            header: 'Amount',
            align: 'right',
            render: (line) => formatMoneyExact(line.amount),
          },
        ]}
      />
    </div>
  );
}

const columnOptions = bankColumns.map((value) => ({ value, label: columnNames[value] }));

/** Takes a bank file, shows how it is read, and adds it. */
export function BankFileDialog(props: { organizationId: string; onClose: () => void }) {
  const { organizationId, onClose } = props;
  const preview = usePreview();
  const add = useImport();
  return (
    <FileDialog
      title="Add bank file"
      addedTitle="Bank file added"
      label="Bank file"
      accept=".csv,.ofx,.qfx,.xml,.sta,.mt940,.940,.txt,.tsv,text/csv"
      hint="CSV, OFX, QFX, CAMT.053 or MT940 from your bank’s website, up to 8 MB"
      note="Only the date, amount and description of each transaction are kept, not the file."
      submit="Add transactions"
      maxBytes={maxBankFileBytes}
      failure={importBankFile.failure}
      {...{ preview, add, onClose }}
      toInput={(file, reading) => ({
        params: { orgId: organizationId },
        ...toFileBody(file, reading),
      })}
      describeAdding={(found) => `Adding and matching ${countTransactions(found?.lines ?? 0)}…`}
      describe={describeFile}
      describeAdded={describeImport}
      renderPreview={(found, onChoose) => (
        <>
          {found.csv ? (
            <CsvChoices<BankColumn>
              form={found.csv}
              options={columnOptions}
              sharedColumn="description"
              onChoose={onChoose}
            />
          ) : null}
          <Problems refused={found.refused} problems={found.problems} />
          <FirstLines preview={found} />
        </>
      )}
    />
  );
}
