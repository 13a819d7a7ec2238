import { receiveStripeEvent } from '@lotkeeper/contract/money/processor';
import type { SqlPool } from '../../../kernel/data/database.ts';
import type { Serve } from '../../../kernel/http/call.ts';
import { Refusal } from '../../../kernel/refusal.ts';
import { WrongSignature } from '../../../processor/processor.ts';
import type { StripeWebhooks } from '../../../processor/stripe-webhooks.ts';
import { keepEvent } from '../../../records/money/processor-events.ts';

const wrongSignature = () =>
  new Refusal(
    'malformed_request',
    'The signature of this message is missing, wrong or too old. Check STRIPE_WEBHOOK_SECRET.',
  );

/** Receives Stripe's webhooks. Each is stored before it is acknowledged, and handled by a job. */
export function processorEventsRoutes(
  serve: Serve,
  { sql, webhooks }: { sql: SqlPool; webhooks: StripeWebhooks | null },
): void {
  serve(receiveStripeEvent, async ({ body, headers, now }) => {
    if (!webhooks) throw new Refusal('not_found', 'Page not found.');
    try {
      const event = webhooks.readEvent(body, headers['stripe-signature'] ?? '', now);
      if (event) await sql.begin((tx) => keepEvent(tx, 'stripe', event, now));
    } catch (error) {
      throw error instanceof WrongSignature ? wrongSignature() : error;
    }
    return { received: true as const };
  });
}
