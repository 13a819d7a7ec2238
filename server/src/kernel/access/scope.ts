import type { Role } from '@lotkeeper/contract/kernel/access';
import type { Instant, TimeZone } from '@lotkeeper/contract/kernel/calendar';
import type { Database, Sql, Statement, Tx } from '../data/database.ts';
import { chooseScopedRead, setScope } from '../data/nodes.ts';
import type { Replicas } from '../data/replicas.ts';
import { runTransaction } from '../data/sql/transaction.ts';
import type { LiveKey, SecretOwner } from './known-secrets.ts';

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
  person.affiliations.filter((affiliation) => affiliation.type === 'parking');

/** The person's role in an organization; null for a stranger. */
export const roleIn = (person: Pick<Person, 'affiliations'>, organization: number): Role | null =>
  parkingAffiliations(person).find((affiliation) => affiliation.organization === organization)
    ?.role ?? null;

/** The pks of the organizations that a person belongs to. */
export const listOrganizations = (person: Pick<Person, 'affiliations'>): number[] =>
  parkingAffiliations(person).map((affiliation) => affiliation.organization);

/** The only way to rows: statements that see the organizations of the scope and no others. */
export interface Scope {
  /** One statement, in one round trip with the scope's setting. */
  read<T extends readonly (object | undefined)[]>(query: (sql: Sql) => Statement<T>): Promise<T>;
  /** A transaction. */
  write<T>(work: (tx: Tx) => Promise<T>): Promise<T>;
}

export interface PersonScope extends Scope {
  kind: 'person' | 'superuser' | 'organization' | 'spot';
  person: Person;
}

export interface OrganizationScope extends PersonScope {
  kind: 'organization' | 'spot';
  organizationId: number;
  /** The caller's role in it; null for a superuser who isn't a member. */
  role: Role | null;
}

/** An organization as a whole, where a call may also be for one property of it. */
export interface WholeOrganizationScope extends OrganizationScope {
  kind: 'organization';
}

export interface SpotScope extends OrganizationScope {
  kind: 'spot';
  spotPk: number;
  spotUuid: string;
  timezone: TimeZone;
}

/** A program with an API key: one organization, no person. */
export interface MachineScope extends Scope {
  kind: 'machine';
  organizationId: number;
  keyPk: number;
}

/** A sender of camera messages that came with a live key. */
export interface LiveFeed extends SecretOwner {
  format: string;
  /** Default location of its cameras. */
  spotPk: number | null;
  direction: 'Entrance' | 'Exit' | null;
  /** Sealed; null where messages are not signed. */
  signingSecret: Buffer | null;
  /** Where the messages of a format of its own have what counts, as it was saved. */
  mapping: unknown;
}

/** A sender of camera messages: the organization of its feed, no person. */
export interface CameraScope extends Scope {
  kind: 'camera';
  organizationId: number;
  feed: LiveFeed;
}

/** An active kiosk: what it may do, and its property. */
export interface LiveKiosk {
  pk: number;
  organizationId: number;
  spotPk: number;
  timezone: TimeZone;
  mode: 'hours' | 'calendar';
  /** The most it may grant. */
  minutes: number;
  /** Until then a tap validates without the PIN. */
  unlockedUntil: Instant | null;
}

/** A kiosk at its property, no person. */
export interface KioskScope extends Scope {
  kind: 'kiosk';
  kiosk: LiveKiosk;
  organizationId: number;
  spotPk: number;
  timezone: TimeZone;
}

/** Internal staff across organizations; each use is audited by the code that writes. */
export interface SuperuserScope extends PersonScope {
  kind: 'superuser';
}

/** Whether a pk or uuid names the property of a scope. */
export const isScopeSpot = (scope: SpotScope, spot: number | string) =>
  String(spot) === String(scope.spotPk) || spot === scope.spotUuid;

/** Whether the caller may see money figures. */
export const mayReadMoney = (scope: OrganizationScope) =>
  scope.person.superuser || scope.role === 'ADMIN';

/** No organization has the number 0: who belongs to none sees none. */
const listed = (organizations: string) => organizations || '0';

function scopeOver(database: Database, lane: string, names: string, replicas?: Replicas): Scope {
  const organizations = listed(names);
  const { pools } = database;
  const read = chooseScopedRead(database);
  return {
    read: (query) =>
      replicas
        ? replicas.read((readers) => read(readers, lane, organizations, query))
        : read(pools.readers, lane, organizations, query),
    write: (work) =>
      pools.writers.use(lane, (connection) =>
        runTransaction(connection, async (tx) => {
          // Sent with the first statement of the work, in one trip; where it fails, so does all that follows.
          const setting = setScope(database, tx, organizations).execute();
          const [done] = await Promise.allSettled([work(tx), setting]);
          await setting;
          if (done.status === 'rejected') throw done.reason;
          return done.value;
        }),
      ),
  };
}

/**
 * Makes scopes; `serve` is the only one who calls it for requests. Work of one lane, an endpoint, can't take
 * the last connections from the others.
 */
export function scopeMaker(database: Database, lane = 'unscoped') {
  const { replicas } = database.pools;
  return {
    person: (person: Person): PersonScope => ({
      kind: 'person',
      person,
      ...scopeOver(database, lane, listOrganizations(person).join(','), replicas),
    }),
    organization: (person: Person, organizationId: number): WholeOrganizationScope => ({
      kind: 'organization',
      person,
      organizationId,
      role: roleIn(person, organizationId),
      ...scopeOver(database, lane, String(organizationId), replicas),
    }),
    machine: ({ pk, organizationId }: LiveKey): MachineScope => ({
      kind: 'machine',
      organizationId,
      keyPk: pk,
      ...scopeOver(database, lane, String(organizationId)),
    }),
    camera: (feed: LiveFeed): CameraScope => ({
      kind: 'camera',
      organizationId: feed.organizationId,
      feed,
      ...scopeOver(database, lane, String(feed.organizationId)),
    }),
    kiosk: (kiosk: LiveKiosk): KioskScope => ({
      kind: 'kiosk',
      kiosk,
      organizationId: kiosk.organizationId,
      spotPk: kiosk.spotPk,
      timezone: kiosk.timezone,
      ...scopeOver(database, lane, String(kiosk.organizationId)),
    }),
    superuser: (person: Person): SuperuserScope => ({
      kind: 'superuser',
      person,
      read: (query) => query(database.system),
      write: (work) => database.system.begin(work),
    }),
  };
}

export type ScopeMaker = ReturnType<typeof scopeMaker>;
