import type { DateOrder } from '@lotkeeper/contract/intake/csv-reading';
import { dateOrders } from '@lotkeeper/contract/intake/csv-reading';
import { TriangleAlert } from 'lucide-react';
import { useState } from 'react';
import { formatCount } from '../../../kernel/format.ts';
import columnClasses from '../../../shared/csv-columns.module.css';
import { OneChoice } from '../../../ui/form/one-choice.tsx';
import { SearchSelect } from '../../../ui/form/search-select.tsx';
import { UserText } from '../../../ui/frame/user-text.tsx';

const dateOrderNames: Record<DateOrder, string> = {
  mdy: 'Month first: 4/5 is April 5',
  dmy: 'Day first: 4/5 is May 4',
};

interface ProblemsProps {
  refused: number;
  problems: readonly { line: number; reason: string }[];
}

/** The first lines that can't be read. */
export function Problems({ refused, problems }: ProblemsProps) {
  if (problems.length === 0) return null;
  return (
    <ul className="ui-list ui-wrap" aria-label="Lines that are left out">
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

/** How a CSV file is read, with columns of a kind of file. */
interface Form<Column> {
  header_line: number;
  first_lines: readonly { line: number; text: string }[];
  columns: readonly { name: string; column: Column | 'ignore'; samples: readonly string[] }[];
  date_order: DateOrder | null;
  needs_date_order: boolean;
  questions: readonly string[];
}

interface ChoicesProps<Column extends string> {
  form: Form<Column>;
  /** What a column can contain. */
  options: readonly { value: Column | 'ignore'; label: string }[];
  /** What several columns may contain together; any other is in one, and a column that had it before has nothing. */
  sharedColumn?: Column;
  onChoose: (change: {
    columns?: (Column | 'ignore')[];
    date_order?: DateOrder;
    header_line?: number;
  }) => void;
}

/** What each column contains, with its first values. */
function ColumnChoices<Column extends string>(props: ChoicesProps<Column>) {
  const { form, options, sharedColumn, onChoose } = props;
  const choose = (index: number, chosen: Column | 'ignore') =>
    form.columns.map(({ column }, other) => {
      if (other === index) return chosen;
      const isShared = chosen === sharedColumn || chosen === 'ignore';
      return column === chosen && !isShared ? 'ignore' : column;
    });
  return (
    <ul className="ui-top" aria-label="Columns of the file">
      {form.columns.map(({ name, column, samples }, index) => (
        // Columns may have the same name, and their order never changes.
        // oxlint-disable-next-line react/no-array-index-key
        <li key={index} className={columnClasses.column} data-used={column !== 'ignore'}>
          <div className={columnClasses.columnText}>
            <UserText>{name || `Column ${index + 1}`}</UserText>
            <span className="ui-detail ui-cut">
              <UserText>{samples.join(' · ')}</UserText>
            </span>
          </div>
          <SearchSelect<Column | 'ignore'>
            ariaLabel={`What “${name || `Column ${index + 1}`}” contains`}
            options={options}
            value={column}
            onChoose={(chosen) => onChoose({ columns: choose(index, chosen) })}
          />
        </li>
      ))}
    </ul>
  );
}

/** How a CSV file is read; opened when something has to be chosen. */
export function CsvChoices<Column extends string>(props: ChoicesProps<Column>) {
  const { form, onChoose } = props;
  const isUnsure = form.questions.length > 0;
  const [isOpen, setIsOpen] = useState(isUnsure);
  if (isUnsure && !isOpen) setIsOpen(true);
  return (
    <>
      {form.questions.map((question) => (
        <p key={question} className={columnClasses.question}>
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
        className={columnClasses.choices}
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
        <ColumnChoices {...props} />
      </details>
    </>
  );
}
