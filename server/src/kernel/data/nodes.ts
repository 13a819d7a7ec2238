import type { Instant } from '@lotkeeper/contract/kernel/calendar';
import type { Connection } from './sql/connection.ts';
import type { ConnectionPool } from './sql/connection-pool.ts';
import type { Fragment, Sql, Statement } from './sql/statement.ts';

/*
 * What a distributed database is asked another way. Only this folder and server/src/distribution, which places the rows,
 * know of Citus. Statements elsewhere are written so that both take them; a comment there names the form:
 *
 * - `noPk` and `isAmong`: the values that lead a statement to its node.
 * - One write a statement: a statement with two of them goes to every node, and fails while one of them is down.
 * - Locks apart: a statement that locks rows finds nothing else out.
 * - Joins, not look-ups: a subselect can't refer to a row of a table that is on every node.
 * - JSON first: an update stores JSON that was read before, since it can't compute any.
 */

/** Whether Citus keeps the rows of organizations on worker nodes; `checkDatabase` finds out. */
export interface Nodes {
  isDistributed: boolean;
}

/** Whether the rows of organizations are on worker nodes. */
export const isOnNodes = ({ isDistributed }: Nodes): boolean => isDistributed;

/** A number that no row has. With null instead, a join names no organization, and is refused. */
export const noPk = 0;

/** Whether a column is one of some organizations. One by equality: then only its node is asked. */
export const isAmong = (sql: Sql, column: string, organizations: readonly number[]): Fragment =>
  organizations.length === 1
    ? sql`${sql.unsafe(column)} = ${organizations[0] ?? 0}`
    : sql`${sql.unsafe(column)} = any (${organizations}::bigint[])`;

const findCitus = (sql: Sql) => sql`select from pg_extension where extname = 'citus'`;

/** Whether a database keeps tables on worker nodes. One with Citus that was never distributed works as it would without. */
export async function findNodes(sql: Sql): Promise<boolean> {
  if ((await findCitus(sql)).length === 0) return false;
  const rows = await sql`select from pg_dist_partition where partmethod = 'h' limit 1`;
  return rows.length > 0;
}

/** Makes Citus pass SET LOCAL on to the worker nodes, whose policies need the scope. */
const nodeSettings = { 'citus.propagate_set_commands': 'local' };

/** Settings of the connections for scoped transactions. */
export const getWriterSettings = ({ isDistributed }: Nodes) => (isDistributed ? nodeSettings : {});

/**
 * Settings of the connections for scoped reads. A read is planned once per connection: by default
 * PostgreSQL replans most reads on each call, which takes several times as long as the read. These
 * connections can't write, and raise an error without a scope. Citus can't make a generic plan for
 * most reads, because it needs the organization to choose the shard.
 */
export const getReaderSettings = (nodes: Nodes) => ({
  plan_cache_mode: nodes.isDistributed ? 'auto' : 'force_generic_plan',
  default_transaction_read_only: 'on',
  'lotkeeper.reader': 'on',
  ...getWriterSettings(nodes),
});

type ScopedRead = <T>(
  readers: ConnectionPool,
  lane: string,
  /** The scope: digits and commas. */
  organizations: string,
  query: (sql: Sql) => Statement<T>,
) => Promise<T>;

/**
 * Runs one statement on an exclusive connection, in one round trip. The scope of the previous read
 * stays on the connection, and is set again, together with the statement, only if it differs. A
 * connection that lost its scope refuses (`lotkeeper.refuse_unscoped`), so a read never sees rows
 * of another scope, nor silently none.
 */
const readInScope: ScopedRead = (readers, lane, organizations, query) => {
  const read = async (connection: Connection) => {
    const { sql } = connection;
    if (connection.scope === organizations) return query(sql);
    connection.scope = null;
    // If this fails, the rows are discarded: they may belong to another scope.
    const setting = sql.unsafe(`set lotkeeper.scope = '${organizations}'`);
    const [set, rows] = await Promise.allSettled([setting.execute(), query(sql).execute()]);
    if (set.status === 'rejected') throw set.reason;
    connection.scope = organizations;
    if (rows.status === 'rejected') throw rows.reason;
    return rows.value;
  };
  return readers.use(lane, read, organizations);
};

/** Citus passes the whole text on to the nodes, so it must be a separate statement. */
const setLocalScope = (sql: Sql, organizations: string) =>
  sql.unsafe(`set local lotkeeper.scope = '${organizations}'`);

/**
 * Worker nodes receive only SET LOCAL settings, so the read is a transaction, still in one round
 * trip. A node without a scope refuses the statement.
 */
const readOnNodes: ScopedRead = (readers, lane, organizations, query) => {
  const read = async (connection: Connection) => {
    const { sql } = connection;
    const [begin, setting, rows, commit] = await Promise.allSettled([
      sql`begin`.execute(),
      setLocalScope(sql, organizations).execute(),
      query(sql).execute(),
      sql`commit`.execute(),
    ]);
    if (begin.status === 'rejected') throw begin.reason;
    if (setting.status === 'rejected') throw setting.reason;
    if (rows.status === 'rejected') throw rows.reason;
    if (commit.status === 'rejected') throw commit.reason;
    return rows.value;
  };
  return readers.use(lane, read);
};

/** Chooses how a statement is read in a scope, in one round trip. */
export const chooseScopedRead = ({ isDistributed }: Nodes): ScopedRead =>
  isDistributed ? readOnNodes : readInScope;

/** Sets the scope of a transaction. */
export const setScope = ({ isDistributed }: Nodes, tx: Sql, organizations: string) =>
  isDistributed
    ? setLocalScope(tx, organizations)
    : tx`select set_config('lotkeeper.scope', ${organizations}, true)`;

/**
 * Looks in all of a caller's organizations at once (null = in all that exist). If a node doesn't
 * answer, that fails, so each organization is asked separately and the other ones still work.
 */
export async function findWithinReach<T>(
  { isDistributed }: Nodes,
  reach: readonly number[] | null,
  find: (reach: readonly number[] | null) => Promise<T | null>,
): Promise<T | null> {
  try {
    return await find(reach);
  } catch (error) {
    if (!isDistributed || !reach || reach.length < 2) throw error;
    const answers = await Promise.allSettled(reach.map((organization) => find([organization])));
    for (const answer of answers)
      if (answer.status === 'fulfilled' && answer.value !== null) return answer.value;
    // The node that didn't answer may have the record.
    throw error;
  }
}

export interface Change {
  organization_id: number;
  spot_pk: number;
  changed_at: Instant;
}

export const changeChannel = 'lotkeeper_changes';

const upsertChanges = (sql: Sql, changes: readonly Change[]) => sql`
  insert into spot_changes (organization_id, spot_pk, changed_at)
  select * from unnest(${changes.map((change) => change.organization_id)}::bigint[],
    ${changes.map((change) => change.spot_pk)}::bigint[],
    ${changes.map((change) => change.changed_at)}::timestamptz[])
  on conflict (organization_id, spot_pk)
  do update set changed_at = greatest(spot_changes.changed_at, excluded.changed_at)`;

const notify = (sql: Sql, payloads: readonly string[]) =>
  sql`select pg_notify(${changeChannel}, payload) from unnest(${payloads}::text[]) payload`;

/** Saves changes of different properties, sorted by key so that writers can't deadlock, and notifies every process. */
export async function saveChanges(
  {
    system: sql,
    isDistributed,
  }: Nodes & { system: Sql & { begin<T>(work: (tx: Sql) => Promise<T>): Promise<T> } },
  changes: readonly Change[],
  payloads: readonly string[],
): Promise<void> {
  if (!isDistributed) {
    await sql`with saved as (${upsertChanges(sql, changes)}) ${notify(sql, payloads)}`;
    return;
  }
  // In one statement, a property's node would notify only itself.
  await sql.begin(async (tx) => {
    for (const change of changes) await upsertChanges(tx, [change]);
    await notify(tx, payloads);
  });
}

export interface SpotKey {
  organization_id: number;
  spot_pk: number;
}

/** Builds statements about many properties. */
export interface PropertyStatements {
  /** Selects the properties that have rows in a table. */
  selectProperties(table: string): string;
  /** Selects something for each property `p` of a batch, in as few statements as possible. */
  selectAt(batch: readonly SpotKey[], query: string): string[];
}

const listKeys = (batch: readonly SpotKey[], key: keyof SpotKey) =>
  `array[${batch.map((property) => property[key]).join(', ')}]::bigint[]`;

const onOneServer: PropertyStatements = {
  // One index look-up per property.
  selectProperties: (table) => `
    with recursive found as (
      (select organization_id, spot_pk from ${table} order by 1, 2 limit 1)
      union all
      select next.organization_id, next.spot_pk from found f cross join lateral (
        select organization_id, spot_pk from ${table} r
        where (r.organization_id, r.spot_pk) > (f.organization_id, f.spot_pk)
        order by 1, 2 limit 1) next)
    select organization_id, spot_pk from found`,
  // One property after another, so a sort holds the rows of only one.
  selectAt: (batch, query) => [
    `select c.*
    from unnest(${listKeys(batch, 'organization_id')}, ${listKeys(batch, 'spot_pk')}) p (organization_id, spot_pk)
    cross join lateral (${query}) c`,
  ],
};

const onNodes: PropertyStatements = {
  // Citus refuses the recursion, but each node groups its own rows.
  selectProperties: (table) => `select distinct organization_id, spot_pk from ${table}`,
  // With the numbers in it, Citus routes a statement about a property to its node.
  selectAt: (batch, query) =>
    batch.map(({ organization_id, spot_pk }) =>
      query
        .replaceAll('p.organization_id', String(organization_id))
        .replaceAll('p.spot_pk', String(spot_pk)),
    ),
};

export const choosePropertyStatements = async (sql: Sql): Promise<PropertyStatements> =>
  (await findCitus(sql)).length > 0 ? onNodes : onOneServer;
