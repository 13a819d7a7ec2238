import type { ColumnChoice } from '@lotkeeper/contract/intake/visitors-csv';
import { csvMessages, maxCsvRows } from '@lotkeeper/contract/intake/visitors-csv';
import type { FileStore } from '../../../kernel/data/files.ts';
import type { TableInspection, TableKind, TableReading } from '../files/public.ts';
import { inspectTable, isBlank, openRows, refusal } from '../files/public.ts';

import { findFirstRow, findHeader, findMissing, guessColumns } from './columns.rules.ts';
/** How a person, now or for an earlier file, chose to read a file of visitors. */
export type VisitorReading = TableReading<ColumnChoice>;

/** A file of visitors. */
export type FileInspection = TableInspection<ColumnChoice>;

const visitorTable: TableKind<ColumnChoice> = {
  findHeader,
  findFirstRow,
  countKnown: (names) => 2 - findMissing(guessColumns(names, []).fields).length,
  guessColumns,
  ignore: 'ignore',
};

/** Inspects an uploaded file of visitors. */
export const inspectFile = (files: FileStore, uuid: string, reading: VisitorReading) =>
  inspectTable(files, uuid, reading, visitorTable);

/** Refuses a file that can’t be imported as inspected: something is uncertain, or there are no rows or too many. */
export async function requireImportable(inspection: FileInspection): Promise<void> {
  const { fields, questions, text_lines } = inspection;
  const missing = findMissing(fields);
  if (missing.length > 0) throw refusal(csvMessages.missingColumns(missing.join(', ')));
  if (questions.length > 0) throw refusal(questions.join(' '));
  let rows = 0;
  for await (const { records } of await openRows(inspection)) {
    rows += records.filter((record) => !isBlank(record)).length;
    if (rows > 0 && (text_lines <= maxCsvRows || rows > maxCsvRows)) break;
  }
  if (rows === 0) throw refusal(csvMessages.noRows);
  if (rows > maxCsvRows) throw refusal(csvMessages.tooManyRows);
}
