import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { atEnd } from '../../testing/at-end.ts';
import { eventually } from '../../testing/eventually.ts';
import { unmigratedDatabase } from '../../testing/test-database.ts';
import { StartError } from '../start-error.ts';
import type { Database, Sql } from './database.ts';
import type { LockLimits } from './migration-locks.ts';
import { defaultLockLimits } from './migration-locks.ts';
import { migrate } from './migrations.ts';

const table = 'create table readings (pk bigint primary key, plate text not null, state text);';
const build = `-- migration: concurrent
create index concurrently readings_by_plate on readings (plate);
`;

/** Prepares a folder of migrations; the first creates a table, which gets three rows. */
async function prepare(files: Record<string, string>) {
  const folder = await mkdtemp(join(tmpdir(), 'lotkeeper-migrations-'));
  atEnd(() => rm(folder, { recursive: true }));
  const write = (name: string, text: string) => writeFile(join(folder, name), text);
  await write('0001_readings.sql', table);
  const database = await unmigratedDatabase();
  await migrate(database, { folder });
  await database.system`insert into readings select n, 'P' || n from generate_series(1, 3) n`;
  for (const [name, text] of Object.entries(files)) await write(name, text);
  return { database, folder, write };
}

/** Opens a transaction and does something in it; the returned function ends it. */
async function holdTransaction(database: Database, work: (tx: Sql) => Promise<unknown>) {
  const begun = Promise.withResolvers<void>();
  const ending = Promise.withResolvers<void>();
  const over = database.system.begin(async (tx) => {
    // On a slow machine, a test takes longer than a request may.
    await tx.unsafe('set local idle_in_transaction_session_timeout = 0');
    await work(tx);
    begun.resolve();
    await ending.promise;
  });
  await Promise.race([begun.promise, over]);
  const end = async () => {
    ending.resolve();
    await over;
  };
  atEnd(end);
  return end;
}

const limitLocks = (change: Partial<LockLimits>): LockLimits => ({
  ...defaultLockLimits,
  tryMs: 100,
  pausesMs: [50, 50],
  ...change,
});

/** null when no such index exists. */
async function isIndexValid({ system }: Database, name: string): Promise<boolean | null> {
  const [row] = await system<{ indisvalid: boolean }[]>`
    select indisvalid from pg_index where indexrelid = to_regclass(${name})`;
  return row?.indisvalid ?? null;
}

/** Resolves while an index is being built. */
const waitForBuild = (database: Database) =>
  eventually(async () => (await isIndexValid(database, 'readings_by_plate')) === false);

/** Makes a concurrent build wait: it finishes only after every older transaction has. */
const holdSnapshot = (database: Database) =>
  holdTransaction(database, (tx) =>
    tx.unsafe('set transaction isolation level repeatable read; select 1'),
  );

const applied = ({ system }: Database) =>
  system<{ name: string }[]>`select name from migrations order by 1`.then((rows) =>
    rows.map(({ name }) => name),
  );

test('rows are inserted and read while a concurrent migration builds an index', async () => {
  const { database, folder } = await prepare({ '0002_by_plate.sql': build });
  const end = await holdSnapshot(database);
  const migrating = migrate(database, { folder });
  await waitForBuild(database);
  await database.system`insert into readings values (4, 'LATE')`;
  await database.system`update readings set plate = 'NEW' where pk = 1`;
  expect(await isIndexValid(database, 'readings_by_plate')).toBe(false);
  await end();
  expect(await migrating).toEqual(['0002_by_plate.sql']);
  expect(await isIndexValid(database, 'readings_by_plate')).toBe(true);
  expect(await database.system`select pk from readings where plate = 'LATE'`).toEqual([{ pk: 4 }]);
});

test('a concurrent migration that waits too long names the blocking session, and is finished at the next start', async () => {
  const { database, folder } = await prepare({ '0002_by_plate.sql': build });
  const end = await holdSnapshot(database);
  const attempt = migrate(database, { folder, limits: limitLocks({ buildMs: 600 }) });
  await expect(attempt).rejects.toThrow(StartError);
  await expect(attempt).rejects.toThrow(
    /0002_by_plate\.sql waited 0\.6 seconds for process \d+ \(lotkeeper, idle in transaction, in a transaction for \d+ seconds\)/,
  );
  expect(await isIndexValid(database, 'readings_by_plate')).toBe(false);
  expect(await applied(database)).toEqual(['0001_readings.sql']);
  await end();
  const lines: string[] = [];
  await migrate(database, { folder, report: (line) => lines.push(line) });
  expect(lines).toContain('The index readings_by_plate was left half built. It’s built again.');
  expect(await isIndexValid(database, 'readings_by_plate')).toBe(true);
  expect(await applied(database)).toEqual(['0001_readings.sql', '0002_by_plate.sql']);
});

test('a concurrent migration that failed at its second statement keeps what the first one built', async () => {
  const { database, folder } = await prepare({
    '0002_two.sql': `${build}
-- No two readings of a plate.
create unique index concurrently readings_plates on readings (plate)
  where pk > 0;
`,
  });
  await database.system`insert into readings values (4, 'P1')`;
  await expect(migrate(database, { folder })).rejects.toThrow('could not create unique index');
  const readOid = async () =>
    (await database.system`select 'readings_by_plate'::regclass::oid::int as oid`)[0];
  const first = await readOid();
  await database.system`delete from readings where pk = 4`;
  await migrate(database, { folder });
  expect(await isIndexValid(database, 'readings_plates')).toBe(true);
  expect(await readOid()).toEqual(first);
});

test('a batch repeats until no row is left, each time in its own transaction', async () => {
  const { database, folder } = await prepare({
    '0002_states.sql': `-- migration: concurrent
-- batch
update readings set state = pg_current_xact_id()::text
where pk in (select pk from readings where state is null limit 2);
`,
  });
  await migrate(database, { folder });
  const [row] = await database.system`
    select count(state)::int as filled, count(distinct state)::int as transactions from readings`;
  expect(row).toEqual({ filled: 3, transactions: 2 });
});

test('a migration that gets no lock ends with a message, and queries run between its attempts', async () => {
  const { database, folder } = await prepare({
    '0002_time.sql': 'alter table readings add column read_at timestamptz;',
  });
  await holdTransaction(database, (tx) => tx`select from readings`);
  const lines: string[] = [];
  const attempt = migrate(database, {
    folder,
    limits: limitLocks({}),
    report: (line) => lines.push(line),
  });
  const refusal = attempt.catch((error: unknown) => (error as Error).message);
  await eventually(() => lines.length === 1);
  const [row] = await database.system`select count(*)::int as count from readings`;
  expect(row).toEqual({ count: 3 });
  expect(await refusal).toMatch(
    /^Migration 0002_time\.sql can’t lock a table that it changes: process \d+ \(lotkeeper.*\) keeps it\. It was tried 3 times, and nothing was changed\./,
  );
  expect(lines).toHaveLength(2);
  expect(await applied(database)).toEqual(['0001_readings.sql']);
});

test('a migration continues when a later attempt gets the lock', async () => {
  const { database, folder } = await prepare({
    '0002_time.sql': 'alter table readings add column read_at timestamptz;',
  });
  const end = await holdTransaction(database, (tx) => tx`select from readings`);
  await migrate(database, { folder, limits: limitLocks({}), report: () => void end() });
  expect(await applied(database)).toEqual(['0001_readings.sql', '0002_time.sql']);
});

test('two servers that start at once build an index only once', async () => {
  const { database, folder } = await prepare({ '0002_by_plate.sql': build });
  const end = await holdSnapshot(database);
  const both = Promise.all([migrate(database, { folder }), migrate(database, { folder })]);
  await waitForBuild(database);
  await end();
  expect((await both).flat()).toEqual(['0002_by_plate.sql']);
});

test('a server that waits too long for another one’s migrations says so', async () => {
  const { database, folder } = await prepare({ '0002_by_plate.sql': build });
  const end = await holdSnapshot(database);
  const first = migrate(database, { folder });
  await waitForBuild(database);
  await expect(migrate(database, { folder, limits: limitLocks({ turnMs: 300 }) })).rejects.toThrow(
    'Another process has been applying migrations for more than 0.3 seconds. Start again when it’s done.',
  );
  await end();
  await first;
});

test('a release refuses a database that a later one has made incompatible, and starts on any other', async () => {
  const { database, folder, write } = await prepare({});
  await write('0003_more.sql', 'alter table readings add column read_at timestamptz;');
  await migrate(database, { folder });
  await rm(join(folder, '0003_more.sql'));
  expect(await migrate(database, { folder, release: '0.1.0' })).toEqual([]);
  await write(
    '0004_less.sql',
    '-- migration: needs release 0.10.0\nalter table readings drop column state;',
  );
  await migrate(database, { folder, release: '0.10.0' });
  await expect(migrate(database, { folder, release: '0.9.0' })).rejects.toThrow(
    'The database was upgraded to a release that this one, 0.9.0, can’t follow. Start Lotkeeper 0.10.0 or newer, or restore a backup that was made before the upgrade.',
  );
  expect(await migrate(database, { folder, release: '0.11.0' })).toEqual([]);
});

test('an unknown directive is refused', async () => {
  const { database, folder } = await prepare({ '0002_x.sql': '-- migration: concurrently\n' });
  await expect(migrate(database, { folder })).rejects.toThrow(
    'Migration 0002_x.sql has an unknown directive: concurrently',
  );
});
