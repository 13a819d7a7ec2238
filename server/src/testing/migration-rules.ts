import { spawnSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { basename, join } from 'node:path';
import type { Migration } from '../kernel/data/migration-files.ts';
import { parseMigration } from '../kernel/data/migration-files.ts';

const squawk = join(import.meta.dirname, '../../../node_modules/.bin/squawk');

/** squawk's rules that don't apply: the migration runner sets the time limits and retries failures. */
const excludedRules = [
  'require-lock-timeout',
  'require-statement-timeout',
  'prefer-robust-stmts',
  'prefer-bigint-over-int',
];
/** Rules against removing something that the previous release still uses, which requires naming a release. */
const contractRules = new Set([
  'ban-drop-column',
  'ban-drop-table',
  'renaming-column',
  'renaming-table',
  'ban-drop-not-null',
]);

interface Finding {
  file: string;
  line: number;
  rule_name: string;
}

function runSquawk(files: readonly string[], args: readonly string[]): Finding[] {
  if (files.length === 0) return [];
  const exclude = `--exclude=${excludedRules.join(',')}`;
  const { stdout, stderr, error } = spawnSync(
    squawk,
    ['--reporter', 'json', '--pg-version', '16.0', exclude, ...args, ...files],
    { encoding: 'utf8' },
  );
  if (error) throw error;
  if (stdout === '') throw new Error(`squawk has no answer: ${stderr}`);
  return JSON.parse(stdout) as Finding[];
}

const stepForms = [
  /^create (?:unique )?index concurrently \w/,
  /^drop index concurrently if exists \w+;$/,
  /^alter table [\w.]+ validate constraint \w+;$/,
  /^call lotkeeper\.fill_\w+\(\);$/,
];
const batchForm = /^(update|delete from) [^;]*\blimit \d+/s;

/** Statements at the start of a line that lock or rewrite a whole table, outside functions. */
const wholeTableForms: [RegExp, string][] = [
  [/^update (\w+)/gm, 'updates rows of'],
  [/^delete from (\w+)/gm, 'deletes rows of'],
  [/^truncate (?:table )?(\w+)/gm, 'truncates'],
  [/^lock (?:table )?(\w+)/gm, 'locks'],
  [/^cluster (\w+)/gm, 'rewrites'],
];

function* checkSteps({ name, steps }: Migration): Generator<string> {
  for (const { text, isBatch } of steps ?? []) {
    const forms = isBatch ? [batchForm] : stepForms;
    if (!forms.some((form) => form.test(text))) {
      yield `${name}: a concurrent migration can't repeat: ${text}`;
    }
  }
}

function* checkTransaction({ name, text, steps }: Migration): Generator<string> {
  if (steps) return;
  if (/^(create|drop|reindex) [^;]*\bconcurrently\b/m.test(text)) {
    yield `${name}: builds concurrently without "-- migration: concurrent"`;
  }
  if (/^create (or replace )?(function|procedure|aggregate|trigger) /m.test(text)) {
    yield `${name}: has a function or a trigger, which is a file of functions or triggers`;
  }
  const created = new Set([...text.matchAll(/^create table (\w+)/gm)].map(([, table]) => table));
  for (const [form, problem] of wholeTableForms) {
    for (const [, table = ''] of text.matchAll(form)) {
      if (!created.has(table)) yield `${name}: ${problem} ${table} in one transaction`;
    }
  }
}

/** Everything in migrations that would block a running installation, or break the previous release. */
export function listBrokenRules(files: readonly string[]): string[] {
  const migrations = files.map((file) =>
    parseMigration(basename(file), readFileSync(file, 'utf8')),
  );
  const own = migrations.flatMap((migration) => [
    ...checkSteps(migration),
    ...checkTransaction(migration),
  ]);
  const isConcurrent = (file: string) =>
    migrations.some(({ name, steps }) => steps !== null && name === basename(file));
  const isContract = (file: string) =>
    migrations.some(({ name, oldestRelease }) => oldestRelease && name === basename(file));
  const findings = [
    ...runSquawk(files.filter(isConcurrent), []),
    ...runSquawk(
      files.filter((file) => !isConcurrent(file)),
      ['--assume-in-transaction'],
    ),
  ].filter((finding) => !(contractRules.has(finding.rule_name) && isContract(finding.file)));
  // squawk counts lines from 0.
  return [
    ...own,
    ...findings.map(
      (finding) => `${basename(finding.file)}:${finding.line + 1}: ${finding.rule_name}`,
    ),
  ];
}
