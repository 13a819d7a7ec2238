import { rmSync } from 'node:fs';
import { join } from 'node:path';
import { beforeAll, expect, test } from 'vitest';
import { openFolder } from '../embedded-postgres/embedded-postgres.factory.ts';
import { startEmbeddedPostgres } from '../embedded-postgres/embedded-postgres.ts';
import type { Database } from '../kernel/data/database.ts';
import { listMigrationNames } from '../kernel/data/migration-files.ts';
import { migrate } from '../kernel/data/migrations.ts';
import { listStoredTables } from '../kernel/data/tables.ts';
import { listDisagreements } from '../records/money/ledger.ts';
import { verifySeals } from '../records/trust/verify-seals.ts';
import { atEnd } from '../testing/at-end.ts';
import { ownedDatabase } from '../testing/owned-database.ts';
import { runToEnd } from '../testing/processes.ts';
import { readRelease, restoreRelease } from '../testing/releases/release-data.ts';
import { testDatabase } from '../testing/test-database.ts';

const schemas = ['public', 'processor', 'lotkeeper', 'graphile_worker'];
const log = { info: () => undefined, error: () => undefined };
const base = openFolder();
const dataDir = join(base, 'data');
let moved: Database;
let before: object;
let output: string;

/** The row count and a hash of every table, and the last number of every sequence. */
async function describeRows({ system: sql }: Database): Promise<object> {
  const tables: Record<string, object | undefined> = {};
  for (const { name } of await listStoredTables(sql, schemas)) {
    const [row] = await sql.unsafe(
      `select count(*)::int as rows, md5(string_agg(t::text, '|' order by t::text)) as hash from ${name} t`,
    );
    tables[name] = row;
  }
  const sequences = await sql`
    select schemaname, sequencename, last_value from pg_sequences
    where schemaname = any (${schemas}) and last_value is not null order by 1, 2`;
  return { tables, sequences: [...sequences] };
}

/** What protects the rows: constraints, triggers, indexes and policies. */
async function describeGuards({ system }: Database) {
  const [guards] = await system`
    select
      (select json_agg(x order by x::text) from (
        select conrelid::regclass::text, conname, convalidated, pg_get_constraintdef(oid)
        from pg_constraint where connamespace::regnamespace::text = any (${schemas})) x) as constraints,
      (select json_agg(x order by x::text) from (
        select tgrelid::regclass::text, tgname, tgenabled, pg_get_triggerdef(t.oid)
        from pg_trigger t where not tgisinternal) x) as triggers,
      (select json_agg(x order by x::text) from (
        select indexdef from pg_indexes where schemaname = any (${schemas})) x) as indexes,
      (select json_agg(x order by x::text) from (
        select tablename, policyname, roles, cmd, qual, with_check from pg_policies) x) as policies`;
  return guards;
}

/** Fills the built-in database with release 0.1.0's demo. */
async function fillBuiltIn(url: string): Promise<object> {
  const database = await testDatabase(url);
  await restoreRelease(database, '0.1.0');
  const rows = await describeRows(database);
  await database.close();
  return rows;
}

beforeAll(async () => {
  atEnd(() => rmSync(base, { recursive: true, force: true }));
  const { url, stop } = await startEmbeddedPostgres({ dataDir, log });
  before = await fillBuiltIn(url).finally(stop);
  const owned = await ownedDatabase();
  const run = await runToEnd('commands/move-database.ts', { DATA_DIR: dataDir }, [
    '--to',
    owned.url,
  ]);
  expect([run.code, run.error]).toEqual([0, '']);
  output = run.out;
  moved = await testDatabase(owned.url);
});

test('a moved database has every row, number and guard, and its sums and seals agree', async () => {
  expect(await describeRows(moved)).toEqual(before);
  // The next start applies newer migrations, as it would have to the old database.
  const { migrations } = readRelease('0.1.0');
  const newer = (await listMigrationNames()).filter((name) => !migrations.includes(name));
  expect(await migrate(moved)).toEqual(newer);
  expect(await describeGuards(moved)).toEqual(await describeGuards(await testDatabase()));
  expect(await listDisagreements(moved.system)).toEqual([]);
  const { seals, differing } = await verifySeals(moved.system);
  expect({ seals, differing }).toEqual({ seals: 2, differing: 0 });
  expect(output).toMatch(/^public\.ledger_entries: \d+ rows$/m);
  expect(output).toMatch(/^Moved \d{4,} rows to .* every table was read back and matches\./m);
});

test('the built-in database is as it was after a move', async () => {
  const { url, stop } = await startEmbeddedPostgres({ dataDir, log });
  const database = await testDatabase(url);
  expect(await describeRows(database)).toEqual(before);
  await database.close();
  await stop();
});
