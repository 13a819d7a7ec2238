import type { Delimiter } from '@lotkeeper/contract/intake/visitors-csv';
import { delimiters } from '@lotkeeper/contract/intake/visitors-csv';
import type { CsvRecord } from './csv-records.ts';
import { readRecords } from './csv-records.ts';
import { streamChunks } from './open-file.ts';

/** The line that names a file's separator, as Excel reads it. */
const separatorLine = /^"?sep=([,;\t|])"?(?:\r?\n|$)/i;
/** Records used to guess the form of a file. */
const firstRecords = 100;
/** Bytes of text to hold for that. */
const headBytes = 64 * 1024;

/** The beginning of a text, up to the end of a line if possible. */
export async function readBeginning(text: AsyncIterable<Buffer>): Promise<Buffer> {
  const pieces: Buffer[] = [];
  let size = 0;
  for await (const piece of text) {
    pieces.push(piece);
    size += piece.length;
    if (size < headBytes) continue;
    const beginning = Buffer.concat(pieces);
    return beginning.subarray(0, beginning.lastIndexOf('\n') + 1 || beginning.length);
  }
  return Buffer.concat(pieces);
}

async function readFirst(beginning: Buffer, delimiter: Delimiter): Promise<CsvRecord[]> {
  const records: CsvRecord[] = [];
  const from = { bytes: 0, lines: 0 };
  for await (const batch of readRecords(streamChunks(beginning), { delimiter }, from)) {
    records.push(...batch.records);
    if (records.length >= firstRecords) break;
  }
  return records.slice(0, firstRecords);
}

/** The cells of a record; empty for a line that isn’t one. */
export const cellsOf = ({ cells, problem }: CsvRecord) => (problem === null ? cells : []);

/** How the columns of a kind of file are recognized. */
export interface TableKind<Choice extends string> {
  /** Which of the first rows has the column names; -1 if none. */
  findHeader: (rows: readonly (readonly string[])[]) => number;
  /** The first row that isn’t a title. */
  findFirstRow: (rows: readonly (readonly string[])[]) => number;
  /** How many of the required fields the column names have. */
  countKnown: (names: readonly string[]) => number;
  guessColumns: (
    names: readonly string[] | null,
    rows: readonly (readonly string[])[],
  ) => { fields: Choice[]; questions: string[] };
  ignore: Choice;
}

/** The separator of a text, its first records, and which of them has the column names; -1 if none. */
export interface TextForm {
  delimiter: Delimiter;
  first: CsvRecord[];
  header: number;
}

/** How well a separator fits: by the fields that the column names then mean, and by how similar the rows are. */
function rate<Choice extends string>({ first, header }: TextForm, kind: TableKind<Choice>): number {
  const names = cellsOf(first[header] ?? { line: 0, end: 0, cells: [], problem: null });
  const known = header < 0 ? 0 : kind.countKnown(names);
  const counts = first.map((record) => cellsOf(record).length);
  const byCount = Map.groupBy(counts, (count) => count);
  const [usual = [0]] = [...byCount.values()].sort((a, b) => b.length - a.length);
  const columns = usual[0] ?? 0;
  const alike = columns > 1 ? usual.length / Math.max(1, counts.length) : 0;
  return known * 1000 + alike * 100 + Math.min(columns, 50);
}

/** The separator of a text and its line of column names. */
export async function findForm<Choice extends string>(
  beginning: Buffer,
  reading: { delimiter?: Delimiter | undefined },
  kind: TableKind<Choice>,
): Promise<TextForm> {
  const separator = separatorLine.exec(beginning.toString('latin1', 0, 100))?.[1];
  const given = reading.delimiter ?? delimiters.find((delimiter) => delimiter === separator);
  const forms: TextForm[] = [];
  for (const delimiter of given ? [given] : delimiters) {
    const records = await readFirst(beginning, delimiter);
    const first = separator && given === separator ? records.slice(1) : records;
    forms.push({ delimiter, first, header: kind.findHeader(first.map(cellsOf)) });
  }
  const [best] = forms.sort((a, b) => rate(b, kind) - rate(a, kind));
  return best as TextForm;
}
