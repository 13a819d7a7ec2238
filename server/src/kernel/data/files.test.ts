import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { dataFolder } from '../../testing/processes.ts';
import { folderFiles } from './files.ts';

test('the same bytes stored many times at once are kept once, and no call fails', async () => {
  const folder = dataFolder();
  const files = folderFiles(folder);
  const bytes = Buffer.alloc(1024 * 1024, 7);
  const names = await Promise.all(Array.from({ length: 20 }, () => files.put(bytes)));
  const [name = ''] = names;
  expect(new Set(names).size).toBe(1);
  expect(readdirSync(join(folder, name.slice(0, 2)))).toEqual([name]);
});
