import type { DisputeState } from '@lotkeeper/contract/money/disputes';
import { newToken } from '../kernel/access/secrets.ts';
import type { Clock } from '../kernel/clock.ts';
import type { Sql } from '../kernel/data/database.ts';
import type { ChargeDispute, ChargeRefund, PaymentProcessor, RefundOrder } from './processor.ts';
import { ProcessorRefused } from './processor.ts';

/** The part of the sandbox with refunds to drivers' cards. */
export const openSandboxReturns = ({
  sql,
  clock,
}: {
  sql: Sql;
  clock: Clock;
}): Pick<PaymentProcessor, 'listRefunds' | 'readDispute' | 'refund'> => ({
  listRefunds: (chargeRef) => sql<ChargeRefund[]>`
    select ref, amount, created_at as refunded_at, has_failed as "hasFailed"
    from processor.refunds where charge_ref = ${chargeRef} order by created_at, ref`,
  async readDispute(ref) {
    const [row] = await sql<(Omit<ChargeDispute, 'isLost'> & { state: DisputeState })[]>`
      select ref, charge_ref, amount, reason, state, created_at as opened_at, respond_by
      from processor.disputes where ref = ${ref}`;
    return row ? { ...row, isLost: row.state === 'lost' } : null;
  },
  refund: (order) => refund(sql, clock, order),
});

async function refund(sql: Sql, clock: Clock, order: RefundOrder): Promise<string> {
  const { key, charge_ref, amount } = order;
  const [known] = await sql<{ ref: string }[]>`
    select ref from processor.refunds where key = ${key}`;
  if (known) return known.ref;
  const [newRefund] = await sql<{ ref: string }[]>`
    insert into processor.refunds (ref, key, charge_ref, amount, created_at)
    select ${`refund_${newToken()}`}, ${key}, c.ref, ${amount}, ${clock()} from processor.charges c
    where c.ref = ${charge_ref} and c.confirmed and ${amount}::bigint <= c.amount - (
      select coalesce(sum(r.amount), 0) from processor.refunds r
      where r.charge_ref = c.ref and not r.has_failed)
    returning ref`;
  if (!newRefund) throw new ProcessorRefused('The processor has nothing of this charge to refund.');
  return newRefund.ref;
}
