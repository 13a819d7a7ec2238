import { setImmediate } from 'node:timers/promises';
import type { Encoding } from '@lotkeeper/contract/intake/visitors-csv';
import { csvMessages } from '@lotkeeper/contract/intake/visitors-csv';
import iconv from 'iconv-lite';
import { getCallSignal } from '../../../kernel/load/deadline.ts';

const startsWith = (head: Buffer, ...bytes: number[]) =>
  bytes.every((byte, index) => head[index] === byte);

/**
 * Fractions of NUL bytes at even and odd positions: UTF-16 text without a BOM has many at one and hardly any at the
 * other.
 */
function shareOfNuls(head: Buffer): { even: number; odd: number } {
  const pairs = Math.max(1, Math.floor(head.length / 2));
  let [even, odd] = [0, 0];
  for (const [index, byte] of head.subarray(0, pairs * 2).entries()) {
    if (byte !== 0) continue;
    if (index % 2 === 0) even += 1;
    else odd += 1;
  }
  return { even: even / pairs, odd: odd / pairs };
}

/** The encoding of a byte order mark, or UTF-16 by its NUL bytes; null for anything else. */
export function knownEncoding(head: Buffer): Encoding | null {
  if (startsWith(head, 0xef, 0xbb, 0xbf)) return 'utf-8';
  if (startsWith(head, 0xff, 0xfe)) return 'utf-16le';
  if (startsWith(head, 0xfe, 0xff)) return 'utf-16be';
  const { even, odd } = shareOfNuls(head.subarray(0, 4096));
  if (odd > 0.1 && even < 0.02) return 'utf-16le';
  return even > 0.1 && odd < 0.02 ? 'utf-16be' : null;
}

/** Why a file can’t be text, judging by its first bytes; null when it may be. */
export function problemOfBytes(head: Buffer): string | null {
  if (head.length === 0) return csvMessages.empty;
  // UTF-32, which begins like UTF-16.
  if (startsWith(head, 0xff, 0xfe, 0, 0) || startsWith(head, 0, 0, 0xfe, 0xff))
    return csvMessages.binary;
  if (startsWith(head, 0xd0, 0xcf, 0x11, 0xe0)) return csvMessages.oldExcel;
  if (head.subarray(0, 1024).includes('%PDF-')) return csvMessages.pdf;
  if (/^(\ufeff|ï»¿)?\s*<[!?a-z]/i.test(head.toString('latin1', 0, 200))) return csvMessages.markup;
  // A single NUL may have slipped into a row; a file full of them isn’t text.
  return !knownEncoding(head) && head.subarray(0, 512).filter((byte) => byte === 0).length > 4
    ? csvMessages.binary
    : null;
}

interface Decoder {
  decode(piece: Uint8Array): string;
  end(): string;
}

/** DOS code pages are the only ones that TextDecoder lacks. */
function openDecoder(encoding: Encoding, strict: boolean): Decoder {
  if (encoding === 'ibm437' || encoding === 'ibm850') {
    const decoder = iconv.getDecoder(encoding);
    return {
      decode: (piece) => decoder.write(Buffer.from(piece)),
      end: () => decoder.end() ?? '',
    };
  }
  const decoder = new TextDecoder(encoding, { fatal: strict });
  return {
    decode: (piece) => decoder.decode(piece, { stream: true }),
    end: () => decoder.decode(),
  };
}

/** Decodes all bytes, strictly if the encoding allows; null if they're invalid in it. */
export function decodeAll(bytes: Uint8Array, encoding: Encoding): string | null {
  try {
    const decoder = openDecoder(encoding, true);
    return decoder.decode(bytes) + decoder.end();
  } catch {
    return null;
  }
}

// Records of a chunk are in memory together, and other requests run only between two chunks. With chunks twice as large,
// enough records survive for V8 to double its heap for young objects.
const usualPieceBytes = 16 * 1024;

const lineFeed = 10;
const carriageReturn = 13;

/** Ends every line with a line feed. A preceding carriage return stays, so that positions in the text don't change. */
function endLines(text: Buffer): void {
  for (let at = text.indexOf(carriageReturn); at >= 0; at = text.indexOf(carriageReturn, at + 1)) {
    if (text[at + 1] !== lineFeed) text[at] = lineFeed;
  }
}

/**
 * Converts a file's bytes to UTF-8 with line feeds and without byte order marks, which concatenated files have in the
 * middle. If strict, throws a TypeError for bytes that are invalid in the encoding. Ends when the call that reads was
 * answered without it.
 */
export async function* decoded(
  bytes: AsyncIterable<Uint8Array>,
  encoding: Encoding,
  strict = false,
  pieceBytes: number = usualPieceBytes,
): AsyncGenerator<Buffer> {
  const decoder = openDecoder(encoding, strict);
  const call = getCallSignal();
  let heldText = '';
  const toBuffer = (decodedText: string, isLast: boolean) => {
    const text = heldText + decodedText.replaceAll('\ufeff', '');
    // The next character decides the meaning of a carriage return at the end.
    heldText = !isLast && text.endsWith('\r') ? '\r' : '';
    const buffer = Buffer.from(text.slice(0, text.length - heldText.length));
    endLines(buffer);
    return buffer;
  };
  for await (const chunk of bytes) {
    for (let at = 0; at < chunk.length; at += pieceBytes) {
      yield toBuffer(decoder.decode(chunk.subarray(at, at + pieceBytes)), false);
      await setImmediate();
      call?.throwIfAborted();
    }
  }
  yield toBuffer(decoder.end(), true);
}

/** A text from its byte `from` on. */
export async function* skipBytes(
  text: AsyncIterable<Buffer>,
  from: number,
): AsyncGenerator<Buffer> {
  let left = from;
  for await (const chunk of text) {
    const skipped = Math.min(left, chunk.length);
    left -= skipped;
    if (skipped < chunk.length) yield chunk.subarray(skipped);
  }
}
