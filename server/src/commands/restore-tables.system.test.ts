import { cpSync, existsSync, globSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { afterAll, beforeAll, describe, expect, inject, test } from 'vitest';
import { listBackups, readManifest, type SavedTables, writeManifest } from '../backup/manifest.ts';
import { saveTables } from '../backup/save-tables.ts';
import { openFolder } from '../embedded-postgres/embedded-postgres.factory.ts';
import { startEmbeddedPostgres } from '../embedded-postgres/embedded-postgres.ts';
import type { Database } from '../kernel/data/database.ts';
import { folderFiles } from '../kernel/data/files.ts';
import { migrate } from '../kernel/data/migrations.ts';
import { queryOnce } from '../kernel/data/sql/query-once.ts';
import { openSession } from '../kernel/data/sql/session.ts';
import { eventually } from '../testing/eventually.ts';
import { ownedDatabase } from '../testing/owned-database.ts';
import { runToEnd, type Spawned, start } from '../testing/processes.ts';
import { makeSpot } from '../testing/spots.factory.ts';
import { testDatabase, unmigratedDatabase } from '../testing/test-database.ts';

const base = openFolder();
const dataDir = join(base, 'data');
let folders = 0;
const newFolder = () => join(base, `it's "folder" ${++folders} %f`);
let source: Database;
/** A backup that all tests may read and none may change. */
let model: string;

const backup = (to: string, url = source.url, folder = dataDir) =>
  runToEnd('commands/backup.ts', { DATABASE_URL: url, DATA_DIR: folder }, ['--to', to]);
const restore = (from: string, url: string, to = newFolder(), ...args: string[]) =>
  runToEnd('commands/restore.ts', { DATABASE_URL: url }, ['--from', from, '--to', to, ...args]);

/** A copy of the model with its files, to be damaged. */
function copyModel(): string {
  const to = newFolder();
  cpSync(dirname(model), to, { recursive: true });
  return join(to, model.slice(dirname(model).length));
}

/** Writes a manifest that fits to a changed description of the tables. */
async function changeTables(folder: string, change: (saved: SavedTables) => SavedTables) {
  const manifest = await readManifest(folder);
  const database = change(manifest.database as SavedTables);
  await writeManifest(folder, { ...manifest, database });
}

const isEmpty = async (url: string) =>
  (await queryOnce(url, "select from pg_tables where schemaname !~ '^(pg_|information_)'"))
    .length === 0;

beforeAll(async () => {
  source = await testDatabase();
  await makeSpot(source.system);
  await folderFiles(join(dataDir, 'files')).put(Buffer.from('the car'));
  await source.system`
    insert into unused_files
    select lpad(to_hex(n), 64, '0'), now() from generate_series(1, 50000) n`;
  const to = newFolder();
  expect(await backup(to)).toMatchObject({ code: 0, error: '' });
  model = (await listBackups(to)).at(-1) ?? '';
}, 180_000);

afterAll(() => rmSync(base, { recursive: true, force: true }));

/** The most bytes of memory that a program has had when it ends. */
async function watchMemory({ child, ended }: Spawned): Promise<number> {
  let peak = 0;
  const look = () => {
    const status = readFileSync(`/proc/${child.pid}/status`, 'utf8');
    peak = Number(/VmHWM:\s+(\d+) kB/.exec(status)?.[1] ?? peak / 1024) * 1024;
  };
  const timer = setInterval(look, 20);
  child.once('exit', () => clearInterval(timer));
  await ended;
  return peak;
}

describe('a backup of the tables', () => {
  test('without any of the images that the database names is refused', async () => {
    const database = await testDatabase();
    const spot = await makeSpot(database.system);
    await database.system`
      insert into images (organization_id, spot_pk, kind, file, media_type, bytes, taken_at)
      values (${spot.organization}, ${spot.pk}, 'plate', ${'a'.repeat(64)}, 'image/png', 1, now())`;
    const to = newFolder();
    const { code, error } = await backup(to, database.url);
    expect([code, error]).toEqual([
      1,
      `The database names images, and ${dataDir}/files has none of them: set DATA_DIR to the data folder of your server.\n`,
    ]);
    expect(await listBackups(to)).toEqual([]);
  });

  test('of a database without tables of Lotkeeper is refused', async () => {
    const { code, error } = await backup(newFolder(), (await unmigratedDatabase()).url);
    expect([code, error]).toEqual([1, 'The database has no tables of Lotkeeper to back up.\n']);
  });

  test('of a distributed database is refused', async () => {
    const database = { ...source, isDistributed: true };
    const saving = saveTables({ database, to: base, report: () => undefined }, base);
    await expect(saving).rejects.toThrow(/^The database is distributed among several servers/);
  });

  test('of tables that the role may not read is refused', async () => {
    const owned = await ownedDatabase();
    const database = await testDatabase(owned.url);
    await migrate(database);
    const other = owned.url.replace(
      /:\/\/[^@]*@/,
      inject('server').replace(/^.*(:\/\/[^@]*@).*$/s, '$1'),
    );
    await queryOnce(other, 'create table theirs (n int)');
    const { code, error } = await backup(newFolder(), owned.url);
    expect([code, error]).toEqual([
      1,
      'PostgreSQL refused the backup: permission denied for table theirs.\n',
    ]);
  }, 120_000);

  test('is verified by --verify, and --keep removes older ones', async () => {
    const folder = copyModel();
    const to = dirname(folder);
    const verified = await runToEnd('commands/restore.ts', {}, ['--from', to, '--verify']);
    const { taken_at } = (await readManifest(folder)).database as SavedTables;
    expect(verified).toMatchObject({ code: 0, error: '' });
    expect(verified.out).toContain(`${folder} is complete as of ${taken_at}, and has no archive.`);
    const settings = { DATABASE_URL: source.url, DATA_DIR: dataDir };
    const args = ['--to', to, '--keep', '1'];
    expect(await runToEnd('commands/backup.ts', settings, args)).toMatchObject({ code: 0 });
    expect(existsSync(folder)).toBe(false);
    expect(await listBackups(to)).toHaveLength(1);
    expect(globSync('*/*', { cwd: join(to, 'files') })).toHaveLength(1);
  });

  test('streams: 200 MB of rows take no more memory than none', async () => {
    const database = await testDatabase();
    const options = { DATABASE_URL: database.url, DATA_DIR: dataDir };
    const measure = async () => {
      const to = newFolder();
      const run = start('commands/backup.ts', options, ['--to', to]);
      const peak = await watchMemory(run);
      expect(run.error()).toBe('');
      return { peak, to };
    };
    const none = await measure();
    // As text, the bytes are twice as many.
    await queryOnce(
      database.url,
      "insert into live_attachments (payload) select decode(repeat(md5(n::text), 31250), 'hex') from generate_series(1, 200) n",
    );
    const all = await measure();
    const { bytes } = (await readManifest((await listBackups(all.to)).at(-1) ?? '')).database;
    expect(bytes).toBeGreaterThan(200e6);
    expect(all.peak - none.peak).toBeLessThan(100e6);
    const { url } = await ownedDatabase();
    const args = ['--from', all.to, '--to', newFolder()];
    const run = start('commands/restore.ts', { DATABASE_URL: url }, args);
    const restorePeak = await watchMemory(run);
    expect(run.error()).toBe('');
    expect(restorePeak - none.peak).toBeLessThan(150e6);
  }, 180_000);

  test('waits for a migration that changes a table, and has the rows of the changed table', async () => {
    const database = await testDatabase();
    await makeSpot(database.system);
    const to = newFolder();
    const running = await database.system.begin(async (tx) => {
      await tx`alter table spots add column color text default 'red'`;
      const run = backup(to, database.url);
      await eventually(async () => {
        const rows = await source.system`
          select from pg_stat_activity where application_name = 'Lotkeeper copy'
            and wait_event_type = 'Lock' and query like 'lock table%'`;
        return rows.length > 0;
      }, 10_000);
      return { run };
    });
    expect(await running.run).toMatchObject({ code: 0, error: '' });
    const manifest = await readManifest((await listBackups(to)).at(-1) ?? '');
    const spots = (manifest.database as SavedTables).tables.find(
      ({ name }) => name === 'public.spots',
    );
    expect(spots).toMatchObject({ rows: 1, columns: expect.arrayContaining(['color']) });
  });
});

describe('a restore of the tables', () => {
  const damage: [string, (folder: string) => void, RegExp][] = [
    [
      'a changed byte',
      (folder) => {
        const path = join(folder, 'public.spots.copy.zst');
        const bytes = readFileSync(path);
        bytes[20] = (bytes[20] ?? 0) ^ 1;
        writeFileSync(path, bytes);
      },
      /public\.spots\.copy\.zst was changed\. Restore another one\.$/,
    ],
    [
      'a missing table',
      (folder) => rmSync(join(folder, 'public.organizations.copy.zst')),
      /public\.organizations\.copy\.zst is missing\. Restore another one\.$/,
    ],
    [
      'a missing image',
      (folder) => rmSync(join(dirname(folder), 'files'), { recursive: true }),
      /\/files\/\w\w\/\w{64} is missing\. Restore another one\.$/,
    ],
  ];
  test.each(damage)(
    'of one with %s is refused before anything is written',
    async (_, harm, message) => {
      const folder = copyModel();
      harm(folder);
      const { url } = await ownedDatabase();
      const to = newFolder();
      const { code, error } = await restore(folder, url, to);
      expect(code).toBe(1);
      expect(error.trim()).toMatch(message);
      expect([await isEmpty(url), existsSync(to)]).toEqual([true, false]);
      const verified = await runToEnd('commands/restore.ts', {}, ['--from', folder, '--verify']);
      expect(verified.error.trim().split('\n')[0]).toMatch(message);
    },
  );

  test('into a database with anything in it is refused', async () => {
    const { url, name } = await ownedDatabase();
    await queryOnce(url, 'create schema mine; create table mine.notes ()');
    const { code, error } = await restore(model, url);
    expect(code).toBe(1);
    expect(error).toMatch(
      new RegExp(
        `^The database ${name} at .* isn’t empty: it has mine\\.notes\\. Create a new one for the restore, which never overwrites anything\\.\n$`,
      ),
    );
  });

  test('into a database of another role is refused', async () => {
    const { url, name } = await ownedDatabase();
    await queryOnce(inject('server'), `alter database ${name} owner to current_user`);
    const { code, error } = await restore(model, url);
    expect([
      code,
      error.startsWith(`The role ${name} doesn’t own the database ${name} at `),
    ]).toEqual([1, true]);
  });

  test('without DATABASE_URL is refused, and so is a time that it has not', async () => {
    const alone = await runToEnd('commands/restore.ts', {}, ['--from', model, '--to', newFolder()]);
    expect([alone.code, alone.error]).toEqual([
      1,
      `The backup in ${model} is for a PostgreSQL of your own: set DATABASE_URL to an empty database to restore it to.\n`,
    ]);
    const { url } = await ownedDatabase();
    const later = await restore(model, url, newFolder(), '--until', '2099-01-01T00:00:00Z');
    expect([later.code, later.error]).toEqual([
      1,
      expect.stringMatching(/can only be restored as of .*Z: leave out --until\.\n$/),
    ]);
  });

  test('of a release with other migrations is refused', async () => {
    const folder = copyModel();
    await changeTables(folder, (saved) => ({
      ...saved,
      release: '9.0.0',
      migrations: [...saved.migrations, { name: '9001_later.sql', hash: 'x' }],
    }));
    const { url } = await ownedDatabase();
    const { code, error } = await restore(folder, url);
    expect(code).toBe(1);
    expect(error).toMatch(
      /^The backup was made by Lotkeeper 9\.0\.0, and this is [\d.]+, which doesn’t have its migrations 9001_later\.sql: restore it with the version of Lotkeeper that made it\.\n$/,
    );
    expect(await isEmpty(url)).toBe(true);
  });

  test('whose rows aren’t those of the manifest doesn’t count', async () => {
    const folder = copyModel();
    await changeTables(folder, (saved) => ({
      ...saved,
      tables: saved.tables.map((table) =>
        table.name === 'public.spots' ? { ...table, sha256: '0'.repeat(64) } : table,
      ),
    }));
    const { url } = await ownedDatabase();
    const { code, error } = await restore(folder, url);
    expect([code, error]).toEqual([
      1,
      'The table public.spots isn’t the same after it was loaded: 1 rows in the backup, 1 in the database.\n',
    ]);
    expect((await restore(model, url)).error).toMatch(/^The restore into .* isn’t complete\./);
  });

  test('moves the built-in database to a PostgreSQL of one’s own', async () => {
    const own = newFolder();
    const log = { info: () => undefined, error: () => undefined };
    const { url: builtIn, stop } = await startEmbeddedPostgres({ dataDir: own, log });
    const database = await testDatabase(builtIn);
    await migrate(database);
    const spot = await makeSpot(database.system);
    const to = newFolder();
    const made = await runToEnd('commands/backup.ts', { DATA_DIR: own }, ['--to', to, '--tables']);
    await database.close();
    await stop();
    expect(made).toMatchObject({ code: 0, error: '' });
    const { url } = await ownedDatabase();
    const folder = newFolder();
    expect(await restore(to, url, folder)).toMatchObject({ code: 0, error: '' });
    expect(existsSync(join(folder, 'postgres-password'))).toBe(false);
    const [moved] = await queryOnce<{ uuid: string }>(url, 'select uuid from spots');
    expect(moved?.uuid).toBe(spot.uuid);
  }, 180_000);

  test('whose rows break a foreign key is refused by PostgreSQL, and doesn’t count', async () => {
    const database = await testDatabase();
    const spot = await makeSpot(database.system);
    await database.system.begin(async (tx) => {
      await tx`set local session_replication_role = replica`;
      await tx`delete from organizations where pk = ${spot.organization}`;
    });
    const to = newFolder();
    expect(await backup(to, database.url)).toMatchObject({ code: 0, error: '' });
    const { url } = await ownedDatabase();
    const { code, error } = await restore(to, url);
    expect(code).toBe(1);
    expect(error).toMatch(
      /^PostgreSQL refused the rows \(.* violates foreign key constraint .*\)\. None were kept: drop the database, create it again, and restore again\.\n$/,
    );
    expect((await restore(model, url)).error).toMatch(/^The restore into .* isn’t complete\./);
  }, 120_000);

  test('leaves out a table that isn’t Lotkeeper’s, and says so', async () => {
    await source.system`create table "of ""mine""" as select 1 as n`;
    const to = newFolder();
    expect(await backup(to)).toMatchObject({ code: 0, error: '' });
    await source.system`drop table "of ""mine"""`;
    const { url } = await ownedDatabase();
    const { code, error } = await restore(to, url);
    expect([code, error]).toEqual([
      0,
      'The table public."of ""mine""" isn’t one of Lotkeeper’s, and was not restored.\n',
    ]);
  });

  /** Kills a restore once a query about its database has a row. */
  async function killRestore(url: string, reached: string): Promise<string> {
    const to = newFolder();
    // On one connection: asked for on a new one each time, PostgreSQL works more for them than for the restore.
    const watch = await openSession(url);
    const run = start('commands/restore.ts', { DATABASE_URL: url }, ['--from', model, '--to', to]);
    await eventually(async () => (await watch.sql.unsafe(reached)).length > 0, 60_000, 1);
    run.child.kill('SIGKILL');
    await watch.close();
    await run.ended;
    return to;
  }

  const asksFor = (query: string) =>
    `select from pg_stat_activity where datname = current_database() and query like '${query}'`;
  const points: [string, string][] = [
    ['before its migrations', "select from pg_namespace where nspname = 'lotkeeper_restore'"],
    ['between its tables', asksFor('copy public.unused_files%')],
    ['while it checks keys', asksFor('alter table%add constraint%')],
  ];
  test.each(points)(
    'that is killed %s never counts',
    async (_, reached) => {
      const { url } = await ownedDatabase();
      await killRestore(url, reached);
      const settings = { DATABASE_URL: url, DATA_DIR: newFolder() };
      const refused = await Promise.all([
        runToEnd('main.ts', settings),
        runToEnd('commands/ledger.ts', settings, ['verify']),
        restore(model, url),
      ]);
      const unfinished = expect.stringMatching(
        /^The restore into .* isn’t complete\. If it was interrupted, drop that database, create it again, and restore again\.\n$/,
      );
      expect(refused.map(({ error }) => error)).toEqual([unfinished, unfinished, unfinished]);
    },
    60_000,
  );

  test('that was killed can begin again in a new database and folder', async () => {
    const owned = await ownedDatabase();
    const to = await killRestore(owned.url, points[1]?.[1] ?? '');
    await owned.empty();
    const settings = { DATABASE_URL: owned.url, DATA_DIR: to };
    expect((await runToEnd('main.ts', settings)).error).toContain(
      `The restore into ${to} isn't complete. If it was interrupted, remove the folder and restore again.`,
    );
    expect(await restore(model, owned.url)).toMatchObject({ code: 0, error: '' });
  }, 180_000);
});
