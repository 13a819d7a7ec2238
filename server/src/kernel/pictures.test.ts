import { describe, expect, test } from 'vitest';
import { pictureBytes, readPicture } from './pictures.ts';

/** A PNG's signature and header, which tells its size. */
function png(width: number, height: number): Buffer {
  const bytes = Buffer.alloc(33);
  Buffer.from('89504e470d0a1a0a0000000d49484452', 'hex').copy(bytes);
  bytes.writeUInt32BE(width, 16);
  bytes.writeUInt32BE(height, 20);
  return bytes;
}

test('tells a PNG and its size by its bytes', () => {
  expect(readPicture(png(640, 480))).toEqual({ media_type: 'image/png', width: 640, height: 480 });
});

describe('refuses', () => {
  test.each([
    ['nothing', Buffer.alloc(0)],
    ['text', Buffer.from('<script>alert(1)</script>')],
    ['SVG', Buffer.from('<svg xmlns="http://www.w3.org/2000/svg" width="1" height="1"/>')],
    ['GIF', Buffer.from('GIF89a\x01\x00\x01\x00\x00\x00\x00;', 'latin1')],
    ['a PNG of no width', png(0, 10)],
    ['a PNG that ends within its header', png(10, 10).subarray(0, 18)],
    ['a JPEG that is only its first bytes', Buffer.from('ffd8ffe0', 'hex')],
  ])('%s', (_, bytes) => {
    expect(() => readPicture(bytes)).toThrow('no PNG, JPEG or WebP');
  });

  test('12,001 pixels on a side', () => {
    expect(() => readPicture(png(12_001, 5))).toThrow('12,000 pixels');
  });

  test('more than 5 MB', () => {
    expect(() => readPicture(Buffer.alloc(pictureBytes + 1))).toThrow('5 MB');
  });
});
