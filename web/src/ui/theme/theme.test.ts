import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { convertCssVariables, DEFAULT_THEME, mergeMantineTheme } from '@mantine/core';
import { expect, test } from 'vitest';
import { contrast } from '../test-contrast.ts';
import { cssVariablesResolver, theme, themeColors } from './theme.ts';

const full = mergeMantineTheme(DEFAULT_THEME, theme);

// Only our colors are shipped; Mantine's other palettes and its headings would be 450 unused variables.
function ours(variables: Record<string, string>): Record<string, string> {
  const foreign = Object.keys(DEFAULT_THEME.colors).filter((name) => !(name in themeColors));
  const unused = 'h\\d|line-height-|heading|breakpoint|primary-color-\\d|color-dark-[a-z]';
  // No button is yellow or green, and a gray one has no box.
  const tints =
    'color-gray-(text|outline|filled-hover)|color-(yellow|green)-\\w+-hover|color-yellow-text';
  const pattern = new RegExp(`^--mantine-(${unused}|${tints}|color-(${foreign.join('|')})-)`);
  return Object.fromEntries(Object.entries(variables).filter(([name]) => !pattern.test(name)));
}

function stylesheet(): string {
  const all = cssVariablesResolver(full);
  const css = convertCssVariables(
    {
      variables: ours(all.variables),
      light: ours(all.light),
      dark: ours(all.dark),
    },
    ':root',
  );
  const lines = css.replace(/\{/g, ' {\n').replace(/\}/g, '}\n\n').replace(/;/g, ';\n').split('\n');
  const indented = lines.map((line) =>
    line.trim().startsWith('--') ? `  ${line.trim().replace(/:\s*/, ': ')}` : line.trim(),
  );
  const body = indented
    .join('\n')
    .replace(/\n+\}/g, '\n}')
    .replace(/\{\n+/g, '{\n')
    .replace(/\n{3,}/g, '\n\n')
    .trim();
  return `/* Generated from theme.ts by theme.test.ts: npx vitest run theme -u. */\n${body.replaceAll("'", '"')}\n`;
}

test('the shipped CSS variables equal the theme', async () => {
  await expect(stylesheet()).toMatchFileSnapshot('./theme-variables.css');
});

/** The variables of one scheme, ours included. */
function readTokens(scheme: 'light' | 'dark'): Map<string, string> {
  const css = readFileSync(join(import.meta.dirname, 'global.css'), 'utf8');
  const blocks = [...`${stylesheet()}${css}`.matchAll(/^:root(\[[^{]*\])? \{([^}]*)\}/gm)];
  const tokens = new Map<string, string>();
  for (const [, selector = scheme, block = ''] of blocks) {
    if (!selector.includes(scheme)) continue;
    for (const [, name = '', value = ''] of block.matchAll(/(--[\w-]+): ([^;]+);/g)) {
      tokens.set(name, value);
    }
  }
  return tokens;
}

function resolveColor(tokens: Map<string, string>, name: string): string {
  const value = tokens.get(name) ?? '';
  const [, other] = /^var\((.+)\)$/.exec(value) ?? [];
  if (other) return resolveColor(tokens, other);
  return value.length === 4 ? value.replace(/\w/g, '$&$&') : value;
}

const texts = ['color-text', 'color-dimmed', 'color-anchor', 'color-error', 'color-success'];
const borders = ['--mantine-color-default-border', '--ui-border-strong'];

test.each(['light', 'dark'] as const)(
  '%s text and fields stand out on page and cards',
  (scheme) => {
    const tokens = readTokens(scheme);
    const color = (name: string) => resolveColor(tokens, name);
    const names = [...texts.map((name) => `--mantine-${name}`), '--ui-quiet'];
    for (const background of [
      '--ui-sunken',
      '--mantine-color-body',
      '--mantine-color-default-hover',
    ]) {
      const ratio = (name: string) => contrast(color(name), color(background));
      for (const name of names) {
        expect(ratio(name), `${name} on ${background}`).toBeGreaterThanOrEqual(4.5);
      }
      for (const name of borders) {
        expect(ratio(name), `${name} on ${background}`).toBeGreaterThanOrEqual(3);
      }
    }
  },
);

test('cards and the page differ, and cards are lighter', () => {
  for (const scheme of ['light', 'dark'] as const) {
    const tokens = readTokens(scheme);
    const [card, page] = ['--mantine-color-body', '--ui-sunken'].map((name) =>
      resolveColor(tokens, name),
    );
    expect(contrast(card ?? '', '#000000')).toBeGreaterThan(contrast(page ?? '', '#000000'));
  }
});
