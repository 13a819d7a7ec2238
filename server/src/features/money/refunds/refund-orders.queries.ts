import type { Cents } from '@lotkeeper/contract/kernel/money';
import type { Sql } from '../../../kernel/data/database.ts';
import type { ChargeOwner } from '../../../records/money/charges.ts';
import type { Within } from '../../../records/money/processor-orders.ts';
import { refundOrders } from '../../../records/money/refund-orders.ts';

/** The refund of a rental or violation that is still being sent. */
export const findUnsettledRefund = (within: Within, { rental_pk, violation_pk }: ChargeOwner) =>
  rental_pk === null
    ? refundOrders.findUnsettled(within, violation_pk, 'violation_pk')
    : refundOrders.findUnsettled(within, rental_pk);

/** What drivers paid for a rental or a violation, minus what they got back. */
export async function readBalance(
  sql: Sql,
  organizationId: number,
  { rental_pk, violation_pk }: ChargeOwner,
): Promise<Cents> {
  const [row] = await sql<[{ left: Cents }]>`
    select coalesce(sum(gross) - sum(refund), 0)::bigint as left from ledger_entries
    where organization_id = ${organizationId} 
      and ${rental_pk === null ? sql`violation_pk = ${violation_pk}` : sql`rental_pk = ${rental_pk}`}`;
  return row.left;
}

/** The rental or violation that a call names. */
export const selectOwner = (
  sql: Sql,
  { organizationId, spotPk }: { organizationId: number; spotPk: number },
  { record, name }: { record: 'rental' | 'violation'; name: string },
) => sql<{ pk: number }[]>`
  select pk from ${sql.identifier(record === 'rental' ? 'live_rentals' : 'violations')}
  where organization_id = ${organizationId} and spot_pk = ${spotPk}
    and ${/^\d+$/.test(name) ? sql`pk = ${Number(name)}` : sql`uuid = ${name}`}`;
