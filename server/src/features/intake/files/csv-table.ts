import { createHash } from 'node:crypto';
import { cutText } from './cells.rules.ts';
import type { CsvRecord } from './csv-records.ts';
import { readRecords } from './csv-records.ts';
import { streamChunks } from './open-file.ts';
import { findDateOrder } from './values.rules.ts';

const delimiters = [',', ';', '\t', '|'] as const;
/** Records among which the column names may be. */
const firstRecords = 40;
/** How many rows columns are guessed from. */
const sampleRows = 200;
/** Values of a column to show. */
const samplesOfColumn = 3;
const longestSample = 60;
const maxColumns = 100;

async function readAll(text: Buffer, delimiter: string, most: number): Promise<CsvRecord[]> {
  const records: CsvRecord[] = [];
  for await (const batch of readRecords(
    streamChunks(text),
    { delimiter },
    { bytes: 0, lines: 0 },
  )) {
    records.push(...batch.records);
    if (records.length > most) break;
  }
  return records;
}

const cellsOf = ({ cells, problem }: CsvRecord) => (problem === null ? cells : []);
const isBlank = ({ cells }: CsvRecord) => cells.every((cell) => cell.trim() === '');

/** How records of a kind of file are recognized, and how many it may have. */
interface Kind {
  isHeader: (cells: readonly string[]) => boolean;
  isRow: (cells: readonly string[]) => boolean;
  maxRows: number;
}

/** How well a separator fits: by the rows that it makes, then by the columns. */
function rate(records: readonly CsvRecord[], { isHeader, isRow }: Kind): number {
  const rows = records.map(cellsOf);
  return (
    rows.filter(isRow).length * 1000 +
    (rows.some(isHeader) ? 500 : 0) +
    Math.max(...rows.map(({ length }) => length), 0)
  );
}

async function findDelimiter(text: Buffer, kind: Kind): Promise<string> {
  const beginning = text.subarray(0, 64 * 1024);
  const separator = /^sep=([,;\t|])\n/i.exec(beginning.toString('latin1', 0, 10))?.[1];
  if (separator) return separator;
  const rated = [];
  for (const delimiter of delimiters) {
    rated.push({ delimiter, rating: rate(await readAll(beginning, delimiter, 100), kind) });
  }
  return rated.sort((a, b) => b.rating - a.rating)[0]?.delimiter ?? ',';
}

/** The line of the column names: as chosen, or the first that looks so; -1 if none. */
function findHeaderIndex(
  records: readonly CsvRecord[],
  chosen: number | undefined,
  { isHeader }: Kind,
): number {
  if (chosen !== undefined) return records.findIndex(({ line }) => line === chosen);
  return records.slice(0, firstRecords).findIndex((record) => isHeader(cellsOf(record)));
}

/** How many values most rows have: one with more may be two that run into each other. */
function findUsualLength(rows: readonly string[][]): number {
  const byLength = Map.groupBy(rows, ({ length }) => length);
  const [usual] = [...byLength].sort(([, a], [, b]) => b.length - a.length);
  return usual?.[0] ?? 0;
}

/** A hash of the column names, under which the choice of columns is kept. */
export const hashHeader = (names: readonly string[] | null, count: number) =>
  createHash('sha256')
    .update(names ? JSON.stringify(names.map((name) => name.trim())) : `${count} columns`)
    .digest('hex');

/** Preambles and samples are shown, and may have account numbers. */
const mask = (text: string) =>
  cutText(
    text.replaceAll('\0', '').replace(/\d{8,}/g, (run) => `…${run.slice(-4)}`),
    longestSample,
  );

/** A CSV file with its separator and column names found, its rows not read yet. */
export interface CsvTable {
  names: string[] | null;
  /** The records below the column names; all of a file without. */
  rows: CsvRecord[];
  /** Cells of the first rows that aren't damaged. */
  samples: string[][];
  columnCount: number;
  header_hash: string;
  header_line: number;
  first_lines: { line: number; text: string }[];
}

/** Opens CSV, whatever separates it and whatever is above the column names; null if no record is a row. */
export async function openCsvTable(
  text: string,
  kind: Kind,
  headerLine: number | undefined,
): Promise<{ table: CsvTable | null; records: number }> {
  const bytes = Buffer.from(text.replace(/\r\n?/g, '\n'));
  const delimiter = await findDelimiter(bytes, kind);
  const all = await readAll(bytes, delimiter, kind.maxRows + firstRecords);
  const records = all.filter(
    (record) => !isBlank(record) && !/^"?sep=.$/i.test(record.cells.join(delimiter)),
  );
  const header = findHeaderIndex(records, headerLine, kind);
  const headerRecord = records[header];
  const names = headerRecord ? cellsOf(headerRecord).slice(0, maxColumns) : null;
  const first = names ? header + 1 : records.findIndex((record) => kind.isRow(cellsOf(record)));
  if (first < 0) return { table: null, records: records.length };
  const rows = records.slice(names ? first : 0);
  const samples = rows
    .filter(({ problem }) => problem === null)
    .slice(0, sampleRows)
    .map(({ cells }) => cells);
  const columnCount = Math.min(maxColumns, names?.length ?? findUsualLength(samples));
  const table = {
    names,
    rows,
    samples,
    columnCount,
    header_hash: hashHeader(names, columnCount),
    header_line: headerRecord?.line ?? 0,
    first_lines: records
      .slice(0, 10)
      .map(({ line, cells }) => ({ line, text: mask(cells.filter(Boolean).join(', ')) })),
  };
  return { table, records: records.length };
}

/** What each column of a file contains, with its first values. */
export const describeColumns = <Column extends string>(
  { names, samples }: CsvTable,
  columns: readonly Column[],
) =>
  columns.map((column, index) => ({
    name: mask((names?.[index] ?? '').trim()),
    column,
    samples: [
      ...new Set(samples.map((cells) => mask((cells[index] ?? '').trim())).filter(Boolean)),
    ].slice(0, samplesOfColumn),
  }));

/** The order of the dates of a file, and whether somebody has to choose it. */
export function findOrder(rows: readonly CsvRecord[], date: number) {
  const orders = rows.map(({ cells }) => findDateOrder(cells[date] ?? ''));
  const count = (order: string) => orders.filter((found) => found === order).length;
  const [mdy, dmy] = [count('mdy'), count('dmy')];
  const isUnclear = count('either') > 0 && mdy === 0 && dmy === 0;
  const isMixed = mdy > 0 && dmy > 0;
  return {
    order: dmy > mdy ? ('dmy' as const) : ('mdy' as const),
    isUnclear: isUnclear || isMixed,
    mdy,
    dmy,
  };
}

/** As many columns as a file has; what isn't chosen is ignored. */
export const padColumns = <Column extends string>(
  columns: readonly (Column | 'ignore')[],
  count: number,
): (Column | 'ignore')[] => Array.from({ length: count }, (_, index) => columns[index] ?? 'ignore');
