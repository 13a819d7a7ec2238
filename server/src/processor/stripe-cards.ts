import type { Stripe } from 'stripe';
import type { CardOnFile } from './processor.ts';
import { ProcessorDown, ProcessorRefused } from './processor.ts';
import { requireId } from './stripe-names.ts';

async function ensureCustomer(
  stripe: Stripe,
  payer: { name: string; customer_ref: string | null },
): Promise<string> {
  if (payer.customer_ref) return payer.customer_ref;
  const customer = await stripe.customers.create(
    { metadata: { payer: payer.name } },
    { idempotencyKey: `customer-${payer.name}` },
  );
  return requireId('cus_', customer);
}

/** A setup intent of the payer: the card's holder confirms at their bank that it may be charged without them. */
export async function startCard(
  stripe: Stripe,
  payer: { name: string; customer_ref: string | null },
): Promise<{ client_secret: string }> {
  const intent = await stripe.setupIntents.create({
    customer: await ensureCustomer(stripe, payer),
    usage: 'off_session',
    automatic_payment_methods: { enabled: true, allow_redirects: 'never' },
    metadata: { payer: payer.name },
  });
  requireId('seti_', intent);
  if (!intent.client_secret) throw new ProcessorDown('Stripe answered no secret');
  return { client_secret: intent.client_secret };
}

const notConfirmed = () =>
  new ProcessorRefused('The card wasn’t confirmed. Please enter it again.');

/** The card of a setup intent that its holder confirmed; null if it belongs to another payer. */
export async function keepCard(
  stripe: Stripe,
  payer: { name: string },
  token: string,
): Promise<CardOnFile> {
  if (!/^seti_\w{1,100}$/.test(token)) throw new ProcessorRefused('This isn’t a Stripe card.');
  const intent = await stripe.setupIntents.retrieve(token, { expand: ['payment_method'] });
  requireId('seti_', intent);
  const { customer, payment_method: method, metadata, status } = intent;
  if (status !== 'succeeded' || metadata?.['payer'] !== payer.name) throw notConfirmed();
  if (typeof method !== 'object' || !method?.card) throw notConfirmed();
  const { brand, last4 } = method.card;
  const customer_ref = requireId(
    'cus_',
    typeof customer === 'string' ? { id: customer } : customer,
  );
  return { customer_ref, card_ref: requireId('pm_', method), brand, last_four: last4 };
}
