import type { Fragment, Sql } from '../data/database.ts';
import type { Person } from './scope.ts';
import { listOrganizations } from './scope.ts';

/** The pks of the organizations whose rows a caller can reach; null means all, for a superuser. */
export type Reach = readonly number[] | null;

/** A person's organizations; null for a superuser. */
export const readReach = (person: Pick<Person, 'affiliations' | 'superuser'>): Reach =>
  person.superuser ? null : listOrganizations(person);

/** Whether a row with the column organization_id is within reach. */
export const isWithinReach = (sql: Sql, reach: Reach): Fragment =>
  reach ? sql`organization_id = any (${[...reach]}::bigint[])` : sql`true`;
