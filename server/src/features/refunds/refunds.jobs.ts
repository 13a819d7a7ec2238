import type { Clock } from '../../kernel/clock.ts';
import type { SqlPool } from '../../kernel/data/database.ts';
import type { JobHandlers } from '../../kernel/data/jobs.ts';
import type { PaymentProcessor } from '../../processor/processor.ts';
import { ProcessorDown } from '../../processor/processor.ts';
import type { Writer } from '../../records/processor-orders.ts';
import { listUnsettledRefunds, refundOrders } from './refund-orders.queries.ts';
import { sendRefund } from './refunds.ts';

/** The job that brings refunds to their end whose end nobody knows. */
export function makeRefundSweeper(deps: {
  sql: SqlPool;
  clock: Clock;
  processor: PaymentProcessor;
}): JobHandlers['sweep_refund_orders'] {
  return async () => {
    const { sql, clock, processor } = deps;
    for (const left of await listUnsettledRefunds(sql, processor.name, clock())) {
      const { organization_id: organizationId, pk } = left;
      const write: Writer['write'] = (work) => sql.begin(work);
      const order = await write((tx) =>
        refundOrders.claimOrder({ tx, organizationId }, { pk, processor: processor.name }, clock()),
      );
      if (!order) continue;
      try {
        await sendRefund(deps, { organizationId, write }, order);
      } catch (error) {
        if (!(error instanceof ProcessorDown)) throw error;
      }
    }
  };
}
