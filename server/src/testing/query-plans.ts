import type { Scope } from '../kernel/access/scope.ts';

interface Plan {
  'Shared Hit Blocks': number;
  'Shared Read Blocks': number;
}

/** Runs the queries of `work` and returns how many pages of 8 kB PostgreSQL looked at for them. */
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
