import { crc32, deflateSync } from 'node:zlib';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { Refusal } from '../refusal.ts';
import { cleanPicture } from './clean-picture.ts';
import { readOrientation } from './exif-orientation.ts';
import { readPicture } from './pictures.ts';

const place = 'GPS 33.4484 N 112.0740 W';
const hasPlace = (bytes: Buffer) => bytes.includes('33.4484');

/** EXIF with an orientation, a place behind it, and the order of bytes of a maker. */
function tiff(orientation: number, order: 'II' | 'MM'): Buffer {
  const bytes = Buffer.alloc(26);
  bytes.write(order === 'MM' ? 'MM\0*\0\0\0\b\0\x01' : 'II*\0\b\0\0\0\x01\0', 0, 'latin1');
  if (order === 'MM') {
    bytes.write('\x01\x12\0\x03\0\0\0\x01\0', 10, 'latin1');
    bytes.writeUInt8(orientation, 19);
  } else {
    bytes.write('\x12\x01\x03\0\x01\0\0\0', 10, 'latin1');
    bytes.writeUInt8(orientation, 18);
  }
  return Buffer.concat([bytes, Buffer.from(place)]);
}

function segment(marker: number, content: Buffer | string): Buffer {
  const bytes = Buffer.from(content as string, 'latin1');
  const head = Buffer.from([0xff, marker, 0, 0]);
  head.writeUInt16BE(bytes.length + 2, 2);
  return Buffer.concat([head, bytes]);
}
const exif = (orientation: number, order: 'II' | 'MM' = 'MM') =>
  segment(0xe1, Buffer.concat([Buffer.from('Exif\0\0'), tiff(orientation, order)]));

const start = Buffer.from([0xff, 0xd8]);
const end = Buffer.from([0xff, 0xd9]);
const jfif = segment(0xe0, 'JFIF\0\x01\x02\0\0\x01\0\x01\0\0');
const jfifWithThumbnail = segment(0xe0, 'JFIF\0\x01\x02\0\0\x01\0\x01\x01\x01RGB');
const xmp = segment(0xe1, `http://ns.adobe.com/xap/1.0/\0<x>${place}</x>`);
const profile = segment(0xe2, 'ICC_PROFILE\0\x01\x01a profile');
const multiPicture = segment(0xe2, `MPF\0${place}`);
const iptc = segment(0xed, `Photoshop 3.0\x008BIM${place}`);
const adobe = segment(0xee, 'Adobe\0d\0\0\0\0\x02');
const comment = segment(0xfe, place);
/** A table of 64 bytes, and one of two codes of one bit. */
const quantization = segment(0xdb, `\0${'q'.repeat(64)}`);
const huffman = segment(0xc4, `\0\x02${'\0'.repeat(15)}hu`);
const frame = (marker = 0xc0, channels = 3) =>
  segment(
    marker,
    Buffer.from([8, 1, 0xe0, 2, 0x80, channels, ...Array<number>(channels * 3).fill(1)]),
  );
/** Data with a stuffed byte and a restart. */
const scan = Buffer.concat([
  segment(0xda, '\x01\x01\0\0?\0'),
  Buffer.from('1234ff0056ffd078', 'hex'),
]);
const upright = Buffer.concat([start, jfif, quantization, frame(), huffman, scan, end]);
const turned = (rest: Buffer[], orientation = 6) =>
  Buffer.concat([start, segmentOf(orientation), ...rest, end]);
const segmentOf = (orientation: number) => {
  const bytes = Buffer.alloc(26);
  bytes.write('MM\0*\0\0\0\b\0\x01\x01\x12\0\x03\0\0\0\x01\0', 0, 'latin1');
  bytes.writeUInt8(orientation, 19);
  return segment(0xe1, Buffer.concat([Buffer.from('Exif\0\0'), bytes]));
};

const picture = [jfif, quantization, frame(), huffman, scan];

test.each([
  [
    'of a phone, with EXIF, XMP and further images behind it',
    Buffer.concat([
      start,
      exif(6),
      xmp,
      multiPicture,
      ...picture,
      end,
      start,
      exif(1),
      ...picture,
      end,
    ]),
    turned(picture),
  ],
  [
    'of a phone whose EXIF has the low byte first',
    Buffer.concat([start, exif(6, 'II'), ...picture, end]),
    turned(picture),
  ],
  [
    'with two EXIF segments, where the first counts',
    Buffer.concat([start, exif(8), exif(3), ...picture, end]),
    turned(picture, 8),
  ],
  [
    'that was edited, with IPTC, a comment and a small copy',
    Buffer.concat([
      start,
      jfifWithThumbnail,
      iptc,
      comment,
      quantization,
      frame(),
      huffman,
      scan,
      end,
    ]),
    upright,
  ],
  [
    'whose metadata is between and behind its scans',
    Buffer.concat([
      start,
      jfif,
      quantization,
      frame(0xc2),
      huffman,
      scan,
      comment,
      huffman,
      scan,
      xmp,
      end,
    ]),
    Buffer.concat([start, jfif, quantization, frame(0xc2), huffman, scan, huffman, scan, end]),
  ],
  [
    'with a color profile, which is kept',
    Buffer.concat([start, jfif, profile, xmp, quantization, frame(), huffman, scan, end]),
    Buffer.concat([start, jfif, profile, quantization, frame(), huffman, scan, end]),
  ],
  [
    'in CMYK, whose transform is kept',
    Buffer.concat([start, adobe, iptc, quantization, frame(0xc0, 4), huffman, scan, end]),
    Buffer.concat([start, adobe, quantization, frame(0xc0, 4), huffman, scan, end]),
  ],
  ['with a page behind its end', Buffer.concat([upright, Buffer.from(`<html>${place}`)]), upright],
])('a JPEG %s is stored with the same pixels and nothing else', async (_, sent, expected) => {
  const { bytes, media_type } = await cleanPicture(sent);
  expect(media_type).toBe('image/jpeg');
  expect(bytes.toString('hex')).toBe(expected.toString('hex'));
  expect(hasPlace(bytes)).toBe(false);
  expect((await cleanPicture(bytes)).bytes.equals(bytes)).toBe(true);
});

test('a JPEG that was cut off anywhere is refused', async () => {
  for (let length = 12; length < upright.length; length++)
    await expect(cleanPicture(upright.subarray(0, length))).rejects.toThrow('damaged or cut off');
});

test.each([
  ['quantization table', [segment(0xdb, `\0${'q'.repeat(64)}${place}`), frame(), huffman, scan]],
  ['Huffman table', [quantization, frame(), segment(0xc4, `\0${'\0'.repeat(16)}${place}`), scan]],
  ['frame', [segment(0xc0, `\b\x01\xe0\x02\x80\x01\x01\x11\0${place}`), huffman, scan]],
  ['scan', [frame(), huffman, segment(0xda, `\x01\x01\0\0?\0${place}`)]],
  ['number of lines', [frame(), huffman, scan, segment(0xdc, `\0\x10${place}`)]],
  ['restart interval', [frame(), segment(0xdd, `\0\x10${place}`), huffman, scan]],
])('a JPEG whose %s is longer than what it has is refused', async (_, segments) => {
  const sent = Buffer.concat([start, ...segments, end]);
  await expect(cleanPicture(sent)).rejects.toThrow('damaged or cut off');
});

test.each([
  ['before its pixels', (many: Buffer) => [many, ...picture]],
  ['behind them', (many: Buffer) => [...picture, many]],
])('a JPEG with thousands of segments %s is refused', async (_, arrange) => {
  const write = (count: number) =>
    Buffer.concat([start, ...arrange(Buffer.concat(Array(count).fill(xmp))), end]);
  expect((await cleanPicture(write(1000))).bytes.equals(upright)).toBe(true);
  await expect(cleanPicture(write(3000))).rejects.toThrow('damaged or cut off');
});

function chunk(name: string, content: Buffer | string): Buffer {
  const bytes = Buffer.from(content as string, 'latin1');
  const head = Buffer.alloc(8);
  head.writeUInt32BE(bytes.length, 0);
  head.write(name, 4, 'latin1');
  const check = Buffer.alloc(4);
  check.writeUInt32BE(crc32(Buffer.concat([Buffer.from(name), bytes])), 0);
  return Buffer.concat([head, bytes, check]);
}

const pngStart = Buffer.from('\x89PNG\r\n\x1a\n', 'latin1');
/** 16 by 16 pixels of gray. */
const header = chunk('IHDR', '\0\0\0\x10\0\0\0\x10\x08\0\0\0\0');
const pixels = chunk('IDAT', deflateSync(Buffer.alloc(16 * 17)));
const pngEnd = chunk('IEND', '');
const colors = [
  chunk('gAMA', '\0\0\xb1\x8f'),
  chunk('iCCP', Buffer.concat([Buffer.from('icc\0\0'), deflateSync(Buffer.alloc(3000))])),
  chunk('pHYs', '\0\0\x0b\x13\0\0\x0b\x13\x01'),
];
const texts = [
  chunk('tEXt', `Comment\0${place}`),
  chunk('zTXt', Buffer.concat([Buffer.from('Comment\0\0'), deflateSync(place)])),
  chunk('iTXt', `XML:com.adobe.xmp\0\0\0\0\0${place}`),
  chunk('tIME', '\x07\xea\x06\x0f\x13\0\0'),
  chunk('iDOT', place),
];
const frames = [
  chunk('acTL', '\0\0\0\x02\0\0\0\0'),
  chunk('fcTL', '\0'.repeat(26)),
  chunk('fdAT', Buffer.concat([Buffer.alloc(4), deflateSync(place)])),
];
const png = Buffer.concat([pngStart, header, ...colors, pixels, pngEnd]);

test('a PNG is stored with its pixels and colors, and without texts, times, frames and what is behind it', async () => {
  const sent = Buffer.concat([
    pngStart,
    header,
    ...texts,
    ...colors,
    ...frames,
    pixels,
    ...texts,
    ...frames,
    pngEnd,
    Buffer.from(place),
  ]);
  const { bytes } = await cleanPicture(sent);
  expect(bytes.toString('hex')).toBe(png.toString('hex'));
});

test('a PNG has its pixels in one chunk, and nothing behind them or in names', async () => {
  const data = deflateSync(Buffer.alloc(16 * 17));
  const named = [Buffer.from(`${place}\0\0`), deflateSync(Buffer.alloc(3000)), Buffer.from(place)];
  const sent = Buffer.concat([
    pngStart,
    header,
    ...colors.map((color, index) => (index === 1 ? chunk('iCCP', Buffer.concat(named)) : color)),
    chunk('IDAT', ''),
    chunk('IDAT', data.subarray(0, 5)),
    chunk('IDAT', Buffer.concat([data.subarray(5), Buffer.from(place)])),
    chunk('IDAT', place),
    pngEnd,
  ]);
  expect((await cleanPicture(sent)).bytes.toString('hex')).toBe(png.toString('hex'));
});

test.each([
  ['two headers', [chunk('IHDR', '\0\0\0\x10\0\0\0\x10\x08\0\0\0\0'), pixels, pngEnd]],
  ['two color profiles', [...colors, ...colors.slice(1, 2), pixels, pngEnd]],
  [
    'a density that is too long',
    [chunk('pHYs', `\0\0\x0b\x13\0\0\x0b\x13\x01${place}`), pixels, pngEnd],
  ],
  ['an end with content', [pixels, chunk('IEND', place)]],
  ['thousands of chunks', [...Array<Buffer>(3000).fill(chunk('tEXt', 'a')), pixels, pngEnd]],
])('a PNG with %s is refused', async (_, chunks) => {
  const sent = Buffer.concat([pngStart, header, ...chunks]);
  await expect(cleanPicture(sent)).rejects.toThrow('damaged or cut off');
});

test('a PNG keeps which way up it is, and nothing else of its EXIF', async () => {
  const sent = Buffer.concat([pngStart, header, pixels, chunk('eXIf', tiff(6, 'II')), pngEnd]);
  const { bytes } = await cleanPicture(sent);
  expect(hasPlace(bytes)).toBe(false);
  expect(readOrientation(bytes.subarray(bytes.indexOf('eXIf') + 4))).toBe(6);
});

const bomb = deflateSync(Buffer.alloc(20 * 1024 * 1024));
test.each([
  ['text, which goes', [chunk('zTXt', Buffer.concat([Buffer.from('a\0\0'), bomb])), pixels], null],
  ['pixels', [chunk('IDAT', bomb)], 'more data than its pixels need'],
  [
    'color profile',
    [chunk('iCCP', Buffer.concat([Buffer.from('a\0\0'), bomb])), pixels],
    'more data than its pixels need',
  ],
  ['pixels, which aren’t compressed', [chunk('IDAT', 'pixels')], 'damaged or cut off'],
])('a PNG that inflates too far in its %s is never stored so', async (_, chunks, message) => {
  const cleaning = cleanPicture(Buffer.concat([pngStart, header, ...chunks, pngEnd]));
  if (message) await expect(cleaning).rejects.toThrow(message);
  else expect((await cleaning).bytes.length).toBeLessThan(1000);
});

test('an interlaced PNG is measured with the lines of its seven images', async () => {
  const interlaced = chunk('IHDR', '\0\0\0\x10\0\0\0\x10\x08\0\0\0\x01');
  // 256 pixels, and 30 lines that each begin with a filter: 2 + 2 + 2 + 4 + 4 + 8 + 8.
  const data = chunk('IDAT', deflateSync(Buffer.alloc(256 + 30)));
  const sent = Buffer.concat([pngStart, interlaced, data, pngEnd]);
  expect((await cleanPicture(sent)).bytes.equals(sent)).toBe(true);
});

function webpChunk(name: string, content: Buffer): Buffer {
  const head = Buffer.alloc(8);
  head.write(name, 0, 'latin1');
  head.writeUInt32LE(content.length, 4);
  return Buffer.concat([head, content, Buffer.alloc(content.length % 2)]);
}
function webp(...chunks: Buffer[]): Buffer {
  const body = Buffer.concat(chunks);
  const head = Buffer.from('RIFF\0\0\0\0WEBP', 'latin1');
  head.writeUInt32LE(body.length + 4, 4);
  return Buffer.concat([head, body]);
}
/** Lossy pixels of 16 by 16. */
const lossy = webpChunk('VP8 ', Buffer.from(`3000009d012a10001000${'00'.repeat(9)}`, 'hex'));
const extended = (flags: number, size = 15) =>
  webpChunk('VP8X', Buffer.from([flags, 0, 0, 0, size, 0, 0, 15, 0, 0]));

test('a WebP is stored with its pixels and which way up it is, and nothing else', async () => {
  const metadata = [webpChunk('EXIF', tiff(6, 'II')), webpChunk('XMP ', Buffer.from(place))];
  const sent = Buffer.concat([webp(extended(0x0c), lossy, ...metadata), Buffer.from(place)]);
  const { bytes } = await cleanPicture(sent);
  expect(hasPlace(bytes)).toBe(false);
  expect(
    bytes
      .subarray(0, -34)
      .equals(webp(extended(0x08), lossy, webpChunk('EXIF', Buffer.alloc(26))).subarray(0, -34)),
  ).toBe(true);
  expect(readOrientation(bytes.subarray(-26))).toBe(6);
  const plain = webp(lossy);
  expect((await cleanPicture(Buffer.concat([plain, Buffer.from(place)]))).bytes.equals(plain)).toBe(
    true,
  );
});

test('a WebP that is an animation, or whose pixels are of another size, is refused', async () => {
  await expect(cleanPicture(webp(extended(0x02), lossy))).rejects.toThrow('animation');
  await expect(cleanPicture(webp(extended(0, 9), lossy))).rejects.toThrow('damaged or cut off');
});

test.each([
  ['two color profiles', Array<Buffer>(2).fill(webpChunk('ICCP', Buffer.from('a')))],
  ['thousands of chunks', Array<Buffer>(3000).fill(webpChunk('XMP ', Buffer.from('a')))],
])('a WebP with %s is refused', async (_, chunks) => {
  const sent = webp(extended(0x20), ...chunks, lossy);
  await expect(cleanPicture(sent)).rejects.toThrow('damaged or cut off');
});

test('whatever happened to an image, it is stored without its metadata, or refused with a sentence', async () => {
  const whole = fc.constantFrom(
    Buffer.concat([start, exif(6), xmp, comment, ...picture, end]),
    Buffer.concat([pngStart, header, ...texts, ...colors, pixels, pngEnd]),
    webp(extended(0x0c), lossy, webpChunk('EXIF', tiff(6, 'II'))),
  );
  const damage = fc.record({ at: fc.nat(600), byte: fc.nat(255), isCut: fc.boolean() });
  await fc.assert(
    fc.asyncProperty(whole, fc.array(damage, { maxLength: 4 }), async (image, damages) => {
      const bytes = damages.reduce((before, { at, byte, isCut }) => {
        if (isCut && at % 7 === 0) return before.subarray(0, at);
        const copy = Buffer.from(before);
        if (at < copy.length) copy[at] = byte;
        return copy;
      }, image);
      try {
        const clean = await cleanPicture(bytes);
        expect(readPicture(clean.bytes)).toMatchObject({ media_type: clean.media_type });
      } catch (error) {
        if (!(error instanceof Refusal)) throw error;
        expect(error.message).toMatch(/image.*\.$/);
      }
    }),
    { numRuns: 1500 },
  );
});
