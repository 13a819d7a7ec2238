import type { Database, Sql } from '../kernel/data/database.ts';
import { checkCluster } from './check-cluster.ts';
import { placeTables } from './place-tables.ts';
import { changePolicies, changeScope, createScopeProbes } from './scope-on-shards.ts';
import { deriveShardFunctions, readFunctions } from './shard-functions.ts';
import type { Table } from './tables.ts';
import { planTables } from './tables.ts';

type Report = (sentence: string) => void;

/** Does everything within a transaction. */
async function distributeTables(sql: Sql, tables: readonly Table[], report: Report): Promise<void> {
  const [role] = await sql`select from pg_roles where rolname = 'lotkeeper_app' and rolcanlogin`;
  if (!role) await sql`alter role lotkeeper_app login`;
  report('The pages’ role lotkeeper_app can log in to the workers.');
  await changeScope(sql);
  const policies = await changePolicies(sql);
  report(`Every node refuses a statement without a scope (${policies} policies changed).`);
  const functions = deriveShardFunctions(await readFunctions(sql));
  for (const statement of functions.statements) await sql.unsafe(statement);
  report(`The functions of triggers on shards are up to date (${functions.names.size}).`);
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
    await sql.unsafe(`begin; set local citus.multi_shard_modify_mode = 'sequential';
      set local citus.enable_unsafe_triggers = on`);
    await distributeTables(sql, tables, report);
    await sql.unsafe('commit');
    report('Collecting statistics.');
    await sql.unsafe('analyze');
  });
}
