import type { Stripe } from 'stripe';
import type { CardOnFile, ChargeOrder } from './processor.ts';
import { ProcessorDown, ProcessorRefused } from './processor.ts';
import { named } from './stripe-names.ts';

/** States from which a payment comes to nothing without its driver. */
const refusing: readonly string[] = ['requires_payment_method', 'requires_action', 'canceled'];

async function ensureCustomer(
  stripe: Stripe,
  payer: { name: string; customer_ref: string | null },
): Promise<string> {
  if (payer.customer_ref) return payer.customer_ref;
  const customer = await stripe.customers.create(
    { metadata: { payer: payer.name } },
    { idempotencyKey: `customer-${payer.name}` },
  );
  return named('cus_', customer);
}

/** Makes a payment method of a card's token and attaches it to the payer, to be charged while the payer is away. */
export async function keepCard(
  stripe: Stripe,
  payer: { name: string; customer_ref: string | null },
  token: string,
): Promise<CardOnFile> {
  if (!/^tok_\w{3,100}$/.test(token)) throw new ProcessorRefused('This isn’t a Stripe card.');
  const customer = await ensureCustomer(stripe, payer);
  const method = await stripe.paymentMethods.create(
    { type: 'card', card: { token } },
    { idempotencyKey: `card-${token}` },
  );
  const card_ref = named('pm_', method);
  if (!method.card) throw new ProcessorDown('Stripe answered no card');
  await stripe.paymentMethods.attach(
    card_ref,
    { customer },
    { idempotencyKey: `attach-${card_ref}` },
  );
  const { brand, last4 } = method.card;
  return { customer_ref: customer, card_ref, brand, last_four: last4 };
}

/** Stripe forgets keys after a day: a charge that it may have heard of is looked for first. */
async function knownIntent(stripe: Stripe, { key, customer_ref }: ChargeOrder) {
  const { data } = await stripe.paymentIntents.list({ customer: customer_ref, limit: 100 });
  return data.find(({ metadata }) => metadata['order'] === key);
}

/** Takes money from a card on file by a payment intent off session. */
export async function charge(stripe: Stripe, order: ChargeOrder): Promise<string> {
  const { key, customer_ref, card_ref, amount } = order;
  const intent =
    (order.isRetry && (await knownIntent(stripe, order))) ||
    (await stripe.paymentIntents.create(
      {
        amount,
        currency: 'usd',
        customer: customer_ref,
        payment_method: card_ref,
        automatic_payment_methods: { enabled: true, allow_redirects: 'never' },
        off_session: true,
        confirm: true,
        metadata: { order: key },
      },
      { idempotencyKey: key },
    ));
  const ref = named('pi_', intent);
  if (intent.status === 'succeeded') return ref;
  if (refusing.includes(intent.status)) throw new ProcessorRefused('The card was declined.');
  throw new ProcessorDown(`Stripe answered a payment that is ${intent.status}`);
}
