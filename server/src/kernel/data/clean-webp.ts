import { imageSize } from 'image-size';
import { readOrientation, writeOrientation } from './exif-orientation.ts';
import { maxSegments } from './jpeg-header.ts';

const keptChunks = new Set(['VP8X', 'VP8 ', 'VP8L', 'ALPH', 'ICCP']);
/** Bits of VP8X: what else is in the file. */
const [exifFlag, xmpFlag, animationFlag] = [0x08, 0x04, 0x02];
const headBytes = 12;

interface WebpChunk {
  name: string;
  content: Buffer;
}

/** The chunks of the image; null when it's damaged or cut off, or has too many. */
function listChunks(bytes: Buffer): WebpChunk[] | null {
  const end = bytes.readUInt32LE(4) + 8;
  if (end > bytes.length) return null;
  const chunks: WebpChunk[] = [];
  let at = headBytes;
  while (at + 8 <= end && chunks.length < maxSegments) {
    const length = bytes.readUInt32LE(at + 4);
    if (at + 8 + length > end) return null;
    const name = bytes.toString('latin1', at, at + 4);
    chunks.push({ name, content: bytes.subarray(at + 8, at + 8 + length) });
    // Contents of odd length are padded.
    at += 8 + length + (length % 2);
  }
  return at + 8 <= end ? null : chunks;
}

function writeChunk({ name, content }: WebpChunk): Buffer {
  const head = Buffer.alloc(8);
  head.write(name, 0, 'latin1');
  head.writeUInt32LE(content.length, 4);
  return Buffer.concat([head, content, Buffer.alloc(content.length % 2)]);
}

function writeWebp(chunks: readonly WebpChunk[]): Buffer {
  const body = Buffer.concat(chunks.map(writeChunk));
  const head = Buffer.from('RIFF\0\0\0\0WEBP', 'latin1');
  head.writeUInt32LE(body.length + 4, 4);
  return Buffer.concat([head, body]);
}

/** Whether the pixels are as large as the extended header says, so that the header's size is the image's. */
function hasDeclaredSize(extended: WebpChunk, pixels: WebpChunk): boolean {
  const { width, height } = imageSize(writeWebp([pixels]));
  const { content } = extended;
  return width === content.readUIntLE(4, 3) + 1 && height === content.readUIntLE(7, 3) + 1;
}

/** Animations have no single image to keep. */
export type WebpProblem = 'damaged' | 'animation';

/**
 * A WebP with the same pixels, without metadata and what is behind its end; of EXIF it keeps which way up it is.
 */
export function cleanWebp(bytes: Buffer): Buffer | WebpProblem {
  const chunks = listChunks(bytes);
  const pixels = chunks?.filter(({ name }) => name === 'VP8 ' || name === 'VP8L') ?? [];
  const [only] = pixels;
  const extended = chunks?.find(({ name }) => name === 'VP8X');
  if (extended && ((extended.content[0] ?? 0) & animationFlag) !== 0) return 'animation';
  if (!chunks || !only || pixels.length > 1) return 'damaged';
  if (!extended) return writeWebp([only]);
  if (extended.content.length !== 10 || chunks[0] !== extended) return 'damaged';
  try {
    if (!hasDeclaredSize(extended, only)) return 'damaged';
  } catch {
    return 'damaged';
  }
  const exif = chunks.find(({ name }) => name === 'EXIF')?.content;
  const tiff = exif?.subarray(exif.toString('latin1', 0, 6) === 'Exif\0\0' ? 6 : 0);
  const orientation = tiff ? writeOrientation(readOrientation(tiff)) : null;
  const flags = Buffer.from(extended.content);
  flags[0] = ((flags[0] ?? 0) & ~(exifFlag | xmpFlag)) | (orientation ? exifFlag : 0);
  const needed = chunks.filter(({ name }) => keptChunks.has(name));
  if (new Set(needed.map(({ name }) => name)).size < needed.length) return 'damaged';
  const cleanChunks = needed.map((chunk) =>
    chunk === extended ? { name: 'VP8X', content: flags } : chunk,
  );
  if (orientation) cleanChunks.push({ name: 'EXIF', content: orientation });
  return writeWebp(cleanChunks);
}
