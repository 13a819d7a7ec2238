import { expect, test } from 'vitest';
import { makeOrganization } from '../../testing/people.factory.ts';
import { makeSpot } from '../../testing/spots.factory.ts';
import { testDatabase } from '../../testing/test-database.ts';
import type { StatementListener } from '../data/sql/connection.ts';
import type { Person } from './scope.ts';
import { scopeMaker } from './scope.ts';

const person = { superuser: false, affiliations: [] } as unknown as Person;

async function twoTenants(pool: number, onStatement?: StatementListener) {
  const database = await testDatabase(undefined, pool, {}, onStatement ? { onStatement } : {});
  const pks: number[] = [];
  for (const name of ['North', 'South']) {
    const organization = await makeOrganization(database.system, { name });
    await makeSpot(database.system, { organization, name });
    pks.push(organization.pk);
  }
  const openScope = (pk: number) => scopeMaker(database).organization(person, pk);
  const openScopes = () =>
    pks.map(openScope) as [ReturnType<typeof openScope>, ReturnType<typeof openScope>];
  const [north, south] = openScopes();
  const namesIn = async (scope: typeof north) =>
    (await scope.read<{ name: string }[]>((sql) => sql`select name from spots`)).map(
      (row) => row.name,
    );
  return { database, north, south, namesIn, openScopes };
}

test('a read that fails leaves nothing of its scope on the connection', async () => {
  const { database, north, south, namesIn } = await twoTenants(1);
  for (let turn = 0; turn < 3; turn++) {
    await expect(north.read((sql) => sql`select 1 / ${turn - turn}::int`)).rejects.toThrow('zero');
    await expect(north.read((sql) => sql`select ${turn} from nowhere`)).rejects.toThrow('nowhere');
    expect(await database.app`select name from spots`).toEqual([]);
    expect(await namesIn(south)).toEqual(['South']);
  }
});

test('concurrent reads of two tenants see only their own rows, even while some reads fail', async () => {
  const { database, north, south, namesIn } = await twoTenants(3);
  const reads = Array.from({ length: 300 }, async (_, index) => {
    if (index % 7 === 0) await north.read((sql) => sql`select 1 / 0`).catch(() => undefined);
    return index % 2 === 0 ? namesIn(north) : namesIn(south);
  });
  const seen = await Promise.all(reads);
  expect(
    seen.filter((names, index) => names.join() !== (index % 2 === 0 ? 'North' : 'South')),
  ).toEqual([]);
  expect(await database.app`select name from spots`).toEqual([]);
});

test('a read whose connection is cut fails, and the next read succeeds', async () => {
  const { database, north, namesIn } = await twoTenants(1);
  expect(await namesIn(north)).toEqual(['North']);
  const cut = north.read((sql) => sql`select pg_sleep(20)`);
  const told = expect(cut).rejects.toThrow();
  await expect
    .poll(async () => {
      const ended = await database.system`
        select pg_terminate_backend(pid) from pg_stat_activity
        where query like '%pg_sleep(20)%' and pid <> pg_backend_pid()`;
      return ended.length;
    })
    .toBe(1);
  await told;
  expect(await namesIn(north)).toEqual(['North']);
});

test('a read can’t write', async () => {
  const { north } = await twoTenants(1);
  await expect(north.read((sql) => sql`update spots set name = 'x'`)).rejects.toThrow('read-only');
});

test('after an idle connection is cut, a read finds its rows or fails, but never returns none', async () => {
  const { database, north, namesIn } = await twoTenants(1);
  expect(await namesIn(north)).toEqual(['North']);
  const readers = () => database.system<{ pid: number }[]>`
    select pid from pg_stat_activity where usename is not null and pid <> pg_backend_pid()
      and datname = current_database() and query like 'select name from spots%'`;
  for (let turn = 0; turn < 5; turn++) {
    for (const { pid } of await readers()) {
      await database.system`select pg_terminate_backend(${pid})`;
    }
    const names = await namesIn(north).catch(() => ['failed']);
    expect(['North', 'failed']).toContain(names.join());
  }
  expect(await namesIn(north)).toEqual(['North']);
});

test('a reader without a scope, or that has lost it, is refused', async () => {
  const { database } = await twoTenants(1);
  await database.pools.readers.use('test', async ({ sql }) => {
    await expect(sql`select name from spots`).rejects.toThrow('without its scope');
    await sql.unsafe("set lotkeeper.scope = '1'");
    await sql.unsafe('reset lotkeeper.scope');
    await expect(sql`select name from spots`).rejects.toThrow('without its scope');
  });
});

test('a read prefers a connection that already has its scope', async () => {
  const { north, south } = await twoTenants(2);
  const backendOf = async (scope: typeof north) => {
    const [row] = await scope.read<{ pid: number }[]>((sql) => sql`select pg_backend_pid() as pid`);
    return row?.pid;
  };
  const [first, second] = await Promise.all([backendOf(north), backendOf(south)]);
  expect(first).not.toBe(second);
  for (let turn = 0; turn < 3; turn++) {
    expect([await backendOf(north), await backendOf(north)]).toEqual([first, first]);
    expect(await backendOf(south)).toBe(second);
  }
});

test('a connection keeps the scope of its last read and gets that of the next one', async () => {
  const { database, north, south, namesIn } = await twoTenants(1);
  const keptScope = () => database.pools.readers.use('test', async ({ scope }) => scope);
  await namesIn(north);
  const ofNorth = await keptScope();
  await namesIn(north);
  expect(await keptScope()).toBe(ofNorth);
  expect(await namesIn(south)).toEqual(['South']);
  expect(await keptScope()).not.toBe(ofNorth);
});

/** Connects to the same database the way a distributed one is used, and records what is sent. */
async function twoDistributedTenants() {
  const sent: string[] = [];
  const tenants = await twoTenants(1, (text) => sent.push(text.trim()));
  tenants.database.isDistributed = true;
  const [north, south] = tenants.openScopes();
  sent.length = 0;
  return { ...tenants, north, south, sent };
}

test('a read is a transaction that sets the scope in its own statement', async () => {
  const { north, namesIn, sent } = await twoDistributedTenants();
  expect(await namesIn(north)).toEqual(['North']);
  expect(sent).toEqual([
    'begin',
    expect.stringMatching(/^set local lotkeeper\.scope = '\d+'$/),
    'select name from spots',
    'commit',
  ]);
});

test('a write sets its scope with SET LOCAL', async () => {
  const { south, sent } = await twoDistributedTenants();
  await south.write((tx) => tx`update spots set name = 'Changed'`);
  expect(sent.some((text) => /^set local lotkeeper\.scope = '\d+'$/.test(text))).toBe(true);
  expect(sent.join()).not.toContain('set_config');
});

test('each read sees only its own rows, even after one that failed', async () => {
  const { north, south, namesIn } = await twoDistributedTenants();
  for (let turn = 0; turn < 3; turn++) {
    await expect(north.read((sql) => sql`select 1 / ${turn - turn}::int`)).rejects.toThrow('zero');
    await expect(north.read((sql) => sql`select ${turn} from nowhere`)).rejects.toThrow('nowhere');
    expect(await namesIn(south)).toEqual(['South']);
    expect(await namesIn(north)).toEqual(['North']);
  }
});

test('a read chooses its plan, can’t write, and leaves no scope behind', async () => {
  const { database, north } = await twoDistributedTenants();
  const rows = await north.read<{ mode: string; handed_on: string }[]>(
    (sql) => sql`
        select current_setting('plan_cache_mode') as mode,
          current_setting('citus.propagate_set_commands') as handed_on`,
  );
  expect(rows).toEqual([{ mode: 'auto', handed_on: 'local' }]);
  await expect(north.read((sql) => sql`update spots set name = 'x'`)).rejects.toThrow('read-only');
  await database.pools.readers.use('test', async ({ sql }) => {
    await expect(sql`select name from spots`).rejects.toThrow('without its scope');
  });
});
