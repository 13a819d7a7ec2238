import {
  cpSync,
  existsSync,
  globSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs';
import { dirname, join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { listBackups, readManifest, writeManifest } from '../backup/manifest.ts';
import { messageOf, openFolder } from '../embedded-postgres/embedded-postgres.factory.ts';
import { startEmbeddedPostgres } from '../embedded-postgres/embedded-postgres.ts';
import { folderFiles } from '../kernel/data/files.ts';
import { queryOnce } from '../kernel/data/sql/query-once.ts';
import { must } from '../kernel/must.ts';
import { eventually } from '../testing/eventually.ts';
import { runToEnd, start } from '../testing/processes.ts';

const log = { info: () => undefined, error: () => undefined };
const base = openFolder();
const dataDir = join(base, `Robin's "data" at 5 %p`);
let folders = 0;
let server: Awaited<ReturnType<typeof startEmbeddedPostgres>>;
/** A backup that all tests may read and none may change. */
let model: string;
let upload: string;

const newFolder = () => join(base, `it's "folder" ${++folders} %f`);
const backup = (to: string, ...args: string[]) =>
  runToEnd('commands/backup.ts', { DATA_DIR: dataDir }, ['--to', to, ...args]);
const restore = (from: string, to: string, ...args: string[]) =>
  runToEnd('commands/restore.ts', {}, ['--from', from, '--to', to, ...args]);

/** Runs a backup and returns its folder. */
async function makeBackup(to = newFolder(), ...args: string[]): Promise<string> {
  const { code, error } = await backup(to, ...args);
  expect([code, error]).toEqual([0, '']);
  return (await listBackups(to)).at(-1) ?? '';
}

/** A copy of the model with its files, which a test may damage. */
function copyModel(): string {
  const to = newFolder();
  cpSync(dirname(model), to, { recursive: true });
  return join(to, model.slice(dirname(model).length));
}

/** Starts PostgreSQL on a restored folder for one query. */
async function queryRestored(folder: string, text: string): Promise<object[]> {
  const { url, stop } = await startEmbeddedPostgres({ dataDir: folder, log });
  return queryOnce(url, text).finally(stop);
}

beforeAll(async () => {
  server = await startEmbeddedPostgres({ dataDir, log });
  await queryOnce(
    server.url,
    'create table kept (number int primary key, filler text); insert into kept values (0)',
  );
  const files = folderFiles(join(dataDir, 'files'));
  for (const text of ['the car', 'the plate', 'the gate']) await files.put(Buffer.from(text));
  upload = crypto.randomUUID();
  await files.keep(
    upload,
    (async function* () {
      yield Buffer.from('a CSV file');
    })(),
  );
  writeFileSync(join(dataDir, 'secret-key'), 'a key of more than thirty-two characters');
  model = await makeBackup();
});

afterAll(async () => {
  await server.stop();
  rmSync(base, { recursive: true, force: true });
});

describe('backup', () => {
  test('a backup of a database in use has every row that was committed before it began, and none without those before it', async () => {
    let number = 0;
    const ending = new AbortController();
    const filler = "repeat('x', 2000)";
    const write = async () => {
      while (!ending.signal.aborted) {
        await queryOnce(server.url, `insert into kept values (${number + 1}, ${filler})`);
        number += 1;
      }
    };
    const writing = write();
    await eventually(() => number > 20);
    const before = number;
    const folder = await makeBackup().finally(() => ending.abort());
    await writing;
    const to = newFolder();
    expect((await restore(folder, to)).error).toBe('');
    const [row] = (await queryRestored(
      to,
      'select count(*)::int as rows, max(number) as newest from kept',
    )) as { rows: number; newest: number }[];
    expect(row?.newest).toBeGreaterThanOrEqual(before);
    expect(row?.rows).toBe((row?.newest ?? 0) + 1);
  });

  test('a restored folder has the images, uploads and secret key, readable by nobody else', async () => {
    const to = newFolder();
    const { code, out, error } = await restore(model, to);
    expect([code, error]).toEqual([0, '']);
    expect(out).toContain(`Restored ${model} to ${to} in `);
    const names = (folder: string) =>
      readdirSync(join(folder, 'files'), { recursive: true, encoding: 'utf8' }).sort();
    expect(names(to)).toEqual(names(dataDir));
    expect(readFileSync(join(to, 'files', upload.slice(0, 2), upload), 'utf8')).toBe('a CSV file');
    for (const name of ['secret-key', 'postgres-password']) {
      expect(readFileSync(join(to, name), 'utf8')).toBe(readFileSync(join(dataDir, name), 'utf8'));
      expect(statSync(join(to, name)).mode & 0o777).toBe(0o600);
    }
    expect(statSync(model).mode & 0o777).toBe(0o700);
  });

  test('a second backup stores only files that the first one lacks', async () => {
    const to = newFolder();
    const first = await backup(to);
    expect(first.out).toContain('4 files, 4 of them new');
    const files = folderFiles(join(dataDir, 'files'));
    await files.put(Buffer.from('one more'));
    const second = await backup(to);
    expect(second.out).toContain('5 files, 1 of them new with 0.0 MB');
    expect(await listBackups(to)).toHaveLength(2);
  });

  test('--keep removes older backups and the contents that only they had', async () => {
    const to = newFolder();
    const files = folderFiles(join(dataDir, 'files'));
    const passing = crypto.randomUUID();
    const content = async function* () {
      yield Buffer.from('an upload that is over soon');
    };
    await files.keep(passing, content());
    const first = await makeBackup(to);
    const count = () => globSync('*/*', { cwd: join(to, 'files') }).length;
    const before = count();
    await files.remove(passing);
    const second = await makeBackup(to);
    const third = await makeBackup(to, '--keep', '2');
    expect(await listBackups(to)).toEqual([second, third]);
    expect(existsSync(first)).toBe(false);
    expect(count()).toBe(before - 1);
    expect((await restore(to, newFolder())).code).toBe(0);
  });

  test('a killed backup never counts, and the next one removes what it left', async () => {
    const to = newFolder();
    const run = start('commands/backup.ts', { DATA_DIR: dataDir }, ['--to', to]);
    const partial = () =>
      (existsSync(to) ? readdirSync(to) : []).find((name) => name.startsWith('.partial-'));
    await eventually(partial, 30_000, 1);
    run.child.kill('SIGKILL');
    await run.ended;
    const left = join(to, partial() ?? '');
    expect(await listBackups(to)).toEqual([]);
    const refused = await restore(left, newFolder());
    expect([refused.code, refused.error]).toEqual([
      1,
      `${left} is not a backup: it has no manifest.json. Name a folder that npm run backup made.\n`,
    ]);
    await makeBackup(to);
    expect(partial()).toBeUndefined();
  });

  test('two backups to one folder at once are refused', async () => {
    const to = newFolder();
    const results = await Promise.all([backup(to), backup(to)]);
    expect(new Set(results.map(({ code }) => code))).toEqual(new Set([0, 1]));
    expect(results.map(({ error }) => error).join('')).toMatch(
      /^Another backup \(process \d+\) is writing to .*\. Wait until it's done\.\n$/,
    );
  });

  test('--files-only backs up and restores what a PostgreSQL of one’s own needs beside it', async () => {
    const to = newFolder();
    const settings = { DATA_DIR: dataDir, DATABASE_URL: 'postgres://robin@127.0.0.1:1/lots' };
    const whole = await runToEnd('commands/backup.ts', settings, ['--to', to]);
    expect([whole.code, whole.error]).toEqual([
      1,
      expect.stringMatching(/^npm run backup is for the built-in database\. .*--files-only/),
    ]);
    const made = await runToEnd('commands/backup.ts', settings, ['--to', to, '--files-only']);
    expect([made.code, made.error]).toEqual([0, '']);
    const restored = newFolder();
    expect(await restore(to, restored)).toMatchObject({ code: 0, error: '' });
    expect(readdirSync(restored).sort()).toEqual(['files', 'secret-key']);
    expect(readFileSync(join(restored, 'files', upload.slice(0, 2), upload), 'utf8')).toBe(
      'a CSV file',
    );
    const verified = await runToEnd('commands/restore.ts', {}, ['--from', to, '--verify']);
    expect(verified.out).toContain('and has no archive.');
    const DATA_DIR = newFolder();
    const missing = await runToEnd('commands/backup.ts', { DATA_DIR }, [
      '--to',
      to,
      '--files-only',
    ]);
    expect([missing.code, missing.error]).toEqual([
      1,
      `There is no ${DATA_DIR}: set DATA_DIR to the data folder of your server.\n`,
    ]);
  });

  test('a backup without a database says so and creates none', async () => {
    const DATA_DIR = newFolder();
    const { code, error } = await runToEnd('commands/backup.ts', { DATA_DIR }, [
      '--to',
      newFolder(),
    ]);
    expect([code, error]).toEqual([
      1,
      `There is no database in ${DATA_DIR}. Run this with the DATABASE_URL or DATA_DIR of your server, or start the server once with npm start.\n`,
    ]);
    expect(existsSync(DATA_DIR)).toBe(false);
  });

  test.each([[[]], [['--to']], [['--to', 'x', '--keep', '0']], [['--to', 'x', 'y']]])(
    'backup with the arguments %j prints its usage',
    async (args) => {
      const { code, error } = await runToEnd('commands/backup.ts', {}, args);
      expect([code, error]).toEqual([
        1,
        'Usage: npm run backup -- --to FOLDER [--keep N] [--files-only]. N is how many of the newest backups stay. --files-only is for a PostgreSQL of your own, which you back up first.\n',
      ]);
    },
  );
});

describe('restore', () => {
  const damage: [string, (folder: string) => void, RegExp][] = [
    [
      'a changed manifest',
      (folder) => {
        const path = join(folder, 'manifest.json');
        writeFileSync(path, readFileSync(path, 'utf8').replace('"count": 4', '"count": 3'));
      },
      /is damaged: manifest\.json was changed\. Restore another one\.$/,
    ],
    [
      'a cut database',
      (folder) => {
        const path = join(folder, 'database.tar.zst');
        writeFileSync(path, readFileSync(path).subarray(0, -100));
      },
      /database\.tar\.zst was changed\. Restore another one\.$/,
    ],
    [
      'a changed image',
      (folder) => {
        const [image = ''] = globSync('files/*/*', { cwd: dirname(folder) });
        writeFileSync(join(dirname(folder), image), 'a bus..');
      },
      /\/files\/\w\w\/\w{64} was changed\. Restore another one\.$/,
    ],
    [
      'a missing image',
      (folder) => rmSync(join(dirname(folder), 'files'), { recursive: true }),
      /\/files\/\w\w\/\w{64} is missing\. Restore another one\.$/,
    ],
  ];
  test.each(damage)(
    'a backup with %s is refused before anything is written',
    async (_, harm, message) => {
      const folder = copyModel();
      harm(folder);
      const to = newFolder();
      const { code, error } = await restore(folder, to);
      expect(code).toBe(1);
      expect(error.trim()).toMatch(message);
      expect(existsSync(to)).toBe(false);
    },
  );

  test('a backup of another version of PostgreSQL is refused', async () => {
    const folder = copyModel();
    const manifest = await readManifest(folder);
    const database = must(manifest.database, 'database');
    await writeManifest(folder, { ...manifest, database: { ...database, version: 17 } });
    const { code, error } = await restore(folder, newFolder());
    expect([code, error]).toEqual([
      1,
      'The backup is of PostgreSQL 17, and this Lotkeeper comes with PostgreSQL 18: restore it with the version of Lotkeeper that made it.\n',
    ]);
  });

  test('a folder with anything in it is never restored into', async () => {
    const to = newFolder();
    mkdirSync(to);
    writeFileSync(join(to, 'notes.txt'), 'mine');
    const { code, error } = await restore(model, to);
    expect([code, error]).toEqual([
      1,
      `${to} isn't empty: name a new folder, or move this one away. A restore never overwrites anything.\n`,
    ]);
    expect(readdirSync(to)).toEqual(['notes.txt']);
  });

  test('Lotkeeper does not start on a folder whose restore was killed', async () => {
    const to = newFolder();
    const run = start('commands/restore.ts', {}, ['--from', model, '--to', to]);
    await eventually(() => existsSync(join(to, 'secret-key')), 30_000, 1);
    run.child.kill('SIGKILL');
    await run.ended;
    expect(await messageOf(startEmbeddedPostgres({ dataDir: to, log }))).toBe(
      `The restore into ${to} isn't complete. If it was interrupted, remove the folder and restore again.`,
    );
  });

  test('restore without its folders prints its usage', async () => {
    const { code, error } = await runToEnd('commands/restore.ts', {}, ['--from', model]);
    expect(code).toBe(1);
    expect(error).toMatch(/^Usage: npm run restore -- --from FOLDER --to DATA_FOLDER \[/);
  });

  const verify = (from: string) =>
    runToEnd('commands/restore.ts', {}, ['--from', from, '--verify']);

  test('--verify checks a backup, or all of a folder, reports the time of each, and writes nothing', async () => {
    const { made_at } = await readManifest(model);
    const before = readdirSync(dirname(model), { recursive: true, encoding: 'utf8' }).sort();
    for (const from of [model, dirname(model)]) {
      const { code, out, error } = await verify(from);
      expect([code, error]).toEqual([0, '']);
      expect(out).toContain(`${model} is complete as of ${made_at}, and has no archive.`);
      expect(out).toContain('4 shared files are as they were stored.');
    }
    expect(readdirSync(dirname(model), { recursive: true, encoding: 'utf8' }).sort()).toEqual(
      before,
    );
  });

  test.each(damage)('--verify finds %s, and exits with 1', async (_, harm, message) => {
    const folder = copyModel();
    harm(folder);
    const { code, error } = await verify(dirname(folder));
    expect(code).toBe(1);
    expect(error.trim().split('\n')[0]).toMatch(message);
  });

  test('--verify with a folder to restore to is refused', async () => {
    for (const more of [['--to', newFolder()], ['--without-archive']]) {
      const args = ['--from', model, '--verify', ...more];
      const { code, error } = await runToEnd('commands/restore.ts', {}, args);
      expect([code, error.startsWith('Usage: ')]).toEqual([1, true]);
    }
  });
});
