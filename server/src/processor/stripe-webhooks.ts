import type { Instant } from '@lotkeeper/contract/kernel/calendar';
import { fromEpochSeconds, toEpochSeconds } from '@lotkeeper/contract/kernel/calendar';
import { Stripe } from 'stripe';
import type { ProcessorEvent } from './processor.ts';
import { WrongSignature } from './processor.ts';

/**
 * Older signatures are rejected, since someone may have recorded them, and so are those from the future. In seconds.
 */
const toleranceSeconds = 300;

/** Reads Stripe's webhooks. */
export interface StripeWebhooks {
  /** The event of a signed body; null = we don’t use its type. Throws `WrongSignature`. */
  readEvent(body: Uint8Array, signature: string, now: Instant): ProcessorEvent | null;
}

/** The subject of each event type; a charge's object contains the ID of its payment intent. */
const subjects: Readonly<Record<string, ProcessorEvent['subject']>> = {
  'account.updated': 'account',
  'payout.paid': 'payout',
  'payout.failed': 'payout',
  'payout.canceled': 'payout',
  'transfer.reversed': 'transfer',
  'payment_intent.succeeded': 'payment',
  'payment_intent.payment_failed': 'payment',
  'payment_intent.canceled': 'payment',
  'charge.refunded': 'charge',
  'refund.updated': 'charge',
  'refund.failed': 'charge',
  'charge.dispute.created': 'dispute',
  'charge.dispute.updated': 'dispute',
  'charge.dispute.closed': 'dispute',
  'charge.dispute.funds_withdrawn': 'dispute',
  'charge.dispute.funds_reinstated': 'dispute',
};

/** The event types to select at Stripe. */
export const stripeEventTypes = Object.keys(subjects);

/** The format of Stripe's IDs; we can't look up anything else at Stripe. */
const isName = (value: unknown): value is string =>
  typeof value === 'string' && /^[a-z]{2,8}_\w{1,200}$/.test(value);

/** A related object, which is either its ID or the whole object. */
const toName = (value: unknown): unknown =>
  typeof value === 'object' && value !== null && 'id' in value ? value.id : value;

/** Only the event's subject is read: the rest may be outdated, and some of it is personal. */
function toEvent({ id, type, created, account, data }: Stripe.Event): ProcessorEvent | null {
  const subject = Object.hasOwn(subjects, type) ? subjects[type] : undefined;
  if (typeof data?.object !== 'object' || !Number.isSafeInteger(created)) return null;
  const object = data.object as { id?: unknown; payment_intent?: unknown; destination?: unknown };
  const object_ref = toName(subject === 'charge' ? object.payment_intent : object);
  const owner = subject === 'transfer' ? toName(object.destination) : account;
  if (!subject || !isName(id) || !isName(object_ref)) return null;
  const account_ref = isName(owner) ? owner : null;
  return { id, type, subject, account_ref, object_ref, created_at: fromEpochSeconds(created) };
}

/** Stripe's webhooks, signed with one of the secrets: there are two while one replaces the other. */
export function openStripeWebhooks(secrets: readonly string[], isLive: boolean): StripeWebhooks {
  const verify = (body: Uint8Array, signature: string, now: Instant): Stripe.Event => {
    for (const secret of secrets) {
      try {
        return Stripe.webhooks.constructEvent(
          body,
          signature,
          secret,
          toleranceSeconds,
          undefined,
          now,
        );
      } catch (error) {
        const isWrong = error instanceof Stripe.errors.StripeSignatureVerificationError;
        if (!isWrong && !(error instanceof SyntaxError)) throw error;
      }
    }
    throw new WrongSignature('No secret has this signature.');
  };
  return {
    readEvent(body, signature, now) {
      // Stripe’s library only rejects old signatures.
      const signedAt = Number(/(?:^|,)t=(\d+)/.exec(signature)?.[1]);
      if (signedAt > toEpochSeconds(now) + toleranceSeconds)
        throw new WrongSignature('The signature is of the future.');
      const event: Stripe.Event | null = verify(body, signature, now);
      // An endpoint of connected accounts also receives the events of Stripe's test mode.
      return event?.livemode === isLive ? toEvent(event) : null;
    },
  };
}
