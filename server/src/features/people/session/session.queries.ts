import type { Instant } from '@lotkeeper/contract/kernel/calendar';
import type { Sql } from '../../../kernel/data/database.ts';

/** A person's active sessions, most recently used first. */
export function listPersonSessions(sql: Sql, personPk: number) {
  return sql<
    { pk: number; created_at: Instant; last_used_at: Instant; user_agent: string | null }[]
  >`
    select pk, created_at, last_used_at, user_agent from sessions
    where person_pk = ${personPk} order by last_used_at desc, pk desc limit 100`;
}

/** Ends all sessions of a person except one. */
export async function endOtherSessions(
  sql: Sql,
  personPk: number,
  sessionPk: number,
): Promise<void> {
  await sql`delete from sessions where person_pk = ${personPk} and pk <> ${sessionPk}`;
}
