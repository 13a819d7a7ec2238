import type { DisputeState } from '@lotkeeper/contract/disputes';
import type { Sql } from '../kernel/data/database.ts';
import type { ChargeDispute, ChargeRefund, PaymentProcessor } from './processor.ts';

/** The part of the sandbox that knows what went back to drivers' cards. */
export const openSandboxReturns = (
  sql: Sql,
): Pick<PaymentProcessor, 'listRefunds' | 'readDispute'> => ({
  listRefunds: (chargeRef) => sql<ChargeRefund[]>`
    select ref, amount, created_at as refunded_at, has_failed as "hasFailed"
    from processor.refunds where charge_ref = ${chargeRef} order by created_at, ref`,
  async readDispute(ref) {
    const [row] = await sql<(Omit<ChargeDispute, 'isLost'> & { state: DisputeState })[]>`
      select ref, charge_ref, amount, reason, state, created_at as opened_at, respond_by
      from processor.disputes where ref = ${ref}`;
    return row ? { ...row, isLost: row.state === 'lost' } : null;
  },
});
