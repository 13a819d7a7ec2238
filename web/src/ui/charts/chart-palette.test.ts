import { expect, test } from 'vitest';
import type { Rgb } from '../test-contrast.ts';
import { contrast, toLinear } from '../test-contrast.ts';
import { theme } from '../theme/theme.ts';
import { chartPalette } from './chart-palette.ts';

test.each([
  ['light', chartPalette.light, '#ffffff'],
  ['dark', chartPalette.dark, theme.colors?.dark?.[7] ?? ''],
])('every chart color stands out in the %s scheme', (_, colors, background) => {
  for (const [name, color] of Object.entries(colors)) {
    expect(contrast(color, background), name).toBeGreaterThanOrEqual(3);
  }
});

const apply = (matrix: readonly Rgb[], [r, g, b]: Rgb) =>
  matrix.map(([x, y, z]) => x * r + y * g + z * b) as Rgb;

function toOklab(rgb: Rgb): Rgb {
  const cones = apply(
    [
      [0.4122214708, 0.5363325363, 0.0514459929],
      [0.2119034982, 0.6806995451, 0.1073969566],
      [0.0883024619, 0.2817188376, 0.6299787005],
    ],
    rgb,
  ).map((cone) => Math.cbrt(Math.max(0, cone))) as Rgb;
  return apply(
    [
      [0.2104542553, 0.793617785, -0.0040720468],
      [1.9779984951, -2.428592205, 0.4505937099],
      [0.0259040371, 0.7827717662, -0.808675766],
    ],
    cones,
  );
}

/** How complete color blindness of each kind transforms linear RGB (Machado, Oliveira, and Fernandes, 2009). */
const eyes: Record<string, Rgb[]> = {
  full: [
    [1, 0, 0],
    [0, 1, 0],
    [0, 0, 1],
  ],
  'red-blind': [
    [0.152286, 1.052583, -0.204868],
    [0.114503, 0.786281, 0.099216],
    [-0.003882, -0.048116, 1.051998],
  ],
  'green-blind': [
    [0.367322, 0.860646, -0.227968],
    [0.280085, 0.672501, 0.047413],
    [-0.01182, 0.04294, 0.968881],
  ],
  'blue-blind': [
    [1.255528, -0.076749, -0.178779],
    [-0.078411, 0.930809, 0.147602],
    [0.004733, 0.691367, 0.3039],
  ],
};

const isStep = (name: string) => name.startsWith('step');

test.each(Object.entries(eyes))('%s eyes can distinguish every two categories', (_, matrix) => {
  for (const colors of Object.values(chartPalette)) {
    const categories = Object.entries(colors).filter(([name]) => !isStep(name));
    const seen = categories.map(([name, hex]) => ({
      name,
      at: toOklab(apply(matrix, toLinear(hex))),
    }));
    for (const [i, one] of seen.entries())
      for (const other of seen.slice(i + 1)) {
        const distance = Math.hypot(...one.at.map((part, n) => part - (other.at[n] ?? 0)));
        expect(distance, `${one.name} and ${other.name}`).toBeGreaterThanOrEqual(0.085);
      }
  }
});

test.each(Object.entries(eyes))(
  'for %s eyes, the steps of an order follow in brightness',
  (_, matrix) => {
    for (const colors of Object.values(chartPalette)) {
      const steps = Object.entries(colors).filter(([name]) => isStep(name));
      const lightness = steps.map(([, hex]) => toOklab(apply(matrix, toLinear(hex)))[0]);
      const differences = lightness.slice(1).map((step, i) => step - (lightness[i] ?? 0));
      // Stronger is darker on a light panel, and brighter on a dark one.
      const direction = Math.sign(differences[0] ?? 0);
      for (const difference of differences) expect(difference * direction).toBeGreaterThan(0.05);
    }
  },
);

function block(selector: string, colors: Record<string, string>): string {
  const lines = Object.entries(colors).map(([name, color]) => `  --chart-${name}: ${color};\n`);
  return `${selector} {\n${lines.join('')}}\n`;
}

test('the shipped CSS variables equal the palette', async () => {
  const css = [
    '/* Written from chart-palette.ts: npx vitest run chart-palette -u. */',
    block(':root', chartPalette.light),
    block(':root[data-mantine-color-scheme="dark"]', chartPalette.dark),
  ].join('\n');
  await expect(css).toMatchFileSnapshot('./chart-colors.css');
});
