import type { Database, Sql } from '../kernel/data/database.ts';
import { checkCluster } from './check-cluster.ts';
import { placeTables } from './place-tables.ts';
import { changePolicies, changeScope, createScopeProbes } from './scope-on-shards.ts';
import type { ShardFunctions } from './shard-functions.ts';
import { deriveShardFunctions, readFunctions } from './shard-functions.ts';
import type { Table } from './tables.ts';
import { planTables } from './tables.ts';

type Report = (sentence: string) => void;

const count = (number: number, noun: string) => `${number} ${noun}${number === 1 ? '' : 's'}`;

async function createFunctions(sql: Sql, { statements }: ShardFunctions): Promise<void> {
  for (const statement of statements) await sql.unsafe(statement);
}

/** The pages' role on the workers; and what connections to the coordinator need, but not those to workers. */
async function changeSettings(sql: Sql): Promise<void> {
  await sql.unsafe(`
    alter role lotkeeper_app login;
    set local citus.enable_ddl_propagation = off;
    do $$ begin
      execute format('alter database %I set citus.propagate_set_commands = %L', current_database(), 'local');
    end $$;
    set local citus.enable_ddl_propagation = on`);
}

async function distributeOnce(sql: Sql, tables: readonly Table[], report: Report): Promise<void> {
  const functions = deriveShardFunctions(await readFunctions(sql));
  await changeSettings(sql);
  report(
    'The pages’ role can log in to the workers, and they receive the scope of each transaction.',
  );
  await changeScope(sql);
  const policies = await changePolicies(sql);
  report(
    `${count(policies, 'policy').replace('policys', 'policies')} changed: a statement without a scope is refused on every node.`,
  );
  await createFunctions(sql, functions);
  report(`${count(functions.names.size, 'trigger function')} created in the form for shards.`);
  await placeTables(sql, { tables, functions, report });
  await createScopeProbes(sql);
}

/**
 * Places every table of the database on the nodes of a Citus cluster: by organization, as a copy on every node, or on
 * the coordinator. It is one transaction, so that it's done as a whole or not at all; done again, it places what
 * later migrations added and renews the functions.
 */
export async function distribute(database: Database, report: Report): Promise<void> {
  await database.withSession(async (sql) => {
    await checkCluster(sql);
    const tables = await planTables(sql);
    // Citus would hand on each SET LOCAL to the workers, with all of the text that it's a part of.
    await sql.unsafe(`set citus.propagate_set_commands = 'none'`);
    await sql.unsafe(`begin; set local citus.multi_shard_modify_mode = 'sequential';
      set local citus.enable_unsafe_triggers = on`);
    await distributeOnce(sql, tables, report);
    await sql.unsafe('commit');
    report('Collecting statistics.');
    await sql.unsafe('analyze');
  });
}
