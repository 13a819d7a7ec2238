import {
  cpSync,
  existsSync,
  globSync,
  mkdirSync,
  readFileSync,
  renameSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { basename, join } from 'node:path';
import { fromIso } from '@lotkeeper/contract/kernel/calendar';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { openFolder } from '../embedded-postgres/embedded-postgres.factory.ts';
import { startEmbeddedPostgres } from '../embedded-postgres/embedded-postgres.ts';
import { formatTimestamp, systemClock } from '../kernel/clock.ts';
import { openSqlPool } from '../kernel/data/database.ts';
import { folderFiles } from '../kernel/data/files.ts';
import { queryOnce } from '../kernel/data/sql/query-once.ts';
import { eventually } from '../testing/eventually.ts';
import { runToEnd } from '../testing/processes.ts';
import { Archiver } from './archiver.ts';
import { listBackups } from './manifest.ts';
import { readArchiveState } from './wal-archive.ts';

const log = { info: () => undefined, error: () => undefined };
const base = openFolder();
const dataDir = join(base, 'the data');
const messages: string[] = [];
let folders = 0;
let server: Awaited<ReturnType<typeof startEmbeddedPostgres>>;
let sql: ReturnType<typeof openSqlPool>;

const newFolder = () => join(base, `it's "folder" ${++folders} %f`);
const now = () => formatTimestamp(systemClock());
const openArchiver = (to: string) =>
  new Archiver({
    sql,
    dataDir,
    to,
    keep: 3,
    intervalMs: 50,
    report: (message) => messages.push(message),
  });
const readState = async (to: string) => {
  const [path] = globSync('wal/*', { cwd: to });
  return path ? await readArchiveState(join(to, path)) : null;
};
const insert = (text: string) => queryOnce(server.url, `insert into notes values ('${text}')`);

/** Waits until everything committed so far is archived. */
async function untilArchived(to: string): Promise<void> {
  const at = systemClock();
  await eventually(async () => {
    const state = await readState(to);
    return state !== null && fromIso(state.complete_until) > at;
  }, 60_000);
}

const untilBackedUp = (to: string, count = 1) =>
  eventually(async () => (await listBackups(to)).length >= count, 60_000);

const restore = (from: string, to: string, ...args: string[]) =>
  runToEnd('commands/restore.ts', {}, ['--from', from, '--to', to, ...args]);

/** Restores, and returns the texts of the notes. */
async function readRestored(from: string, ...args: string[]): Promise<string[]> {
  const to = newFolder();
  const { code, error } = await restore(from, to, ...args);
  expect([code, error]).toEqual([0, '']);
  const { url, stop } = await startEmbeddedPostgres({ dataDir: to, log });
  const rows = await queryOnce<{ text: string }>(url, 'select text from notes').finally(stop);
  return rows.map(({ text }) => text);
}

beforeAll(async () => {
  server = await startEmbeddedPostgres({ dataDir, log });
  await queryOnce(server.url, 'create table notes (text text); create table images (file text)');
  sql = openSqlPool(server.url);
});

afterAll(async () => {
  await sql.end();
  await server.stop();
  rmSync(base, { recursive: true, force: true });
});

const to = newFolder();
const times: Record<'first' | 'end', string> = { first: '', end: '' };
let image: string;

beforeAll(async () => {
  mkdirSync(to);
  const archiver = openArchiver(to);
  await untilBackedUp(to);
  await insert('first');
  times.first = now();
  await queryOnce(server.url, 'select pg_switch_wal()');
  image = await folderFiles(join(dataDir, 'files')).put(Buffer.from('an image after the backup'));
  await insert('second');
  await queryOnce(server.url, `insert into images values ('${image}')`);
  await queryOnce(server.url, 'select pg_switch_wal()');
  await insert('third');
  await untilArchived(to);
  times.end = now();
  await untilArchived(to);
  await archiver.stop();
});

/** A copy of the archive that a test may damage. */
const copyArchive = () => {
  const copy = newFolder();
  cpSync(to, copy, { recursive: true });
  return copy;
};

test('a restore has everything that was archived after the backup, with its images', async () => {
  const folder = newFolder();
  const { code, error, out } = await restore(to, folder);
  expect([code, error]).toEqual([0, '']);
  expect(out).toContain(`as of ${(await readState(to))?.complete_until}`);
  const { url, stop } = await startEmbeddedPostgres({ dataDir: folder, log });
  const rows = await queryOnce(url, 'select text from notes').finally(stop);
  expect(rows).toEqual([{ text: 'first' }, { text: 'second' }, { text: 'third' }]);
  expect(readFileSync(join(folder, 'files', image.slice(0, 2), image), 'utf8')).toBe(
    'an image after the backup',
  );
});

test('a restore to a time has what was committed before it, and nothing after it', async () => {
  expect(await readRestored(to, '--until', times.first)).toEqual(['first']);
});

test('a restore to a time after the last commit has everything', async () => {
  expect(await readRestored(to, '--until', times.end)).toEqual(['first', 'second', 'third']);
});

test('a time that the archive or the backup doesn’t reach is refused', async () => {
  const late = await restore(to, newFolder(), '--until', '2099-01-01T00:00:00Z');
  expect(late.error).toMatch(/^The archive ends at .*: name an earlier time, or leave out --until/);
  const early = await restore(to, newFolder(), '--until', '2020-01-01T00:00:00Z');
  expect(early.error).toMatch(/^The oldest backup in .* is newer than --until: /);
  expect([late.code, early.code]).toEqual([1, 1]);
});

test.each([
  ['lacks the segment', (path: string) => rmSync(path)],
  [
    'has a damaged segment',
    (path: string) => writeFileSync(path, readFileSync(path).fill(0, 50, 60)),
  ],
])(
  'an archive that %s is refused before anything is written, and the backup alone can be restored',
  async (reason, harm) => {
    const copy = copyArchive();
    const segments = globSync('wal/*/*.zst', { cwd: copy }).sort();
    harm(join(copy, segments.at(-1) ?? ''));
    const folder = newFolder();
    const { code, error } = await restore(copy, folder);
    expect(code).toBe(1);
    expect(error).toContain(`${reason} 0000`);
    expect(error).toContain('Restore the backup alone with --without-archive.');
    expect(existsSync(folder)).toBe(false);
    expect(await readRestored(copy, '--without-archive')).toEqual([]);
  },
);

test('--verify reports up to when the archive can be restored, and its gap', async () => {
  const verify = (from: string) =>
    runToEnd('commands/restore.ts', {}, ['--from', from, '--verify']);
  const { code, out, error } = await verify(to);
  expect([code, error]).toEqual([0, '']);
  expect(out).toContain(`with its archive up to ${(await readState(to))?.complete_until}`);
  const copy = copyArchive();
  const segments = globSync('wal/*/*.zst', { cwd: copy }).sort();
  rmSync(join(copy, segments.at(-1) ?? ''));
  const gap = await verify(copy);
  expect(gap.code).toBe(1);
  expect(gap.error).toContain('lacks the segment 0000');
});

test('an archive whose last bytes were changed is refused', async () => {
  const copy = copyArchive();
  const [partial = ''] = globSync('wal/*/*.partial', { cwd: copy });
  const bytes = readFileSync(join(copy, partial));
  writeFileSync(join(copy, partial), bytes.fill(1, 40, 60));
  expect((await restore(copy, newFolder())).error).toContain('has a damaged segment');
});

test('an archive continues where it was after a restart', async () => {
  const archives = () => globSync('wal/*', { cwd: to });
  const before = archives();
  const archiver = openArchiver(to);
  await insert('after a restart');
  await untilArchived(to);
  await archiver.stop();
  expect(archives()).toEqual(before);
  expect(await listBackups(to)).toHaveLength(1);
});

test('a new archive with a backup is started when PostgreSQL no longer has the log for the old one', async () => {
  await queryOnce(
    server.url,
    'select pg_drop_replication_slot(slot_name) from pg_replication_slots',
  );
  await insert('in the gap');
  await queryOnce(server.url, 'select pg_switch_wal()');
  const archiver = openArchiver(to);
  await untilBackedUp(to, 2);
  await archiver.stop();
  expect(globSync('wal/*', { cwd: to })).toHaveLength(2);
  expect(await readRestored(to)).toEqual(expect.arrayContaining(['after a restart', 'in the gap']));
});

test('--keep removes the log that only older backups needed', async () => {
  const to = newFolder();
  mkdirSync(to);
  const archiver = openArchiver(to);
  await untilBackedUp(to);
  const segments = () => globSync('wal/*/*.zst', { cwd: to }).map((path) => basename(path));
  await queryOnce(server.url, 'select pg_switch_wal()');
  await untilArchived(to);
  const [oldest = ''] = segments().sort();
  const settings = { DATA_DIR: dataDir };
  const { code } = await runToEnd('commands/backup.ts', settings, ['--to', to, '--keep', '1']);
  await untilArchived(to);
  await archiver.stop();
  expect(code).toBe(0);
  expect(segments()).not.toContain(oldest);
  await insert('kept');
  expect(await readRestored(to)).not.toContain('kept');
});

test('an archive whose folder is gone is reported once, and catches up when it’s back', async () => {
  const to = newFolder();
  mkdirSync(to);
  messages.splice(0);
  const archiver = openArchiver(to);
  await untilBackedUp(to);
  renameSync(to, `${to}.away`);
  await insert('meanwhile');
  await eventually(() => messages.length > 0, 10_000);
  await insert('still recording');
  renameSync(`${to}.away`, to);
  await untilArchived(to);
  await archiver.stop();
  expect(messages).toEqual([
    `Backups to ${to} are failing, and nothing is archived until they work: it is not a folder. Create it, or mount its disk.`,
    `Backups to ${to} work again.`,
  ]);
  expect(await readRestored(to)).toEqual(expect.arrayContaining(['meanwhile', 'still recording']));
});
