import type { Database, Fragment, Sql } from '../data/database.ts';
import type { Person } from './scope.ts';
import { listOrganizations } from './scope.ts';

/** The pks of the organizations whose rows a caller can reach; null = all, for a superuser. */
export type Reach = readonly number[] | null;

/** A person's organizations; all for a superuser. */
export const readReach = (person: Pick<Person, 'affiliations' | 'superuser'>): Reach =>
  person.superuser ? null : listOrganizations(person);

/** Whether a row with the column organization_id is within reach. */
export const isWithinReach = (sql: Sql, reach: Reach): Fragment =>
  reach ? sql`organization_id = any (${[...reach]}::bigint[])` : sql`true`;

/**
 * Looks in all organizations of a caller at once for what one of them has. On a distributed database a node that
 * doesn't answer fails that, so each organization is asked by itself then: those elsewhere don't notice.
 */
export async function findWithinReach<T>(
  { isDistributed }: Pick<Database, 'isDistributed'>,
  reach: Reach,
  find: (reach: Reach) => Promise<T | null>,
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
