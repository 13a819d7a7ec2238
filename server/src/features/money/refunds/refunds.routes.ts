import { createRefund, listCardPayments } from '@lotkeeper/contract/money/refunds';
import type { Clock } from '../../../kernel/clock.ts';
import type { SqlPool } from '../../../kernel/data/database.ts';
import type { Serve } from '../../../kernel/http/call.ts';
import type { PaymentProcessor } from '../../../processor/processor.ts';
import { readCardPayments, refundPayment } from './refunds.ts';

/** A rental's charges, and their refunds. */
export function refundsRoutes(
  serve: Serve,
  deps: { sql: SqlPool; clock: Clock; processor: PaymentProcessor },
): void {
  serve(listCardPayments, ({ scope, params }) => readCardPayments(scope, deps, params.id));

  serve(createRefund, async ({ scope, params, body, now }) => {
    await refundPayment(deps, scope, params.id, body, now);
    return readCardPayments(scope, deps, params.id);
  });
}
