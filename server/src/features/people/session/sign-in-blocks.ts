import type { Instant } from '@lotkeeper/contract/kernel/calendar';
import { instant } from '@lotkeeper/contract/kernel/calendar';
import { dayMs } from '@lotkeeper/contract/kernel/durations';
import { codeRules } from '@lotkeeper/contract/people/session';
import type { Sql } from '../../../kernel/data/database.ts';

/** Strangers have used up their tries or sends of a person, so no new browser can sign in before `until`. */
export interface SignInBlock {
  person_pk: number;
  since: Instant;
  until: Instant;
}

interface BudgetRow {
  person_pk: number;
  failures: number;
  failures_since: Instant | null;
  sends: Instant[];
}

/** The block of a budget; null if it isn't used up. */
function findBlock({ person_pk, failures, failures_since, sends }: BudgetRow, now: Instant) {
  const recent = sends.filter((at) => now - at < dayMs).toSorted((a, b) => b - a);
  const oldestSend = recent[codeRules.sendsPerDay - 1];
  const starts = [
    ...(failures >= codeRules.failuresPerDay && failures_since !== null ? [failures_since] : []),
    ...(oldestSend === undefined ? [] : [oldestSend]),
  ].filter((at) => now - at < dayMs);
  if (starts.length === 0) return null;
  const newest = Math.max(...starts);
  return { person_pk, since: instant(newest), until: instant(newest + dayMs) };
}

/** The blocks of people, or with null of everybody. */
export async function listSignInBlocks(
  sql: Sql,
  personPks: readonly number[] | null,
  now: Instant,
): Promise<SignInBlock[]> {
  const rows = await sql<BudgetRow[]>`
    select person_pk, failures, failures_since, sends from code_budgets
    where caller = 'stranger' and ${personPks === null ? sql`true` : sql`person_pk = any (${[...personPks]}::bigint[])`}
      and (failures >= ${codeRules.failuresPerDay} or cardinality(sends) >= ${codeRules.sendsPerDay})`;
  return rows.flatMap((row) => findBlock(row, now) ?? []);
}

/** Gives strangers their tries and sends of a person back. The code that was guessed at no longer works. */
export async function endSignInBlock(sql: Sql, personPk: number): Promise<void> {
  await sql`delete from code_budgets where person_pk = ${personPk} and caller = 'stranger'`;
}
