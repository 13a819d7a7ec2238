import type { Instant } from '@lotkeeper/contract/kernel/calendar';
import { confirmationMinutes } from '@lotkeeper/contract/kernel/confirmation';
import { dayMs, hourMs, minuteMs } from '@lotkeeper/contract/kernel/durations';
import type { Clock } from '../clock.ts';
import type { Database, Sql } from '../data/database.ts';
import { newsKeys } from '../news.ts';
import type { Person } from './scope.ts';
import { fingerprintToken, hashToken, newToken } from './secrets.ts';

/** A session ends after this long without use: staff 90 days, superusers 12 hours (docs/security.md, 2). */
const idleLimit = (person: Pick<Person, 'superuser'>) =>
  person.superuser ? 12 * hourMs : 90 * dayMs;

/** A session ends this long after it began, whatever its use. */
const longestSession = 180 * dayMs;

/** Minimum interval between writes of `last_used_at`, so most reads don't write. */
const touchEvery = 10 * minuteMs;

export interface LiveSession {
  pk: number;
  person: Person;
  createdAt: Instant;
  lastUsedAt: Instant;
  /** When the person last proved who they are: at sign-in, or with a code since. */
  confirmedAt: Instant;
}

/** An in-memory cache of sessions. A change in the database clears the entry at once, in every process. */
export interface Sessions {
  find(token: string): Promise<LiveSession | null>;
  start(personPk: number, userAgent: string | null): Promise<string>;
  end(sessionPk: number): Promise<void>;
  /** Notes that the person proved who they are. */
  confirm(session: LiveSession, now: Instant): Promise<void>;
  /** Whether the person proved who they are within the last minutes. */
  isConfirmed(session: LiveSession, now: Instant): Promise<boolean>;
  /** Calls back when a person's access may have changed. */
  onChange(listener: (personPk: number) => void): void;
  close(): Promise<void>;
}

async function readSession(sql: Sql, hash: Buffer): Promise<LiveSession | null> {
  const [row] = await sql<
    {
      pk: number;
      created_at: Instant;
      last_used_at: Instant;
      confirmed_at: Instant;
      person: Person;
    }[]
  >`
    select s.pk, s.created_at, s.last_used_at, s.confirmed_at, json_build_object(
      'pk', p.pk, 'first_name', p.first_name, 'last_name', p.last_name, 'email', p.email,
      'phone', p.phone, 'superuser', p.superuser, 'is_renter', p.is_renter, 'org_type', p.org_type,
      'affiliations', coalesce((
        select json_agg(json_build_object('pk', a.pk, 'type', a.type,
          'organization', a.organization_id, 'role', a.role) order by a.pk)
        from affiliations a where a.person_pk = p.pk), '[]')) as person
    from sessions s join people p on p.pk = s.person_pk
    where s.token_hash = ${hash}`;
  if (!row) return null;
  return {
    pk: row.pk,
    person: row.person,
    createdAt: row.created_at,
    lastUsedAt: row.last_used_at,
    confirmedAt: row.confirmed_at,
  };
}

/** Opens the session store and starts listening for changes. */
export async function openSessions(
  database: Database,
  clock: Clock,
  onError: (error: unknown) => void,
): Promise<Sessions> {
  const sql = database.system;
  const cache = new Map<string, LiveSession>();
  const listeners: ((personPk: number) => void)[] = [];
  /** Incremented with every change, so a value read before a change isn't cached after it. */
  let changes = 0;
  const forget = (personPk: number) => {
    changes++;
    for (const [key, session] of cache) if (session.person.pk === personPk) cache.delete(key);
    for (const listener of listeners) listener(personPk);
  };
  // Notifications may be lost with the connection, so everything is read again after reconnecting.
  const subscription = await sql.listen(
    'lotkeeper_access',
    (payload) => forget(Number(payload)),
    () => {
      changes++;
      cache.clear();
    },
  );

  const read = async (key: string, hash: Buffer) => {
    const before = changes;
    const session = await readSession(sql, hash);
    if (!session || before !== changes) return session;
    if (cache.size > 50_000) cache.clear();
    cache.set(key, session);
    return session;
  };

  const touch = (session: LiveSession, now: Instant) => {
    if (now - session.lastUsedAt < touchEvery) return;
    session.lastUsedAt = now;
    sql`update sessions set last_used_at = ${now} where pk = ${session.pk}`.catch(onError);
  };

  return {
    async find(token) {
      const key = fingerprintToken(token);
      const now = clock();
      const isOver = (liveSession: LiveSession) =>
        now - liveSession.lastUsedAt > idleLimit(liveSession.person) ||
        now - liveSession.createdAt > longestSession;
      let session = cache.get(key) ?? null;
      // A session that looks idle here may have been used in another process.
      if (!session || isOver(session)) session = await read(key, hashToken(token));
      if (!session || isOver(session)) {
        cache.delete(key);
        return null;
      }
      touch(session, now);
      return session;
    },
    async start(personPk, userAgent) {
      const token = newToken();
      const now = clock();
      await sql.begin((tx) =>
        Promise.all([
          tx`insert into sessions
            (person_pk, token_hash, user_agent, created_at, last_used_at, confirmed_at)
          values (${personPk}, ${hashToken(token)}, ${userAgent}, ${now}, ${now}, ${now})`,
          // To a new account nothing is news.
          tx`
            update people set last_login = ${now},
              seen_news = case when last_login is null then ${[...newsKeys]}::text[] else seen_news end
            where pk = ${personPk}`,
        ]),
      );
      return token;
    },
    async end(sessionPk) {
      await sql`delete from sessions where pk = ${sessionPk}`;
      changes++;
      for (const [key, session] of cache) if (session.pk === sessionPk) cache.delete(key);
    },
    async confirm(session, now) {
      await sql`update sessions set confirmed_at = ${now} where pk = ${session.pk}`;
      session.confirmedAt = now;
    },
    async isConfirmed(session, now) {
      const isRecent = () => now - session.confirmedAt <= confirmationMinutes * minuteMs;
      if (isRecent()) return true;
      // It may have been confirmed in another process.
      const [row] = await sql<{ confirmed_at: Instant }[]>`
        select confirmed_at from sessions where pk = ${session.pk}`;
      if (row) session.confirmedAt = row.confirmed_at;
      return isRecent();
    },
    onChange: (listener) => {
      listeners.push(listener);
    },
    close: () => subscription.unlisten(),
  };
}
