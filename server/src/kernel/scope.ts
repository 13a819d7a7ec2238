import type { Role } from '@lotkeeper/contract/kernel/access';
import type { TimeZone } from '@lotkeeper/contract/kernel/calendar';
import type { PendingQuery, Row } from 'postgres';
import postgres from 'postgres';
import type { LiveKey } from './api-keys.ts';
import type { LiveFeed } from './camera-feeds.ts';
import type { Database, Readers, Sql, Tx } from './database.ts';
import type { LiveKiosk } from './kiosks.ts';

/** Who is signed in, with the role in each organization. */
export interface Person {
  pk: number;
  first_name: string;
  last_name: string;
  email: string | null;
  superuser: boolean;
  is_renter: boolean;
  org_type: string | null;
  affiliations: readonly {
    pk: number;
    type: 'parking' | 'towing';
    organization: number;
    role: Role;
  }[];
}

/** The affiliations that count here: a towing company's people have no part in a parking organization. */
const parkingAffiliations = (person: Pick<Person, 'affiliations'>) =>
  person.affiliations.filter((one) => one.type === 'parking');

/** The person's role in an organization; null for a stranger. */
export const roleIn = (person: Pick<Person, 'affiliations'>, organization: number): Role | null =>
  parkingAffiliations(person).find((one) => one.organization === organization)?.role ?? null;

/** The only way to rows: statements that see the organizations of the scope and no others. */
export interface Scope {
  /** One statement, in one round trip with the scope's setting. */
  read<T extends readonly (object | undefined)[]>(
    query: (sql: Sql) => PendingQuery<T & Row[]>,
  ): Promise<T>;
  /** A transaction. */
  write<T>(work: (tx: Tx) => Promise<T>): Promise<T>;
}

export interface PersonScope extends Scope {
  person: Person;
}

export interface OrganizationScope extends PersonScope {
  organizationId: number;
  /** The caller's role in it; null for a superuser who is no member. */
  role: Role | null;
}

export interface SpotScope extends OrganizationScope {
  spotPk: number;
  spotUuid: string;
  timezone: TimeZone;
}

/** A program with an API key: one organization, no person. */
export interface MachineScope extends Scope {
  organizationId: number;
  keyPk: number;
}

/** A sender of camera messages: the organization of its feed, no person. */
export interface CameraScope extends Scope {
  organizationId: number;
  feed: LiveFeed;
}

/** A kiosk at its property, no person. */
export interface KioskScope extends Scope {
  kiosk: LiveKiosk;
  organizationId: number;
  spotPk: number;
  timezone: TimeZone;
}

/** Internal staff across organizations; each use is audited by whoever writes. */
export interface SuperuserScope extends PersonScope {
  superuser: true;
}

/** Whether a pk or uuid names the property of a scope. */
export const isSpotOf = (scope: SpotScope, spot: number | string) =>
  String(spot) === String(scope.spotPk) || spot === scope.spotUuid;

/** Whether figures of money may be told to the caller. */
export const mayReadMoney = (scope: OrganizationScope) =>
  scope.person.superuser || scope.role === 'ADMIN';

/**
 * One statement on a connection that it has to itself, in one round trip. The scope of the read before
 * stays on the connection, and is set anew, together with the statement, only where it is another one. A
 * connection that lost its scope refuses (migration 0013), so that no read sees rows of another's scope,
 * nor silently none.
 */
async function readAlone<T>(
  readers: Readers,
  organizations: string,
  query: (sql: Sql) => PendingQuery<T & Row[]>,
): Promise<T> {
  const reader = await readers.take(organizations);
  const asked = query(reader.sql);
  if (reader.scope !== organizations) {
    reader.scope = null;
    // The names are digits and commas. Where this fails the statement is refused.
    const set = reader.sql.unsafe(`set lotkeeper.scope = '${organizations}'`).execute();
    const both = Promise.allSettled([set, asked.execute()]);
    const [scoped] = await both;
    if (scoped.status === 'rejected') {
      readers.replace(reader);
      throw scoped.reason;
    }
    reader.scope = organizations;
  }
  try {
    const rows = (await asked) as T;
    readers.give(reader);
    return rows;
  } catch (error) {
    // What the database refused leaves the connection as it was; anything else may have cut it.
    if (error instanceof postgres.PostgresError) readers.give(reader);
    else readers.replace(reader);
    throw error;
  }
}

/** No organization has the number 0: who belongs to none sees none. */
const listed = (organizations: string) => organizations || '0';

function scopeOver({ app, readers }: Database, of: string): Scope {
  const organizations = listed(of);
  return {
    read: (query) => readAlone(readers, organizations, query),
    async write(work) {
      const result = await app.begin(async (tx) => {
        // Sent with the first statement of the work, in one trip; where it fails, so does all that follows.
        const setting = tx`select set_config('lotkeeper.scope', ${organizations}, true)`.execute();
        const [done] = await Promise.allSettled([work(tx), setting]);
        await setting;
        if (done.status === 'rejected') throw done.reason;
        return done.value;
      });
      return result as never;
    },
  };
}

/** Makes scopes; `serve` is the only one who calls it for requests. */
export function scopeMaker(database: Database) {
  return {
    person: (person: Person): PersonScope => ({
      person,
      ...scopeOver(
        database,
        parkingAffiliations(person)
          .map((one) => one.organization)
          .join(','),
      ),
    }),
    organization: (person: Person, organizationId: number): OrganizationScope => ({
      person,
      organizationId,
      role: roleIn(person, organizationId),
      ...scopeOver(database, String(organizationId)),
    }),
    machine: ({ pk, organizationId }: LiveKey): MachineScope => ({
      organizationId,
      keyPk: pk,
      ...scopeOver(database, String(organizationId)),
    }),
    camera: (feed: LiveFeed): CameraScope => ({
      organizationId: feed.organizationId,
      feed,
      ...scopeOver(database, String(feed.organizationId)),
    }),
    kiosk: (kiosk: LiveKiosk): KioskScope => ({
      kiosk,
      organizationId: kiosk.organizationId,
      spotPk: kiosk.spotPk,
      timezone: kiosk.timezone,
      ...scopeOver(database, String(kiosk.organizationId)),
    }),
    superuser: (person: Person): SuperuserScope => ({
      person,
      superuser: true,
      read: (query) => query(database.system),
      write: (work) => database.system.begin((tx) => work(tx)) as never,
    }),
  };
}

export type ScopeMaker = ReturnType<typeof scopeMaker>;
