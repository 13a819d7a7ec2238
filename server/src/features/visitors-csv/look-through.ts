import { setImmediate } from 'node:timers/promises';
import type {
  ColumnChoice,
  Delimiter,
  Encoding,
  FileReading,
} from '@lotkeeper/contract/visitors-csv';
import {
  csvMessages,
  delimiters,
  maxCsvColumns,
  maxCsvRows,
} from '@lotkeeper/contract/visitors-csv';
import type { FileStore } from '../../kernel/data/files.ts';
import { Refusal } from '../../kernel/refusal.ts';
import { findFirstRow, findHeader, findMissing, guessColumns } from './columns.rules.ts';
import type { CsvRecord } from './csv-records.ts';
import { readRecords } from './csv-records.ts';
import { decoded, knownEncoding, problemOfBytes, skipping } from './csv-text.ts';
import { findGarbledWords, guessEncoding } from './encoding.rules.ts';
import { isBlank, replacementCharacter } from './visitor-row.rules.ts';
import { isZip, WorkbookError } from './workbook.ts';
import { readSheetInThread } from './workbook-thread.ts';

/** How a file is read: as it says, as its content suggests, or as a person chose. */
export interface FileInspection {
  encoding: Encoding;
  delimiter: Delimiter;
  /** The sheet of a workbook; null for a text. */
  sheet: string | null;
  sheets: string[];
  /** The line with the names of the columns; 0 if there is none. */
  header_line: number;
  /** The names, or empty texts. */
  columns: string[];
  fields: ColumnChoice[];
  /** What is uncertain, in sentences for a person. */
  questions: string[];
  /** The first lines, in which the names of the columns may be. */
  first: CsvRecord[];
  /** Where the rows begin. */
  rows: { bytes: number; lines: number };
  /** Of the whole text as UTF-8. */
  text_bytes: number;
  /** Line feeds of the whole text. */
  text_lines: number;
  /** The text from its beginning, as UTF-8 whose lines end with a line feed. */
  openText: () => Promise<AsyncIterable<Buffer>>;
}

export const refusal = (message: string) =>
  new Refusal('invalid_fields', message, { csv_url: message });

/** The bytes of an uploaded file; refuses one that is gone. */
async function openUpload(files: FileStore, uuid: string): Promise<AsyncIterable<Uint8Array>> {
  const file = await files.open(uuid);
  if (!file) throw refusal(csvMessages.upload);
  return file.stream;
}

async function readAll(bytes: AsyncIterable<Uint8Array>): Promise<Buffer> {
  const pieces: Uint8Array[] = [];
  for await (const piece of bytes) pieces.push(piece);
  return Buffer.concat(pieces);
}

async function readHead(bytes: AsyncIterable<Uint8Array>): Promise<Buffer> {
  // Leaving the loop closes the file.
  for await (const chunk of bytes) return Buffer.from(chunk);
  return Buffer.alloc(0);
}

/** Bytes as a stream. */
async function* inPieces<Bytes extends Uint8Array>(text: Bytes) {
  yield Promise.resolve(text);
}

/** A file as a text. */
type OpenedText = Pick<FileInspection, 'encoding' | 'sheet' | 'sheets' | 'openText' | 'questions'>;

async function openSheet(
  bytes: Buffer,
  { sheet: chosen, fields }: FileReading,
): Promise<OpenedText> {
  try {
    const read = await readSheetInThread(bytes, chosen ?? null);
    return {
      encoding: 'utf-8',
      sheet: read.sheet,
      sheets: read.sheets,
      questions: read.hidesDigits && !fields ? [csvMessages.hiddenDigits] : [],
      openText: () => Promise.resolve(decoded(inPieces(read.text), 'utf-8')),
    };
  } catch (error) {
    if (error instanceof WorkbookError) throw refusal(error.message);
    throw error;
  }
}

const firstByteOfSeveral = 0xc0;

/**
 * Whether a file that isn't valid UTF-8 is UTF-8 with damaged characters: no more of its characters beyond ASCII
 * are damaged than are whole. In another encoding hardly any is whole.
 */
async function isDamagedUtf8(bytes: AsyncIterable<Uint8Array>): Promise<boolean> {
  let several = 0;
  let damaged = 0;
  for await (const text of decoded(bytes, 'utf-8')) {
    for (const byte of text) if (byte >= firstByteOfSeveral) several += 1;
    damaged += text.toString().split(replacementCharacter).length - 1;
  }
  return damaged <= several - damaged;
}

function countLines(text: Buffer): number {
  let lines = 0;
  for (let at = text.indexOf(10); at >= 0; at = text.indexOf(10, at + 1)) lines += 1;
  return lines;
}

async function measure(text: AsyncIterable<Buffer>) {
  const sum = { text_bytes: 0, text_lines: 0 };
  for await (const piece of text) {
    sum.text_bytes += piece.length;
    sum.text_lines += countLines(piece);
  }
  return sum;
}

async function isUtf8(bytes: AsyncIterable<Uint8Array>): Promise<boolean> {
  try {
    await measure(decoded(bytes, 'utf-8', true));
    return true;
  } catch (error) {
    if (!(error instanceof TypeError)) throw error;
    return false;
  }
}

/** Enough names to recognize an encoding by. */
const sampleBytes = 16_384;

/** Lines with bytes beyond ASCII. */
async function readSample(bytes: AsyncIterable<Uint8Array>): Promise<Buffer> {
  const lines: string[] = [];
  let size = 0;
  for await (const chunk of bytes) {
    for (const line of Buffer.from(chunk)
      .toString('latin1')
      .split(/[\r\n]/)) {
      if (!/[\x80-\xff]/.test(line)) continue;
      lines.push(line.slice(0, sampleBytes));
      size += line.length;
      if (size > sampleBytes) return Buffer.from(lines.join('\n'), 'latin1');
    }
    await setImmediate();
  }
  return Buffer.from(lines.join('\n'), 'latin1');
}

/** The encoding that a file says or that its bytes fit, and what is uncertain about it. */
async function findEncoding(
  files: FileStore,
  uuid: string,
  head: Buffer,
): Promise<{ encoding: Encoding; questions: string[] }> {
  const known = knownEncoding(head);
  if (known && known !== 'utf-8') return { encoding: known, questions: [] };
  const open = () => openUpload(files, uuid);
  if (known || (await isUtf8(await open())) || (await isDamagedUtf8(await open()))) {
    const garbled = new Set(findGarbledWords((await readSample(await open())).toString()));
    for (const word of findGarbledWords(head.toString())) garbled.add(word);
    const names = [...garbled].slice(0, 3).join(', ');
    return { encoding: 'utf-8', questions: names ? [csvMessages.garbled(names)] : [] };
  }
  const { encoding, doubts, words } = guessEncoding(await readSample(await open()));
  const message = doubts === 'garbled' ? csvMessages.garbled : csvMessages.severalEncodings;
  return { encoding, questions: doubts === 'none' ? [] : [message(words.join(', '))] };
}

async function openFile(files: FileStore, uuid: string, reading: FileReading): Promise<OpenedText> {
  const head = await readHead(await openUpload(files, uuid));
  if (isZip(head)) return openSheet(await readAll(await openUpload(files, uuid)), reading);
  const problem = problemOfBytes(head);
  if (problem) throw refusal(problem);
  const { encoding, questions } = reading.encoding
    ? { encoding: reading.encoding, questions: [] }
    : await findEncoding(files, uuid, head);
  return {
    encoding,
    questions,
    sheet: null,
    sheets: [],
    openText: async () => decoded(await openUpload(files, uuid), encoding),
  };
}

/** The line that names a file's separator, as Excel reads it. */
const separatorLine = /^"?sep=([,;\t|])"?(?:\r?\n|$)/i;
/** Records in which the form of a file is looked for. */
const firstRecords = 100;
/** Bytes of a text that are held for that. */
const headBytes = 64 * 1024;

/** The beginning of a text, to the end of a line where there is one. */
async function readBeginning(text: AsyncIterable<Buffer>): Promise<Buffer> {
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
  for await (const batch of readRecords(inPieces(beginning), { delimiter }, from)) {
    records.push(...batch.records);
    if (records.length >= firstRecords) break;
  }
  return records.slice(0, firstRecords);
}

const cellsOf = ({ cells, problem }: CsvRecord) => (problem === null ? cells : []);

interface Form {
  delimiter: Delimiter;
  first: CsvRecord[];
  header: number;
}

/** How well a separator fits: by the fields that the columns' names then mean, and by how alike the rows are. */
function rate({ first, header }: Form): number {
  const names = cellsOf(first[header] ?? { line: 0, end: 0, cells: [], problem: null });
  const known = header < 0 ? 0 : 2 - findMissing(guessColumns(names, []).fields).length;
  const counts = first.map((record) => cellsOf(record).length);
  const byCount = Map.groupBy(counts, (count) => count);
  const [usual = [0]] = [...byCount.values()].sort((a, b) => b.length - a.length);
  const columns = usual[0] ?? 0;
  const alike = columns > 1 ? usual.length / Math.max(1, counts.length) : 0;
  return known * 1000 + alike * 100 + Math.min(columns, 50);
}

/** The separator of a text and its line of column names. */
async function findForm(beginning: Buffer, reading: FileReading): Promise<Form> {
  const named = separatorLine.exec(beginning.toString('latin1', 0, 100))?.[1];
  const given = reading.delimiter ?? delimiters.find((delimiter) => delimiter === named);
  const forms: Form[] = [];
  for (const delimiter of given ? [given] : delimiters) {
    const records = await readFirst(beginning, delimiter);
    const first = named && given === named ? records.slice(1) : records;
    forms.push({ delimiter, first, header: findHeader(first.map(cellsOf)) });
  }
  const [best] = forms.sort((a, b) => rate(b) - rate(a));
  return best as Form;
}

/** The columns of a text, what they contain, and where the rows begin. */
function findRows(beginning: Buffer, { first, header: found }: Form, reading: FileReading) {
  const { header_line } = reading;
  const header =
    header_line === undefined
      ? found
      : first.findIndex(({ line, problem }) => line === header_line && problem === null);
  const isNamed = header >= 0;
  const start = isNamed ? header : findFirstRow(first.map(cellsOf)) - 1;
  const bytes = first[start]?.end ?? 0;
  const names = isNamed ? cellsOf(first[header] as CsvRecord) : null;
  const rows = first.slice(start + 1).filter((record) => record.problem === null);
  const guess = guessColumns(
    names,
    rows.map(({ cells }) => cells),
  );
  const columns = names ?? guess.fields.map(() => '');
  if (columns.length > maxCsvColumns) throw refusal(csvMessages.tooManyColumns);
  const chosen = reading.fields;
  return {
    header_line: isNamed ? (first[header]?.line ?? 0) : 0,
    columns,
    fields: chosen ? columns.map((_, index) => chosen[index] ?? ('ignore' as const)) : guess.fields,
    questions: chosen ? [] : guess.questions,
    rows: { bytes, lines: countLines(beginning.subarray(0, bytes)) },
  };
}

/**
 * Looks through an uploaded file: that it has a table in an encoding and with a separator that we know. Refuses anything
 * else with a sentence. Of a text, memory holds a piece at a time.
 */
export async function inspectFile(
  files: FileStore,
  uuid: string,
  reading: FileReading,
): Promise<FileInspection> {
  const opened = await openFile(files, uuid, reading);
  const beginning = await readBeginning(await opened.openText());
  const form = await findForm(beginning, reading);
  const { first, delimiter } = form;
  if (!first.some((record) => record.problem === null && !isBlank(record)))
    throw refusal(csvMessages.header);
  const found = findRows(beginning, form, reading);
  return {
    ...opened,
    ...found,
    delimiter,
    first,
    questions: [...opened.questions, ...found.questions],
    ...(await measure(await opened.openText())),
  };
}

/** The rows of an inspected file, in batches. */
export const openRows = async ({ openText, delimiter, rows }: FileInspection) =>
  readRecords(skipping(await openText(), rows.bytes), { delimiter }, rows);

/** Refuses a file that can’t be imported as it was inspected: something is uncertain, or there are no rows or too many. */
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
