import type { Role } from '@lotkeeper/contract/kernel/access';
import { adminAndAccountant, permits } from '@lotkeeper/contract/kernel/access';
import type { Instant, TimeZone } from '@lotkeeper/contract/kernel/calendar';
import type { Database, Sql, Statement, Tx } from '../data/database.ts';
import { chooseScopedRead, setScope } from '../data/nodes.ts';
import type { Replicas } from '../data/replicas.ts';
import type { Isolation } from '../data/sql/transaction.ts';
import { runTransaction } from '../data/sql/transaction.ts';
import type { LiveKey, SecretOwner } from './known-secrets.ts';

/** The signed-in person, with a role in each organization. */
export interface Person {
  pk: number;
  first_name: string;
  last_name: string;
  email: string | null;
  phone: string | null;
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

/** The affiliations that count here: staff of a towing company have no access to parking organizations. */
const parkingAffiliations = (person: Pick<Person, 'affiliations'>) =>
  person.affiliations.filter((affiliation) => affiliation.type === 'parking');

/** The person's role in an organization; null for non-members. */
export const roleIn = (person: Pick<Person, 'affiliations'>, organization: number): Role | null =>
  parkingAffiliations(person).find((affiliation) => affiliation.organization === organization)
    ?.role ?? null;

/** The pks of the organizations that a person belongs to. */
export const listOrganizations = (person: Pick<Person, 'affiliations'>): number[] =>
  parkingAffiliations(person).map((affiliation) => affiliation.organization);

/** The only way to reach rows: statements see the organizations of the scope and no others. */
export interface Scope {
  /** Runs one statement in one round trip, together with the scope's setting. */
  read<T extends readonly (object | undefined)[]>(query: (sql: Sql) => Statement<T>): Promise<T>;
  /** Runs a transaction. */
  write<T>(work: (tx: Tx) => Promise<T>, isolation?: Isolation): Promise<T>;
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

/** An organization as a whole, for calls that may also name one of its properties. */
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

/** A camera feed that called with an active key. */
export interface LiveFeed extends SecretOwner {
  format: string;
  /** The default location of its cameras. */
  spotPk: number | null;
  direction: 'Entrance' | 'Exit' | null;
  /** Sealed; null when messages aren't signed. */
  signingSecret: Buffer | null;
  /** How to read messages in the customer's own format, as saved. */
  mapping: unknown;
}

/** A camera feed: its organization, no person. */
export interface CameraScope extends Scope {
  kind: 'camera';
  organizationId: number;
  feed: LiveFeed;
}

/** An active kiosk: its permissions and its property. */
export interface LiveKiosk {
  pk: number;
  organizationId: number;
  spotPk: number;
  timezone: TimeZone;
  mode: 'hours' | 'calendar';
  /** The maximum it may grant. */
  minutes: number;
  /** Until this time, a tap validates without the PIN. */
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

/** What somebody with a link may reach: one organization, no person. */
export interface LinkScope extends Scope {
  kind: 'link';
  organizationId: number;
}

/** A job about one organization, which no person waits for. */
export interface JobScope extends Scope {
  kind: 'job';
  organizationId: number;
}

/** Internal staff across organizations. The code that writes audits each use. */
export interface SuperuserScope extends PersonScope {
  kind: 'superuser';
}

/** Whether a pk or uuid names the property of a scope. */
export const isScopeSpot = (scope: SpotScope, spot: number | string) =>
  String(spot) === String(scope.spotPk) || spot === scope.spotUuid;

/** Whether the caller may see money figures. */
export const mayReadMoney = ({ person: { superuser }, role }: OrganizationScope) =>
  permits(adminAndAccountant, { superuser, role });

/** Whether the caller may see the plates beside money: Accountants may not. */
export const mayReadPlates = ({ person, role }: OrganizationScope) =>
  person.superuser || role !== 'ACCOUNTANT';

/** No organization has pk 0, so a person without organizations sees nothing. */
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
    write: (work, isolation) =>
      pools.writers.use(lane, (connection) =>
        runTransaction(
          connection,
          async (tx) => {
            // Sent with the first statement in the same round trip. If it fails, everything after it fails too.
            const setting = setScope(database, tx, organizations).execute();
            const [result] = await Promise.allSettled([work(tx), setting]);
            await setting;
            if (result.status === 'rejected') throw result.reason;
            return result.value;
          },
          isolation,
        ),
      ),
  };
}

/**
 * Creates scopes; only `serve` calls it for requests. The work of one lane (an endpoint) can't take
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
    /** For a link that opens some of an organization to somebody without an account. */
    link: (organizationId: number): LinkScope => ({
      kind: 'link',
      organizationId,
      ...scopeOver(database, lane, String(organizationId), replicas),
    }),
    job: (organizationId: number): JobScope => ({
      kind: 'job',
      organizationId,
      ...scopeOver(database, lane, String(organizationId)),
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
