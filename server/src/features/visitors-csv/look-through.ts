import { csvMessages, maxCsvRows } from '@lotkeeper/contract/visitors-csv';
import type { FileStore } from '../../kernel/data/files.ts';
import { Refusal } from '../../kernel/refusal.ts';
import { findColumnIndexes } from './columns.rules.ts';
import type { CsvForm } from './csv-records.ts';
import { readRecords } from './csv-records.ts';
import type { Encoding } from './csv-text.ts';
import { decoded, markedEncoding, problemOfBytes, skipping } from './csv-text.ts';
import { isBlank, replacementCharacter } from './visitor-row.rules.ts';

/** What was found out about a file before its rows are read one by one. */
export interface FileInspection extends CsvForm {
  encoding: Encoding;
  /** Bytes before the line of column names. */
  head_bytes: number;
  columns: string[];
  /** Of the whole text as UTF-8. */
  text_bytes: number;
}

const refusal = (message: string) => new Refusal('invalid_fields', message, { csv_url: message });

/** The bytes of an uploaded file; refuses one that is gone. */
async function openUpload(files: FileStore, uuid: string): Promise<AsyncIterable<Uint8Array>> {
  const file = await files.open(uuid);
  if (!file) throw refusal(csvMessages.upload);
  return file.stream;
}

async function readHead(bytes: AsyncIterable<Uint8Array>): Promise<Buffer> {
  // Leaving the loop closes the file.
  for await (const chunk of bytes) return Buffer.from(chunk);
  return Buffer.alloc(0);
}

interface Measured {
  encoding: Encoding;
  text_bytes: number;
  /** Line breaks of either kind. */
  feeds: number;
  returns: number;
}

const count = (text: Buffer, byte: number) => {
  let found = 0;
  for (let at = text.indexOf(byte); at >= 0; at = text.indexOf(byte, at + 1)) found += 1;
  return found;
};

async function measure(
  bytes: AsyncIterable<Uint8Array>,
  encoding: Encoding,
  strict: boolean,
): Promise<Measured> {
  const sum = { encoding, text_bytes: 0, feeds: 0, returns: 0 };
  for await (const text of decoded(bytes, encoding, strict)) {
    sum.text_bytes += text.length;
    sum.feeds += count(text, 10);
    sum.returns += count(text, 13);
  }
  return sum;
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

/** Measures a file in the encoding that it says or that its bytes fit. */
async function measureFile(files: FileStore, uuid: string, head: Buffer): Promise<Measured> {
  const marked = markedEncoding(head);
  if (marked) return measure(await openUpload(files, uuid), marked, false);
  try {
    return await measure(await openUpload(files, uuid), 'utf-8', true);
  } catch (error) {
    if (!(error instanceof TypeError)) throw error;
    const isUtf8 = await isDamagedUtf8(await openUpload(files, uuid));
    const encoding = isUtf8 ? 'utf-8' : 'windows-1252';
    return measure(await openUpload(files, uuid), encoding, false);
  }
}

const delimiters = [',', ';', '\t'];

/** The line that names a file's separator, as Excel reads it. */
const separatorLine = /^"?sep=([,;\t|])"?(?:\r\n|\n|\r|$)/i;

/** The separator that a file names before its columns, and how many bytes that takes; null when it names none. */
async function readSeparatorLine(files: FileStore, uuid: string, { encoding }: Measured) {
  const head = await readHead(decoded(await openUpload(files, uuid), encoding));
  const [line, delimiter] = separatorLine.exec(head.toString('latin1')) ?? [];
  return line && delimiter ? { delimiter, bytes: line.length } : null;
}

/** Reads the first line with each separator, and chooses the one that yields the required columns. */
async function readHeader(files: FileStore, uuid: string, measurements: Measured) {
  const line_break = measurements.feeds > 0 || measurements.returns === 0 ? '\n' : '\r';
  const separator = await readSeparatorLine(files, uuid, measurements);
  const head_bytes = separator?.bytes ?? 0;
  let problem: string = csvMessages.header;
  for (const delimiter of separator ? [separator.delimiter] : delimiters) {
    const text = skipping(
      decoded(await openUpload(files, uuid), measurements.encoding),
      head_bytes,
    );
    const form = { delimiter, line_break };
    for await (const { records } of readRecords(text, form, { bytes: 0, lines: 0 })) {
      const [header] = records;
      if (!header || header.problem !== null) break;
      const columnIndexes = findColumnIndexes(header.cells);
      if (typeof columnIndexes !== 'string') return { form, head_bytes, columns: header.cells };
      if (header.cells.length > 1 || problem === csvMessages.header) problem = columnIndexes;
      break;
    }
  }
  throw refusal(problem);
}

type Counted = Pick<FileInspection, 'encoding' | 'head_bytes'> & CsvForm;

/** How many rows stand below the line of column names; where it need not be reported exactly, as soon as there is one. */
async function countRows(files: FileStore, uuid: string, format: Counted, exactly: boolean) {
  const text = skipping(decoded(await openUpload(files, uuid), format.encoding), format.head_bytes);
  let records = 0;
  for await (const batch of readRecords(text, format, { bytes: 0, lines: 0 })) {
    records += batch.records.filter((record) => !isBlank(record)).length;
    if (records > 1 && (!exactly || records > maxCsvRows + 1)) break;
  }
  return records - 1;
}

/**
 * Looks through an uploaded file: that it is a CSV file in an encoding and with a separator that we know, names
 * the columns that are needed, and has rows but not too many. Refuses it with a sentence. Memory holds a piece
 * of it at a time.
 */
export async function inspectFile(files: FileStore, uuid: string): Promise<FileInspection> {
  const head = await readHead(await openUpload(files, uuid));
  const problem = problemOfBytes(head);
  if (problem) throw refusal(problem);
  const measured = await measureFile(files, uuid, head);
  const { form, head_bytes, columns } = await readHeader(files, uuid, measured);
  const { encoding, text_bytes } = measured;
  const lines = form.line_break === '\n' ? measured.feeds : measured.returns;
  const counted = { encoding, head_bytes, ...form };
  const rows = await countRows(files, uuid, counted, lines > maxCsvRows);
  if (rows < 1) throw refusal(csvMessages.noRows);
  if (rows > maxCsvRows) throw refusal(csvMessages.tooManyRows);
  return { ...form, encoding, head_bytes, columns, text_bytes };
}
