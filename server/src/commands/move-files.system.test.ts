import { rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import { text } from 'node:stream/consumers';
import { expect, test } from 'vitest';
import { openFiles } from '../kernel/data/bucket/open-files.ts';
import { folderFiles, toFilePath } from '../kernel/data/files.ts';
import { collect } from '../testing/collect.ts';
import { openTestStore, storeKeys, toFilesUrl } from '../testing/object-store.ts';
import { dataFolder, runToEnd } from '../testing/processes.ts';
import { testDatabase } from '../testing/test-database.ts';

test('files move to a store and back, verified, and are deleted only when nobody uses them there', async () => {
  const database = await testDatabase();
  const store = await openTestStore();
  const url = toFilesUrl(store.origin);
  const folder = dataFolder();
  const settings = { DATABASE_URL: database.url, DATA_DIR: folder, ...storeKeys };
  const run = (args: string[], files?: string) =>
    runToEnd('commands/move-files.ts', { ...settings, ...(files && { FILES_URL: files }) }, args);
  const local = folderFiles(join(folder, 'files'));
  const names = await Promise.all(
    ['one', 'two', 'three'].map((word) => local.put(Buffer.from(word))),
  );
  const [one = '', two = ''] = names;
  const uuid = '00000000-0000-4000-8000-000000000001';
  await local.keep(uuid, Readable.from([Buffer.from('a list')]));

  const refused = await run(['--to', url, '--delete']);
  expect([refused.code, refused.error]).toEqual([1, expect.stringContaining('change FILES_URL')]);

  // A file that changed on the disk isn't copied.
  writeFileSync(toFilePath(join(folder, 'files'), two), 'TWO');
  const first = await run(['--to', url]);
  expect([first.code, first.out]).toEqual([
    1,
    expect.stringContaining('3 files copied and verified; 0 were there.'),
  ]);
  expect(first.out).toContain(`its bytes have changed: ${two}`);
  writeFileSync(toFilePath(join(folder, 'files'), two), 'two');
  const second = await run(['--to', url]);
  expect([second.code, second.out]).toEqual([
    0,
    expect.stringContaining('1 files copied and verified; 3 were there.'),
  ]);

  const last = await run(['--to', url, '--from', 'folder', '--delete'], url);
  expect([last.code, last.out]).toEqual([0, expect.stringContaining('4 files deleted')]);
  expect(await collect(local.list())).toEqual([]);
  const there = openFiles({ ...settings, FILES_URL: url, FILES_PUBLIC: false }).files;
  expect((await collect(there.list())).toSorted()).toEqual([...names, uuid].toSorted());
  const found = await there.open(one);
  expect(found && (await text(found.stream))).toBe('one');

  const back = await run(['--to', 'folder'], url);
  expect([back.code, back.out]).toEqual([
    0,
    expect.stringContaining('4 files copied and verified'),
  ]);
  expect((await collect(local.list())).toSorted()).toEqual([...names, uuid].toSorted());
  rmSync(join(folder, 'files'), { recursive: true });

  const wrong = await runToEnd(
    'commands/move-files.ts',
    { ...settings, AWS_SECRET_ACCESS_KEY: 'wrong' },
    ['--to', url],
  );
  expect([wrong.code, wrong.error]).toEqual([
    1,
    expect.stringContaining('check AWS_ACCESS_KEY_ID'),
  ]);
});
