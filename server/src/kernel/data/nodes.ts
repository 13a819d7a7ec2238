import type { Instant } from '@lotkeeper/contract/kernel/calendar';
import { toEpochMs } from './epoch-ms.ts';
import type { Connection } from './sql/connection.ts';
import type { ConnectionPool } from './sql/connection-pool.ts';
import type { Sql, Statement } from './sql/statement.ts';

/**
 * Whether Citus keeps rows of organizations on worker nodes; `checkDatabase` finds out. What is done another way then
 * is in this file, and nothing else asks, but for server/src/distribution, which places the rows there.
 */
export interface Nodes {
  isDistributed: boolean;
}

const findCitus = (sql: Sql) => sql`select from pg_extension where extname = 'citus'`;

/** Whether a database keeps tables on worker nodes; one with Citus that was never distributed works as without it. */
export async function findNodes(sql: Sql): Promise<boolean> {
  if ((await findCitus(sql)).length === 0) return false;
  const rows = await sql`select from pg_dist_partition where partmethod = 'h' limit 1`;
  return rows.length > 0;
}

/** With it, Citus hands SET LOCAL on to the worker nodes, whose policies need the scope. */
const nodeSettings = { 'citus.propagate_set_commands': 'local' };

/** Settings of the connections for scoped transactions. */
export const getWriterSettings = ({ isDistributed }: Nodes) => (isDistributed ? nodeSettings : {});

/**
 * Settings of the connections for scoped reads. A read is planned once a connection: left to choose, PostgreSQL plans
 * most reads again at each call, which takes several times as long as the read. It can't write, and says so when it has
 * no scope. Citus can't make a generic plan of most reads: it must know the organization to choose the shard.
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
 * One statement on a connection that it has to itself, in one round trip. The scope of the read before
 * stays on the connection, and is set again, together with the statement, only where it is another one. A
 * connection that lost its scope refuses (`lotkeeper.refuse_unscoped`), so that no read sees rows of another's scope,
 * nor silently none.
 */
const readInScope: ScopedRead = (readers, lane, organizations, query) => {
  const read = async (connection: Connection) => {
    const { sql } = connection;
    if (connection.scope === organizations) return query(sql);
    connection.scope = null;
    // Where this fails the rows are thrown away: they may be another's.
    const setting = sql.unsafe(`set lotkeeper.scope = '${organizations}'`);
    const executions = connection.sendTogether(
      () => [setting.execute(), query(sql).execute()] as const,
    );
    const [set, rows] = await Promise.allSettled(executions);
    if (set.status === 'rejected') throw set.reason;
    connection.scope = organizations;
    if (rows.status === 'rejected') throw rows.reason;
    return rows.value;
  };
  return readers.use(lane, read, organizations);
};

/** Citus hands the whole text on to the nodes, so it must be a statement of its own. */
const setLocalScope = (sql: Sql, organizations: string) =>
  sql.unsafe(`set local lotkeeper.scope = '${organizations}'`);

/**
 * Worker nodes receive no setting but those of SET LOCAL, so the read is a transaction; it's still one round trip. A
 * node that gets no scope refuses the statement.
 */
const readOnNodes: ScopedRead = (readers, lane, organizations, query) => {
  const read = async (connection: Connection) => {
    const { sql } = connection;
    const executions = connection.sendTogether(
      () =>
        [
          sql`begin`.execute(),
          setLocalScope(sql, organizations).execute(),
          query(sql).execute(),
          sql`commit`.execute(),
        ] as const,
    );
    const [begin, setting, rows, commit] = await Promise.allSettled(executions);
    if (begin.status === 'rejected') throw begin.reason;
    if (setting.status === 'rejected') throw setting.reason;
    if (rows.status === 'rejected') throw rows.reason;
    if (commit.status === 'rejected') throw commit.reason;
    return rows.value;
  };
  return readers.use(lane, read);
};

/** How a statement is read in a scope, in one round trip. */
export const chooseScopedRead = ({ isDistributed }: Nodes): ScopedRead =>
  isDistributed ? readOnNodes : readInScope;

/** Sets the scope of a transaction. */
export const setScope = ({ isDistributed }: Nodes, tx: Sql, organizations: string) =>
  isDistributed
    ? setLocalScope(tx, organizations)
    : tx`select set_config('lotkeeper.scope', ${organizations}, true)`;

/**
 * Looks in all organizations of a caller at once for what one of them has; null = in all there are. A node that doesn't
 * answer fails that, so each organization is asked by itself then: those elsewhere don't notice.
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
    // The node that didn't answer may have it.
    throw error;
  }
}

/** A change of a property's records. */
export interface Change {
  organization_id: number;
  spot_pk: number;
  changed_at: Instant;
}

export const changeChannel = 'lotkeeper_changes';

const upsertChange = (sql: Sql, { organization_id, spot_pk, changed_at }: Change) => sql<[Change]>`
  insert into spot_changes (organization_id, spot_pk, changed_at)
  values (${organization_id}, ${spot_pk}, ${changed_at})
  on conflict (organization_id, spot_pk)
  do update set changed_at = greatest(spot_changes.changed_at, excluded.changed_at)
  returning organization_id, spot_pk, changed_at`;

/** Saves a change and notifies every process of the newest one of the property, which it returns. */
export async function saveChange(
  {
    system: sql,
    isDistributed,
  }: Nodes & { system: Sql & { begin<T>(work: (tx: Sql) => Promise<T>): Promise<T> } },
  change: Change,
): Promise<Change> {
  if (!isDistributed) {
    const [row] = await sql<[Change & { told: unknown }]>`
      with changed as (${upsertChange(sql, change)})
      select *, pg_notify(${changeChannel}, concat_ws(' ', organization_id, spot_pk,
        ${toEpochMs(sql, sql`changed_at`)})) as told
      from changed`;
    return row;
  }
  // In one statement, the node of the property would notify only itself.
  return sql.begin(async (tx) => {
    const [row] = await upsertChange(tx, change);
    await tx`
      select pg_notify(${changeChannel}, ${[row.organization_id, row.spot_pk, row.changed_at].join(' ')})`;
    return row;
  });
}

export interface SpotKey {
  organization_id: number;
  spot_pk: number;
}

/** How statements about many properties are written. */
export interface PropertyStatements {
  /** Selects the properties that a table has rows of. */
  selectProperties(table: string): string;
  /** Selects something of each property `p` of a batch, in as few statements as there can be. */
  selectAt(batch: readonly SpotKey[], query: string): string[];
}

const listKeys = (batch: readonly SpotKey[], key: keyof SpotKey) =>
  `array[${batch.map((property) => property[key]).join(', ')}]::bigint[]`;

const onOneServer: PropertyStatements = {
  // One look into the table's index for each property.
  selectProperties: (table) => `
    with recursive found as (
      (select organization_id, spot_pk from ${table} order by 1, 2 limit 1)
      union all
      select next.organization_id, next.spot_pk from found f cross join lateral (
        select organization_id, spot_pk from ${table} r
        where (r.organization_id, r.spot_pk) > (f.organization_id, f.spot_pk)
        order by 1, 2 limit 1) next)
    select organization_id, spot_pk from found`,
  // One property after the other, so that a sort holds the rows of one.
  selectAt: (batch, query) => [
    `select c.*
    from unnest(${listKeys(batch, 'organization_id')}, ${listKeys(batch, 'spot_pk')}) p (organization_id, spot_pk)
    cross join lateral (${query}) c`,
  ],
};

const onNodes: PropertyStatements = {
  // Citus refuses the recursion, and each node groups its own.
  selectProperties: (table) => `select distinct organization_id, spot_pk from ${table}`,
  // With its numbers, a statement about a property is for its node.
  selectAt: (batch, query) =>
    batch.map(({ organization_id, spot_pk }) =>
      query
        .replaceAll('p.organization_id', String(organization_id))
        .replaceAll('p.spot_pk', String(spot_pk)),
    ),
};

export const choosePropertyStatements = async (sql: Sql): Promise<PropertyStatements> =>
  (await findCitus(sql)).length > 0 ? onNodes : onOneServer;
