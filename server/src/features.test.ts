import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { jobs } from './features.ts';

test('every kind of job that is declared is handled, once', () => {
  const sources = globSync('{features,records}/**/*.ts', {
    cwd: import.meta.dirname,
    exclude: ['**/*.test.ts'],
  }).map((file) => readFileSync(join(import.meta.dirname, file), 'utf8'));
  const declared = sources.flatMap((source) =>
    [...source.matchAll(/defineJob(?:<[^>]*>)?\(\s*'(\w+)'/g)].map(([, name]) => name),
  );
  expect(declared.length).toBeGreaterThan(20);
  expect(new Set(jobs.map(({ job }) => job.name))).toEqual(new Set(declared));
  expect(jobs).toHaveLength(declared.length);
});
