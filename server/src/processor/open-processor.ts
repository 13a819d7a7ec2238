import type { Config } from '../config.ts';
import type { Clock } from '../kernel/clock.ts';
import type { SqlPool } from '../kernel/data/database.ts';
import { StartError } from '../kernel/start-error.ts';
import type { PaymentProcessor } from './processor.ts';
import type { Sandbox } from './sandbox.ts';
import { openSandbox } from './sandbox.ts';
import type { StripeWebhooks } from './stripe-webhooks.ts';

/** The processor in use, and the sandbox if it is that one. */
export interface Processors {
  processor: PaymentProcessor;
  sandbox: Sandbox | null;
  /** null = no secret is set. */
  webhooks: StripeWebhooks | null;
}

/**
 * Opens the configured processor: Stripe if its two keys are set, otherwise the sandbox. Stripe's library is loaded
 * only if needed, since it's a fifth of everything a start loads.
 */
export async function openProcessor(
  config: Config,
  deps: { sql: SqlPool; clock: Clock },
): Promise<Processors> {
  const { STRIPE_SECRET_KEY: secret, STRIPE_PUBLISHABLE_KEY: publishable } = config;
  if (!secret !== !publishable) {
    throw new StartError(
      'Set STRIPE_SECRET_KEY and STRIPE_PUBLISHABLE_KEY together, or neither.',
      'lasting',
    );
  }
  const { STRIPE_WEBHOOK_SECRET: webhookSecrets } = config;
  if (secret) {
    const isLive = /^[sr]k_live_/.test(secret);
    const { openStripe } = await import('./stripe.ts');
    const { openStripeWebhooks } = await import('./stripe-webhooks.ts');
    const webhooks = webhookSecrets.length > 0 ? openStripeWebhooks(webhookSecrets, isLive) : null;
    return { processor: openStripe(secret), sandbox: null, webhooks };
  }
  if (webhookSecrets.length > 0) {
    throw new StartError(
      'Set STRIPE_WEBHOOK_SECRET only together with STRIPE_SECRET_KEY and STRIPE_PUBLISHABLE_KEY.',
      'lasting',
    );
  }
  const sandbox = openSandbox(deps);
  return { processor: sandbox, sandbox, webhooks: null };
}
