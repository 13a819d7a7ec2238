import type { RetentionClass } from '@lotkeeper/contract/trust/retention-classes';
import type { Sql, Tx } from '../../../kernel/data/database.ts';
import type { Source } from './expiry.ts';

/** How far a source was walked, as the database writes a time; null when it never was. */
export async function readMark(
  sql: Sql,
  organizationId: number,
  name: RetentionClass,
  { pk }: Source,
): Promise<string | null> {
  const [row] = await sql<{ up_to: string }[]>`
    select up_to::text as up_to from retention_marks
    where organization_id = ${organizationId} and class = ${name} and source_pk = ${pk}`;
  return row?.up_to ?? null;
}

/** Stores how far a source was walked. */
export async function saveMark(
  tx: Tx,
  organizationId: number,
  name: RetentionClass,
  { pk }: Source,
  at: string,
): Promise<void> {
  await tx`
    insert into retention_marks (organization_id, class, source_pk, up_to)
    values (${organizationId}, ${name}, ${pk}, ${at}::text::timestamptz)
    on conflict (organization_id, class, source_pk) do update set up_to = excluded.up_to`;
}
