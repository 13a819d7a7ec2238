import type { Instant } from '@lotkeeper/contract/kernel/calendar';
import { dayMs } from '@lotkeeper/contract/kernel/calendar';
import { codeRules } from '@lotkeeper/contract/session';
import type { Sql } from './database.ts';
import type { Keeper } from './secrets.ts';

/** What a person's codes are hashed for, so that nobody else's code has the same hash. */
export const codePurpose = (personPk: number) => `code ${personPk}`;

/**
 * Checks and consumes a person's code in one statement: a right one works once, a wrong one counts, and after
 * 5 wrong tries or 10 failures a day nothing works until a new code or the next day (security #4).
 */
export async function consumeCodeOf(
  { sql, keeper }: { sql: Sql; keeper: Keeper },
  personPk: number,
  code: string,
  now: Instant,
): Promise<boolean> {
  const hash = keeper.hash(codePurpose(personPk), code);
  const dayAgo = (now - dayMs) as Instant;
  const [row] = await sql<{ good: boolean }[]>`
    with living as (
      select person_pk, code_hash = ${hash} as good,
        case when failures_since > ${dayAgo} then failures_today else 0 end as failures,
        case when failures_since > ${dayAgo} then failures_since else ${now} end as since
      from login_codes
      where person_pk = ${personPk} and code_hash is not null and expires_at > ${now}
        and tries < ${codeRules.tries}
      for update)
    update login_codes c set
      tries = c.tries + 1,
      code_hash = case when living.good then null else c.code_hash end,
      code_sealed = case when living.good then null else c.code_sealed end,
      failures_today = living.failures + case when living.good then 0 else 1 end,
      failures_since = living.since
    from living
    where c.person_pk = living.person_pk and living.failures < ${codeRules.failuresPerDay}
    returning living.good`;
  return row?.good === true;
}
