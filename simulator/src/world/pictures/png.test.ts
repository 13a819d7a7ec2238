import { crc32, inflateSync } from 'node:zlib';
import { expect, test } from 'vitest';
import { makeDriver } from '../drivers.ts';
import { Random } from '../random.ts';
import { drawOverview, paintFor } from './overview.ts';
import { drawPlate } from './plate.ts';
import { encodePng } from './png.ts';
import { Raster } from './raster.ts';

/** Decodes a PNG with a palette into its colors. */
function decode(png: Buffer): { width: number; height: number; colors: number[][] } {
  const chunks = new Map<string, Buffer>();
  for (let at = 8; at < png.length; ) {
    const length = png.readUInt32BE(at);
    const body = png.subarray(at + 4, at + 8 + length);
    expect(png.readUInt32BE(at + 8 + length)).toBe(crc32(body));
    chunks.set(body.subarray(0, 4).toString('latin1'), body.subarray(4));
    at += length + 12;
  }
  const header = chunks.get('IHDR') as Buffer;
  const [width, height] = [header.readUInt32BE(0), header.readUInt32BE(4)];
  const palette = chunks.get('PLTE') as Buffer;
  const lines = inflateSync(chunks.get('IDAT') as Buffer);
  expect(lines.length).toBe((width + 1) * height);
  const colors = Array.from({ length: width * height }, (_, pixel) => {
    const index = lines[Math.floor(pixel / width) * (width + 1) + 1 + (pixel % width)] as number;
    return [...palette.subarray(index * 3, index * 3 + 3)];
  });
  return { width, height, colors };
}

test('an image of two colors reads back as it was', () => {
  const raster = new Raster(3, 2);
  raster.blend(2, 1, [255, 0, 0]);
  const { width, height, colors } = decode(encodePng(raster));
  expect([width, height]).toEqual([3, 2]);
  expect(colors[5]).toEqual([255, 0, 0]);
  expect(colors[0]).toEqual([0, 0, 0]);
});

test('a car has the same paint at the entrance and the exit, and cars differ', () => {
  const paints = Array.from({ length: 40 }, (_, index) => paintFor(`ABC${index}`));
  expect(new Set(paints).size).toBeGreaterThan(4);
  const view = { name: 'Copper Square Garage', profile: 'commuter', hour: 10 } as const;
  // The front left corner of the car in the lane.
  const paintAt = (orientation: 'Entrance' | 'Exit', x: number, paint: number) => {
    const { data } = drawOverview({ ...view, orientation, paint }, new Random(1, orientation));
    const at = (90 * 320 + x) * 3;
    return data.slice(at, at + 3);
  };
  for (const paint of new Set(paints)) {
    expect(paintAt('Exit', 190, paint)).toEqual(paintAt('Entrance', 64, paint));
  }
});

test('the strip says no time, since one image serves for some hours', () => {
  const stripAt = (hour: number) => {
    const view = { name: 'Copper Square Garage', profile: 'commuter', hour } as const;
    return drawOverview({ ...view, orientation: 'Exit' }, new Random(1)).data.slice(
      0,
      320 * 3 * 12,
    );
  };
  expect(stripAt(18)).toEqual(stripAt(10));
});

test('images of plates and overviews stay below six kilobytes by day, dusk and night', () => {
  for (let index = 0; index < 12; index += 1) {
    const driver = makeDriver(1, `k${index}`, ['AZ', 'CO', 'NY'][index % 3] as string, '602');
    const plate = encodePng(drawPlate(driver, new Random(index)));
    const view = { name: 'Copper Square Garage', profile: 'commuter', hour: index * 2 } as const;
    const overview = encodePng(drawOverview({ ...view, orientation: 'Exit' }, new Random(index)));
    expect(decode(plate).width).toBe(144);
    expect(decode(overview).width).toBe(320);
    expect(Math.max(plate.length, overview.length)).toBeLessThanOrEqual(6_000);
  }
});
