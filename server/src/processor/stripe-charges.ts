import { Stripe } from 'stripe';
import type { ChargeOrder, ChargeProgress, PaymentProcessor } from './processor.ts';
import { ProcessorDown, ProcessorRefused } from './processor.ts';
import { requireId } from './stripe-names.ts';

/** Stripe's codes of a charge that the card's holder has to confirm, and of a failed confirmation. */
const confirmable: readonly string[] = [
  'authentication_required',
  'payment_intent_authentication_failure',
];

function toState({
  status,
  last_payment_error: error,
}: Pick<Stripe.PaymentIntent, 'status' | 'last_payment_error'>): ChargeProgress['state'] {
  switch (status) {
    case 'succeeded':
      return 'paid';
    case 'canceled':
      return 'canceled';
    case 'requires_action':
    case 'requires_confirmation':
      return 'unconfirmed';
    case 'requires_payment_method':
      return confirmable.includes(error?.code ?? '') ? 'unconfirmed' : 'declined';
    default:
      return 'processing';
  }
}

const toProgress = (intent: Stripe.PaymentIntent): ChargeProgress => ({
  ref: requireId('pi_', intent),
  state: toState(intent),
});

/** Stripe forgets keys after a day, so a charge that it may have received is looked up first. */
async function findIntent(stripe: Stripe, { key, customer_ref }: ChargeOrder) {
  const { data } = await stripe.paymentIntents.list({ customer: customer_ref, limit: 100 });
  return data.find(({ metadata }) => metadata['order'] === key);
}

/** A payment intent off session. If the holder has to confirm it, Stripe returns an error that contains it. */
async function createIntent(stripe: Stripe, order: ChargeOrder): Promise<Stripe.PaymentIntent> {
  const { key, customer_ref, card_ref, amount } = order;
  try {
    return await stripe.paymentIntents.create(
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
    );
  } catch (error) {
    const isCardError = error instanceof Stripe.errors.StripeCardError;
    if (!isCardError || !error.payment_intent || !confirmable.includes(error.code ?? ''))
      throw error;
    return error.payment_intent;
  }
}

/** Charges a card on file with a payment intent off session. */
export async function charge(
  stripe: Stripe,
  order: ChargeOrder,
): ReturnType<PaymentProcessor['charge']> {
  const known = order.isRetry ? await findIntent(stripe, order) : undefined;
  const { ref, state } = toProgress(known ?? (await createIntent(stripe, order)));
  if (state === 'paid' || state === 'unconfirmed') return { ref, state };
  if (state !== 'processing') throw new ProcessorRefused('The card was declined.');
  throw new ProcessorDown('Stripe answered a payment that is processing');
}

/** Reads the state of a payment intent. */
export const readCharge = async (stripe: Stripe, ref: string): Promise<ChargeProgress> =>
  toProgress(await stripe.paymentIntents.retrieve(ref));

/** The secret that lets the card's holder confirm a payment intent in Stripe's script. */
export async function startConfirmation(
  stripe: Stripe,
  ref: string,
): Promise<{ client_secret: string }> {
  const intent = await stripe.paymentIntents.retrieve(ref);
  if (toProgress(intent).state !== 'unconfirmed') {
    throw new ProcessorRefused('There’s nothing to confirm anymore.');
  }
  if (!intent.client_secret) throw new ProcessorDown('Stripe answered no secret');
  return { client_secret: intent.client_secret };
}

/** Cancels a payment intent; one that is already paid or being paid stays as it is. */
export async function cancelCharge(stripe: Stripe, ref: string): Promise<ChargeProgress> {
  try {
    const reason = { cancellation_reason: 'abandoned' as const };
    return toProgress(await stripe.paymentIntents.cancel(ref, reason));
  } catch (error) {
    const isStripeError = error instanceof Stripe.errors.StripeError;
    if (!isStripeError || error.code !== 'payment_intent_unexpected_state') throw error;
    return readCharge(stripe, ref);
  }
}
