import { spawnSync } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, expect, test } from 'vitest';
import { environment, root } from '../bootstrap.mjs';

const folder = mkdtempSync(join(tmpdir(), 'lotkeeper-lint-'));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

const config = join(folder, 'oxlintrc.json');
writeFileSync(
  config,
  JSON.stringify({
    jsPlugins: [join(root, 'scripts/lint/plain-names.mjs')],
    categories: { correctness: 'off' },
    rules: { 'lotkeeper/plain-names': 'error' },
  }),
);

/** The names that the rule refuses in a program. */
function listRefused(program) {
  const file = join(folder, 'program.ts');
  writeFileSync(file, program);
  const args = ['--config', config, '--format', 'json', file];
  const { stdout } = spawnSync('oxlint', args, { env: environment(), encoding: 'utf8' });
  return JSON.parse(stdout).diagnostics.map(({ message }) => /"(\w+)"/.exec(message)?.[1]);
}

test('the lint refuses a variable, parameter or destructured name that says nothing', () => {
  const program = `
    const told = 1;
    const { length: which, ...whole } = 'x';
    const [one = 2] = [told];
    export function add(of: number, { here }: { here: number }) { return of + here + one; }
    export const list = [which, whole].map((what) => what);`;
  expect(listRefused(program).sort()).toEqual([
    'here',
    'of',
    'one',
    'told',
    'what',
    'which',
    'whole',
  ]);
});

test('the lint refuses a function whose name ends in "Of", and no other name', () => {
  const program = `
    export function rowOf(value: number) { return value; }
    export const keyOf = (value: number) => value;
    export function AsOf() { return null; }
    export const toRow = (value: number) => ({ of: value });
    export const proof = 1;`;
  expect(listRefused(program).sort()).toEqual(['keyOf', 'rowOf']);
});
