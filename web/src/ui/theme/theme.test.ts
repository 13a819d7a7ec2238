import { convertCssVariables, DEFAULT_THEME, mergeMantineTheme } from '@mantine/core';
import { expect, test } from 'vitest';
import { cssVariablesResolver, theme, themeColors } from './theme.ts';

const full = mergeMantineTheme(DEFAULT_THEME, theme);

// Only our colors are shipped; Mantine's other palettes would be 400 unused variables.
function ours(variables: Record<string, string>): Record<string, string> {
  const foreign = Object.keys(DEFAULT_THEME.colors).filter((name) => !(name in themeColors));
  const pattern = new RegExp(`^--mantine-color-(${foreign.join('|')})-`);
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
