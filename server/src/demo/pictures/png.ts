import { crc32, deflateSync } from 'node:zlib';
import type { Raster } from './raster.ts';

const signature = Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]);

function chunk(type: string, data: Uint8Array): Buffer {
  const body = Buffer.concat([Buffer.from(type, 'latin1'), data]);
  const framed = Buffer.alloc(body.length + 8);
  framed.writeUInt32BE(data.length, 0);
  body.copy(framed, 4);
  framed.writeUInt32BE(crc32(body), body.length + 4);
  return framed;
}

/** Colors in as many steps as still leave at most 256 of them, and each pixel's index. */
function palettize({ data, width, height }: Raster): { palette: number[]; pixels: Uint8Array } {
  for (const step of [16, 24, 36, 51]) {
    const indexes = new Map<number, number>();
    const pixels = new Uint8Array(width * height);
    for (let pixel = 0; pixel < pixels.length && indexes.size <= 256; pixel += 1) {
      const [red, green, blue] = [0, 1, 2].map((part) =>
        Math.min(255, Math.round((data[pixel * 3 + part] as number) / step) * step),
      ) as [number, number, number];
      const color = (red << 16) | (green << 8) | blue;
      let index = indexes.get(color);
      if (index === undefined) indexes.set(color, (index = indexes.size));
      pixels[pixel] = index;
    }
    if (indexes.size <= 256) return { palette: [...indexes.keys()], pixels };
  }
  throw new Error('A picture has too many colors.');
}

/** Encodes a picture as a PNG with a palette. */
export function encodePng(raster: Raster): Buffer {
  const { width, height } = raster;
  const { palette, pixels } = palettize(raster);
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
