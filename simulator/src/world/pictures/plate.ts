import type { Driver } from '../drivers.ts';
import type { Random } from '../random.ts';
import { advance, inkAt, signHeight } from './font.ts';
import type { Color } from './raster.ts';
import { mix, Raster } from './raster.ts';

const width = 144;
const height = 78;
/** Pixels per unit of the plate. */
const zoom = 0.857;

interface Look {
  name: string;
  top: Color;
  bottom: Color;
  ink: Color;
}

const white: Color = [242, 243, 240];
const navy: Color = [28, 40, 92];
const looks: Record<string, Look> = {
  'US AZ': { name: 'ARIZONA', top: [226, 190, 160], bottom: [204, 214, 196], ink: [20, 74, 62] },
  'US CA': { name: 'CALIFORNIA', top: white, bottom: white, ink: navy },
  'US CO': { name: 'COLORADO', top: [38, 92, 66], bottom: [38, 92, 66], ink: white },
  'US IL': { name: 'ILLINOIS', top: [186, 210, 234], bottom: white, ink: [150, 26, 34] },
  'US NY': { name: 'NEW YORK', top: [232, 182, 62], bottom: [240, 200, 92], ink: navy },
  'US TX': { name: 'TEXAS', top: white, bottom: white, ink: [24, 24, 28] },
  'US HI': { name: 'HAWAII', top: [222, 196, 224], bottom: white, ink: [30, 30, 34] },
  'US MA': { name: 'MASSACHUSETTS', top: white, bottom: white, ink: [166, 30, 40] },
  'US NM': { name: 'NEW MEXICO', top: [64, 178, 178], bottom: [80, 190, 186], ink: [214, 44, 40] },
  'US NV': { name: 'NEVADA', top: [180, 204, 228], bottom: [236, 224, 200], ink: navy },
};

function getLook({ state, country }: Driver): Look {
  const names = { US: state, MX: `${state} MEXICO`, CA: `${state} CANADA` };
  const plain = { name: names[country], top: white, bottom: [226, 230, 232] as Color, ink: navy };
  return looks[`${country} ${state}`] ?? plain;
}

/** A plate as a camera sees it: slightly rotated, in the light of the hour, on the car's paint. */
export function drawPlate(driver: Driver, random: Random): Raster {
  const raster = new Raster(width, height);
  const look = getLook(driver);
  const paint: Color = random.pick([
    [52, 54, 60],
    [150, 154, 160],
    [196, 198, 200],
    [104, 34, 36],
    [40, 58, 96],
  ] as const);
  const turn = (random.next() - 0.5) * 0.14;
  const [cos, sin] = [Math.cos(turn), Math.sin(turn)];
  const light = 0.62 + random.next() * 0.38;
  const glow = random.next() * width;
  for (let y = 0; y < height; y += 1) {
    for (let x = 0; x < width; x += 1) {
      const dx = (x - width / 2) / zoom;
      const dy = (y - height / 2) / zoom;
      const color = colorAt(driver.plate, look, paint, dx * cos + dy * sin, dy * cos - dx * sin);
      const shade = light * (1 - 0.0016 * Math.abs(x - glow)) + (random.next() - 0.5) * 0.026;
      raster.blend(x, y, [color[0] * shade, color[1] * shade, color[2] * shade]);
    }
  }
  return raster;
}

/** The color at a point relative to the center of the plate, which is 140 wide and 70 high. */
function colorAt(plate: string, look: Look, paint: Color, x: number, y: number): Color {
  const out = Math.max(Math.abs(x) - 70, Math.abs(y) - 35);
  if (out > 1) return mix(paint, [12, 12, 14], Math.max(0, 0.5 - out / 16));
  if (out > -1.5) return [34, 34, 38];
  const ground = mix(look.top, look.bottom, Math.min(1, Math.max(0, (y + 35) / 60)));
  const name = Math.abs(y + 26) < 6 ? text(look.name, x, y + 26, 1.15) : 0;
  const wide = Math.min(3.3, 122 / (plate.length * advance));
  const number = Math.abs(y - 7) < 20 ? text(plate, x, y - 7, wide, 5) : 0;
  const bolt = (Math.abs(x) - 52) ** 2 + (y + 26) ** 2 < 7 ? 0.6 : 0;
  const ink = name + number;
  const printed = ink > 0 ? mix(ground, look.ink, ink) : ground;
  return bolt > 0 ? mix(printed, [70, 70, 74], bolt) : printed;
}

/** The ink of a centered line: dots as wide as `dot`, and `tall` times as high as wide. */
function text(line: string, x: number, y: number, dot: number, tall = dot): number {
  const column = x / dot + (line.length * advance - 1) / 2;
  return inkAt(line, column, y / tall + signHeight / 2);
}
