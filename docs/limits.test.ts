import { globSync, readFileSync } from 'node:fs';
import { basename, join } from 'node:path';
import { expect, test } from 'vitest';
import * as budgets from '../server/src/kernel/budgets.ts';

const root = join(import.meta.dirname, '..');
const files = globSync(['{contract,server}/src/**/*.ts', 'scripts/*.mjs'], { cwd: root })
  .filter((path) => !path.endsWith('.test.ts'))
  .map((path) => ({ path, text: readFileSync(join(root, path), 'utf8') }));
const page = readFileSync(join(import.meta.dirname, 'limits.md'), 'utf8');

/** A row: what is limited, the number, its name in the code, and the file. */
const rowPattern = /^\| (.+) \| .* \| `([\w.]+)` \| `([\w.-]+)` \|$/gm;
const rows = [...page.matchAll(rowPattern)].map(([, , name = '', file = '']) => ({ name, file }));

const valuesIn = (value: unknown, path: string): [string, unknown][] =>
  typeof value === 'object' && value !== null
    ? Object.entries(value).flatMap(([name, part]) => valuesIn(part, `${path}.${name}`))
    : [[path, value]];
const budgetValues = new Map(
  Object.entries(budgets).flatMap(([name, value]) => valuesIn(value, name)),
);

/** Reads a named number, or product of numbers, from a file. */
function readValue(file: string, name: string): number {
  if (file === 'budgets.ts') return Number(budgetValues.get(name));
  const number = new RegExp(`\\b${name}\\s*[:=]\\s*(\\d[\\d_* ]*)`);
  const products = files.flatMap(({ path, text }) =>
    basename(path) === file ? (number.exec(text)?.[1] ?? []) : [],
  );
  expect([file, name, products.length]).toEqual([file, name, 1]);
  const factors = products.join('').split('*');
  return factors.reduce((total, factor) => total * Number(factor.replaceAll('_', '')), 1);
}

const units: { readonly [kind: string]: { readonly [unit: string]: number } } = {
  bytes: { MB: 1024 * 1024, KB: 1024 },
  time: { min: 60_000, s: 1000, ms: 1 },
};

/** Formats a number in the largest unit of bytes or time, by its name, that leaves a whole number. */
function formatValue(name: string, value: number): string {
  const kind = name.endsWith('Ms') ? 'time' : name.includes('Bytes') ? 'bytes' : 'none';
  const sizes = Object.entries(units[kind] ?? {});
  const [unit, size] = sizes.find(([, factor]) => value % factor === 0) ?? ['', 1];
  return `${value / size} ${unit}`.trim();
}

test('docs/limits.md has the numbers of the code (to rewrite it: npx vitest run docs/limits.test.ts --update)', async () => {
  const written = page.replace(
    rowPattern,
    (_, limit: string, name: string, file: string) =>
      `| ${limit} | ${formatValue(name, readValue(file, name))} | \`${name}\` | \`${file}\` |`,
  );
  await expect(written).toMatchFileSnapshot('limits.md');
});

test('every budget has a row in docs/limits.md', () => {
  const listed = rows.filter(({ file }) => file === 'budgets.ts').map(({ name }) => name);
  expect(listed.toSorted()).toEqual([...budgetValues.keys()].toSorted());
});

test('every rate limit and every larger body limit in the code has a row in docs/limits.md', () => {
  const used = files
    .filter(({ path }) => !/kernel\/(access\/limits|http\/serve|endpoint)\.ts$/.test(path))
    .flatMap(({ text }) => [
      ...text.matchAll(/imiter(?:\(\w+\))?\.(?:allow|enforce)\(\s*(?:`[^`]*`|[^,]+),\s*([\w.]+)/g),
      ...text.matchAll(/\bbodyLimit: \(?([\w.]+)/g),
    ])
    .map((match) => match[1]?.split('.').at(-1) ?? '');
  expect(used.length).toBeGreaterThan(20);
  // A limit of 1 only prevents the same request from being sent twice.
  const known = [...rows.map(({ name }) => name), 'number', '1'];
  expect(used.filter((name) => !known.includes(name))).toEqual([]);
});
