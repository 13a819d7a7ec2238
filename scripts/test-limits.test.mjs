import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { root, run } from './bootstrap.mjs';

it('no test has a limit of its own, or waits for a time: a slow machine would decide it', async () => {
  const { output } = await run('git', ['ls-files', '*.test.*', '*.spec.ts', 'tools/e2e/testing'], {
    capture: true,
  });
  const files = output.split('\n').filter((file) => file && !/\.(system|stress)\.test\./.test(file));
  const own = /\btimeout: *[\d_]+|\bsetTimeout\([\d_]+\)|\.waitForTimeout\(/;
  const found = files.filter((file) => own.test(readFileSync(join(root, file), 'utf8')));
  expect(files.length).toBeGreaterThan(400);
  expect(found).toEqual([]);
});
