import { readOrientation, writeOrientation } from './exif-orientation.ts';
import { findMarker, isAlone, isFrame, maxSegments } from './jpeg-header.ts';

const markers = {
  endOfImage: 0xd9,
  startOfScan: 0xda,
  /** JFIF: the density of the pixels, and perhaps a small copy of the image. */
  app0: 0xe0,
  /** EXIF or XMP. */
  app1: 0xe1,
  /** A color profile, or the list of further images behind this one. */
  app2: 0xe2,
  /** How colors are transformed, without which CMYK is shown wrong. */
  app14: 0xee,
} as const;

/** The length of tables one after the other in a segment. */
function measureTables(content: Buffer, measure: (at: number) => number): number {
  let at = 0;
  while (at < content.length) at += measure(at);
  return at;
}

const sum = (bytes: Buffer) => bytes.reduce((total, byte) => total + byte, 0);

/** The lengths of what the image data needs, as it declares them; decoders refuse any other. */
const lengths = new Map<number, (content: Buffer) => number>([
  // Huffman tables: how many codes there are of each of 16 lengths, and what they mean.
  [0xc4, (content) => measureTables(content, (at) => 17 + sum(content.subarray(at + 1, at + 17)))],
  // Conditions of arithmetic codes.
  [0xcc, (content) => measureTables(content, () => 2)],
  // Quantization tables, of one or two bytes a number.
  [0xdb, (content) => measureTables(content, (at) => ((content[at] ?? 0) < 0x10 ? 65 : 129))],
  // The number of lines, and the restart interval.
  [0xdc, () => 2],
  [0xdd, () => 2],
  [markers.startOfScan, (content) => 4 + 2 * (content[0] ?? 0)],
]);

const getFrameLength = (content: Buffer) => 6 + 3 * (content[5] ?? 0);

const exifName = 'Exif\0\0';
const jfifBytes = 14;
const adobeBytes = 12;

const startsWith = (content: Buffer, text: string) =>
  content.toString('latin1', 0, text.length) === text;

function writeSegment(marker: number, content: Buffer): Buffer {
  const head = Buffer.from([0xff, marker, 0, 0]);
  head.writeUInt16BE(content.length + 2, 2);
  return Buffer.concat([head, content]);
}

/** Whether a segment has something behind what it declares, or less than that. */
function isDamaged(marker: number, content: Buffer): boolean {
  const measure = isFrame(marker) ? getFrameLength : lengths.get(marker);
  return measure !== undefined && measure(content) !== content.length;
}

/** A segment as far as the image needs it; null if it doesn't. */
function cleanSegment(marker: number, content: Buffer): Buffer | null {
  if (isFrame(marker) || lengths.has(marker)) return writeSegment(marker, content);
  if (marker === markers.app0 && startsWith(content, 'JFIF\0') && content.length >= jfifBytes) {
    // Without the small copy, which may show what was cut off.
    return writeSegment(marker, Buffer.concat([content.subarray(0, 12), Buffer.alloc(2)]));
  }
  if (marker === markers.app2 && startsWith(content, 'ICC_PROFILE\0'))
    return writeSegment(marker, content);
  if (marker === markers.app14 && startsWith(content, 'Adobe') && content.length >= adobeBytes)
    return writeSegment(marker, content.subarray(0, adobeBytes));
  return null;
}

/** Where the data of a scan ends: at the next marker that isn't part of it. */
function findScanEnd(bytes: Buffer, from: number): number | null {
  for (let at = from; at + 1 < bytes.length; at++) {
    const next = bytes[at + 1] ?? 0;
    if (bytes[at] === 0xff && next !== 0 && next !== 0xff && !isAlone(next)) return at;
  }
  return null;
}

/**
 * A JPEG with the same pixels, without metadata, further images, and what is behind its end; of EXIF it keeps which way
 * up it is. Null when it's damaged or cut off, or has too many segments.
 */
export function cleanJpeg(bytes: Buffer): Buffer | null {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.length);
  const keptSegments: Buffer[] = [];
  let orientation: number | null = null;
  let segment = findMarker(view, 2);
  for (let count = 0; segment && count < maxSegments; count++) {
    const { marker, at } = segment;
    if (marker === markers.endOfImage) {
      const exif = writeOrientation(orientation ?? 1);
      const head = exif
        ? [writeSegment(markers.app1, Buffer.concat([Buffer.from(exifName, 'latin1'), exif]))]
        : [];
      return Buffer.concat([
        Buffer.from([0xff, 0xd8]),
        ...head,
        ...keptSegments,
        Buffer.from([0xff, markers.endOfImage]),
      ]);
    }
    let end: number | null = at;
    if (!isAlone(marker)) {
      const length = at + 2 <= bytes.length ? bytes.readUInt16BE(at) : 0;
      end = at + length;
      if (length < 2 || end > bytes.length) return null;
      const content = bytes.subarray(at + 2, end);
      if (isDamaged(marker, content)) return null;
      if (marker === markers.app1 && startsWith(content, exifName))
        orientation ??= readOrientation(content.subarray(exifName.length));
      const clean = cleanSegment(marker, content);
      if (clean) keptSegments.push(clean);
    }
    if (marker === markers.startOfScan) {
      const scan = end;
      end = findScanEnd(bytes, scan);
      if (end === null) return null;
      keptSegments.push(bytes.subarray(scan, end));
    }
    segment = findMarker(view, end);
  }
  return null;
}
