import { crc32, createInflate } from 'node:zlib';
import { readOrientation, writeOrientation } from './exif-orientation.ts';
import { maxSegments } from './jpeg-header.ts';

/**
 * Chunks that pixels and colors need, with the maximum of their bytes. All others go: texts, times, EXIF, further frames,
 * and what programs add.
 */
const keptChunks = new Map(
  Object.entries({
    IHDR: 13,
    PLTE: 768,
    IDAT: Number.POSITIVE_INFINITY,
    IEND: 0,
    tRNS: 256,
    cHRM: 32,
    gAMA: 4,
    iCCP: Number.POSITIVE_INFINITY,
    sBIT: 4,
    sRGB: 1,
    cICP: 4,
    mDCV: 24,
    cLLI: 8,
    bKGD: 6,
    pHYs: 9,
  }),
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

/** What was compressed, without what is behind it. Inflates it, and drops that; it may have as many bytes as the maximum. */
async function trim(packed: Buffer, maxBytes: number): Promise<Buffer | PngProblem> {
  let bytes = 0;
  try {
    const inflate = createInflate({ chunkSize: 64 * 1024 });
    inflate.end(packed);
    for await (const chunk of inflate) {
      bytes += (chunk as Buffer).length;
      if (bytes > maxBytes) return 'inflates too far';
    }
    return packed.subarray(0, inflate.bytesWritten);
  } catch {
    return 'damaged';
  }
}

interface PngChunk {
  name: string;
  content: Buffer;
}

/** The chunks up to the end of the image; null when it's damaged or cut off, or has too many. */
function listChunks(bytes: Buffer): PngChunk[] | null {
  const chunks: PngChunk[] = [];
  let at = signatureBytes;
  while (at + headBytes + checkBytes <= bytes.length && chunks.length < maxSegments) {
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

/** Whether what is kept is as long as it may be, and is there once, except pixels. */
function isProper(chunks: readonly PngChunk[]): boolean {
  const neededChunks = chunks.filter(({ name }) => keptChunks.has(name));
  const single = neededChunks.filter(({ name }) => name !== 'IDAT').map(({ name }) => name);
  return (
    new Set(single).size === single.length &&
    neededChunks.every(({ name, content }) => content.length <= (keptChunks.get(name) ?? 0))
  );
}

/** A color profile without its name, which is any text. */
async function cleanProfile(content: Buffer): Promise<Buffer | PngProblem> {
  const profile = await trim(content.subarray(content.indexOf(0) + 2), maxProfileBytes);
  return typeof profile === 'string' ? profile : Buffer.concat([Buffer.from('icc\0\0'), profile]);
}

/**
 * A PNG with the same pixels, without metadata, further frames, and what is behind its end; of EXIF it keeps which way
 * up it is. Everything kept that is compressed was inflated once, within limits.
 */
export async function cleanPng(bytes: Buffer): Promise<Buffer | PngProblem> {
  const chunks = listChunks(bytes);
  const [header] = chunks ?? [];
  if (!chunks || header?.name !== 'IHDR' || header.content.length !== 13 || !isProper(chunks))
    return 'damaged';
  const contents = new Map(
    chunks
      .filter(({ name }) => keptChunks.has(name))
      .map(({ name, content }) => [name, content] as const),
  );
  const packed = chunks.filter(({ name }) => name === 'IDAT').map(({ content }) => content);
  const pixels = await trim(Buffer.concat(packed), countPixelBytes(header.content));
  if (typeof pixels === 'string') return pixels;
  contents.set('IDAT', pixels);
  const profile = contents.get('iCCP');
  if (profile) {
    const clean = await cleanProfile(profile);
    if (typeof clean === 'string') return clean;
    contents.set('iCCP', clean);
  }
  const exif = chunks.find(({ name }) => name === 'eXIf');
  const orientation = exif ? writeOrientation(readOrientation(exif.content)) : null;
  const written = [...contents].map(([name, content]) => writeChunk(name, content));
  // Behind the header, where it may be.
  if (orientation) written.splice(1, 0, writeChunk('eXIf', orientation));
  return Buffer.concat([bytes.subarray(0, signatureBytes), ...written]);
}
