import { spawnSync } from 'node:child_process';
import { chmodSync, mkdirSync, mkdtempSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { StartError } from '../start-error.ts';
import { openDataFolder } from './data-folder.ts';

let base: string;
beforeAll(() => {
  base = mkdtempSync(join(tmpdir(), 'lotkeeper-folder-'));
});
afterAll(() => rmSync(base, { recursive: true, force: true }));

const modeOf = (path: string) => statSync(path).mode & 0o777;
const isRoot = process.getuid?.() === 0;

test('a folder is created with its parents, and can be opened again', () => {
  const folder = join(base, 'über & more', 'lots');
  openDataFolder(folder);
  openDataFolder(folder);
  expect(modeOf(folder)).toBe(isRoot ? 0o711 : 0o700);
});

test('images of an earlier version are closed to other accounts', () => {
  const folder = join(base, 'earlier');
  mkdirSync(join(folder, 'files'), { recursive: true });
  chmodSync(join(folder, 'files'), 0o755);
  openDataFolder(folder);
  expect(modeOf(join(folder, 'files'))).toBe(0o700);
});

const messageFor = (folder: string) => {
  try {
    openDataFolder(folder);
  } catch (error) {
    expect(error).toBeInstanceOf(StartError);
    return (error as Error).message;
  }
  throw new Error('The folder was opened.');
};

describe('an unusable folder is refused in one sentence', () => {
  test('a file', () => {
    writeFileSync(join(base, 'file'), '');
    const where = join(base, 'file');
    expect(messageFor(where)).toContain(`can’t keep its data in ${where}: it’s a file.`);
    expect(messageFor(join(where, 'below'))).toContain('part of its path is a file');
  });

  test.runIf(process.platform === 'linux')('a folder that the system reserves', () => {
    expect(messageFor('/proc/lots')).toContain('can’t keep its data in /proc/lots: ');
    expect(messageFor('/proc/lots/deeper')).toContain('can’t keep its data in /proc/lots/deeper: ');
  });

  test.runIf(process.platform === 'linux' && isRoot)('a read-only disk', () => {
    const script = `
      import { mkdirSync } from 'node:fs';
      import { openDataFolder } from ${JSON.stringify(join(import.meta.dirname, 'data-folder.ts'))};
      try { openDataFolder(${JSON.stringify(join(base, 'disk', 'lots'))}); } catch (error) { console.log(error.message); }`;
    mkdirSync(join(base, 'disk'));
    const mount = `mount -t tmpfs -o ro none '${join(base, 'disk')}' && exec "$0" --input-type=module -e "$1"`;
    const { stdout, status } = spawnSync(
      'unshare',
      ['--mount', 'sh', '-c', mount, process.execPath, script],
      { encoding: 'utf8' },
    );
    expect([status, stdout.trim()]).toEqual([
      0,
      `Lotkeeper can’t keep its data in ${join(base, 'disk', 'lots')}: its disk can only be read. Set DATA_DIR to a folder that it may write to, or give this account the right to it.`,
    ]);
  });
});
