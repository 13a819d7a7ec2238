import {
  createRefund,
  createViolationRefund,
  listCardPayments,
  listViolationPayments,
} from '@lotkeeper/contract/money/refunds';
import type { Clock } from '../../../kernel/clock.ts';
import type { SqlPool } from '../../../kernel/data/database.ts';
import type { Serve } from '../../../kernel/http/call.ts';
import type { PaymentProcessor } from '../../../processor/processor.ts';
import { readCardPayments, refundPayment } from './refunds.ts';

/** The card charges of rentals and violations, and their refunds. */
export function refundsRoutes(
  serve: Serve,
  deps: { sql: SqlPool; clock: Clock; processor: PaymentProcessor },
): void {
  for (const [record, list, refund] of [
    ['rental', listCardPayments, createRefund],
    ['violation', listViolationPayments, createViolationRefund],
  ] as const) {
    serve(list, ({ scope, params }) => readCardPayments(scope, deps, { record, name: params.id }));

    serve(refund, async ({ scope, params, body, now }) => {
      const ownerName = { record, name: params.id };
      await refundPayment(deps, scope, ownerName, body, now);
      return readCardPayments(scope, deps, ownerName);
    });
  }
}
