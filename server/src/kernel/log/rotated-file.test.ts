import {
  appendFileSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { listRotatedNames, RotatedFile, rotatedFiles } from './rotated-file.ts';

let folder: string;
let path: string;

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'lotkeeper-rotated-'));
  path = join(folder, 'outbox.jsonl');
});

afterEach(() => rmSync(folder, { recursive: true, force: true }));

/** All kept lines, oldest first. */
const readLines = () =>
  listRotatedNames(path)
    .toReversed()
    .flatMap((name) => {
      try {
        return readFileSync(name, 'utf8').split('\n').slice(0, -1);
      } catch {
        return [];
      }
    });

test('lines that are appended concurrently are all kept, whole and in order, across several files', async () => {
  const file = new RotatedFile(path, 200);
  const lines = Array.from({ length: 40 }, (_, n) => JSON.stringify({ n, text: 'x'.repeat(9) }));
  await Promise.all(lines.map((line) => file.append(line)));
  expect(readLines()).toEqual(lines.slice(-readLines().length));
  expect(readLines().length).toBeGreaterThan(25);
  for (const name of readdirSync(folder)) {
    expect(statSync(join(folder, name)).size).toBeLessThanOrEqual(200);
  }
});

test('a line is lost only with the oldest file, and no more files are kept than the limit', async () => {
  const file = new RotatedFile(path, 20);
  for (let n = 0; n < 30; n++) await file.append(`line number ${n}`);
  expect(readdirSync(folder)).toHaveLength(rotatedFiles.kept + 1);
  expect(readLines()).toEqual([25, 26, 27, 28, 29].map((n) => `line number ${n}`));
});

test('a line longer than the limit is kept in its own file', async () => {
  const file = new RotatedFile(path, 10);
  await file.append('short');
  await file.append('x'.repeat(100));
  await file.append('after');
  expect(readLines()).toEqual(['short', 'x'.repeat(100), 'after']);
});

test('a line that a crash cut off stays on its own line', async () => {
  appendFileSync(path, '{"cut":');
  await new RotatedFile(path).append('whole');
  expect(readLines()).toEqual(['{"cut":', 'whole']);
});

test('a failed write is reported, and the next one is still made', async () => {
  const file = new RotatedFile(join(folder, 'later', 'outbox.jsonl'));
  await expect(file.append('lost')).rejects.toThrow('ENOENT');
  mkdirSync(join(folder, 'later'));
  await file.append('kept');
  expect(readFileSync(join(folder, 'later', 'outbox.jsonl'), 'utf8')).toBe('kept\n');
});

test('only the owner can read the files', async () => {
  const file = new RotatedFile(path, 10);
  for (let n = 0; n < 3; n++) await file.append(`line ${n}`);
  for (const name of readdirSync(folder)) expect(statSync(join(folder, name)).mode & 0o077).toBe(0);
});
