import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { alertKinds } from '@lotkeeper/contract/platform/alert-kinds';
import { expect, test } from 'vitest';
import { jobs, openDetectors } from '../features.ts';

test('every kind of job that is declared is handled, once', () => {
  const source = join(import.meta.dirname, '..');
  const sources = globSync('{features,records}/**/*.ts', {
    cwd: source,
    exclude: ['**/*.test.ts'],
  }).map((file) => readFileSync(join(source, file), 'utf8'));
  const declared = sources.flatMap((source) =>
    [...source.matchAll(/defineJob(?:<[^>]*>)?\(\s*'(\w+)'/g)].map(([, name]) => name),
  );
  expect(declared.length).toBeGreaterThan(20);
  expect(new Set(jobs.map(({ job }) => job.name))).toEqual(new Set(declared));
  expect(jobs).toHaveLength(declared.length);
});

test('every kind of alert has a detector', () => {
  const detectors = openDetectors({ backupDir: 'backups' });
  const found = new Set(detectors.flatMap(({ kinds }) => kinds));
  expect(found).toEqual(new Set(alertKinds));
});
