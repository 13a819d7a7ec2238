import { getReadiness } from '@lotkeeper/contract/platform/health';
import { beforeAll, expect, test } from 'vitest';
import { eventually } from '../../testing/eventually.ts';
import { makeOrganization } from '../../testing/people.factory.ts';
import { makeSpot } from '../../testing/spots.factory.ts';
import type { PostgresServer } from '../../testing/standby.ts';
import { startPrimary, startStandby } from '../../testing/standby.ts';
import type { TestApp } from '../../testing/test-app.ts';
import { testApp } from '../../testing/test-app.ts';
import { testDatabase } from '../../testing/test-database.ts';
import type { Person } from '../access/scope.ts';
import { scopeMaker } from '../access/scope.ts';
import type { Database } from './database.ts';
import { migrateJobsAt } from './jobs.ts';
import { migrate } from './migrations.ts';
import { queryOnce } from './sql/query-once.ts';

let primary: PostgresServer;
let standby: PostgresServer;
/** Two processes on one database. */
let database: Database;
let elsewhere: Database;
let at: TestApp;
const reports: string[] = [];
let organization: number;
let spot: number;

const person = { affiliations: [] } as unknown as Person;
const openScope = (process: Database, pk = organization) =>
  scopeMaker(process).organization(person, pk);

/** The name of the property, and whether a replica answered. */
const readName = async (process: Database, pk = organization) => {
  const [row] = await openScope(process, pk).read(
    (sql) => sql<[{ name: string; replica: boolean } | undefined]>`
      select name, pg_is_in_recovery() as replica from spots where pk = ${spot}`,
  );
  return row;
};

const rename = (process: Database, name: string) =>
  openScope(process).write((tx) => tx`update spots set name = ${name} where pk = ${spot}`);

const states = async () => (await at.call(getReadiness, {})).body.replicas;
const waitForState = (state: string) =>
  eventually(async () => (await states())?.join() === state, 20_000);

const onStandby = (text: string) => queryOnce(standby.url, text);

beforeAll(async () => {
  primary = await startPrimary();
  const setup = await testDatabase(primary.url, 2);
  await migrate(setup);
  await migrateJobsAt(primary.url);
  const owner = await makeOrganization(setup.system, { name: 'Harbor Parking' });
  organization = owner.pk;
  spot = (await makeSpot(setup.system, { organization: owner })).pk;
  standby = await startStandby(primary);
  const replicaUrls = [standby.url];
  const reportReplica = (sentence: string) => reports.push(sentence);
  database = await testDatabase(primary.url, 4, {}, { replicaUrls, reportReplica });
  elsewhere = await testDatabase(primary.url, 4, {}, { replicaUrls });
  at = await testApp({ now: '2026-06-15T19:00:00Z', database });
  await waitForState('in_use');
});

test('reads of an organization come from the replica, in its own scope', async () => {
  await rename(database, 'Pier 1');
  await expect.poll(() => readName(database)).toEqual({ name: 'Pier 1', replica: true });
  expect(await readName(database, organization + 1)).toBeUndefined();
});

test('a read includes what another process has just written', async () => {
  const stale: string[] = [];
  let fromReplica = 0;
  for (let turn = 0; turn < 200; turn++) {
    const [writer, reader] = turn % 2 === 0 ? [database, elsewhere] : [elsewhere, database];
    await rename(writer, `Pier ${turn}`);
    const row = await readName(reader);
    if (row?.name !== `Pier ${turn}`) stale.push(`${turn}: ${row?.name}`);
    if (row?.replica) fromReplica += 1;
  }
  expect(stale).toEqual([]);
  expect(fromReplica).toBeGreaterThan(0);
});

test('a replica whose replay is paused isn’t used until it has caught up, and reads stay correct', async () => {
  await onStandby('select pg_wal_replay_pause()');
  await rename(database, 'While paused');
  expect(await readName(database)).toEqual({ name: 'While paused', replica: false });
  await waitForState('behind');
  const times: number[] = [];
  for (let turn = 0; turn < 10; turn++) {
    const started = performance.now();
    expect(await readName(database)).toEqual({ name: 'While paused', replica: false });
    times.push(performance.now() - started);
  }
  // None waits for the replica; on a busy machine some still take long.
  expect(Math.min(...times)).toBeLessThan(90);
  await onStandby('select pg_wal_replay_resume()');
  await waitForState('in_use');
  await expect.poll(() => readName(database)).toEqual({ name: 'While paused', replica: true });
});

test('a replica that lags more than 5 seconds isn’t used for any read, and is used again once it has caught up', async () => {
  await expect.poll(async () => (await readName(database))?.replica).toBe(true);
  await onStandby('select pg_wal_replay_pause()');
  const started = performance.now();
  await rename(database, 'While it lags');
  await waitForState('behind');
  expect(performance.now() - started).toBeGreaterThan(4500);
  await onStandby('select pg_wal_replay_resume()');
  await waitForState('in_use');
  await expect.poll(() => readName(database)).toEqual({ name: 'While it lags', replica: true });
});

test('a role that can’t see which primary a replica follows reads from the primary, and the log says what to grant', async () => {
  await queryOnce(
    primary.url,
    "create role plain login password 'plain'; grant lotkeeper_app to plain",
  );
  const url = new URL(standby.url);
  url.username = 'plain';
  url.password = 'plain';
  const sentences: string[] = [];
  const bare = await testDatabase(
    primary.url,
    4,
    {},
    { replicaUrls: [url.href], reportReplica: (sentence) => sentences.push(sentence) },
  );
  await expect
    .poll(() => sentences, { timeout: 20_000 })
    .toEqual([
      'Replica 1 of DATABASE_REPLICA_URL isn’t used: grant pg_read_all_stats to its role, so that Lotkeeper sees which primary it follows.',
    ]);
  expect(await readName(bare)).toMatchObject({ replica: false });
});

test('a read that the replay cancels is repeated on the primary', async () => {
  await queryOnce(
    primary.url,
    'create table public.obstacle (value int); grant select on public.obstacle to public',
  );
  await expect.poll(async () => (await readName(database))?.replica).toBe(true);
  await onStandby("alter system set max_standby_streaming_delay = '0'");
  await onStandby('select pg_reload_conf()');
  const reading = openScope(database).read(
    (sql) => sql<[{ replica: boolean }]>`
      select pg_is_in_recovery() as replica, (select count(*) from obstacle)::int as rows,
        case when pg_is_in_recovery() then pg_sleep(10) end`,
  );
  await expect
    .poll(() => onStandby("select from pg_stat_activity where wait_event = 'PgSleep'"))
    .toHaveLength(1);
  await queryOnce(primary.url, 'alter table public.obstacle add column later int');
  expect(await reading).toMatchObject([{ replica: false, rows: 0 }]);
});

test('a replica that stops isn’t used from that time, the product stays ready, and the replica is used again when it’s back', async () => {
  await expect.poll(async () => (await readName(database))?.replica).toBe(true);
  reports.length = 0;
  const reading = openScope(database).read(
    (sql) => sql<[{ replica: boolean }]>`
      select pg_is_in_recovery() as replica, case when pg_is_in_recovery() then pg_sleep(3) end`,
  );
  await expect
    .poll(() => onStandby("select from pg_stat_activity where wait_event = 'PgSleep'"))
    .toHaveLength(1);
  standby.kill();
  expect(await reading).toMatchObject([{ replica: false }]);
  expect(await readName(database)).toMatchObject({ replica: false });
  const unavailable =
    'Replica 1 of DATABASE_REPLICA_URL is unavailable, so reads use the primary until it is back.';
  await expect.poll(() => reports).toContain(unavailable);
  await waitForState('unavailable');
  expect((await at.call(getReadiness, {})).status).toBe(200);
  await standby.start();
  await expect.poll(async () => (await readName(database))?.replica).toBe(true);
  await expect.poll(() => reports.at(-1)).toBe('Replica 1 of DATABASE_REPLICA_URL is in use.');
});
