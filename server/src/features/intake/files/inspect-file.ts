import type { Delimiter, Encoding } from '@lotkeeper/contract/intake/visitors-csv';
import { csvMessages, maxCsvColumns } from '@lotkeeper/contract/intake/visitors-csv';
import type { FileStore } from '../../../kernel/data/files.ts';
import { isBlank } from './cells.rules.ts';
import type { CsvRecord } from './csv-records.ts';
import { readRecords } from './csv-records.ts';
import { hashHeader } from './csv-table.ts';
import { skipBytes } from './csv-text.ts';
import type { OpenedText } from './open-file.ts';
import { countLines, measure, openFile, refusal } from './open-file.ts';
import type { TableKind, TextForm } from './text-form.ts';
import { cellsOf, findForm, readBeginning } from './text-form.ts';

/** What a person chose about a file; whatever is missing is guessed. */
export interface TableReading<Choice extends string> {
  encoding?: Encoding | undefined;
  delimiter?: Delimiter | undefined;
  sheet?: string | undefined;
  header_line?: number | undefined;
  fields?: readonly Choice[] | undefined;
  /** What was chosen for an earlier file with the same column names, by their hash. */
  remembered?: Record<string, { columns: readonly Choice[] }>;
}

/** How to read a file: as it declares, as its content suggests, or as a person chose. */
export interface TableInspection<Choice extends string> extends OpenedText {
  delimiter: Delimiter;
  /** The line with the column names; 0 if there is none. */
  header_line: number;
  /** The names, or empty strings. */
  columns: string[];
  /** Under which the choice of columns is remembered; null without names. */
  header_hash: string | null;
  /** Whether a person chose the columns, now or for an earlier file. */
  is_chosen: boolean;
  fields: Choice[];
  /** The first lines, among which are the column names. */
  first: CsvRecord[];
  /** Where the rows begin. */
  rows: { bytes: number; lines: number };
  /** Of the whole text as UTF-8. */
  text_bytes: number;
  /** Line feeds of the whole text. */
  text_lines: number;
}

/** The columns of a text, what they contain, and where the rows begin. */
function findRows<Choice extends string>(
  beginning: Buffer,
  { first, header: found }: TextForm,
  reading: TableReading<Choice>,
  kind: TableKind<Choice>,
) {
  const { header_line } = reading;
  const header =
    header_line === undefined
      ? found
      : first.findIndex(({ line, problem }) => line === header_line && problem === null);
  const isNamed = header >= 0;
  const start = isNamed ? header : kind.findFirstRow(first.map(cellsOf)) - 1;
  const bytes = first[start]?.end ?? 0;
  const names = isNamed ? cellsOf(first[header] as CsvRecord) : null;
  const rows = first.slice(start + 1).filter((record) => record.problem === null);
  const guess = kind.guessColumns(
    names,
    rows.map(({ cells }) => cells),
  );
  const columns = names ?? guess.fields.map(() => '');
  if (columns.length > maxCsvColumns) throw refusal(csvMessages.tooManyColumns);
  const header_hash = names ? hashHeader(names, columns.length) : null;
  const chosen = reading.fields ?? reading.remembered?.[header_hash ?? '']?.columns;
  return {
    header_line: isNamed ? (first[header]?.line ?? 0) : 0,
    columns,
    header_hash,
    is_chosen: chosen !== undefined,
    fields: chosen ? columns.map((_, index) => chosen[index] ?? kind.ignore) : guess.fields,
    questions: chosen ? [] : guess.questions,
    rows: { bytes, lines: countLines(beginning.subarray(0, bytes)) },
  };
}

/**
 * Inspects an uploaded file: it must have a table, in a known encoding and with a known separator; refuses anything
 * else with a message. Memory holds one chunk of a text.
 */
export async function inspectTable<Choice extends string>(
  files: FileStore,
  uuid: string,
  reading: TableReading<Choice>,
  kind: TableKind<Choice>,
): Promise<TableInspection<Choice>> {
  const file = await openFile(files, uuid, reading);
  const beginning = await readBeginning(await file.openText());
  const form = await findForm(beginning, reading, kind);
  const { first, delimiter } = form;
  if (!first.some((record) => record.problem === null && !isBlank(record)))
    throw refusal(csvMessages.header);
  const found = findRows(beginning, form, reading, kind);
  return {
    ...file,
    ...found,
    delimiter,
    first,
    questions: [...file.questions, ...found.questions],
    ...(await measure(await file.openText())),
  };
}

/** The rows of an inspected file, in batches. */
export const openRows = async ({
  openText,
  delimiter,
  rows,
}: Pick<TableInspection<string>, 'openText' | 'delimiter' | 'rows'>) =>
  readRecords(skipBytes(await openText(), rows.bytes), { delimiter }, rows);
