import type { BankColumn, BankFilePreview, CsvForm } from '@lotkeeper/contract/money/bank';
import { bankColumns, dateOrders } from '@lotkeeper/contract/money/bank';
import { TriangleAlert } from 'lucide-react';
import { useState } from 'react';
import { formatCount, formatDate, formatMoneyExact } from '../../../kernel/format.ts';
import { DataTable } from '../../../ui/data/data-table.tsx';
import { OneChoice } from '../../../ui/form/one-choice.tsx';
import { SearchSelect } from '../../../ui/form/search-select.tsx';
import { UserText } from '../../../ui/frame/user-text.tsx';
import type { ChosenReading } from './bank.api.ts';
import classes from './bank.module.css';
import { columnNames, dateOrderNames } from './bank-words.ts';

/** The first lines that can't be read. */
export function Problems({ refused, problems }: Pick<BankFilePreview, 'refused' | 'problems'>) {
  if (problems.length === 0) return null;
  return (
    <ul className={classes.problems} aria-label="Lines that can’t be read">
      {problems.map(({ line, reason }) => (
        <li key={`${line} ${reason}`}>
          Line {formatCount(line)}: <UserText>{reason}</UserText>
        </li>
      ))}
      {refused > problems.length ? (
        <li>And {formatCount(refused - problems.length)} more.</li>
      ) : null}
    </ul>
  );
}

/** The first transactions, as they are read. */
function FirstLines({ preview }: { preview: BankFilePreview }) {
  if (preview.first.length === 0) return null;
  return (
    <div className={classes.rows}>
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

/** Chooses what a column contains. Only descriptions may be in several columns; one that had it before has nothing. */
const chooseColumn = (form: CsvForm, index: number, chosen: BankColumn): BankColumn[] =>
  form.columns.map(({ column }, other) => {
    if (other === index) return chosen;
    const isShared = chosen === 'description' || chosen === 'ignore';
    return column === chosen && !isShared ? 'ignore' : column;
  });

interface ChoicesProps {
  form: CsvForm;
  onChoose: (change: ChosenReading) => void;
}

/** What each column contains, with its first values. */
function ColumnChoices({ form, onChoose }: ChoicesProps) {
  return (
    <ul className={classes.columns} aria-label="Columns of the file">
      {form.columns.map(({ name, column, samples }, index) => (
        // Columns may have the same name, and their order never changes.
        // oxlint-disable-next-line react/no-array-index-key
        <li key={index} className={classes.column} data-used={column !== 'ignore'}>
          <div className={classes.columnText}>
            <UserText>{name || `Column ${index + 1}`}</UserText>
            <span className={classes.samples}>
              <UserText>{samples.join(' · ')}</UserText>
            </span>
          </div>
          <SearchSelect<BankColumn>
            ariaLabel={`What “${name || `Column ${index + 1}`}” contains`}
            options={columnOptions}
            value={column}
            onChoose={(chosen) => onChoose({ columns: chooseColumn(form, index, chosen) })}
          />
        </li>
      ))}
    </ul>
  );
}

/** How a CSV file is read; opened when something has to be chosen. */
function CsvChoices({ form, onChoose }: ChoicesProps) {
  const isUnsure = form.questions.length > 0;
  const [isOpen, setIsOpen] = useState(isUnsure);
  if (isUnsure && !isOpen) setIsOpen(true);
  return (
    <>
      {form.questions.map((question) => (
        <p key={question} className={classes.question}>
          <TriangleAlert size={16} aria-hidden />
          {question}
        </p>
      ))}
      {form.needs_date_order ? (
        <OneChoice
          label="Dates in this file"
          options={dateOrders.map((value) => ({ value, label: dateOrderNames[value] }))}
          chosen={form.date_order}
          onChange={(date_order) => onChoose({ date_order })}
          required
        />
      ) : null}
      <details
        className={classes.choices}
        open={isOpen}
        onToggle={(event) => setIsOpen(event.currentTarget.open)}
      >
        <summary>Columns</summary>
        <SearchSelect
          label="Column names"
          options={[
            { value: '0', label: 'The file has none' },
            ...form.first_lines.map(({ line, text }) => ({
              value: String(line),
              label: `Line ${line}: ${text.slice(0, 60)}`,
            })),
          ]}
          value={String(form.header_line)}
          onChoose={(line) => onChoose({ header_line: Number(line) })}
        />
        <ColumnChoices {...{ form, onChoose }} />
      </details>
    </>
  );
}

/** How a file is read: its first transactions, what can't be read, and the choices of CSV. */
export function FilePreviewPanel(props: {
  preview: BankFilePreview;
  onChoose: (change: ChosenReading) => void;
}) {
  const { preview, onChoose } = props;
  return (
    <section className={classes.preview} aria-label="Preview of the file">
      {preview.csv ? <CsvChoices form={preview.csv} onChoose={onChoose} /> : null}
      <Problems {...preview} />
      <FirstLines preview={preview} />
    </section>
  );
}
