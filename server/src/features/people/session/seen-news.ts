import type { Person } from '../../../kernel/access/scope.ts';
import type { Sql } from '../../../kernel/data/database.ts';
import { listUnseen, newsKeys } from '../../../kernel/news.ts';

const isAdmin = ({ affiliations }: Person) => affiliations.some(({ role }) => role === 'ADMIN');

/** What Admins have seen of the news. Those who have seen all of this version are remembered, and not looked up again. */
export function openSeenNews(sql: Sql) {
  const done = new Set<number>();
  return {
    /** What a person hasn't seen; null without any, and for people who aren't Admins. */
    async read(person: Person): Promise<ReturnType<typeof listUnseen>> {
      if (newsKeys.length === 0 || !isAdmin(person) || done.has(person.pk)) return null;
      const [row] = await sql<{ seen_news: string[] | null }[]>`
        select seen_news from people where pk = ${person.pk}`;
      const unseen = listUnseen(row?.seen_news ?? null);
      if (!unseen) done.add(person.pk);
      return unseen;
    },
    async dismiss(personPk: number): Promise<void> {
      await sql`update people set seen_news = ${[...newsKeys]}::text[] where pk = ${personPk}`;
      done.add(personPk);
    },
  };
}
