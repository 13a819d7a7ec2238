import type { ProfileName } from '../profiles.ts';
import { profiles } from '../profiles.ts';
import { Random } from '../random.ts';
import { advance, inkAt } from './font.ts';
import type { Color } from './raster.ts';
import { mix, Raster } from './raster.ts';

const width = 320;
const height = 180;
const strip = 14;

/** What an overview camera sees. */
export interface View {
  name: string;
  profile: ProfileName;
  hour: number;
  orientation: 'Entrance' | 'Exit';
  /** The paint of the car in the lane, from `paintFor`; absent = any. */
  paint?: number;
}

const carColors: readonly Color[] = [
  [214, 216, 218],
  [236, 236, 232],
  [34, 36, 40],
  [66, 70, 78],
  [128, 132, 138],
  [44, 74, 128],
  [142, 38, 40],
  [52, 92, 70],
];

/** A car's paint, derived from its plate, so that it is the same wherever a camera sees it. */
export const paintFor = (plate: string): number =>
  new Random(0, 'paint', plate).int(0, carColors.length - 1);

/** The daylight at an hour: 0 at night, 1 by day, in between at dawn and dusk. */
function daylight(hour: number): number {
  if (hour >= 8 && hour <= 16) return 1;
  if (hour === 7 || hour === 17) return 0.78;
  if (hour === 6 || hour === 18) return 0.5;
  return 0.4;
}

/** A lot seen from its gantry camera: two rows of stalls, the lane between them, and a strip with the place. */
export function drawOverview(view: View, random: Random): Raster {
  const raster = new Raster(width, height);
  const ground: Color = mix([112, 112, 114], [138, 130, 120], random.next());
  raster.rectangle(0, 0, width, height, ground);
  for (let speck = 0; speck < 260; speck += 1) {
    raster.blend(random.int(0, width), random.int(0, height), [70, 70, 72], 0.5);
  }
  raster.rectangle(0, strip, width, 10, mix([96, 122, 78], ground, 0.2));
  const weights = profiles[view.profile].hours;
  const full = 0.18 + 0.75 * ((weights[view.hour] ?? 0) / Math.max(...weights));
  row(raster, random, { y: 28, stall: 30, depth: 44, lean: -3, full, nose: 1 });
  row(raster, random, { y: 132, stall: 38, depth: 46, lean: 4, full, nose: -1 });
  lane(raster, view, random);
  dim(raster, daylight(view.hour));
  caption(raster, view);
  return raster;
}

interface Row {
  y: number;
  stall: number;
  depth: number;
  lean: number;
  full: number;
  nose: 1 | -1;
}

function row(raster: Raster, random: Random, { y, stall, depth, lean, full, nose }: Row): void {
  for (let x = -stall / 2; x < width + stall; x += stall) {
    for (let step = 0; step < depth; step += 1) {
      raster.rectangle(x + (lean * step) / depth, y + step, 1.6, 1, [226, 226, 220], 0.85);
    }
    const [chance, color] = [random.next(), random.pick(carColors)];
    const jitter = random.int(-2, 2);
    if (chance < full)
      car(raster, x + stall * 0.16 + jitter, y + 3, stall * 0.7, depth - 7, color, nose);
  }
}

function car(
  raster: Raster,
  x: number,
  y: number,
  w: number,
  h: number,
  color: Color,
  nose: number,
) {
  raster.block(x + 2, y + 2, w, h, 3, [52, 52, 56]);
  raster.block(x, y, w, h, 3, color);
  const glass: Color = [30, 38, 48];
  const front = nose > 0 ? y + h * 0.68 : y + h * 0.2;
  const back = nose > 0 ? y + h * 0.14 : y + h * 0.78;
  raster.block(x + w * 0.12, front, w * 0.76, h * 0.12, 1, glass);
  raster.block(x + w * 0.16, back, w * 0.68, h * 0.09, 1, glass);
  raster.rectangle(
    x + w * 0.14,
    y + h * 0.36,
    w * 0.72,
    h * 0.28,
    mix(color, [255, 255, 255], 0.18),
  );
}

function lane(raster: Raster, { orientation, paint }: View, random: Random): void {
  const [from, to] = orientation === 'Entrance' ? [60, 96] : [186, 222];
  for (let x = 8; x < width; x += 34) raster.rectangle(x, 101, 16, 2, [222, 200, 96], 0.8);
  const randomColor = random.pick(carColors);
  const color = carColors[paint ?? -1] ?? randomColor;
  raster.block(from + 2, 82, 62, 30, 4, [52, 52, 56]);
  raster.block(from, 80, 62, 30, 4, color);
  raster.block(from + 40, 84, 8, 22, 1, [30, 38, 48]);
  raster.block(from + 8, 85, 6, 20, 1, [30, 38, 48]);
  raster.rectangle(from + 18, 84, 20, 22, mix(color, [255, 255, 255], 0.18));
  raster.rectangle(to + 40, 74, 5, 12, [232, 186, 40]);
  for (let step = 0; step < 44; step += 1) {
    const paint: Color = Math.floor(step / 8) % 2 ? [196, 40, 40] : [236, 236, 232];
    raster.rectangle(to + 41, 84 + step, 3, 1, paint);
  }
}

function dim(raster: Raster, light: number): void {
  if (light === 1) return;
  const tint: Color = light > 0.4 ? [1.06, 0.94, 0.86] : [0.82, 0.92, 1.14];
  for (let y = 0, at = 0; y < height; y += 1) {
    for (let x = 0; x < width; x += 1, at += 3) {
      // There are two lamps in the lane.
      const away = Math.min(Math.abs(x - 70), Math.abs(x - 250));
      const near = Math.sqrt(away * away + 1.7 * (y - 92) * (y - 92));
      const lit = Math.min(1, light + Math.max(0, 0.6 - near / 170) * (1 - light));
      for (let part = 0; part < 3; part += 1) {
        raster.data[at + part] = (raster.data[at + part] as number) * lit * (tint[part] as number);
      }
    }
  }
}

function caption(raster: Raster, { name, orientation }: View): void {
  raster.rectangle(0, 0, width, strip, [14, 16, 20]);
  const label = name
    .toUpperCase()
    .replace(/[^A-Z0-9 &.-]/g, '')
    .slice(0, 30);
  write(raster, label, 5);
  const right = orientation.toUpperCase();
  write(raster, right, width - 5 - right.length * advance);
}

function write(raster: Raster, text: string, from: number): void {
  for (let y = 0; y < 7; y += 1) {
    for (let x = 0; x < text.length * advance; x += 1) {
      raster.blend(from + x, 4 + y, [236, 238, 240], inkAt(text, x + 0.5, y + 0.5));
    }
  }
}
