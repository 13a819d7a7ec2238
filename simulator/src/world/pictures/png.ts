import { crc32, deflateSync } from 'node:zlib';
import type { Raster } from './raster.ts';

const signature = Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]);

function chunk(type: string, data: Uint8Array): Buffer<ArrayBuffer> {
  const body = Buffer.concat([Buffer.from(type, 'latin1'), data]);
  const framed = Buffer.alloc(body.length + 8);
  framed.writeUInt32BE(data.length, 0);
  body.copy(framed, 4);
  framed.writeUInt32BE(crc32(body), body.length + 4);
  return framed;
}

interface Indexed {
  palette: number[];
  pixels: Uint8Array;
}

/** Each pixel as an index into a palette with some bits per channel; null if it would need more than 256 colors. */
function indexColors({ data, width, height }: Raster, bits: number): Indexed | null {
  const shift = 8 - bits;
  const widest = (1 << bits) - 1;
  const indexes = new Int16Array(1 << (3 * bits)).fill(-1);
  const palette: number[] = [];
  const pixels = new Uint8Array(width * height);
  for (let pixel = 0, at = 0; pixel < pixels.length; pixel += 1, at += 3) {
    const red = (data[at] as number) >> shift;
    const green = (data[at + 1] as number) >> shift;
    const blue = (data[at + 2] as number) >> shift;
    const color = (((red << bits) | green) << bits) | blue;
    let index = indexes[color] as number;
    if (index < 0) {
      if (palette.length === 256) return null;
      index = palette.length;
      indexes[color] = index;
      const full = (part: number) => Math.round((part / widest) * 255);
      palette.push((full(red) << 16) | (full(green) << 8) | full(blue));
    }
    pixels[pixel] = index;
  }
  return { palette, pixels };
}

/** Maximum bytes that an image should have. */
const usualBytes = 6_000;

/** Encodes an image as a PNG with a palette: as fine as fits into 256 colors and the usual size. */
export function encodePng(raster: Raster): Buffer<ArrayBuffer> {
  for (const bits of [5, 4, 3]) {
    const found = indexColors(raster, bits);
    const png = found && serializePng(raster, found);
    if (png && (png.length <= usualBytes || bits === 3)) return png;
  }
  throw new Error('An image has too many colors.');
}

function serializePng(
  { width, height }: Raster,
  { palette, pixels }: Indexed,
): Buffer<ArrayBuffer> {
  const header = Buffer.alloc(13);
  header.writeUInt32BE(width, 0);
  header.writeUInt32BE(height, 4);
  header.set([8, 3, 0, 0, 0], 8);
  const lines = Buffer.alloc((width + 1) * height);
  for (let row = 0; row < height; row += 1) {
    lines.set(pixels.subarray(row * width, (row + 1) * width), row * (width + 1) + 1);
  }
  const colors = Buffer.from(
    palette.flatMap((color) => [color >> 16, (color >> 8) & 255, color & 255]),
  );
  return Buffer.concat([
    signature,
    chunk('IHDR', header),
    chunk('PLTE', colors),
    chunk('IDAT', deflateSync(lines, { level: 6 })),
    chunk('IEND', Buffer.alloc(0)),
  ]);
}
