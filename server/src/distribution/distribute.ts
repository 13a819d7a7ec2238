import type { Database, Sql } from '../kernel/data/database.ts';
import { must } from '../kernel/must.ts';
import { StartError } from '../kernel/start-error.ts';
import { placeTables } from './place-tables.ts';
import { changePolicies, changeScope, createScopeProbes } from './scope-on-shards.ts';
import { deriveShardFunctions, readFunctions } from './shard-functions.ts';
import type { Table } from './tables.ts';
import { planTables } from './tables.ts';

const where = 'See "Distributed PostgreSQL" in docs/deploy.md.';

interface Cluster {
  node: number;
  workers: number;
  has_coordinator: boolean;
  connections: number;
}

/** Throws an error with a message if the database isn't a cluster's coordinator, or is in use. */
async function checkCluster(sql: Sql): Promise<void> {
  const [citus] = await sql`select from pg_extension where extname = 'citus'`;
  if (!citus) throw new StartError(`This database doesn’t have the extension citus. ${where}`);
  const [row] = await sql<Cluster[]>`
    select (select groupid from pg_dist_local_group) as node,
      (select count(*) from citus_get_active_worker_nodes()) as workers,
      exists (select from pg_dist_node where groupid = 0) as has_coordinator,
      (select count(*) from pg_stat_activity
        where datname = current_database() and usename = current_user and backend_type = 'client backend'
          and application_name not like 'citus%'
          -- This command's own connections are younger than its process.
          and backend_start < clock_timestamp() - make_interval(secs => ${process.uptime()})) as connections`;
  const { node, workers, has_coordinator, connections } = must(row, 'state of the cluster');
  if (node !== 0)
    throw new StartError('This node is a worker. Set DATABASE_URL to the coordinator.');
  if (!has_coordinator)
    throw new StartError(`Run citus_set_coordinator_host on the coordinator first. ${where}`);
  if (workers === 0) throw new StartError(`The coordinator has no workers. ${where}`);
  if (connections > 0) {
    throw new StartError(
      `This database has ${connections} other connections. Stop every Lotkeeper server and close other sessions first.`,
    );
  }
}

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
 * Places every table of the database on the nodes of a Citus cluster: by organization, as a copy on every node, or
 * on the coordinator. It is one transaction, so it succeeds or fails as a whole; run again, it places the tables of
 * later migrations and updates the functions.
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
