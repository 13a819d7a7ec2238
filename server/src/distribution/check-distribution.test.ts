import { expect, test } from 'vitest';
import type { Database } from '../kernel/data/database.ts';
import { testDatabase } from '../testing/test-database.ts';
import { checkDistribution } from './check-distribution.ts';

const refusingScope = `
  create or replace function lotkeeper.scope() returns bigint[] language plpgsql stable as $$
    begin
      if coalesce(current_setting('lotkeeper.scope', true), '') = '' then
        raise exception 'A read came without its scope.';
      end if;
      return string_to_array(current_setting('lotkeeper.scope'), ',')::bigint[];
    end $$;`;

/** PostgreSQL with a catalog like that of Citus: all tables on one node, the probes on two. */
async function distributedDatabase(): Promise<Database> {
  const database = await testDatabase();
  await database.system.unsafe(`
    create table pg_dist_partition as
      select polrelid::regclass as logicalrelid, 'h' as partmethod from pg_policy where polname = 'tenant';
    create function relation_is_a_known_shard(regclass) returns boolean language sql as 'select false';
    create table lotkeeper.scope_probes (organization_id bigint primary key);
    insert into lotkeeper.scope_probes values (1), (2), (3);
    alter table lotkeeper.scope_probes enable row level security;
    create policy tenant on lotkeeper.scope_probes using (organization_id = any (lotkeeper.scope()));
    insert into pg_dist_partition values ('lotkeeper.scope_probes', 'h');
    grant select on lotkeeper.scope_probes to lotkeeper_app;
    create table pg_dist_node as
      select g as groupid, 'worker' || g as nodename, 5432 as nodeport, 'primary' as noderole
      from generate_series(1, 2) g;
    create table pg_dist_shard as
      select 'lotkeeper.scope_probes'::regclass as logicalrelid, g as shardid from generate_series(1, 3) g;
    create table pg_dist_placement as
      select g as shardid, 1 + g % 2 as groupid from generate_series(1, 3) g;
    create function get_shard_id_for_distribution_column(regclass, bigint) returns bigint
      language sql as 'select $2';
    ${refusingScope}`);
  database.isDistributed = true;
  return database;
}

test('nodes that see the scope and refuse a read without one pass the check', async () => {
  await checkDistribution(await distributedDatabase());
});

test('a database that isn’t distributed isn’t checked', async () => {
  await checkDistribution(await testDatabase());
});

test('the start is refused while a table of organizations isn’t distributed', async () => {
  const database = await distributedDatabase();
  await database.system`delete from pg_dist_partition where logicalrelid = 'visits'::regclass`;
  await expect(checkDistribution(database)).rejects.toThrow(
    /Not all tables of organizations are distributed: visits\. .*npm run distribute/,
  );
});

test('the start is refused when a node answers a read without a scope', async () => {
  const database = await distributedDatabase();
  await database.system.unsafe(`
    create or replace function lotkeeper.scope() returns bigint[] language sql stable
      as $$ select string_to_array(current_setting('lotkeeper.scope', true), ',', '')::bigint[] $$`);
  await expect(checkDistribution(database)).rejects.toThrow('answers a read that has no scope');
});

test('the start is refused when a node sees another scope than the one that was set', async () => {
  const database = await distributedDatabase();
  for (const seen of ['{}', '{1,2,3}']) {
    await database.system.unsafe(`
      create or replace function lotkeeper.scope() returns bigint[] language sql stable
        as $$ select '${seen}'::bigint[] $$`);
    await expect(checkDistribution(database)).rejects.toThrow(/Expected the rows 1,2 and got/);
  }
});

test('the start is refused when a node has nothing to check', async () => {
  const database = await distributedDatabase();
  await database.system`delete from lotkeeper.scope_probes`;
  await expect(checkDistribution(database)).rejects.toThrow('scope_probes is incomplete');
});
