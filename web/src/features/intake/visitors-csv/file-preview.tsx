import type {
  ColumnChoice,
  FilePreview,
  FileReading,
} from '@lotkeeper/contract/intake/visitors-csv';
import { csvFields } from '@lotkeeper/contract/intake/visitors-csv';
import { TriangleAlert } from 'lucide-react';
import { useState } from 'react';
import { formatCount } from '../../../kernel/format.ts';
import columnClasses from '../../../shared/csv-columns.module.css';
import { DataTable } from '../../../ui/data/data-table.tsx';
import { Choices } from '../../../ui/form/choices.tsx';
import { FailureText } from '../../../ui/form/form-failure.tsx';
import { SearchSelect } from '../../../ui/form/search-select.tsx';
import { UserText } from '../../../ui/frame/user-text.tsx';
import { countRows, FormChoices, nameColumn } from '../files/public.ts';
import classes from './file-preview.module.css';
import { chooseField, fieldNames, listRecorded } from './preview.rules.ts';

interface ChoiceProps {
  preview: FilePreview;
  onChoose: (change: FileReading) => void;
}

/** The first reasons why rows will be skipped. */
function Problems({ preview }: { preview: FilePreview }) {
  const { refused, problems } = preview;
  if (problems.length === 0) return null;
  return (
    <ul className="ui-list ui-wrap" aria-label="Rows that will be skipped">
      {problems.map(({ line, reason }) => (
        <li key={line}>
          Row {formatCount(line)}: <UserText>{reason}</UserText>
        </li>
      ))}
      {refused > problems.length ? (
        <li>{`And ${countRows(refused - problems.length)} more.`}</li>
      ) : null}
    </ul>
  );
}

/** The first rows as they would be saved. */
function FirstRows({ preview }: { preview: FilePreview }) {
  const recorded = listRecorded(preview.columns);
  if (recorded.length === 0) return null;
  return (
    <div className="ui-inset">
      <DataTable
        caption="First rows as they will be read"
        rows={preview.rows}
        rowKey={({ line }) => line}
        columns={[
          {
            key: 'line',
            header: 'Row',
            render: ({ line, problem }) => (
              <>
                {formatCount(line)}
                {problem === null ? null : <span className={classes.skipped}> Skipped</span>}
              </>
            ),
          },
          ...recorded.map(({ field, index }, position) => ({
            key: field,
            header: fieldNames[field],
            primary: position === 0,
            render: ({ cells }: FilePreview['rows'][number]) => (
              <UserText>{cells[index] ?? ''}</UserText>
            ),
          })),
        ]}
      />
    </div>
  );
}

const fieldOptions = [...csvFields, 'ignore' as const].map((value) => ({
  value,
  label: fieldNames[value],
}));

/** A choice for each column of the file. */
function ColumnChoices({ preview, onChoose }: ChoiceProps) {
  const { columns } = preview;
  return (
    <ul aria-label="Columns of the file">
      {columns.map(({ name, field, samples }, index) => (
        // Columns may have the same name, and their order never changes.
        // oxlint-disable-next-line react/no-array-index-key
        <li key={index} className={columnClasses.column} data-used={field !== 'ignore'}>
          <div className={columnClasses.columnText}>
            <UserText>{nameColumn(name, index)}</UserText>
            <span className="ui-detail ui-cut">
              <UserText>{samples.join(' · ')}</UserText>
            </span>
          </div>
          <SearchSelect<ColumnChoice>
            ariaLabel={`What “${nameColumn(name, index)}” contains`}
            options={fieldOptions}
            value={field}
            onChoose={(chosen) => onChoose({ fields: chooseField(columns, index, chosen) })}
          />
        </li>
      ))}
    </ul>
  );
}

/** How a file will be read: its first rows, the skipped ones, and the choices, opened when one is required. */
export function FilePreviewPanel(
  props: ChoiceProps & {
    isConfirmed: boolean;
    onConfirm: (isConfirmed: boolean) => void;
    columnsError: string | undefined;
    confirmError: string | undefined;
  },
) {
  const { preview, onChoose } = props;
  const isUnsure = preview.questions.length > 0 || preview.missing.length > 0;
  const [wasOpened, setWasOpened] = useState(isUnsure);
  if (isUnsure && !wasOpened) setWasOpened(true);
  return (
    <section className="ui-parts" aria-label="Preview of the file">
      <Problems preview={preview} />
      {preview.questions.map((question) => (
        <p key={question} className={columnClasses.question}>
          <TriangleAlert size={16} aria-hidden />
          <UserText>{question}</UserText>
        </p>
      ))}
      <FailureText>{props.columnsError}</FailureText>
      <FirstRows preview={preview} />
      <details
        className={columnClasses.choices}
        open={wasOpened}
        onToggle={(event) => setWasOpened(event.currentTarget.open)}
      >
        <summary>{preview.sheet === null ? 'Columns and encoding' : 'Columns and sheet'}</summary>
        <div className={columnClasses.choiceFields}>
          <FormChoices {...{ preview, onChoose }} />
          <ColumnChoices {...{ preview, onChoose }} />
        </div>
      </details>
      {preview.questions.length > 0 && preview.missing.length === 0 ? (
        <Choices
          label="Check the rows above"
          options={[{ value: 'checked', label: 'The rows are read correctly' }]}
          chosen={props.isConfirmed ? ['checked'] : []}
          onChange={(chosen) => props.onConfirm(chosen.length > 0)}
          error={props.confirmError}
          required
        />
      ) : null}
    </section>
  );
}
