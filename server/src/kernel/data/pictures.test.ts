import fc from 'fast-check';
import { expect, test } from 'vitest';
import { makePng } from '../../testing/pictures.factory.ts';
import { Refusal } from '../refusal.ts';
import { pictureBytes, readPicture } from './pictures.ts';

const word = (value: number) => [value >> 8, value & 255];
const frame = (width: number, height: number) => [
  0xff,
  0xc0,
  0,
  11,
  8,
  ...word(height),
  ...word(width),
  1,
  1,
  0x11,
  0,
];
const scan = [0xff, 0xda, 0, 8, 1, 1, 0, 0, 63, 0];
const jpeg = (...segments: number[][]) =>
  Buffer.from([0xff, 0xd8, ...segments.flat(), ...Array<number>(40).fill(0)]);

/** A lossy WebP, as long as its header says. */
function webp(width: number, height: number): Buffer {
  const bytes = Buffer.alloc(60);
  bytes.write('RIFF', 0);
  bytes.writeUInt32LE(bytes.length - 8, 4);
  bytes.write('WEBPVP8 ', 8);
  Buffer.from('9d012a', 'hex').copy(bytes, 23);
  bytes.writeUInt16LE(width, 26);
  bytes.writeUInt16LE(height, 28);
  return bytes;
}

test.each([
  ['a PNG', makePng(640, 480), 'image/png'],
  ['a JPEG', jpeg(frame(640, 480), scan), 'image/jpeg'],
  ['a WebP', webp(640, 480), 'image/webp'],
  // Segments may be padded, and some cameras put bytes between them.
  ['a JPEG with padding', jpeg([0xff, 0xff], frame(640, 480), [0xff, 0], scan), 'image/jpeg'],
])('%s is recognized from its bytes, with its size', (_, bytes, media_type) => {
  expect(readPicture(bytes)).toEqual({ media_type, width: 640, height: 480 });
});

test('the size of a JPEG is read from its frame, even when its metadata hides another frame', () => {
  const small = frame(10, 10);
  const comment = [0xff, 0xfe, 0, small.length + 2, ...small];
  expect(readPicture(jpeg(comment, frame(640, 480), scan)).width).toBe(640);
  const fill = [0xff, 0xff, 0xff, 0xe1, 0, small.length + 2, ...small];
  expect(() => readPicture(jpeg(fill, frame(12_000, 12_000), scan))).toThrow('25 megapixels');
});

test.each([
  ['nothing', Buffer.alloc(0)],
  ['text', Buffer.from('<script>alert(1)</script>')],
  ['SVG', Buffer.from('<svg xmlns="http://www.w3.org/2000/svg" width="1" height="1"/>')],
  // What a phone keeps, if its browser doesn't convert it.
  ['HEIC', Buffer.from('\0\0\0\x18ftypheic\0\0\0\0heicmif1', 'latin1')],
  ['an HTML page', Buffer.from('<!doctype html><script>alert(1)</script>')],
  ['a PDF', Buffer.from('%PDF-1.7\n')],
  ['an image after other bytes', Buffer.concat([Buffer.from('<html>'), makePng(10, 10)])],
  ['GIF', Buffer.from('GIF89a\x01\x00\x01\x00\x00\x00\x00;', 'latin1')],
])(
  'an image that is %s is refused with a message that asks for a PNG, JPEG, or WebP',
  (_, bytes) => {
    expect(() => readPicture(bytes)).toThrow('isn’t a PNG, JPEG, or WebP');
  },
);

test.each([
  ['a PNG with zero width', makePng(0, 10)],
  ['a PNG cut off within its header', makePng(10, 10).subarray(0, 18)],
  ['a PNG cut off after 30 bytes', makePng(12_000, 12_000).subarray(0, 30)],
  ['a PNG that is only its header', makePng(10, 10, 0)],
  ['a PNG whose header was changed', makePng(10, 10).fill(1, 17, 18)],
  ['a JPEG that is only its first bytes', Buffer.from('ffd8ffe0', 'hex')],
  ['a JPEG cut off within its frame', jpeg(frame(10, 10)).subarray(0, 10)],
  ['a JPEG without image data', jpeg(frame(10, 10))],
  ['a JPEG without a frame', jpeg(scan)],
  ['a JPEG with two frames', jpeg(frame(10, 10), frame(9000, 9000), scan)],
  ['a WebP cut off within its header', webp(10, 10).subarray(0, 29)],
  ['a WebP that is shorter than it says', webp(10, 10).subarray(0, 59)],
])('%s is refused as damaged or cut off', (_, bytes) => {
  expect(() => readPicture(bytes)).toThrow('damaged or cut off');
});

test.each([
  ['12,000 by 12,000 pixels made of 50 KB of zeros', makePng(12_000, 12_000, 50_000)],
  ['8,193 pixels wide', makePng(8193, 5)],
  ['8,193 pixels high', webp(5, 8193)],
  ['8,192 by 3,052 pixels', jpeg(frame(8192, 3052), scan)],
])('an image that is %s is refused as too large', (_, bytes) => {
  expect(() => readPicture(bytes)).toThrow('25 megapixels');
});

test('an image over 5 MB is refused', () => {
  expect(() => readPicture(Buffer.alloc(pictureBytes + 1))).toThrow('5 MB');
});

test('an image of 8,192 by 3,051 pixels, just under 25 megapixels, is accepted', () => {
  expect(readPicture(jpeg(frame(8192, 3051), scan)).height).toBe(3051);
});

const html = Buffer.from('<!doctype html><script>alert(1)</script>');

/** EXIF that says that the image lies on its side, as phones write it. */
const exif = [
  0xff,
  0xe1,
  0,
  34,
  ...Buffer.from('Exif\0\0MM\0*\0\0\0\b\0\x01\x01\x12\0\x03\0\0\0\x01\0\x06\0\0\0\0\0\0', 'latin1'),
];

test('an image with EXIF keeps its own size, and one with a page behind it is an image', () => {
  expect(readPicture(jpeg(exif, frame(640, 480), scan))).toMatchObject({ width: 640, height: 480 });
  const polyglot = Buffer.concat([makePng(640, 480), html]);
  expect(readPicture(polyglot)).toMatchObject({ media_type: 'image/png', width: 640 });
});

const whole = fc.constantFrom(
  makePng(640, 480),
  makePng(8192, 3000, 20),
  jpeg(exif, frame(640, 480), scan),
  jpeg([0xff, 0xff], frame(640, 480), [0xff, 0], scan),
  webp(640, 480),
  html,
  Buffer.from('\0\0\0\x18ftypheic\0\0\0\0heicmif1', 'latin1'),
  Buffer.alloc(0),
);
const place = fc.double({ min: 0, max: 1, noNaN: true });
type Damage =
  | { kind: 'cut'; at: number }
  | { kind: 'flip'; at: number; byte: number }
  | { kind: 'insert'; at: number; bytes: Uint8Array };
const damage: fc.Arbitrary<Damage> = fc.oneof(
  fc.record({ kind: fc.constant('cut' as const), at: place }),
  fc.record({ kind: fc.constant('flip' as const), at: place, byte: fc.nat({ max: 255 }) }),
  fc.record({
    kind: fc.constant('insert' as const),
    at: place,
    bytes: fc.oneof(fc.uint8Array({ maxLength: 40 }), fc.constant(html)),
  }),
);

function damaged(bytes: Buffer, how: Damage): Buffer {
  const at = Math.floor(how.at * bytes.length);
  if (how.kind === 'cut') return bytes.subarray(0, at);
  if (how.kind === 'insert') {
    return Buffer.concat([bytes.subarray(0, at), how.bytes, bytes.subarray(at)]);
  }
  const copy = Buffer.from(bytes);
  if (at < copy.length) copy[at] = how.byte;
  return copy;
}

test('whatever happened to an image, it is understood with a size in bounds, or refused with a sentence', () => {
  const seen = { understood: 0, refused: 0 };
  fc.assert(
    fc.property(whole, fc.array(damage, { maxLength: 4 }), (image, damages) => {
      const bytes = damages.reduce(damaged, image);
      try {
        const { width, height, media_type } = readPicture(bytes);
        seen.understood++;
        expect(Math.min(width, height)).toBeGreaterThanOrEqual(1);
        expect(Math.max(width, height)).toBeLessThanOrEqual(8192);
        expect(width * height).toBeLessThanOrEqual(25_000_000);
        const first = { 'image/png': 0x89, 'image/jpeg': 0xff, 'image/webp': 0x52 }[media_type];
        expect(bytes[0]).toBe(first);
      } catch (error) {
        if (!(error instanceof Refusal)) throw error;
        seen.refused++;
        expect(error.message).toMatch(/image.*\.$/);
      }
    }),
    { numRuns: 3000 },
  );
  expect(Math.min(seen.understood, seen.refused)).toBeGreaterThan(100);
});
