import { TriangleAlert } from 'lucide-react';
import type { ReactNode } from 'react';
import { useState } from 'react';
import { formatCount } from '../../../kernel/format.ts';
import { DataTable } from '../../../ui/data/data-table.tsx';
import { SearchSelect } from '../../../ui/form/search-select.tsx';
import { UserText } from '../../../ui/frame/user-text.tsx';
import { chooseColumn, nameColumn } from './file-words.ts';
import classes from './files.module.css';

interface ProblemsProps {
  refused: number;
  problems: readonly { line: number; reason: string }[];
  label?: string;
  /** What a line of the file is called, and how many more there are. */
  noun?: 'Line' | 'Row';
  describeMore?: (count: number) => string;
}

/** The first lines that are left out, each with its reason. */
export function Problems({
  refused,
  problems,
  label = 'Lines that are left out',
  noun = 'Line',
  describeMore = formatCount,
}: ProblemsProps) {
  if (problems.length === 0) return null;
  return (
    <ul className="ui-list ui-wrap" aria-label={label}>
      {problems.map(({ line, reason }) => (
        <li key={`${line} ${reason}`}>
          {noun} {formatCount(line)}: <UserText>{reason}</UserText>
        </li>
      ))}
      {refused > problems.length ? (
        <li>{`And ${describeMore(refused - problems.length)} more.`}</li>
      ) : null}
    </ul>
  );
}

/** What a person has to choose or check. */
export const Warnings = ({ texts }: { texts: readonly string[] }) =>
  texts.map((text) => (
    <p key={text} className={classes.question}>
      <TriangleAlert size={16} aria-hidden />
      <UserText>{text}</UserText>
    </p>
  ));

interface ColumnChoicesProps<Column extends string> {
  columns: readonly { name: string; column: Column | 'ignore'; samples: readonly string[] }[];
  /** What a column can contain. */
  options: readonly { value: Column | 'ignore'; label: string }[];
  /** What several columns may contain together. */
  shared?: readonly (Column | 'ignore')[];
  onChoose: (columns: (Column | 'ignore')[]) => void;
  className?: string;
}

/** What each column of the file contains, with its first values. */
export function ColumnChoices<Column extends string>(props: ColumnChoicesProps<Column>) {
  const { columns, options, shared = [], onChoose, className } = props;
  const current = columns.map(({ column }) => column);
  return (
    <ul className={className} aria-label="Columns of the file">
      {columns.map(({ name, column, samples }, index) => (
        // Columns may have the same name, and their order never changes.
        // oxlint-disable-next-line react/no-array-index-key
        <li key={index} className={classes.column} data-used={column !== 'ignore'}>
          <div className={classes.columnText}>
            <UserText>{nameColumn(name, index)}</UserText>
            <span className="ui-detail ui-cut">
              <UserText>{samples.join(' · ')}</UserText>
            </span>
          </div>
          <SearchSelect<Column | 'ignore'>
            ariaLabel={`What “${nameColumn(name, index)}” contains`}
            options={options}
            value={column}
            onChoose={(chosen) => onChoose(chooseColumn(current, index, chosen, shared))}
          />
        </li>
      ))}
    </ul>
  );
}

interface FirstRowsProps {
  rows: readonly { line: number; cells: readonly string[]; problem: string | null }[];
  /** The columns that are used, by their place in the file. */
  columns: readonly { key: string; header: string; index: number }[];
  /** What a row that is left out is marked with. */
  leftOut: string;
}

/** The first rows as they would be recorded. */
export function FirstRows({ rows, columns, leftOut }: FirstRowsProps) {
  if (columns.length === 0) return null;
  return (
    <div className="ui-inset">
      <DataTable
        caption="First rows as they will be read"
        rows={rows}
        rowKey={({ line }) => line}
        columns={[
          {
            key: 'line',
            header: 'Row',
            render: ({ line, problem }) => (
              <>
                {formatCount(line)}
                {problem === null ? null : <span className={classes.leftOut}> {leftOut}</span>}
              </>
            ),
          },
          ...columns.map(({ key, header, index }, position) => ({
            key,
            header,
            primary: position === 0,
            render: ({ cells }: FirstRowsProps['rows'][number]) => (
              <UserText>{cells[index] ?? ''}</UserText>
            ),
          })),
        ]}
      />
    </div>
  );
}

/** How a file is read; opened when something has to be chosen. */
export function ReadingDetails(props: { summary: string; isAsked: boolean; children: ReactNode }) {
  const { summary, isAsked, children } = props;
  const [isOpen, setIsOpen] = useState(isAsked);
  if (isAsked && !isOpen) setIsOpen(true);
  return (
    <details
      className={classes.choices}
      open={isOpen}
      onToggle={(event) => setIsOpen(event.currentTarget.open)}
    >
      <summary>{summary}</summary>
      <div className={classes.choiceFields}>{children}</div>
    </details>
  );
}
