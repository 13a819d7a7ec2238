import { rmSync } from 'node:fs';
import { join } from 'node:path';
import { beforeAll, describe, expect, inject, test } from 'vitest';
import { openFolder } from '../embedded-postgres/embedded-postgres.factory.ts';
import { startEmbeddedPostgres } from '../embedded-postgres/embedded-postgres.ts';
import { migrateJobsAt } from '../kernel/data/jobs.ts';
import { migrate } from '../kernel/data/migrations.ts';
import { queryOnce } from '../kernel/data/sql/query-once.ts';
import { openSession } from '../kernel/data/sql/session.ts';
import { atEnd } from '../testing/at-end.ts';
import { eventually } from '../testing/eventually.ts';
import { ownedDatabase } from '../testing/owned-database.ts';
import { runToEnd, start } from '../testing/processes.ts';
import { makeSpot } from '../testing/spots.factory.ts';
import { testDatabase } from '../testing/test-database.ts';

const log = { info: () => undefined, error: () => undefined };
const base = openFolder();
const dataDir = join(base, 'data');
const move = (to: string, settings: Record<string, string> = {}) =>
  runToEnd('commands/move-database.ts', { DATA_DIR: dataDir, ...settings }, ['--to', to]);

const countRelations = async (url: string) =>
  (await queryOnce(url, "select from pg_tables where schemaname !~ '^(pg_|information_)'")).length;

/** Runs statements on the built-in database. */
async function change(statements: string): Promise<void> {
  const { url, stop } = await startEmbeddedPostgres({ dataDir, log });
  await queryOnce(url, statements).finally(stop);
}

beforeAll(async () => {
  atEnd(() => rmSync(base, { recursive: true, force: true }));
  const { url, stop } = await startEmbeddedPostgres({ dataDir, log });
  const database = await testDatabase(url);
  await migrate(database);
  await migrateJobsAt(url);
  await makeSpot(database.system);
  await database.system`
    insert into unused_files
    select lpad(to_hex(n), 64, '0'), now() from generate_series(1, 50000) n`;
  await database.close();
  await stop();
});

describe('a move is refused and nothing is written', () => {
  test('into a database with anything in it', async () => {
    const { url, name } = await ownedDatabase();
    await queryOnce(url, 'create schema mine; create table mine.notes ()');
    const { code, error } = await move(url);
    expect([code, error]).toEqual([
      1,
      expect.stringMatching(
        new RegExp(`^The database ${name} at .* isn’t empty: it has mine\\.notes\\. .*\\n$`),
      ),
    ]);
    expect(await countRelations(url)).toBe(1);
  });

  test('into a database of another role', async () => {
    const { url, name } = await ownedDatabase();
    await queryOnce(inject('server'), `alter database ${name} owner to current_user`);
    const { code, error } = await move(url);
    expect([code, error]).toEqual([
      1,
      expect.stringMatching(new RegExp(`^The role ${name} doesn’t own the database ${name} at `)),
    ]);
    expect(await countRelations(url)).toBe(0);
  });

  test('to a server that doesn’t answer, or with a wrong password, which isn’t repeated', async () => {
    const gone = await move('postgres://robin:sesame@127.0.0.1:1/lots');
    const { url } = await ownedDatabase();
    const wrong = await move(url.replace(/:[^:@]+@/, ':sesame@'));
    expect(gone.error).toMatch(/^The database at 127\.0\.0\.1:1 can’t be reached \(.*\n$/);
    expect(wrong.error).toMatch(
      /^The database at .* can’t be reached \(password authentication .*\n$/,
    );
    expect([gone.code, wrong.code]).toEqual([1, 1]);
    expect(gone.error + wrong.error).not.toContain('sesame');
  });

  test('with a URL of another database, without one, with DATABASE_URL, or without a built-in database', async () => {
    const { url } = await ownedDatabase();
    const usage = expect.stringMatching(/^Usage: npm run move-database -- --to postgres:/);
    expect(await move('mysql://a/lots')).toMatchObject({ code: 1, error: usage });
    const none = await runToEnd('commands/move-database.ts', { DATA_DIR: dataDir });
    expect(none).toMatchObject({ code: 1, error: usage });
    const own = await move(url, { DATABASE_URL: url });
    expect(own.error).toMatch(/^npm run move-database moves the built-in database: /);
    const DATA_DIR = join(base, 'nothing');
    expect((await move(url, { DATA_DIR })).error).toMatch(/^There is no database in /);
    expect(await countRelations(url)).toBe(0);
  });

  test('while Lotkeeper runs on the data folder', async () => {
    const { stop } = await startEmbeddedPostgres({ dataDir, log });
    const { url } = await ownedDatabase();
    const { code, error } = await move(url).finally(stop);
    expect([code, error]).toEqual([
      1,
      expect.stringMatching(/^Another Lotkeeper \(process \d+\) is already running on /),
    ]);
    expect(await countRelations(url)).toBe(0);
  });
});

const advice = (name: string) =>
  new RegExp(
    `\\nNothing was moved, and the built-in database is as it was\\. Drop the database ${name} at .*, create it again, and move again\\.\\n$`,
  );

describe('a failed move reports what to drop', () => {
  test('when the role may not create what Lotkeeper needs', async () => {
    const owned = await ownedDatabase();
    await queryOnce(
      inject('server'),
      `alter role ${owned.name} nocreaterole; revoke lotkeeper_app from ${owned.name}`,
    );
    const { code, error } = await move(owned.url);
    expect(code).toBe(1);
    expect(error).toMatch(/^The database user isn’t allowed to create the tables and roles that/);
    expect(error).toMatch(advice(owned.name));
  });

  test('when the database has a table that isn’t Lotkeeper’s, or rows that break a foreign key', async () => {
    await change(`
      set session_replication_role = replica;
      create table public.kept as select * from organizations;
      delete from organizations`);
    const first = await ownedDatabase();
    const unknown = await move(first.url);
    expect(unknown.error).toMatch(
      /^The database has tables that this version of Lotkeeper doesn’t know: public\.kept \(/,
    );
    expect(unknown.error).toMatch(advice(first.name));
    await change('create schema mine; alter table public.kept set schema mine');
    const second = await ownedDatabase();
    const broken = await move(second.url);
    expect(broken.error).toMatch(
      /^PostgreSQL refused the rows \(.* violates foreign key constraint /,
    );
    expect(broken.error).toMatch(advice(second.name));
    expect([unknown.code, broken.code]).toEqual([1, 1]);
    expect(await queryOnce(second.url, 'select from unused_files')).toEqual([]);
    expect((await move(second.url)).error).toMatch(/^The move into .* isn’t complete\. /);
    await change(`
      set session_replication_role = replica;
      insert into organizations overriding system value select * from mine.kept;
      drop schema mine cascade`);
  });

  const asksFor = (query: string) =>
    `select from pg_stat_activity where datname = current_database() and query like '${query}'`;
  const points: [string, string][] = [
    ['before its migrations', "select from pg_namespace where nspname = 'lotkeeper_move'"],
    ['between its tables', asksFor('copy public.unused_files%')],
    ['while it checks keys', asksFor('alter table%add constraint%')],
  ];
  test.each(points)(
    'when it is killed %s, and no start uses a partly moved database',
    async (_, reached) => {
      const owned = await ownedDatabase();
      // Uses one connection: with a new one for each query, PostgreSQL would work more for them than for the move.
      const watch = await openSession(owned.url);
      const run = start('commands/move-database.ts', { DATA_DIR: dataDir }, ['--to', owned.url]);
      await eventually(async () => (await watch.sql.unsafe(reached)).length > 0, 60_000, 1);
      run.child.kill('SIGKILL');
      await watch.close();
      await run.ended;
      const settings = { DATABASE_URL: owned.url, DATA_DIR: join(base, 'other') };
      const refused = await Promise.all([
        runToEnd('main.ts', settings),
        runToEnd('commands/ledger.ts', settings, ['verify']),
        move(owned.url),
      ]);
      const unfinished = expect.stringMatching(
        /^The move into .* isn’t complete\. If it was interrupted, drop that database, create it again, and move again\.\n$/,
      );
      expect(refused.map(({ error }) => error)).toEqual([unfinished, unfinished, unfinished]);
      await owned.empty();
      expect(await move(owned.url)).toMatchObject({ code: 0, error: '' });
    },
  );
});
