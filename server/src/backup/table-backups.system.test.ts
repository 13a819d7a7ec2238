import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { zstdDecompressSync } from 'node:zlib';
import { ingestRentals } from '@lotkeeper/contract/ingest';
import pg from 'pg';
import { beforeAll, describe, expect, test } from 'vitest';
import type { Database } from '../kernel/data/database.ts';
import { enqueue, type JobHandlers, migrateJobsAt, startJobs } from '../kernel/data/jobs.ts';
import { listMigrationNames } from '../kernel/data/migration-files.ts';
import { migrate } from '../kernel/data/migrations.ts';
import { queryOnce } from '../kernel/data/sql/query-once.ts';
import { openSession } from '../kernel/data/sql/session.ts';
import { copiedSchemas, hashTable, listSequences } from '../kernel/data/table-copies.ts';
import { listStoredTables } from '../kernel/data/tables.ts';
import { listDisagreements } from '../records/ledger.ts';
import { verifySeals } from '../records/verify-seals.ts';
import { makeApiKey } from '../testing/api-keys.factory.ts';
import { atEnd } from '../testing/at-end.ts';
import { eventually } from '../testing/eventually.ts';
import { ownedDatabase } from '../testing/owned-database.ts';
import { runToEnd } from '../testing/processes.ts';
import {
  lastOfFirstRelease,
  linkFirstRelease,
  loadRows,
} from '../testing/releases/release-data.ts';
import { recordedAt } from '../testing/releases/release-pages.ts';
import { makeSpot } from '../testing/spots.factory.ts';
import { joinHosts, startPrimary, startStandby } from '../testing/standby.ts';
import { testApp } from '../testing/test-app.ts';
import { testDatabase, unmigratedDatabase } from '../testing/test-database.ts';
import { listBackups, readManifest, type SavedTables } from './manifest.ts';

const base = mkdtempSync(join(tmpdir(), 'lotkeeper-tables-'));
atEnd(() => rmSync(base, { recursive: true, force: true }));
let folders = 0;
const newFolder = () => join(base, `folder ${++folders}`);
const dump = zstdDecompressSync(
  readFileSync(join(import.meta.dirname, '../testing/releases/0.1.0.sql.zst')),
).toString();

/** A database with the demo of release 0.1.0, and the files of its images. */
async function openDemo(): Promise<{ database: Database; dataDir: string }> {
  const folder = mkdtempSync(join(base, 'migrations-'));
  linkFirstRelease(folder);
  const database = await unmigratedDatabase();
  await migrate(database, { folder });
  await migrateJobsAt(database.url);
  await loadRows(database, dump);
  return { database, dataDir: await fillDataFolder(database) };
}

async function fillDataFolder({ system }: Database): Promise<string> {
  const dataDir = newFolder();
  const images = await system<{ file: string }[]>`select distinct file from images`;
  for (const { file } of images) {
    const folder = join(dataDir, 'files', file.slice(0, 2));
    mkdirSync(folder, { recursive: true });
    writeFileSync(join(folder, file), 'a car');
  }
  writeFileSync(join(dataDir, 'secret-key'), 'a key of more than thirty-two characters');
  return dataDir;
}

async function makeBackup(url: string, dataDir: string, to = newFolder()): Promise<string> {
  const settings = { DATABASE_URL: url, DATA_DIR: dataDir };
  const { code, error } = await runToEnd('commands/backup.ts', settings, ['--to', to]);
  expect([code, error]).toEqual([0, '']);
  return (await listBackups(to)).at(-1) ?? '';
}

/** Restores a backup into an empty database whose owner is no superuser. */
async function restore(from: string) {
  const { url } = await ownedDatabase();
  const dataDir = newFolder();
  const args = ['--from', from, '--to', dataDir];
  const { code, error } = await runToEnd('commands/restore.ts', { DATABASE_URL: url }, args);
  expect([code, error]).toEqual([0, '']);
  return { database: await testDatabase(url), dataDir };
}

/** Every row of every table, as a hash, and the last number of every sequence. */
async function describeRows({ url, system }: Database) {
  const session = await openSession(url);
  try {
    const tables: Record<string, unknown> = {};
    for (const table of await listStoredTables(session.sql, copiedSchemas))
      tables[table.name] = await hashTable(session.client, table);
    return { tables, sequences: [...(await listSequences(system))] };
  } finally {
    await session.close();
  }
}

/** What guards the rows: constraints, triggers, indexes and policies. */
async function describeGuards({ system }: Database) {
  const [guards] = await system`
    select
      (select json_agg(x order by x::text) from (
        select conrelid::regclass::text, conname, convalidated, pg_get_constraintdef(oid)
        from pg_constraint where connamespace::regnamespace::text = any (${copiedSchemas})) x) as constraints,
      (select json_agg(x order by x::text) from (
        select tgrelid::regclass::text, tgname, tgenabled, pg_get_triggerdef(t.oid)
        from pg_trigger t where not tgisinternal) x) as triggers,
      (select json_agg(x order by x::text) from (
        select indexdef from pg_indexes where schemaname = any (${copiedSchemas})) x) as indexes,
      (select json_agg(x order by x::text) from (
        select relname, relrowsecurity, relforcerowsecurity from pg_class
        where relkind = 'r' and relnamespace::regnamespace::text = any (${copiedSchemas})) x) as tables,
      (select json_agg(x order by x::text) from (
        select tablename, policyname, roles, cmd, qual, with_check from pg_policies) x) as policies`;
  return guards;
}

let demo: { database: Database; dataDir: string };

beforeAll(async () => {
  demo = await openDemo();
}, 120_000);

describe('a backup of a database of release 0.1.0', () => {
  let restored: { database: Database; dataDir: string };
  beforeAll(async () => {
    restored = await restore(await makeBackup(demo.database.url, demo.dataDir));
  }, 120_000);

  test('brings back every row, sequence, constraint, trigger, index and policy', async () => {
    const rows = await describeRows(demo.database);
    expect(Object.keys(rows.tables).length).toBeGreaterThan(50);
    expect(await describeRows(restored.database)).toEqual(rows);
    expect(await describeGuards(restored.database)).toEqual(await describeGuards(demo.database));
  });

  test('brings back the files and the secret key', () => {
    const names = (folder: string) =>
      readdirSync(join(folder, 'files'), { recursive: true, encoding: 'utf8' }).sort();
    expect(names(restored.dataDir)).toEqual(names(demo.dataDir));
    expect(readFileSync(join(restored.dataDir, 'secret-key'), 'utf8')).toContain('a key of more');
  });

  test('takes the later migrations, and its sums and seals agree', async () => {
    const { database } = restored;
    const later = (await listMigrationNames()).filter(
      (name) => Number(name.slice(0, 4)) > lastOfFirstRelease,
    );
    expect(await migrate(database)).toEqual(later);
    expect(await listDisagreements(database.system)).toEqual([]);
    const { seals, differing } = await verifySeals(database.system);
    expect({ seals, differing }).toEqual({ seals: 2, differing: 0 });
  });

  test('is guarded as before: the ledger is append-only, keys are checked, and no row is seen without a scope', async () => {
    const { system, app } = restored.database;
    await expect(system`update ledger_entries set gross = 1`).rejects.toThrow(/append.only/i);
    await expect(system`truncate ledger_entries`).rejects.toThrow();
    expect(await app`select pk from spots`).toEqual([]);
    await expect(system`delete from organizations`).rejects.toThrow(/foreign key/);
  });

  test('goes on: a new rental gets the next numbers and is counted', async () => {
    const { database } = restored;
    const record = await openRecorder(database);
    await record(1);
    expect(await listDisagreements(database.system)).toEqual([]);
  });
});

/** Returns a function that records a rental of a number. */
async function openRecorder(database: Database) {
  const { call } = await testApp({ now: recordedAt, database });
  const [spot] = await database.system<[{ pk: number; organization_id: number }]>`
    select pk, organization_id from spots order by pk limit 1`;
  const { key } = await makeApiKey(database.system, { pk: spot.organization_id }, ['rentals']);
  return async (number: number) => {
    const item = {
      source: 'gate',
      external_id: `rental-${number}`,
      spot: spot.pk,
      rental_type: 'hourly' as const,
      start_date: '2026-06-15T09:30:00-07:00',
      end_date: '2026-06-15T11:30:00-07:00',
      car: { plate: `ABC ${number}`, state: 'AZ', country: 'US' as const },
      charges: [
        {
          external_id: `charge-${number}`,
          occurred_at: '2026-06-15T09:30:00-07:00',
          amount: 1080,
          tax: 80,
          processing_fee: 31,
        },
      ],
    };
    const { body } = await call(ingestRentals, { body: { items: [item] } }, { token: key });
    expect(body.results).toMatchObject([{ outcome: 'recorded' }]);
  };
}

describe('a backup of a database in use', () => {
  test('has what was acknowledged before it began, all of one time, and jobs that wait or were held', async () => {
    const { database, dataDir } = demo;
    await migrate(database);
    const record = await openRecorder(database);
    await enqueue(database.system, 'sweep_visits', {});
    await enqueue(database.system, 'close_months', {});
    await database.system`
      update graphile_worker._private_jobs set locked_by = 'a worker that is gone', locked_at = now()
      where task_id = (select id from graphile_worker._private_tasks where identifier = 'close_months')`;
    let recorded = 0;
    const ending = new AbortController();
    const write = async () => {
      while (!ending.signal.aborted) {
        await record(recorded + 1);
        recorded += 1;
      }
    };
    const writing = write();
    await eventually(() => recorded > 10, 30_000);
    const before = recorded;
    const backup = await makeBackup(database.url, dataDir).finally(() => ending.abort());
    await writing;
    const restored = await restore(backup);
    const [row] = await restored.database.system<[{ rentals: number; newest: number }]>`
      select count(*)::int as rentals, max(substr(external_id, 8)::int) as newest
      from rentals where source = 'gate' and external_id like 'rental-%'`;
    expect(row.newest).toBeGreaterThanOrEqual(before);
    expect(row.newest).toBeLessThan(recorded);
    expect(row.rentals).toBe(row.newest);
    expect(await listDisagreements(restored.database.system)).toEqual([]);
    expect(await runJobs(restored.database)).toEqual(['close_months', 'sweep_visits']);
  }, 120_000);
});

test('of several hosts, the one that takes writes is read', async () => {
  const primary = await startPrimary();
  atEnd(() => primary.remove());
  const database = await testDatabase(primary.url);
  await migrate(database);
  const standby = await startStandby(primary);
  atEnd(() => standby.remove());
  await queryOnce(standby.url, 'select pg_wal_replay_pause()');
  await makeSpot(database.system);
  const backup = await makeBackup(joinHosts([standby, primary]), demo.dataDir);
  const { tables } = (await readManifest(backup)).database as SavedTables;
  expect(tables.find(({ name }) => name === 'public.spots')).toMatchObject({ rows: 1 });
}, 180_000);

/** Works on the jobs of a database until none is left; returns their names. */
async function runJobs({ url, system }: Database): Promise<string[]> {
  const pool = new pg.Pool({ connectionString: url, max: 8 });
  pool.on('error', () => undefined);
  pool.on('connect', (client) => client.on('error', () => undefined));
  const done = new Set<string>();
  const waiting = await system<{ name: string }[]>`
    select distinct task_identifier as name from graphile_worker.jobs order by 1`;
  const handlers = Object.fromEntries(
    waiting.map(({ name }) => [name, async () => void done.add(name)]),
  ) as unknown as JobHandlers;
  const jobs = await startJobs(pool, handlers, () => undefined, { lookMs: 100 });
  try {
    await eventually(() => waiting.every(({ name }) => done.has(name)), 30_000);
    return [...done].sort();
  } finally {
    await jobs.stop();
    await pool.end();
  }
}
