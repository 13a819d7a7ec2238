import type { Role } from '@lotkeeper/contract/kernel/access';
import type { TimeZone } from '@lotkeeper/contract/kernel/calendar';
import type { PendingQuery, Row } from 'postgres';
import type { Database, Sql, Tx } from './database.ts';

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

/** Internal staff across organizations; each use is audited by whoever writes. */
export interface SuperuserScope extends PersonScope {
  superuser: true;
}

/** Whether figures of money may be told to the caller. */
export const mayReadMoney = (scope: OrganizationScope) =>
  scope.person.superuser || scope.role === 'ADMIN';

function scopeOver(sql: Sql, organizations: string): Scope {
  return {
    async read(query) {
      // Both statements travel together; the setting ends with the transaction.
      const [, rows] = await sql.begin('read only', (tx) => [
        tx`select set_config('lotkeeper.scope', ${organizations}, true)`,
        query(tx as unknown as Sql),
      ]);
      return rows as never;
    },
    async write(work) {
      const result = await sql.begin(async (tx) => {
        await tx`select set_config('lotkeeper.scope', ${organizations}, true)`;
        return work(tx);
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
        database.app,
        parkingAffiliations(person)
          .map((one) => one.organization)
          .join(','),
      ),
    }),
    organization: (person: Person, organizationId: number): OrganizationScope => ({
      person,
      organizationId,
      role: roleIn(person, organizationId),
      ...scopeOver(database.app, String(organizationId)),
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
