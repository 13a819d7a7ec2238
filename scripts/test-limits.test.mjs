import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { root } from './bootstrap.mjs';

it('no test has a limit of its own, or waits for a time: a slow machine would decide it', () => {
  const folders = '{contract,docs,evidence,scripts,server,simulator,tools,web}';
  const files = globSync(
    [`${folders}/**/*.test.{ts,tsx,mjs}`, 'tools/e2e/*.spec.ts', 'tools/e2e/testing/app.ts'],
    { cwd: root, exclude: ['**/node_modules'] },
  ).filter((file) => !/\.(system|stress)\.test\./.test(file));
  const own = /\btimeout: *[\d_]+|\bsetTimeout\([\d_]+\)|\.waitForTimeout\(/;
  const found = files.filter((file) => own.test(readFileSync(join(root, file), 'utf8')));
  expect(files.length).toBeGreaterThan(400);
  expect(found).toEqual([]);
});
