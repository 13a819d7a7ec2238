import type { Instant } from '@lotkeeper/contract/kernel/calendar';
import { hashToken, newToken } from '../kernel/access/secrets.ts';
import type { Clock } from '../kernel/clock.ts';
import type { Sql, SqlPool } from '../kernel/data/database.ts';
import { keepEvent } from '../records/money/processor-events.ts';
import type { ChargeOrder, ChargeProgress, PaymentProcessor } from './processor.ts';
import { ProcessorRefused } from './processor.ts';

type Charges = Pick<
  PaymentProcessor,
  'charge' | 'readCharge' | 'startConfirmation' | 'cancelCharge'
>;

/** Charges of the sandbox. */
export interface SandboxCharges extends Charges {
  /** Confirms the charge of a secret, as the card's holder does at their bank. */
  confirmCharge(clientSecret: string): Promise<void>;
}

interface ChargeRow {
  ref: string;
  confirmed: boolean;
  canceled: boolean;
}

const toProgress = ({ ref, confirmed, canceled }: ChargeRow): ChargeProgress => {
  if (canceled) return { ref, state: 'canceled' };
  return { ref, state: confirmed ? 'paid' : 'unconfirmed' };
};

/** Opens the part of the sandbox that charges cards. */
export function openSandboxCharges(deps: { sql: SqlPool; clock: Clock }): SandboxCharges {
  const { sql, clock } = deps;
  return {
    charge: (order) => charge(sql, order, clock()),
    readCharge: (ref) => readCharge(sql, ref),
    startConfirmation: (ref) => startConfirmation(sql, ref),
    cancelCharge: async (ref) => {
      await sql`update processor.charges set canceled = true where ref = ${ref} and not confirmed`;
      return readCharge(sql, ref);
    },
    confirmCharge: (clientSecret) => confirmCharge(sql, clientSecret, clock()),
  };
}

async function charge(
  sql: Sql,
  order: ChargeOrder,
  now: Instant,
): ReturnType<PaymentProcessor['charge']> {
  const [card] = await sql<{ declines: boolean; behavior: string | null }[]>`
    select declines, behavior from processor.cards
    where ref = ${order.card_ref} and payer = ${order.customer_ref}`;
  if (!card) throw new ProcessorRefused('The processor doesn’t recognize this card.');
  if (card.declines) throw new ProcessorRefused('The card was declined.');
  const [row] = await sql<[ChargeRow]>`
    insert into processor.charges as c (key, ref, card_ref, amount, created_at, confirmed)
    values (${order.key}, ${`charge_${newToken()}`}, ${order.card_ref}, ${order.amount}, ${now},
      ${card.behavior !== 'wants confirmation'})
    on conflict (key) do update set key = c.key
    returning ref, confirmed, canceled`;
  if (row.canceled) throw new ProcessorRefused('The charge was canceled.');
  return { ref: row.ref, state: row.confirmed ? 'paid' : 'unconfirmed' };
}

async function readCharge(sql: Sql, ref: string): Promise<ChargeProgress> {
  const [row] = await sql<ChargeRow[]>`
    select ref, confirmed, canceled from processor.charges where ref = ${ref}`;
  if (!row) throw new ProcessorRefused('The processor doesn’t recognize this charge.');
  return toProgress(row);
}

/** Creates the secret that confirms a charge; the latest one is valid. */
async function startConfirmation(sql: Sql, ref: string): Promise<{ client_secret: string }> {
  const client_secret = `secret_${newToken()}`;
  const started = await sql`
    update processor.charges set secret_hash = ${hashToken(client_secret)}
    where ref = ${ref} and not confirmed and not canceled`;
  if (started.count === 0) throw new ProcessorRefused('There’s nothing to confirm anymore.');
  return { client_secret };
}

/** Confirmed again, a charge stays paid; it is reported once. */
async function confirmCharge(sql: SqlPool, clientSecret: string, now: Instant): Promise<void> {
  await sql.begin(async (tx) => {
    const [row] = await tx<ChargeRow[]>`
      select ref, confirmed, canceled from processor.charges
      where secret_hash = ${hashToken(clientSecret)} for update`;
    if (!row || row.canceled) throw new ProcessorRefused('There’s nothing to confirm anymore.');
    if (row.confirmed) return;
    await tx`update processor.charges set confirmed = true where ref = ${row.ref}`;
    const event = { id: `event_${newToken()}`, type: 'payment_intent.succeeded' };
    const subject = { subject: 'payment' as const, account_ref: null, object_ref: row.ref };
    await keepEvent(tx, 'sandbox', { ...event, ...subject, created_at: now }, now);
  });
}
