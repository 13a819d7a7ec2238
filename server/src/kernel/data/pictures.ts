import { crc32 } from 'node:zlib';
import { imageSize } from 'image-size';
import { Refusal } from '../refusal.ts';
import { readJpegSize } from './jpeg-header.ts';

/** Maximum size of an image, in bytes. */
export const pictureBytes = 5 * 1024 * 1024;

/**
 * Maximum pixels of an image and of one side. A few bytes can decode into any number of pixels, and
 * each takes 4 bytes of the viewer's memory: 25 megapixels take 100 MB. Cameras send up to 12
 * megapixels, phones up to 24.5.
 */
const maxPixels = 25_000_000;
const maxSide = 8192;

export const damagedPicture = 'The image is damaged or cut off. Send it again.';

const mediaTypes = { png: 'image/png', jpg: 'image/jpeg', webp: 'image/webp' } as const;
type MediaType = (typeof mediaTypes)[keyof typeof mediaTypes];

/** An image as its bytes show it, whatever the sender called it. */
export interface Picture {
  media_type: MediaType;
  width: number;
  height: number;
}

type Size = Pick<Picture, 'width' | 'height'>;

const hasText = (bytes: Buffer, at: number, text: string) =>
  bytes.toString('latin1', at, at + text.length) === text;

/** Whether a PNG has a complete, undamaged header followed by another chunk. */
function isWholePng(bytes: Buffer): boolean {
  if (bytes.length < 45 || bytes.readUInt32BE(8) !== 13 || !hasText(bytes, 12, 'IHDR'))
    return false;
  return crc32(bytes.subarray(12, 29)) === bytes.readUInt32BE(29);
}

/** Whether a WebP is as long as its header says. */
const isWholeWebp = (bytes: Buffer) =>
  bytes.length >= 30 && bytes.readUInt32LE(4) + 8 <= bytes.length;

function readSize(bytes: Buffer): Size | null {
  try {
    return imageSize(bytes);
  } catch {
    return null;
  }
}

/** The type from the first bytes, and the size if the header is complete. */
function readHeader(bytes: Buffer): { type: keyof typeof mediaTypes; size: Size | null } | null {
  if (hasText(bytes, 0, '\x89PNG\r\n\x1a\n')) {
    return { type: 'png', size: isWholePng(bytes) ? readSize(bytes) : null };
  }
  if (hasText(bytes, 0, '\xff\xd8\xff')) return { type: 'jpg', size: readJpegSize(bytes) };
  if (hasText(bytes, 0, 'RIFF') && hasText(bytes, 8, 'WEBP')) {
    return { type: 'webp', size: isWholeWebp(bytes) ? readSize(bytes) : null };
  }
  return null;
}

/** Recognizes an image by its bytes. Throws if it isn't a PNG, JPEG, or WebP, is damaged, or is too large. */
export function readPicture(file: Uint8Array): Picture {
  if (file.length > pictureBytes) {
    throw new Refusal('too_large', 'The image is larger than 5 MB. Send a smaller one.');
  }
  const header = readHeader(Buffer.from(file.buffer, file.byteOffset, file.length));
  if (!header) {
    throw new Refusal('invalid_fields', 'This isn’t a PNG, JPEG, or WebP image.');
  }
  const { type, size } = header;
  if (!size || size.width < 1 || size.height < 1) {
    throw new Refusal('invalid_fields', damagedPicture);
  }
  const { width, height } = size;
  if (Math.max(width, height) > maxSide || width * height > maxPixels) {
    throw new Refusal(
      'invalid_fields',
      'The image has more than 25 megapixels, or more than 8,192 pixels on one side. Send a smaller one.',
    );
  }
  return { media_type: mediaTypes[type], width, height };
}
