import type { Instant } from '@lotkeeper/contract/kernel/calendar';
import { minuteMs } from '@lotkeeper/contract/kernel/durations';
import type { CardSecrets } from '@lotkeeper/contract/money/processor';
import { tokenMinutes } from '@lotkeeper/contract/money/processor';
import { hashToken, newToken } from '../kernel/access/secrets.ts';
import type { Clock } from '../kernel/clock.ts';
import type { Sql } from '../kernel/data/database.ts';
import type { CardOnFile, PaymentProcessor } from './processor.ts';
import { ProcessorRefused } from './processor.ts';

/** The sandbox's cards: any valid number can be charged, except for the one that always declines. */
export interface SandboxCards extends Pick<PaymentProcessor, 'startCard' | 'keepCard'> {
  createCardToken(secrets: CardSecrets): Promise<string>;
}

/** The same number declines in Stripe's test mode. */
export const decliningCard = '4000000000000002';

/** A card whose bank requires its holder to confirm each charge. */
export const confirmingCard = '4000002760003184';

/**
 * Numbers with the same behavior in Stripe's test mode: a dispute, an inquiry of the bank, refunds that fail,
 * charges that need confirmation. For the last one, Stripe skips the confirmation if it was given when the card was
 * put on file; the sandbox doesn't.
 */
const behaviors: Readonly<Record<string, string>> = {
  '4000000000000259': 'disputes',
  '4000000000001976': 'inquires',
  '4000000000005126': 'refuses refunds',
  [confirmingCard]: 'wants confirmation',
  '4000002500003155': 'wants confirmation',
};

const brands: readonly (readonly [RegExp, string])[] = [
  [/^4/, 'Visa'],
  [/^(5[1-5]|2[2-7])/, 'Mastercard'],
  [/^3[47]/, 'American Express'],
  [/^6(011|5)/, 'Discover'],
];

const getBrand = (number: string) =>
  brands.find(([pattern]) => pattern.test(number))?.[1] ?? 'Card';

/** Opens the part of the sandbox that stores cards. */
export function openSandboxCards({ sql, clock }: { sql: Sql; clock: Clock }): SandboxCards {
  return {
    createCardToken: (secrets) => createCardToken(sql, secrets, clock()),
    startCard: async () => null,
    keepCard: (payer, token) => keepCard(sql, { payer: payer.name, token }, clock()),
  };
}

async function createCardToken(sql: Sql, { number }: CardSecrets, now: Instant): Promise<string> {
  const token = `card_${newToken()}`;
  await sql`delete from processor.card_tokens where expires_at < ${now}`;
  await sql`insert into processor.card_tokens ${sql.values({
    token_hash: hashToken(token),
    brand: getBrand(number),
    last_four: number.slice(-4),
    declines: number === decliningCard,
    behavior: behaviors[number] ?? null,
    expires_at: now + tokenMinutes * minuteMs,
  })}`;
  return token;
}

async function keepCard(
  sql: Sql,
  { payer, token }: { payer: string; token: string },
  now: Instant,
): Promise<CardOnFile> {
  const [card] = await sql<{ card_ref: string; brand: string; last_four: string }[]>`
    insert into processor.cards as c (ref, payer, token_hash, brand, last_four, declines, behavior)
    select ${`card_${newToken()}`}, ${payer}, token_hash, brand, last_four, declines, behavior
    from processor.card_tokens where token_hash = ${hashToken(token)} and expires_at > ${now}
    on conflict (payer, token_hash) do update set brand = c.brand
    returning ref as card_ref, brand, last_four`;
  if (!card) throw new ProcessorRefused('What you entered has expired. Please enter it again.');
  return { customer_ref: payer, ...card };
}
