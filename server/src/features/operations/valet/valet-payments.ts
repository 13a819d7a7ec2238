import type { Instant } from '@lotkeeper/contract/kernel/calendar';
import { valetMessages } from '@lotkeeper/contract/operations/valet';
import type { SpotScope } from '../../../kernel/access/scope.ts';
import type { Clock } from '../../../kernel/clock.ts';
import { Refusal } from '../../../kernel/refusal.ts';
import type { PaymentProcessor } from '../../../processor/processor.ts';
import { ProcessorDown } from '../../../processor/processor.ts';
import type { ClaimedOrder, Within } from '../../../records/money/processor-orders.ts';
import { lockValetSession } from '../../../records/operations/valet-sessions.ts';
import { balanceAt, baseOfBalance, quoteHolds } from './balance.rules.ts';
import type { SessionName } from './valet.queries.ts';
import { findPaymentAttempt, readSession, sessionIn } from './valet.queries.ts';
import { conflict, requireVerified } from './valet-changes.ts';
import type { ValetOrder } from './valet-orders.queries.ts';
import { valetOrders } from './valet-orders.queries.ts';
import type { SessionRow } from './valet-rows.ts';
import { findSessionRates } from './valet-rows.ts';

interface Deps {
  processor: PaymentProcessor;
  clock: Clock;
}

/** The balance that somebody was shown, and when; without a balance, whatever is owed then. */
export interface PaidQuote {
  balance: number | undefined;
  quoted_at: number;
}

const askDriver = () => new Refusal('invalid_fields', valetMessages.addPaymentMethod);

/** The id of a payment: all requests for one quote share it. */
const buildKey = ({ uuid }: Pick<SessionRow, 'uuid'>, { quoted_at }: PaidQuote) =>
  `${uuid}-${quoted_at}`;

/** Stores the charge to request from the processor; null when there is nothing to pay. */
async function order(
  within: Within,
  { row, quote, person }: { row: SessionRow; quote: PaidQuote; person: number },
  { processor, now }: { processor: string; now: Instant },
): Promise<ClaimedOrder<ValetOrder> | null> {
  const at = quote.quoted_at as Instant;
  const amount = balanceAt(row, findSessionRates(row, at), at);
  const isQuoteValid = quoteHolds(quote.quoted_at, now) && amount === (quote.balance ?? amount);
  if (!isQuoteValid) throw conflict(valetMessages.balanceChanged);
  if (amount === 0) return null;
  const { customer_ref, card_ref, card_processor } = row;
  if (!customer_ref || !card_ref || card_processor !== processor) throw askDriver();
  const card = { processor, customer_ref, card_ref, confirm_by: null };
  const money = {
    amount,
    base_price: baseOfBalance(row, findSessionRates(row, at), at),
    quoted_at: at,
  };
  const identifiers = { session_pk: row.pk, key: buildKey(row, quote), asked_by: person };
  return valetOrders.insertOrder(within, { ...identifiers, ...money, ...card }, now);
}

/** Claims an order to check again; refuses while another caller holds it. */
async function takeUp(
  within: Within,
  { pk }: ValetOrder,
  { processor, now }: { processor: string; now: Instant },
): Promise<ClaimedOrder<ValetOrder>> {
  const claimed = await valetOrders.claimOrder(within, { pk, processor }, now);
  if (!claimed) throw conflict(valetMessages.payingNow);
  return claimed;
}

/** What to do about a quote to be paid: send an order to the processor, or nothing more. */
async function begin(
  scope: SpotScope,
  { pk, uuid }: Pick<SessionRow, 'pk' | 'uuid'>,
  quote: PaidQuote,
  options: { processor: string; now: Instant },
): Promise<ClaimedOrder<ValetOrder> | null> {
  return scope.write(async (tx) => {
    const within = { tx, organizationId: scope.organizationId };
    await lockValetSession(within, pk);
    const known = await valetOrders.findByKey(within, buildKey({ uuid }, quote));
    const row = (await sessionIn(within, pk)) as SessionRow;
    // A card added since then may pay, with a new quote.
    const hasOtherCard = known !== undefined && row.card_ref !== known.card_ref;
    if (known?.state === 'failed' && hasOtherCard) throw conflict(valetMessages.balanceChanged);
    if (known?.state === 'failed') throw askDriver();
    if (known) return known.state === 'paid' ? null : takeUp(within, known, options);
    if (row.status !== 'active') {
      throw conflict(row.status === 'ended' ? valetMessages.ended : valetMessages.notCheckedIn);
    }
    await requireVerified(within, row, scope, options.now);
    const other = await valetOrders.findUnsettled(within, pk);
    if (other) return takeUp(within, other, options);
    return order(within, { row, quote, person: scope.person.pk }, options);
  });
}

/** The refusal when the processor doesn't answer. */
function asRefusal(error: unknown): unknown {
  if (!(error instanceof ProcessorDown)) return error;
  return new Refusal('unavailable', `${valetMessages.failed} ${valetMessages.retry}`);
}

/**
 * Charges the driver's card for a quote, once, however often it's requested. An earlier payment with an unknown outcome
 * is completed first; then the quote is no longer valid.
 */
export async function pay(
  deps: Deps,
  scope: SpotScope,
  name: SessionName,
  quote: PaidQuote,
  now: Instant,
): Promise<SessionRow> {
  const row = await findPaymentAttempt(scope, name, quote.quoted_at);
  const options = { processor: deps.processor.name, now };
  const claimedOrder = row.paid ? null : await begin(scope, row, quote, options);
  if (!claimedOrder) return readSession(scope, { pk: row.pk });
  const outcome = await valetOrders
    .askProcessor(deps, scope, claimedOrder)
    .catch((error: unknown) => {
      throw asRefusal(error);
    });
  if (outcome === 'sending') throw conflict(valetMessages.confirmPayment);
  const isOtherQuote = quote.balance !== undefined && claimedOrder.key !== buildKey(row, quote);
  if (isOtherQuote) throw conflict(valetMessages.balanceChanged);
  if (outcome === 'failed') throw askDriver();
  return readSession(scope, { pk: row.pk });
}
