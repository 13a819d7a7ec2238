import { readdirSync, utimesSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import { text } from 'node:stream/consumers';
import { expect, test } from 'vitest';
import { collect } from '../../testing/collect.ts';
import { dataFolder } from '../../testing/processes.ts';
import type { FileStore } from './files.ts';
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

/** Stores an image that is older than any rule allows. */
async function storeOld(files: FileStore, folder: string) {
  const name = await files.put(image);
  const path = join(folder, name.slice(0, 2), name);
  utimesSync(path, 0, 0);
  return { name, path };
}

const isThere = async (files: FileStore, name: string) => {
  const found = await files.open(name);
  found?.stream.destroy();
  return found !== null;
};

const image = Buffer.from('an image');
const dayMs = 24 * 60 * 60 * 1000;

test('an unused file is removed once it’s old enough, and removing it twice changes nothing', async () => {
  const folder = dataFolder();
  const files = folderFiles(folder);
  const { name } = await storeOld(files, folder);
  expect(await files.removeUnused(name, dayMs)).toBe('removed');
  expect(await isThere(files, name)).toBe(false);
  expect(await files.removeUnused(name, dayMs)).toBe('removed');
  expect(readdirSync(join(folder, name.slice(0, 2)))).toEqual([]);
});

test('an old file that was put again stays, since a row that references it may be about to be written', async () => {
  const folder = dataFolder();
  const files = folderFiles(folder);
  const { name } = await storeOld(files, folder);
  await files.put(image);
  expect(await files.removeUnused(name, dayMs)).toBe('too new');
  expect(await isThere(files, name)).toBe(true);
});

test('a file that is put and removed many times at once exists after the last put', async () => {
  const folder = dataFolder();
  const files = folderFiles(folder);
  const { name, path } = await storeOld(files, folder);
  for (let round = 0; round < 50; round++) {
    utimesSync(path, 0, 0);
    await Promise.all([files.removeUnused(name, dayMs), files.put(image)]);
    expect(await isThere(files, name)).toBe(true);
  }
});

test('only images are removed as unused', async () => {
  const files = folderFiles(dataFolder());
  await expect(files.removeUnused('../secret-key', dayMs)).rejects.toThrow('hash of their content');
});

test('a file that is removed while it’s being read is read to its end', async () => {
  const folder = dataFolder();
  const files = folderFiles(folder);
  const { name } = await storeOld(files, folder);
  const found = await files.open(name);
  expect(await files.removeUnused(name, dayMs)).toBe('removed');
  expect(found && (await text(found.stream))).toBe('an image');
});

test('images and uploads are listed, and what a killed process left half written isn’t', async () => {
  const folder = dataFolder();
  const files = folderFiles(folder);
  expect(await collect(files.list())).toEqual([]);
  const name = await files.put(image);
  const uuid = '00000000-0000-4000-8000-000000000001';
  await files.keep(uuid, Readable.from([image]));
  writeFileSync(join(folder, name.slice(0, 2), `${name}.${uuid}.part`), 'half');
  expect((await collect(files.list())).sort()).toEqual([uuid, name].sort());
});
