import { Readable } from 'node:stream';
import { crc32, createInflate } from 'node:zlib';
import { readOrientation, writeOrientation } from './exif-orientation.ts';

/** Chunks that pixels and colors need. All others go: texts, times, EXIF, further frames, and what programs add. */
const keptChunks = new Set(
  'IHDR PLTE IDAT IEND tRNS cHRM gAMA iCCP sBIT sRGB cICP mDCV cLLI bKGD pHYs'.split(' '),
);

const signatureBytes = 8;
/** Length and name before the content of a chunk, and the checksum behind it. */
const [headBytes, checkBytes] = [8, 4];
/** Color profiles of printers have about 2 MB. */
const maxProfileBytes = 4 * 1024 * 1024;

/** Samples of a pixel by the color type. */
const samples: Readonly<Record<number, number>> = { 0: 1, 2: 3, 3: 1, 4: 2, 6: 4 };

/** Why a PNG isn't stored. */
export type PngProblem = 'damaged' | 'inflates too far';

function writeChunk(name: string, content: Buffer): Buffer {
  const bytes = Buffer.alloc(headBytes + content.length + checkBytes);
  bytes.writeUInt32BE(content.length, 0);
  bytes.write(name, 4, 'latin1');
  content.copy(bytes, headBytes);
  const checked = bytes.subarray(4, headBytes + content.length);
  bytes.writeUInt32BE(crc32(checked), headBytes + content.length);
  return bytes;
}

/** Maximum bytes of the inflated pixels. Interlaced ones have seven smaller images, whose lines are rounded up. */
function countPixelBytes(header: Buffer): number {
  const [width, height] = [header.readUInt32BE(0), header.readUInt32BE(4)];
  const bits = (header[8] ?? 0) * (samples[header[9] ?? -1] ?? 0);
  const bytes = height * (1 + Math.ceil((width * bits) / 8));
  return header[12] === 0 ? bytes : bytes * 2 + 4096;
}

/** Inflates and drops; null if it has no more bytes than the maximum. */
async function measure(packed: readonly Buffer[], maxBytes: number): Promise<PngProblem | null> {
  let bytes = 0;
  try {
    const source = Readable.from(packed);
    const inflate = createInflate({ chunkSize: 64 * 1024 });
    source.on('error', (error) => inflate.destroy(error));
    for await (const chunk of source.pipe(inflate)) {
      bytes += (chunk as Buffer).length;
      if (bytes > maxBytes) return 'inflates too far';
    }
    return null;
  } catch {
    return 'damaged';
  }
}

interface PngChunk {
  name: string;
  content: Buffer;
}

/** The chunks up to the end of the image; null when it's damaged or cut off. */
function listChunks(bytes: Buffer): PngChunk[] | null {
  const chunks: PngChunk[] = [];
  let at = signatureBytes;
  while (at + headBytes + checkBytes <= bytes.length) {
    const end = at + headBytes + bytes.readUInt32BE(at);
    if (end + checkBytes > bytes.length) return null;
    const name = bytes.toString('latin1', at + 4, at + headBytes);
    if (crc32(bytes.subarray(at + 4, end)) !== bytes.readUInt32BE(end)) return null;
    chunks.push({ name, content: bytes.subarray(at + headBytes, end) });
    if (name === 'IEND') return chunks;
    at = end + checkBytes;
  }
  return null;
}

/**
 * A PNG with the same pixels, without metadata, further frames, and what is behind its end; of EXIF it keeps which way
 * up it is. Everything kept that is compressed was inflated once, within limits.
 */
export async function cleanPng(bytes: Buffer): Promise<Buffer | PngProblem> {
  const chunks = listChunks(bytes);
  const [header] = chunks ?? [];
  if (!chunks || header?.name !== 'IHDR' || header.content.length !== 13) return 'damaged';
  const pixels = chunks.filter(({ name }) => name === 'IDAT').map(({ content }) => content);
  if (pixels.length === 0) return 'damaged';
  const problem = await measure(pixels, countPixelBytes(header.content));
  if (problem) return problem;
  for (const { name, content } of chunks) {
    if (name !== 'iCCP') continue;
    const start = content.indexOf(0) + 2;
    const profileProblem = await measure([content.subarray(start)], maxProfileBytes);
    if (profileProblem) return profileProblem;
  }
  const exif = chunks.find(({ name }) => name === 'eXIf');
  const orientation = exif ? writeOrientation(readOrientation(exif.content)) : null;
  const kept = chunks
    .filter(({ name }) => keptChunks.has(name))
    .map(({ name, content }) => writeChunk(name, content));
  // Behind the header, where it may be.
  if (orientation) kept.splice(1, 0, writeChunk('eXIf', orientation));
  return Buffer.concat([bytes.subarray(0, signatureBytes), ...kept]);
}
