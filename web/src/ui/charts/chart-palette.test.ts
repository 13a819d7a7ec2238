import { expect, test } from 'vitest';
import { theme } from '../theme/theme.ts';
import { chartPalette } from './chart-palette.ts';

function luminance(hex: string): number {
  const [r = 0, g = 0, b = 0] = [1, 3, 5].map((at) => {
    const part = Number.parseInt(hex.slice(at, at + 2), 16) / 255;
    return part <= 0.04045 ? part / 12.92 : ((part + 0.055) / 1.055) ** 2.4;
  });
  return 0.2126 * r + 0.7152 * g + 0.0722 * b;
}

function contrast(a: string, b: string): number {
  const [low = 0, high = 0] = [luminance(a), luminance(b)].sort((x, y) => x - y);
  return (high + 0.05) / (low + 0.05);
}

test.each([
  ['light', chartPalette.light, '#ffffff'],
  ['dark', chartPalette.dark, theme.colors?.dark?.[7] ?? ''],
])('every chart color stands out in the %s scheme', (_, colors, background) => {
  for (const [name, color] of Object.entries(colors)) {
    expect(contrast(color, background), name).toBeGreaterThanOrEqual(3);
  }
});

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
