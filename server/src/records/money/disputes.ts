import type { Instant } from '@lotkeeper/contract/kernel/calendar';
import { hasDisputeEnded } from '@lotkeeper/contract/money/disputes';
import type { Sql } from '../../kernel/data/database.ts';
import type { ChargeDispute } from '../../processor/processor.ts';
import type { CardCharge, ChargeOwner } from './charges.ts';

/** Stores the current state of a dispute. Its end is dated by when it was first known here. */
export async function keepDispute(
  sql: Sql,
  { organization_id, rental_pk, violation_pk }: Pick<CardCharge, 'organization_id'> & ChargeOwner,
  { processor, dispute, now }: { processor: string; dispute: ChargeDispute; now: Instant },
): Promise<void> {
  const { ref, charge_ref, amount, reason, state, opened_at, respond_by } = dispute;
  const row = {
    organization_id,
    processor,
    ref,
    rental_pk,
    violation_pk,
    charge_ref,
    amount,
    reason,
    state,
    opened_at,
    respond_by,
    closed_at: hasDisputeEnded(state) ? now : null,
  };
  await sql`
    insert into disputes ${sql.values(row)}
    on conflict (organization_id, processor, ref) do update set amount = excluded.amount,
      reason = excluded.reason, state = excluded.state, respond_by = excluded.respond_by,
      closed_at = case when excluded.closed_at is null then null
        when disputes.state = excluded.state then disputes.closed_at else excluded.closed_at end`;
}

/** A charge's disputes. */
export async function listDisputeRefs(
  sql: Sql,
  { organization_id, charge_ref }: CardCharge,
): Promise<string[]> {
  const rows = await sql<{ ref: string }[]>`
    select ref from disputes
    where organization_id = ${organization_id} and charge_ref = ${charge_ref} order by pk`;
  return rows.map(({ ref }) => ref);
}
