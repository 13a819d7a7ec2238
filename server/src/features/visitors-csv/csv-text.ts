import type { encodings } from '@lotkeeper/contract/visitors-csv';
import { csvMessages } from '@lotkeeper/contract/visitors-csv';

/** The encodings of files: that of the byte order mark, else UTF-8 where most of it is valid. */
export type Encoding = (typeof encodings)[number];

const startsWith = (head: Buffer, ...bytes: number[]) =>
  bytes.every((byte, index) => head[index] === byte);

/** The encoding of a byte order mark; null without one. */
export function markedEncoding(head: Buffer): Encoding | null {
  if (startsWith(head, 0xef, 0xbb, 0xbf)) return 'utf-8';
  if (startsWith(head, 0xff, 0xfe)) return 'utf-16le';
  return startsWith(head, 0xfe, 0xff) ? 'utf-16be' : null;
}

/** Why the beginning of a file shows that it isn’t one of text, in a sentence; null when it may be one. */
export function problemOfBytes(head: Buffer): string | null {
  if (head.length === 0) return csvMessages.empty;
  if (startsWith(head, 0x50, 0x4b)) {
    return /\[Content_Types\]\.xml|xl\//.test(head.toString('latin1'))
      ? csvMessages.excel
      : csvMessages.zip;
  }
  if (startsWith(head, 0xd0, 0xcf, 0x11, 0xe0)) return csvMessages.excel;
  if (head.subarray(0, 1024).includes('%PDF-')) return csvMessages.pdf;
  const marked = markedEncoding(head)?.startsWith('utf-16');
  // One NUL may have strayed into a row; a file that is full of them isn’t text.
  return !marked && head.subarray(0, 512).filter((byte) => byte === 0).length > 4
    ? csvMessages.binary
    : null;
}

// Rows of such a piece become statements that are small enough to be young garbage: with larger ones the
// process grows by as much again before anything is collected.
const pieceBytes = 32 * 1024;

/** Bytes of a file as UTF-8, without its byte order mark. A strict one throws a TypeError at what is not of the encoding. */
export async function* decoded(
  bytes: AsyncIterable<Uint8Array>,
  encoding: Encoding,
  strict = false,
): AsyncGenerator<Buffer> {
  const decoder = new TextDecoder(encoding, { fatal: strict });
  for await (const chunk of bytes) {
    for (let at = 0; at < chunk.length; at += pieceBytes) {
      const piece = chunk.subarray(at, at + pieceBytes);
      yield Buffer.from(decoder.decode(piece, { stream: true }));
    }
  }
  yield Buffer.from(decoder.decode());
}

/** A text from its byte `from` on. */
export async function* skipping(text: AsyncIterable<Buffer>, from: number): AsyncGenerator<Buffer> {
  let left = from;
  for await (const chunk of text) {
    const skipped = Math.min(left, chunk.length);
    left -= skipped;
    if (skipped < chunk.length) yield chunk.subarray(skipped);
  }
}
