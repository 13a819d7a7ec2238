import { setTimeout as pause } from 'node:timers/promises';
import type { ClientBase, Pool, QueryResult, QueryResultRow } from 'pg';
import { pauseAfter } from './retry.ts';

/** Jobs of a dead worker are freed at the second check in a row, so within half a minute. */
const defaultLookMs = 15_000;

export interface JobHolders {
  /** Marks a worker pool of this process as alive. */
  add(id: string): void;
  remove(id: string): void;
  stop(): Promise<void>;
}

const key = 'hashtextextended($1, 0)';

/** A machine that vanishes without closing its connections loses its locks after 25 seconds instead of two hours. */
const noticeDeadMachines = `
  set tcp_keepalives_idle = 10; set tcp_keepalives_interval = 5; set tcp_keepalives_count = 3`;

/** Worker pools that hold jobs, but whose process holds no lock for them. */
const findGone = `
  with holders as materialized (
    select distinct locked_by as id from graphile_worker.jobs
    where locked_by is not null and locked_by <> all ($1::text[]))
  select id from holders where pg_try_advisory_xact_lock(hashtextextended(id, 0))`;

/** One statement, so a holder that comes back meanwhile waits for its lock. */
const freeGone = `
  with gone as materialized (
    select id from unnest($1::text[]) as id where pg_try_advisory_xact_lock(hashtextextended(id, 0)))
  select graphile_worker.force_unlock_workers(array_agg(id)) from gone having count(*) > 0`;

/**
 * A job that is queued again while it runs gives its key to the new one; if its process is killed,
 * it would stay failed forever. The 10 attempts are those of `lotkeeper.enqueue`, whose jobs all
 * have keys.
 */
const deleteReplaced = `
  select graphile_worker.complete_jobs(array_agg(id)) from graphile_worker.jobs
  where key is null and locked_at is null and attempts >= max_attempts and last_error is null
    and (max_attempts = 10 or task_identifier = any ($1::text[]))
  having count(*) > 0`;

type Session = <Row extends QueryResultRow>(
  text: string,
  values?: readonly unknown[],
) => Promise<QueryResult<Row>>;

/** Runs statements of several callers one after another, in call order. */
function openSession(client: ClientBase): Session {
  let last: Promise<unknown> = Promise.resolve();
  return <Row extends QueryResultRow>(text: string, values: readonly unknown[] = []) => {
    const result = last.then(() => client.query<Row>(text, [...values]));
    last = result.catch(() => undefined);
    return result;
  };
}

/**
 * Lets all processes distinguish living job holders from dead ones. Each worker pool has a session-level
 * advisory lock, which PostgreSQL releases when the process ends for any reason. A process whose
 * connection was cut takes its locks again at once; only a worker pool seen without its lock twice,
 * with a pause in between, loses its jobs. `tasksWithKey` are always queued with a key.
 */
export function openJobHolders(
  pool: Pool,
  tasksWithKey: readonly string[],
  lookMs = defaultLookMs,
): JobHolders {
  const ids = new Set<string>();
  const closing = new AbortController();
  let session: Session | undefined;

  const lock = (query: Session, id: string) => query(`select pg_advisory_lock(${key})`, [id]);

  const hold = async (query: Session, signal: AbortSignal) => {
    await query(noticeDeadMachines);
    session = query;
    for (const id of ids) await lock(query, id);
    let missing = new Set<string>();
    for (;;) {
      const { rows } = await query<{ id: string }>(findGone, [[...ids]]);
      const deadIds = rows.map(({ id }) => id);
      await query(freeGone, [deadIds.filter((id) => missing.has(id))]);
      await query(deleteReplaced, [tasksWithKey]);
      missing = new Set(deadIds);
      await pause(lookMs, undefined, { signal });
    }
  };

  const holdOnce = async () => {
    const client = await pool.connect();
    const lost = new AbortController();
    client.once('error', () => lost.abort());
    client.once('end', () => lost.abort());
    try {
      await hold(openSession(client), AbortSignal.any([closing.signal, lost.signal]));
    } finally {
      session = undefined;
      client.release(true);
    }
  };

  const holdAlways = async () => {
    for (let failures = 0; !closing.signal.aborted; ) {
      const began = performance.now();
      await holdOnce().catch(() => undefined);
      failures = performance.now() - began > lookMs ? 0 : failures + 1;
      await pauseAfter(failures, closing.signal).catch(() => undefined);
    }
  };

  const holding = holdAlways();
  // A lock that fails now is taken with the next session, because the connection is lost then.
  const quietly = (promise: Promise<unknown> | undefined) => void promise?.catch(() => undefined);
  return {
    add: (id) => {
      ids.add(id);
      if (session) quietly(lock(session, id));
    },
    remove: (id) => {
      ids.delete(id);
      quietly(session?.(`select pg_advisory_unlock(${key})`, [id]));
    },
    stop: () => {
      closing.abort();
      return holding;
    },
  };
}
