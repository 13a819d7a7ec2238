import type { CardSecrets, ProcessorSecrets } from '@lotkeeper/contract/money/processor';
import { createCardToken, createProcessorToken } from '@lotkeeper/contract/money/processor';
import { ApiError, call } from '../kernel/api.ts';
import { settings } from '../kernel/settings.ts';

/** The secrets under the field names of Stripe's token endpoint. */
export function stripeFields(secrets: ProcessorSecrets): Record<string, string> {
  if (secrets.kind === 'bank_account') {
    return {
      'bank_account[country]': 'US',
      'bank_account[currency]': 'usd',
      'bank_account[account_holder_type]': 'company',
      'bank_account[routing_number]': secrets.routing_number,
      'bank_account[account_number]': secrets.account_number,
    };
  }
  if (secrets.kind === 'ein') {
    return {
      'account[business_type]': 'company',
      'account[company][tax_id]': secrets.ein.replace('-', ''),
    };
  }
  const [month = '', day = '', year = ''] = secrets.birth_date.split('/');
  return {
    'person[first_name]': secrets.first_name,
    'person[last_name]': secrets.last_name,
    'person[relationship][representative]': 'true',
    'person[dob][month]': String(Number(month)),
    'person[dob][day]': String(Number(day)),
    'person[dob][year]': year,
  };
}

async function stripeToken(
  key: string,
  fields: Record<string, string>,
  failure: string,
): Promise<string> {
  const response = await fetch('https://api.stripe.com/v1/tokens', {
    method: 'POST',
    credentials: 'omit',
    headers: { authorization: `Bearer ${key}` },
    body: new URLSearchParams(fields),
  }).catch(() => null);
  const answer = (await response?.json().catch(() => null)) as { id?: unknown } | null | undefined;
  if (!response?.ok || typeof answer?.id !== 'string') {
    throw new ApiError(0, { detail: failure, code: 'offline' });
  }
  return answer.id;
}

/**
 * Sends secrets only to the payment processor, and returns a token for them; throws an ApiError.
 * Uses Stripe's endpoint if the installation has it, or else the sandbox's.
 */
export async function tokenizeSecrets(secrets: ProcessorSecrets): Promise<string> {
  const key = settings.stripe_publishable_key;
  if (key) return stripeToken(key, stripeFields(secrets), createProcessorToken.failure);
  return (await call(createProcessorToken, { body: secrets })).token;
}

/** Sends a card to the sandbox and returns a token for it. Stripe has its own fields: see `stripe-fields.ts`. */
export async function tokenizeCard(card: CardSecrets): Promise<string> {
  return (await call(createCardToken, { body: card })).token;
}
