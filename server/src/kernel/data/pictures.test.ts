import { expect, test } from 'vitest';
import { makePng } from '../../testing/pictures.factory.ts';
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
