import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import * as budgets from '../server/src/kernel/budgets.ts';

const root = join(import.meta.dirname, '..');
const read = (path: string) => readFileSync(join(root, path), 'utf8');

/** The rows of all tables in docs/limits.md: number, name and file. */
const rows = [
  ...read('docs/limits.md').matchAll(/^\| .+ \| (\d+)(?: (\w+))? \| `([\w.]+)` \| `(\S+)` \|$/gm),
].map(([, number = '', unit = '', name = '', file = '']) => ({ number, unit, name, file }));

const factors: Record<string, number> = {
  '': 1,
  KB: 1024,
  MB: 1024 * 1024,
  ms: 1,
  s: 1000,
  min: 60_000,
};

const valuesIn = (value: unknown, path: string): [string, unknown][] =>
  typeof value === 'object' && value !== null
    ? Object.entries(value).flatMap(([name, part]) => valuesIn(part, `${path}.${name}`))
    : [[path, value]];
const budgetValues = new Map(
  Object.entries(budgets).flatMap(([name, value]) => valuesIn(value, name)),
);

/** The number that a source file gives a name, as a number or a product of numbers. */
function valueInSource(file: string, name: string): number | undefined {
  if (file.endsWith('/budgets.ts')) return budgetValues.get(name) as number | undefined;
  const product = new RegExp(`\\b${name}\\s*[:=]\\s*([\\d_* ]+)`).exec(read(file))?.[1];
  return product
    ?.split('*')
    .reduce((total, factor) => total * Number(factor.replaceAll('_', '')), 1);
}

test('every number in docs/limits.md equals the one in the code', () => {
  expect(rows.length).toBeGreaterThan(60);
  const documented = rows.map(({ number, unit, name, file }) => [
    `${file} ${name}`,
    Number(number) * (factors[unit] ?? Number.NaN),
  ]);
  const real = rows.map(({ name, file }) => [`${file} ${name}`, valueInSource(file, name)]);
  expect(documented).toEqual(real);
});

test('every budget is in docs/limits.md', () => {
  const documented = rows.filter(({ file }) => file.endsWith('/budgets.ts'));
  expect(documented.map(({ name }) => name).sort()).toEqual([...budgetValues.keys()].sort());
});

test('every rate limit and every larger body limit in the code is in docs/limits.md', () => {
  const names = rows.map(({ name }) => name);
  const files = globSync(['server/src/**/*.ts', 'contract/src/**/*.ts'], { cwd: root });
  const used = files
    .filter(
      (file) =>
        !/\.test\.ts$|(kernel\/access\/limits|kernel\/http\/serve|kernel\/endpoint)\.ts$/.test(
          file,
        ),
    )
    .flatMap((file) => [
      ...read(file).matchAll(
        /imiter(?:\(\w+\))?\.(?:allow|enforce)\(\s*(?:`[^`]*`|[^,]+),\s*([\w.]+)/g,
      ),
      ...read(file).matchAll(/\bbodyLimit: \(?([\w.]+)/g),
    ])
    .map((match) => match[1]?.split('.').at(-1) ?? '');
  expect(used.length).toBeGreaterThan(20);
  // A limit of 1 only keeps the same request from being sent twice.
  const known = [...names, 'number', '1'];
  expect(used.filter((name) => !known.includes(name))).toEqual([]);
});
