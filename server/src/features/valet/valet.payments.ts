import type { Instant } from '@lotkeeper/contract/kernel/calendar';
import { valetMessages } from '@lotkeeper/contract/valet';
import type { Clock } from '../../kernel/clock.ts';
import type { Tx } from '../../kernel/database.ts';
import type { PaymentProcessor } from '../../kernel/processor.ts';
import { ProcessorDown, ProcessorRefused } from '../../kernel/processor.ts';
import { Refusal } from '../../kernel/refusal.ts';
import type { SpotScope } from '../../kernel/scope.ts';
import { partsOf } from '../../records/payment-parts.ts';
import { recordPayments } from '../../records/payments.ts';
import { openRecorder } from '../../records/recorder.ts';
import { lockValetSession } from '../../records/valet-sessions.ts';
import { balanceAt, baseOfBalance, quoteHolds } from './balance.rules.ts';
import { conflict, holdToVerified, valetSource } from './valet.changes.ts';
import type { SessionName } from './valet.queries.ts';
import { readSession, sessionIn } from './valet.queries.ts';
import type { ValetOrder, Within } from './valet-orders.queries.ts';
import {
  claimOrder,
  insertOrder,
  readOrder,
  readUnsettled,
  releaseOrder,
  settleOrder,
} from './valet-orders.queries.ts';
import type { SessionRow } from './valet-rows.ts';

/** An organization whose rows are written in transactions of their own. */
export interface Writer {
  organizationId: number;
  write: <T>(work: (tx: Tx) => Promise<T>) => Promise<T>;
}

interface Parts {
  processor: PaymentProcessor;
  clock: Clock;
}

/** What somebody was told is owed, and when. */
export interface PaidQuote {
  balance: number;
  quoted_at: number;
}

const askDriver = () => new Refusal('invalid_fields', valetMessages.addPaymentMethod);

/** The one name of a payment: whatever is pressed twice for one quote is this one. */
const keyOf = ({ uuid }: SessionRow, { quoted_at }: PaidQuote) => `${uuid}-${quoted_at}`;

/** Writes down what the processor is to be asked for; null when there is nothing to pay. */
async function order(
  within: Within,
  { row, quote, person }: { row: SessionRow; quote: PaidQuote; person: number },
  { processor, now }: { processor: string; now: Instant },
): Promise<ValetOrder | null> {
  const at = quote.quoted_at as Instant;
  const amount = balanceAt(row, row, at);
  const holds = quoteHolds(quote.quoted_at, now) && amount === quote.balance;
  if (!holds) throw conflict(valetMessages.balanceChanged);
  if (amount === 0) return null;
  const { customer_ref, card_ref, card_processor } = row;
  if (!customer_ref || !card_ref || card_processor !== processor) throw askDriver();
  return insertOrder(within, {
    session_pk: row.pk,
    key: keyOf(row, quote),
    amount,
    base_price: baseOfBalance(row, row, at),
    quoted_at: at,
    processor,
    customer_ref,
    card_ref,
    asked_by: person,
    created_at: now,
  });
}

/** What is to be done about a quote that is to be paid: ask the processor of an order, or nothing more. */
async function begin(
  scope: SpotScope,
  pk: number,
  quote: PaidQuote,
  of: { processor: string; now: Instant },
): Promise<ValetOrder | null> {
  return scope.write(async (tx) => {
    const within = { tx, organizationId: scope.organizationId };
    await lockValetSession(within, pk);
    const row = (await sessionIn(within, pk)) as SessionRow;
    const known = await readOrder(within, keyOf(row, quote));
    if (known?.state === 'refused') throw askDriver();
    if (known) return known.state === 'paid' ? null : known;
    if (row.status !== 'active') {
      throw conflict(row.status === 'ended' ? valetMessages.ended : valetMessages.notCheckedIn);
    }
    await holdToVerified(within, row, scope, of.now);
    const other = await readUnsettled(within, pk);
    return other ?? order(within, { row, quote, person: scope.person.pk }, of);
  });
}

/** Settles an order together with its ledger entry, once; the session is locked first, as whoever changes it does. */
async function settle(
  { organizationId, write }: Writer,
  paid: ValetOrder,
  to: Parameters<typeof settleOrder>[2],
  now: Instant,
): Promise<void> {
  await write(async (tx) => {
    const within = { tx, organizationId };
    await lockValetSession(within, paid.session_pk);
    if (!(await settleOrder(within, paid.pk, to, now)) || to.state === 'refused') return;
    const row = (await sessionIn(within, paid.session_pk)) as SessionRow;
    const recorder = await openRecorder(tx, organizationId);
    const [recorded] = await recordPayments(recorder, [
      {
        source: valetSource,
        external_id: paid.key,
        kind: 'charge',
        occurred_at: now,
        amount: paid.amount,
        base_price: paid.base_price,
        ...partsOf(paid.amount, row),
        rental: { source: valetSource, external_id: row.uuid },
        spot_pk: null,
        rental_type: null,
        violation: null,
      },
    ]);
    if (recorded?.outcome === 'refused')
      throw new Error('A payment of a valet session has no rental.');
  });
}

/**
 * Asks the processor of an order outside of any transaction and settles it. 'busy' = somebody else is asking, or
 * it was settled meanwhile. A processor that is down leaves it unsettled, to be asked again by the same key.
 */
export async function askProcessor(
  { processor, clock }: Parts,
  writer: Writer,
  asked: ValetOrder,
): Promise<'paid' | 'refused' | 'busy'> {
  const { organizationId, write } = writer;
  const claim = await write((tx) => claimOrder({ tx, organizationId }, asked.pk, clock()));
  if (!claim) return 'busy';
  const { key, customer_ref, card_ref, amount } = asked;
  try {
    const charge = { key, customer_ref, card_ref, amount, again: claim.again };
    const processor_ref = await processor.charge(charge);
    await settle(writer, asked, { state: 'paid', processor_ref }, clock());
    return 'paid';
  } catch (error) {
    if (error instanceof ProcessorRefused) {
      await settle(writer, asked, { state: 'refused' }, clock());
      return 'refused';
    }
    await write((tx) => releaseOrder({ tx, organizationId }, asked.pk));
    throw error;
  }
}

const down = () => new Refusal('unavailable', `${valetMessages.failed} ${valetMessages.retry}`);

async function askedByPerson(parts: Parts, scope: SpotScope, asked: ValetOrder) {
  try {
    return await askProcessor(parts, scope, asked);
  } catch (error) {
    throw error instanceof ProcessorDown ? down() : error;
  }
}

/** What became of an order that somebody else was asking about. */
async function outcomeOf(scope: SpotScope, { key }: ValetOrder) {
  const { organizationId } = scope;
  const known = await scope.write((tx) => readOrder({ tx, organizationId }, key));
  if (known?.state === 'asked') throw conflict(valetMessages.payingNow);
  return known?.state ?? 'refused';
}

/**
 * Charges the driver's card with a quote, once, whoever presses how often. An earlier payment whose end nobody
 * knows is brought to its end first; then the quote no longer holds.
 */
export async function pay(
  parts: Parts,
  scope: SpotScope,
  name: SessionName,
  quote: PaidQuote,
  now: Instant,
): Promise<SessionRow> {
  const row = await readSession(scope, name);
  const of = { processor: parts.processor.name, now };
  const asked = await begin(scope, row.pk, quote, of);
  if (asked) {
    const told = await askedByPerson(parts, scope, asked);
    const outcome = told === 'busy' ? await outcomeOf(scope, asked) : told;
    if (asked.key !== keyOf(row, quote)) throw conflict(valetMessages.balanceChanged);
    if (outcome === 'refused') throw askDriver();
  }
  return readSession(scope, { pk: row.pk });
}
