import type { Clock } from '../../../kernel/clock.ts';
import type { SqlPool } from '../../../kernel/data/database.ts';
import type { Publish } from '../../../kernel/http/live.ts';
import type { EventFollower, PaymentProcessor } from '../../../processor/processor.ts';
import { recordReturns, syncRefunds } from '../../../records/money/charge-returns.ts';
import type { CardCharge } from '../../../records/money/charges.ts';
import { findCharge } from '../../../records/money/charges.ts';
import { keepDispute, listDisputeRefs } from '../../../records/money/disputes.ts';

interface Deps {
  sql: SqlPool;
  clock: Clock;
  processor: PaymentProcessor;
  publish: Publish;
}

const notify = (publish: Publish, { organization_id, spot_pk }: CardCharge) =>
  publish('server:newRecords', { organizationId: organization_id, pk: spot_pk });

/** Handles an event of a charge: the processor's refunds of it become ledger entries. */
export function makeChargeFollower({ sql, clock, processor, publish }: Deps): EventFollower {
  return async ({ object_ref: chargeRef }) => {
    const charge = await findCharge(sql, { processor: processor.name, chargeRef });
    if (!charge) return 'unknown';
    const reason = await syncRefunds({ sql, clock, processor }, charge);
    notify(publish, charge);
    return reason;
  };
}

/** Handles an event of a dispute: its state is stored for the rental's story, and a lost one is a refund. */
export function makeDisputeFollower({ sql, clock, processor, publish }: Deps): EventFollower {
  return async ({ object_ref }) => {
    const dispute = await processor.readDispute(object_ref);
    if (!dispute) return 'The dispute is about no charge of ours.';
    const { ref, charge_ref: chargeRef, amount, isLost } = dispute;
    const charge = await findCharge(sql, { processor: processor.name, chargeRef });
    if (!charge) return 'unknown';
    const now = clock();
    await keepDispute(sql, charge, { processor: processor.name, dispute, now });
    const refunds = await processor.listRefunds(chargeRef);
    const refs = [...refunds.map((refund) => refund.ref), ...(await listDisputeRefs(sql, charge))];
    const lost = { ref, amount, returned_at: now, isReturned: isLost };
    const reason = await recordReturns(sql, charge, [lost], { refs, now });
    notify(publish, charge);
    return reason;
  };
}
