import type { Person, Scope } from '../kernel/access/scope.ts';
import { scopeMaker } from '../kernel/access/scope.ts';
import type { Database } from '../kernel/data/database.ts';
import type { TestSpot } from './spots.factory.ts';

const superuser = { superuser: true, affiliations: [] } as unknown as Person;

/** A superuser's scope in an organization, as its reads use it. */
export const openScope = (database: Database, { organization }: { organization: number }) =>
  scopeMaker(database).organization(superuser, organization);

/** The same at a property in Phoenix. */
export const openSpotScope = (database: Database, spot: TestSpot) => ({
  ...openScope(database, spot),
  kind: 'spot' as const,
  spotPk: spot.pk,
  spotUuid: spot.uuid,
  timezone: 'America/Phoenix' as const,
});

interface Plan {
  'Shared Hit Blocks': number;
  'Shared Read Blocks': number;
}

/** Runs the queries of `work` and returns how many 8 kB pages PostgreSQL accessed for them. */
export async function countPagesRead<S extends Scope>(
  scope: S,
  work: (scope: S) => Promise<unknown>,
): Promise<number> {
  let pages = 0;
  await work({
    ...scope,
    read: async (query: Parameters<Scope['read']>[0]) => {
      const [row] = await scope.read<{ 'QUERY PLAN': { Plan: Plan }[] }[]>(
        (sql) => sql`explain (analyze, buffers, format json) ${query(sql)}`,
      );
      const plan = row?.['QUERY PLAN'][0]?.Plan;
      if (!plan) throw new Error('PostgreSQL returned no plan.');
      pages += plan['Shared Hit Blocks'] + plan['Shared Read Blocks'];
      return scope.read(query);
    },
  });
  return pages;
}
