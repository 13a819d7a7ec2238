import type { Sql } from '../kernel/data/database.ts';
import { must } from '../kernel/must.ts';
import { StartError } from '../kernel/start-error.ts';

const where = 'See "Distributed PostgreSQL" in docs/deploy.md.';

interface Cluster {
  node: number;
  workers: number;
  has_coordinator: boolean;
  connections: number;
}

/** Refuses with a sentence where the database isn't the coordinator of a cluster, or is in use. */
export async function checkCluster(sql: Sql): Promise<void> {
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
