import type { Cents } from '@lotkeeper/contract/kernel/money';
import type { ProcessorOrder } from './processor-orders.ts';
import { defineOrders } from './processor-orders.ts';

/** The refund that the processor is, or was, asked to make. */
export interface RefundOrderRow extends ProcessorOrder {
  key: string;
  rental_pk: number | null;
  violation_pk: number | null;
  charge_ref: string;
  amount: Cents;
  /** null = nobody: a violation was paid too much. */
  asked_by: number | null;
  reason: string | null;
}

export const refundOrders = defineOrders<RefundOrderRow>({
  table: 'refund_orders',
  columns: (sql) => sql`
    pk, key, rental_pk, violation_pk, charge_ref, amount, asked_by, state, reason, processor_ref`,
  owner: 'rental_pk',
});
