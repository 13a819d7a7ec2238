import type { Instant, LocalDate } from '@lotkeeper/contract/kernel/calendar';
import type { RetentionClass } from '@lotkeeper/contract/trust/retention-classes';
import type { Sql, Tx } from '../../../kernel/data/database.ts';
import type { Deleted } from './expiry.ts';

export interface DueRule {
  class: RetentionClass;
  keep_days: number;
}

interface RunKey {
  organizationId: number;
  day: LocalDate;
  class: RetentionClass;
}

/** The rules of an organization whose run of a night isn't finished. A rule starts the night after it was set. */
export const listDueRules = (sql: Sql, organizationId: number, day: LocalDate) =>
  sql<DueRule[]>`
    select r.class, r.keep_days from retention_rules r
    where r.organization_id = ${organizationId} and r.first_night <= ${day} and not exists (
      select from retention_runs d
      where d.organization_id = ${organizationId} and d.local_date = ${day} and d.class = r.class
        and d.finished_at is not null)`;

export async function startRun(
  sql: Sql,
  { organizationId, day, class: name }: RunKey,
  keepDays: number,
  now: Instant,
): Promise<void> {
  await sql`
    insert into retention_runs (organization_id, local_date, class, keep_days, started_at)
    values (${organizationId}, ${day}, ${name}, ${keepDays}, ${now})
    on conflict (organization_id, local_date, class) do update set keep_days = excluded.keep_days`;
}

/** Adds a batch to its run's counts, in the transaction that deletes it. */
export async function countRun(
  tx: Tx,
  { organizationId, day, class: name }: RunKey,
  { deleted, bytes }: Deleted,
): Promise<void> {
  await tx`
    update retention_runs set deleted = deleted + ${deleted}, bytes = bytes + ${bytes}
    where organization_id = ${organizationId} and local_date = ${day} and class = ${name}`;
}

export async function finishRun(
  sql: Sql,
  { organizationId, day, class: name }: RunKey,
  now: Instant,
): Promise<void> {
  await sql`
    update retention_runs set finished_at = ${now}
    where organization_id = ${organizationId} and local_date = ${day} and class = ${name}`;
}
