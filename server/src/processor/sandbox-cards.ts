import type { Instant } from '@lotkeeper/contract/kernel/calendar';
import { minuteMs } from '@lotkeeper/contract/kernel/durations';
import type { CardSecrets } from '@lotkeeper/contract/processor';
import { tokenMinutes } from '@lotkeeper/contract/processor';
import { hashToken, newToken } from '../kernel/access/secrets.ts';
import type { Clock } from '../kernel/clock.ts';
import type { Sql } from '../kernel/data/database.ts';
import type { CardOnFile, ChargeOrder, PaymentProcessor } from './processor.ts';
import { ProcessorRefused } from './processor.ts';

/** Cards of the sandbox: any valid number is one that pays, but for the one that always declines. */
export interface SandboxCards extends Pick<PaymentProcessor, 'startCard' | 'keepCard' | 'charge'> {
  createCardToken(secrets: CardSecrets): Promise<string>;
}

/** The number with the same answer in Stripe's test mode. */
export const decliningCard = '4000000000000002';

/** Numbers that do in Stripe's test mode what these words say: a dispute, an inquiry of the bank, refunds that fail. */
const behaviors: Readonly<Record<string, string>> = {
  '4000000000000259': 'disputes',
  '4000000000001976': 'inquires',
  '4000000000005126': 'refuses refunds',
};

const brands: readonly (readonly [RegExp, string])[] = [
  [/^4/, 'Visa'],
  [/^(5[1-5]|2[2-7])/, 'Mastercard'],
  [/^3[47]/, 'American Express'],
  [/^6(011|5)/, 'Discover'],
];

const getBrand = (number: string) =>
  brands.find(([pattern]) => pattern.test(number))?.[1] ?? 'Card';

/** Opens the part of the sandbox that keeps cards and takes money from them. */
export function openSandboxCards({ sql, clock }: { sql: Sql; clock: Clock }): SandboxCards {
  return {
    createCardToken: (secrets) => createCardToken(sql, secrets, clock()),
    startCard: async () => null,
    keepCard: (payer, token) => keepCard(sql, { payer: payer.name, token }, clock()),
    charge: (order) => charge(sql, order, clock()),
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

async function charge(sql: Sql, order: ChargeOrder, now: Instant): Promise<string> {
  const [card] = await sql<{ declines: boolean }[]>`
    select declines from processor.cards
    where ref = ${order.card_ref} and payer = ${order.customer_ref}`;
  if (!card) throw new ProcessorRefused('The processor doesn’t recognize this card.');
  if (card.declines) throw new ProcessorRefused('The card was declined.');
  const [row] = await sql<[{ ref: string }]>`
    insert into processor.charges as c (key, ref, card_ref, amount, created_at)
    values (${order.key}, ${`charge_${newToken()}`}, ${order.card_ref}, ${order.amount}, ${now})
    on conflict (key) do update set key = c.key
    returning ref`;
  return row.ref;
}
