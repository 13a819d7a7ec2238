import type { BankColumn, BankFilePreview } from '@lotkeeper/contract/money/bank';
import { bankColumns } from '@lotkeeper/contract/money/bank';
import { formatDate, formatMoneyExact } from '../../../kernel/format.ts';
import { DataTable } from '../../../ui/data/data-table.tsx';
import { UserText } from '../../../ui/frame/user-text.tsx';
import { CsvChoices, Problems } from '../../intake/files/public.ts';
import type { ChosenReading } from './bank.api.ts';
import { columnNames } from './bank-words.ts';

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

/** How a file is read: its first transactions, what can't be read, and the choices of CSV. */
export function FilePreviewPanel(props: {
  preview: BankFilePreview;
  onChoose: (change: ChosenReading) => void;
}) {
  const { preview, onChoose } = props;
  return (
    <section className="ui-parts" aria-label="Preview of the file">
      {preview.csv ? (
        <CsvChoices<BankColumn>
          form={preview.csv}
          options={columnOptions}
          sharedColumn="description"
          onChoose={onChoose}
        />
      ) : null}
      <Problems {...preview} />
      <FirstLines preview={preview} />
    </section>
  );
}
