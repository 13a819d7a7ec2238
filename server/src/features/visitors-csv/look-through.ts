import { csvMessages, mostCsvRows } from '@lotkeeper/contract/visitors-csv';
import type { FileStore } from '../../kernel/files.ts';
import { Refusal } from '../../kernel/refusal.ts';
import { columnPlaces } from './columns.rules.ts';
import type { CsvForm } from './csv-records.ts';
import { readRecords } from './csv-records.ts';
import type { Encoding } from './csv-text.ts';
import { decoded, markedEncoding, problemOfBytes } from './csv-text.ts';
import { isBlank } from './visitor-row.rules.ts';

/** What was found out about a file before its rows are read one by one. */
export interface LookedAt extends CsvForm {
  encoding: Encoding;
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

async function headOf(bytes: AsyncIterable<Uint8Array>): Promise<Buffer> {
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

/** Measures a file in the encoding that it says or that its bytes fit. */
async function measureFile(files: FileStore, uuid: string, head: Buffer): Promise<Measured> {
  const marked = markedEncoding(head);
  if (marked) return measure(await openUpload(files, uuid), marked, false);
  try {
    return await measure(await openUpload(files, uuid), 'utf-8', true);
  } catch (error) {
    if (!(error instanceof TypeError)) throw error;
    return measure(await openUpload(files, uuid), 'windows-1252', false);
  }
}

const delimiters = [',', ';', '\t'];

/** Reads the first line with each separator, and takes the one by which it names the columns that are needed. */
async function readHeader(files: FileStore, uuid: string, of: Measured) {
  const line_break = of.feeds > 0 || of.returns === 0 ? '\n' : '\r';
  let problem: string = csvMessages.header;
  for (const delimiter of delimiters) {
    const text = decoded(await openUpload(files, uuid), of.encoding);
    const form = { delimiter, line_break };
    for await (const { records } of readRecords(text, form, { bytes: 0, lines: 0 })) {
      const [header] = records;
      if (!header || header.problem !== null) break;
      const places = columnPlaces(header.cells);
      if (typeof places !== 'string') return { form, columns: header.cells };
      if (header.cells.length > 1 || problem === csvMessages.header) problem = places;
      break;
    }
  }
  throw refusal(problem);
}

/** How many rows stand below the first line; where it need not be told exactly, as soon as there is one. */
async function countRows(files: FileStore, uuid: string, of: Measured & CsvForm, exactly: boolean) {
  const text = decoded(await openUpload(files, uuid), of.encoding);
  let records = 0;
  for await (const batch of readRecords(text, of, { bytes: 0, lines: 0 })) {
    records += batch.records.filter((record) => !isBlank(record)).length;
    if (records > 1 && (!exactly || records > mostCsvRows + 1)) break;
  }
  return records - 1;
}

/**
 * Looks through an uploaded file: that it is a CSV file in an encoding and with a separator that we know, names
 * the columns that are needed, and has rows but not too many. Refuses it with a sentence. Memory holds a piece
 * of it at a time.
 */
export async function lookThrough(files: FileStore, uuid: string): Promise<LookedAt> {
  const head = await headOf(await openUpload(files, uuid));
  const problem = problemOfBytes(head);
  if (problem) throw refusal(problem);
  const measured = await measureFile(files, uuid, head);
  const { form, columns } = await readHeader(files, uuid, measured);
  const lines = form.line_break === '\n' ? measured.feeds : measured.returns;
  const rows = await countRows(files, uuid, { ...measured, ...form }, lines > mostCsvRows);
  if (rows < 1) throw refusal(csvMessages.noRows);
  if (rows > mostCsvRows) throw refusal(csvMessages.tooManyRows);
  const { encoding, text_bytes } = measured;
  return { ...form, encoding, columns, text_bytes };
}
