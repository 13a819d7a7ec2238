import type { FilePreview } from '@lotkeeper/contract/intake/visitors-csv';
import { csvMessages, maxCsvRows, previewRows } from '@lotkeeper/contract/intake/visitors-csv';
import type { FileStore } from '../../../kernel/data/files.ts';
import type { CsvRecord } from '../files/public.ts';
import { isBlank, openRows, refusal } from '../files/public.ts';
import { findMissing, toColumnIndexes } from './columns.rules.ts';
import type { FileInspection, VisitorReading } from './inspect-visitors.ts';
import { inspectFile } from './inspect-visitors.ts';
import { readCells, visitorOfRow } from './visitor-row.rules.ts';

/** Lines among which the column names can be chosen. */
const firstLines = 10;
/** Sample values of a column. */
const samplesOfColumn = 3;
const longestText = 120;

const cut = (text: string) => {
  const clean = text.replaceAll('\0', '');
  return clean.length > longestText ? `${clean.slice(0, longestText)}…` : clean;
};

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
      counted.rows.push({ line, cells: readCells(cells, fields, known).map(cut), problem });
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
  const { encoding, delimiter, sheet, sheets, header_line, fields, questions } = inspection;
  const { values, ...counted } = await countRows(inspection);
  const columns = inspection.columns.map((name, index) => {
    const filled = values.map((cells) => (cells[index] ?? '').trim()).filter((value) => value);
    return {
      name: cut(name.trim()),
      field: fields[index] ?? ('ignore' as const),
      samples: [...new Set(filled)].slice(0, samplesOfColumn).map(cut),
    };
  });
  const first_lines = inspection.first
    .filter((record) => !isBlank(record))
    .slice(0, firstLines)
    .map(({ line, cells }) => ({
      line,
      text: cut(cells.filter((cell) => cell.trim() !== '').join(', ')),
    }));
  return {
    encoding,
    delimiter,
    sheet,
    sheets,
    header_line,
    first_lines,
    columns,
    missing: findMissing(fields),
    questions,
    ...counted,
  };
}
