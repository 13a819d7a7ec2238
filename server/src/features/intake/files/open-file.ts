import { setImmediate } from 'node:timers/promises';
import type { Encoding } from '@lotkeeper/contract/intake/visitors-csv';
import { csvMessages } from '@lotkeeper/contract/intake/visitors-csv';
import type { FileStore } from '../../../kernel/data/files.ts';
import { Refusal } from '../../../kernel/refusal.ts';
import { replacementCharacter } from './cells.rules.ts';
import { decoded, knownEncoding, problemOfBytes } from './csv-text.ts';
import { findGarbledWords, guessEncoding } from './encoding.rules.ts';
import { isZip } from './workbook.ts';
import { WorkbookError } from './workbook-limits.ts';
import { readSheetInProcess } from './workbook-process.ts';

/** A file as a text. */
export interface OpenedText {
  encoding: Encoding;
  /** The sheet of a workbook; null for a text. */
  sheet: string | null;
  sheets: string[];
  /** Uncertainties, as messages for a person. */
  questions: string[];
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

const pieceBytes = 16 * 1024;

/** Streams bytes: processing the rows of a sheet of several megabytes at once would block other requests. */
export async function* streamChunks(text: Buffer) {
  for (let at = 0; at < text.length; at += pieceBytes) {
    yield text.subarray(at, at + pieceBytes);
    await setImmediate();
  }
}

/** What a person chose about how a file is opened. */
interface Opening {
  encoding?: Encoding | undefined;
  sheet?: string | undefined;
  fields?: readonly string[] | undefined;
}

async function openSheet(bytes: Buffer, { sheet: chosen, fields }: Opening): Promise<OpenedText> {
  try {
    const read = await readSheetInProcess(bytes, chosen ?? null);
    return {
      encoding: 'utf-8',
      sheet: read.sheet,
      sheets: read.sheets,
      questions: read.hidesDigits && !fields ? [csvMessages.hiddenDigits] : [],
      openText: () => Promise.resolve(decoded(streamChunks(Buffer.from(read.text)), 'utf-8')),
    };
  } catch (error) {
    if (error instanceof WorkbookError) throw refusal(error.message);
    throw error;
  }
}

const firstByteOfSeveral = 0xc0;

/**
 * Whether a file that isn't valid UTF-8 is UTF-8 with damaged characters: as many of its non-ASCII characters are valid
 * as damaged, or more. In another encoding hardly any is valid.
 */
async function isDamagedUtf8(bytes: AsyncIterable<Uint8Array>): Promise<boolean> {
  let multiByteCount = 0;
  let damaged = 0;
  for await (const text of decoded(bytes, 'utf-8')) {
    for (const byte of text) if (byte >= firstByteOfSeveral) multiByteCount += 1;
    damaged += text.toString().split(replacementCharacter).length - 1;
  }
  return damaged <= multiByteCount - damaged;
}

export function countLines(text: Buffer): number {
  let lines = 0;
  for (let at = text.indexOf(10); at >= 0; at = text.indexOf(10, at + 1)) lines += 1;
  return lines;
}

export async function measure(text: AsyncIterable<Buffer>) {
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

/** Enough names to recognize an encoding. */
const sampleBytes = 16_384;

/** Lines with non-ASCII bytes. */
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

/** The encoding that a file declares or that its bytes fit, and what is uncertain about it. */
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

/** Opens an uploaded file as a text, in the chosen encoding or the one it seems to have. */
export async function openFile(
  files: FileStore,
  uuid: string,
  reading: Opening,
): Promise<OpenedText> {
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
