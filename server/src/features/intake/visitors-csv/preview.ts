import type { FilePreview } from '@lotkeeper/contract/intake/visitors-csv';
import { csvMessages, maxCsvRows, previewRows } from '@lotkeeper/contract/intake/visitors-csv';
import type { FileStore } from '../../../kernel/data/files.ts';
import type { CsvRecord } from '../files/public.ts';
import { describeTable, isBlank, openRows, refusal, showCell } from '../files/public.ts';
import { findMissing, toColumnIndexes } from './columns.rules.ts';
import type { FileInspection, VisitorReading } from './inspect-visitors.ts';
import { inspectFile } from './inspect-visitors.ts';
import { readCells, visitorOfRow } from './visitor-row.rules.ts';

type Counted = Pick<FilePreview, 'rows' | 'good' | 'refused' | 'problems'>;

/** Reads rows like an import, and counts their outcomes. */
async function countRows(inspection: FileInspection): Promise<Counted & { values: string[][] }> {
  const { fields } = inspection;
  const indexes = toColumnIndexes(fields);
  const isComplete = findMissing(fields).length === 0;
  const counted: Counted = { rows: [], good: 0, refused: 0, problems: [] };
  const values: string[][] = [];
  const addRecord = (record: CsvRecord) => {
    const visitor = isComplete ? visitorOfRow(record, indexes, fields.length) : null;
    const problem = typeof visitor === 'string' ? visitor : null;
    const { line, cells } = record;
    if (counted.rows.length < previewRows) {
      const known = typeof visitor === 'string' ? null : visitor;
      counted.rows.push({ line, cells: readCells(cells, fields, known).map(showCell), problem });
      if (record.problem === null) values.push(cells);
    }
    if (problem === null) counted.good += 1;
    else {
      counted.refused += 1;
      if (counted.problems.length < previewRows) counted.problems.push({ line, reason: problem });
    }
  };
  for await (const { records } of await openRows(inspection)) {
    for (const record of records) if (!isBlank(record)) addRecord(record);
    if (counted.good + counted.refused > maxCsvRows) throw refusal(csvMessages.tooManyRows);
  }
  if (counted.good + counted.refused === 0) throw refusal(csvMessages.noRows);
  return { ...counted, values };
}

/** Previews how an uploaded file would be read. Records nothing. */
export async function previewFile(
  files: FileStore,
  uuid: string,
  reading: VisitorReading,
): Promise<FilePreview> {
  const inspection = await inspectFile(files, uuid, reading);
  const { fields, questions } = inspection;
  const { values, ...counted } = await countRows(inspection);
  return {
    ...describeTable(inspection, values),
    missing: findMissing(fields),
    questions,
    ...counted,
  };
}
