import type { Database } from '../kernel/data/database.ts';
import type { Sql } from '../kernel/data/sql/statement.ts';
import { runTransaction } from '../kernel/data/sql/transaction.ts';
import { StartError } from '../kernel/start-error.ts';

const remedy = 'Stop every Lotkeeper server and run npm run distribute.';

/** Rejects tables of organizations that a migration created after the others were distributed. */
async function checkTables(sql: Sql): Promise<void> {
  const missing = await sql<{ name: string }[]>`
    select polrelid::regclass::text as name from pg_policy
    where polname = 'tenant' and polrelid not in (select logicalrelid from pg_dist_partition)
      and not relation_is_a_known_shard(polrelid)
    order by 1`;
  if (missing.length === 0) return;
  const names = missing.map(({ name }) => name).join(', ');
  throw new StartError(`Not all tables of organizations are distributed: ${names}. ${remedy}`);
}

interface Probe {
  node: string;
  organization_id: number;
}

const readProbes = (sql: Sql) => sql<{ organization_id: number }[]>`
  select organization_id from lotkeeper.scope_probes order by 1`;

/** For each node that has shards, a row of `lotkeeper.scope_probes` stored there. */
async function listProbes(sql: Sql): Promise<Probe[]> {
  const rows = await readProbes(sql);
  const organizations = rows.map((row) => row.organization_id);
  const probes = await sql<(Omit<Probe, 'organization_id'> & { organization_id: number | null })[]>`
    select n.nodename || ':' || n.nodeport as node, min(o) as organization_id
    from pg_dist_shard s
    join pg_dist_placement using (shardid)
    join pg_dist_node n using (groupid)
    left join unnest(${organizations}::bigint[]) o
      on get_shard_id_for_distribution_column('lotkeeper.scope_probes', o) = s.shardid
    where s.logicalrelid = 'lotkeeper.scope_probes'::regclass and n.noderole = 'primary'
    group by 1 order by 1`;
  const found = probes.filter((probe): probe is Probe => probe.organization_id !== null);
  if (found.length > 0 && found.length === probes.length) return found;
  throw new StartError(`A node can’t be checked: lotkeeper.scope_probes is incomplete. ${remedy}`);
}

/** Each node must show the rows in the scope and no others. */
async function checkScopeArrives({ pools }: Database, probes: readonly Probe[]): Promise<void> {
  const expected = probes.map((probe) => probe.organization_id).toSorted((a, b) => a - b);
  const rows = await pools.writers.use('start', (connection) =>
    runTransaction(connection, async (tx) => {
      await tx.unsafe(`set local lotkeeper.scope = '${expected.join()}'`);
      return readProbes(tx);
    }),
  );
  const seen = rows.map((row) => row.organization_id);
  if (seen.join() === expected.join()) return;
  throw new Error(`Expected the rows ${expected.join()} and got ${seen.join() || 'none'}.`);
}

/** Without a scope, a node must raise an error: an empty result would look like an answer. */
async function checkMissingScopeIsRefused({ app }: Database, probe: Probe): Promise<void> {
  const isRefused = await app`
    select from lotkeeper.scope_probes where organization_id = ${probe.organization_id}`.then(
    () => false,
    () => true,
  );
  if (!isRefused) throw new Error(`The node ${probe.node} answers a read that has no scope.`);
}

/**
 * Verifies that every node of a distributed database sees a transaction's scope exactly as set, and refuses a
 * statement without one. Otherwise reads would return no rows, and people would see zeros.
 */
export async function checkDistribution(database: Database): Promise<void> {
  if (!database.isDistributed) return;
  await checkTables(database.system);
  const probes = await listProbes(database.system);
  try {
    await checkScopeArrives(database, probes);
    for (const probe of probes) await checkMissingScopeIsRefused(database, probe);
  } catch (error) {
    const why = error instanceof Error ? error.message : String(error);
    throw new StartError(
      `The worker nodes don’t keep organizations apart (${why}). Check that every node runs and that lotkeeper_app can log in to it. If so, stop every Lotkeeper server and run npm run distribute.`,
    );
  }
}
