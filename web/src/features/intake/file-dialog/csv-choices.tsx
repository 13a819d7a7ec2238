import type { DateOrder } from '@lotkeeper/contract/intake/csv-reading';
import { dateOrders } from '@lotkeeper/contract/intake/csv-reading';
import { OneChoice } from '../../../ui/form/one-choice.tsx';
import {
  ColumnChoices,
  dateOrderNames,
  HeaderChoice,
  ReadingDetails,
  Warnings,
} from '../files/public.ts';

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

/** How a CSV file is read; opened when something has to be chosen. */
export function CsvChoices<Column extends string>(props: ChoicesProps<Column>) {
  const { form, options, sharedColumn, onChoose } = props;
  return (
    <>
      <Warnings texts={form.questions} />
      {form.needs_date_order ? (
        <OneChoice
          label="Dates in this file"
          options={dateOrders.map((value) => ({ value, label: dateOrderNames[value] }))}
          chosen={form.date_order}
          onChange={(date_order) => onChoose({ date_order })}
          required
        />
      ) : null}
      <ReadingDetails summary="Columns" isAsked={form.questions.length > 0}>
        <HeaderChoice
          label="Column names"
          noun="Line"
          reading={form}
          onChoose={(header_line) => onChoose({ header_line })}
        />
        <ColumnChoices<Column>
          columns={form.columns}
          options={options}
          shared={sharedColumn ? [sharedColumn] : []}
          onChoose={(columns) => onChoose({ columns })}
        />
      </ReadingDetails>
    </>
  );
}
