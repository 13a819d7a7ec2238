import type {
  ColumnChoice,
  FilePreview,
  FileReading,
} from '@lotkeeper/contract/intake/visitors-csv';
import { csvFields } from '@lotkeeper/contract/intake/visitors-csv';
import { Choices } from '../../../ui/form/choices.tsx';
import { FailureText } from '../../../ui/form/form-failure.tsx';
import {
  ColumnChoices,
  countRows,
  FirstRows,
  FormChoices,
  Problems,
  ReadingDetails,
  Warnings,
} from '../files/public.ts';
import { fieldNames, listRecorded } from './preview.rules.ts';

interface ChoiceProps {
  preview: FilePreview;
  onChoose: (change: FileReading) => void;
}

const fieldOptions = [...csvFields, 'ignore' as const].map((value) => ({
  value,
  label: fieldNames[value],
}));

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
  const { columns, rows, refused, problems, questions, missing, sheet } = preview;
  return (
    <section className="ui-parts" aria-label="Preview of the file">
      <Problems
        {...{ refused, problems }}
        label="Rows that will be skipped"
        noun="Row"
        describeMore={countRows}
      />
      <Warnings texts={questions} />
      <FailureText>{props.columnsError}</FailureText>
      <FirstRows
        rows={rows}
        columns={listRecorded(columns).map(({ field: key, index }) => ({
          key,
          header: fieldNames[key],
          index,
        }))}
        leftOut="Skipped"
      />
      <ReadingDetails
        summary={sheet === null ? 'Columns and encoding' : 'Columns and sheet'}
        isAsked={questions.length > 0 || missing.length > 0}
      >
        <FormChoices {...{ preview, onChoose }} />
        <ColumnChoices<ColumnChoice>
          columns={columns.map(({ field: column, ...rest }) => ({ ...rest, column }))}
          options={fieldOptions}
          onChoose={(fields) => onChoose({ fields })}
        />
      </ReadingDetails>
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
