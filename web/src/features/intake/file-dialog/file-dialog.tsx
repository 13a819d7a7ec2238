import type { DateOrder, LineProblem } from '@lotkeeper/contract/intake/csv-reading';
import { bankMessages } from '@lotkeeper/contract/money/bank';
import type { ReactNode } from 'react';
import { useState } from 'react';
import type { ApiError } from '../../../kernel/api.ts';
import { Button } from '../../../ui/form/button.tsx';
import { FileDrop } from '../../../ui/form/file-drop.tsx';
import classes from '../../../ui/form/form.module.css';
import { FormFailure } from '../../../ui/form/form-failure.tsx';
import { Announcement } from '../../../ui/frame/announcement.tsx';
import { Dialog } from '../../../ui/frame/dialog.tsx';
import { Problems } from '../files/public.ts';

/** What somebody chose about a CSV file. */
export interface ChosenReading<Column extends string> {
  columns?: Column[];
  date_order?: DateOrder;
  header_line?: number;
}

/** The query and body of a call that sends a file. */
export const toFileBody = (
  file: File,
  { columns, date_order, header_line }: ChosenReading<string>,
) => ({
  query: {
    ...(columns && { columns: columns.join(',') }),
    ...(date_order && { date_order }),
    ...(header_line !== undefined && { header_line: String(header_line) }),
  },
  // A type that no server tries to read by itself.
  body: file.slice(0, file.size, 'application/octet-stream'),
});

/** A call that takes a file, as `useSend` makes it. */
interface Sending<Input, Answer> {
  data: Answer | undefined;
  error: ApiError | null;
  isPending: boolean;
  reset: () => void;
  mutate: (input: Input, options?: { onSuccess?: (answer: Answer) => void }) => void;
}

interface Previewed {
  lines: number;
  csv: {
    questions: readonly string[];
    date_order: DateOrder | null;
    columns: readonly { column: string }[];
  } | null;
}

/** A preview with what was chosen since, which the answer that is under way will have. */
function withChosen<Preview extends Previewed>(
  preview: Preview,
  { date_order, columns }: ChosenReading<string>,
): Preview {
  const { csv } = preview;
  if (!csv) return preview;
  return {
    ...preview,
    csv: {
      ...csv,
      date_order: date_order ?? csv.date_order,
      columns: csv.columns.map((known, index) => ({
        ...known,
        column: columns?.[index] ?? known.column,
      })),
    },
  };
}

interface Added {
  refused: number;
  problems: readonly LineProblem[];
}

interface FileDialogProps<Column extends string, Input, Preview, Result> {
  title: string;
  addedTitle: string;
  label: string;
  accept: string;
  hint: string;
  /** What is kept of the file. */
  note: string;
  submit: string;
  maxBytes: number;
  failure: string;
  preview: Sending<Input, Preview>;
  add: Sending<Input, Result>;
  toInput: (file: File, reading: ChosenReading<Column>) => Input;
  describeAdding: (preview: Preview | undefined) => string;
  describe: (preview: Preview) => string;
  describeAdded: (result: Result) => string;
  renderPreview: (preview: Preview, onChoose: (change: ChosenReading<Column>) => void) => ReactNode;
  /** Fields before the file. When one of them changes, the file is read again. */
  fields?: (readAgain: (toInput: (file: File) => Input) => void) => ReactNode;
  onAdded?: (result: Result) => void;
  onClose: () => void;
}

/** Takes a file, shows how it is read, and adds it. */
export function FileDialog<
  Column extends string,
  Input,
  Preview extends Previewed,
  Result extends Added,
>(props: FileDialogProps<Column, Input, Preview, Result>) {
  const { preview, add, toInput, onClose } = props;
  const [chosen, setChosen] = useState<{ file: File; reading: ChosenReading<Column> } | null>(null);
  const [problem, setProblem] = useState<string | null>(null);
  // It stays while the file is read again, so that what somebody chose in it keeps the focus.
  const [last, setLast] = useState<Preview>();
  if (preview.data && preview.data !== last) setLast(preview.data);
  const read = (file: File, reading: ChosenReading<Column>, input = toInput(file, reading)) => {
    setChosen({ file, reading });
    add.reset();
    const found =
      file.size === 0
        ? bankMessages.empty
        : file.size > props.maxBytes
          ? bankMessages.tooLarge
          : null;
    setProblem(found);
    if (found) preview.reset();
    else preview.mutate(input);
  };
  if (add.data) {
    return (
      <Dialog title={props.addedTitle} onClose={onClose}>
        <div className={classes.form}>
          <output>{props.describeAdded(add.data)}</output>
          <Problems refused={add.data.refused} problems={add.data.problems} />
          <div className={classes.buttons}>
            <Button onClick={onClose} data-autofocus>
              Done
            </Button>
          </div>
        </div>
      </Dialog>
    );
  }
  const error = preview.error ?? add.error;
  const found = preview.data ?? (preview.isPending ? last : undefined);
  const isReady =
    preview.data !== undefined && preview.data.lines > 0 && !preview.data.csv?.questions.length;
  const status = add.isPending
    ? props.describeAdding(found)
    : preview.isPending
      ? 'Reading the file…'
      : found
        ? props.describe(found)
        : '';
  return (
    <Dialog title={props.title} onClose={onClose}>
      <div className={classes.form}>
        {props.fields?.((again) => {
          if (!chosen) return;
          setLast(undefined);
          read(chosen.file, {}, again(chosen.file));
        })}
        <FileDrop
          label={props.label}
          accept={props.accept}
          hint={props.hint}
          file={chosen?.file ?? null}
          onChoose={(file) => {
            setLast(undefined);
            read(file, {});
          }}
          error={problem ?? error?.fields.file}
        />
        <p className="ui-dimmed">{props.note}</p>
        <Announcement className="ui-dimmed">{status}</Announcement>
        {found && chosen ? (
          <section className="ui-parts" aria-label="Preview of the file">
            {props.renderPreview(withChosen(found, chosen.reading), (change) =>
              read(chosen.file, { ...chosen.reading, ...change }),
            )}
          </section>
        ) : null}
        <FormFailure error={error} action={props.failure} />
        <div className={classes.buttons}>
          <Button variant="default" onClick={onClose}>
            Cancel
          </Button>
          <Button
            disabled={!isReady}
            loading={add.isPending}
            onClick={() => {
              if (!chosen) return;
              const { onAdded } = props;
              add.mutate(
                toInput(chosen.file, chosen.reading),
                onAdded ? { onSuccess: onAdded } : {},
              );
            }}
          >
            {props.submit}
          </Button>
        </div>
      </div>
    </Dialog>
  );
}
