import type { Instant } from '@lotkeeper/contract/kernel/calendar';
import { instant } from '@lotkeeper/contract/kernel/calendar';
import { dayMs } from '@lotkeeper/contract/kernel/durations';
import type { DriverRequest } from '@lotkeeper/contract/operations/valet';
import {
  checkDriverPayment,
  getDriverRequest,
  putCardOnFile,
  requestCar,
  startCardSetup,
  startPaymentConfirmation,
  valetMessages,
  valetRules,
} from '@lotkeeper/contract/operations/valet';
import { handSource } from '@lotkeeper/contract/people/hand-entries';
import type { Limiter } from '../../../kernel/access/limits.ts';
import type { LinkScope } from '../../../kernel/access/scope.ts';
import type { Clock } from '../../../kernel/clock.ts';
import type { SpotChange } from '../../../kernel/data/spot-changes.ts';
import type { Serve } from '../../../kernel/http/call.ts';
import type { Publish } from '../../../kernel/http/live.ts';
import { Refusal } from '../../../kernel/refusal.ts';
import type { PaymentProcessor } from '../../../processor/processor.ts';
import { ProcessorDown, ProcessorRefused } from '../../../processor/processor.ts';
import type { Within } from '../../../records/money/processor-orders.ts';
import {
  changeValetSession,
  lockValetSession,
  onFile,
} from '../../../records/operations/valet-sessions.ts';
import { balanceAt } from './balance.rules.ts';
import { sessionIn } from './valet.queries.ts';
import { conflict } from './valet-changes.ts';
import type { ValetLinks } from './valet-links.ts';
import type { ValetOrder } from './valet-orders.queries.ts';
import { valetOrders } from './valet-orders.queries.ts';
import { queueRing } from './valet-rings.ts';
import type { SessionRow } from './valet-rows.ts';
import { findSessionRates, toCar, toCard, toDecline } from './valet-rows.ts';

/** Cards that may be tried for a session per hour. */
const cardsAnHour = 10;
/** How often per hour a driver may start to confirm a payment and have it checked at the processor. */
const confirmationsAnHour = 30;
const checksAnHour = 120;

/** What a driver sees by their link, with the names of the property and of who runs it. */
interface OpenedSession {
  row: SessionRow;
  lot: string;
  operator: string;
  spot: SpotChange;
  /** A payment that the driver has to confirm. */
  unconfirmed: ValetOrder | null;
  receipt: Receipt;
}

type Receipt = DriverRequest['receipt'];

/** What was paid for a session's rental, and what came back of it; null = nothing. */
async function readReceipt({ tx, organizationId }: Within, row: SessionRow): Promise<Receipt> {
  const entries = await tx<{ paid_at: Instant; amount: number; tax: number; source: string }[]>`
    select l.occurred_at as paid_at, l.gross - l.refund as amount, l.tax, l.source
    from ledger_entries l
    join live_rentals r on r.organization_id = l.organization_id and r.pk = l.rental_pk
    where l.organization_id = ${organizationId} and r.uuid = ${row.rental} and l.gross <> l.refund
    order by l.occurred_at, l.pk`;
  if (entries.length === 0) return null;
  const { timezone, checked_in_at, checked_out_at, card_last_four } = row;
  const payments = entries.map(({ source, ...payment }) => {
    const isCash = source === handSource;
    const last_four = isCash ? null : card_last_four;
    return { ...payment, by: isCash ? ('cash' as const) : ('card' as const), last_four };
  });
  return { timezone, checked_in_at, checked_out_at, payments };
}

const refuseEnded = () => new Refusal('not_found', valetMessages.deadLink);

/**
 * Looks up a link's session; refuses when it has ended, as when it doesn't exist or has another phone by now. Since
 * `receiptsSince`, one that has ended is still opened if something was paid.
 */
async function openSession(
  within: Within,
  { pk, link }: { pk: number; link: number },
  receiptsSince?: Instant,
): Promise<OpenedSession> {
  const { tx, organizationId } = within;
  const row = await sessionIn(within, pk);
  if (!row || row.link_number !== link) throw refuseEnded();
  const receipt = row.rental === null ? null : await readReceipt(within, row);
  if (row.status === 'ended') {
    const isShown = receipt && row.phone !== '' && receiptsSince !== undefined;
    if (!isShown || (row.checked_out_at ?? 0) < receiptsSince) throw refuseEnded();
  }
  const [names] = await tx<[Pick<OpenedSession, 'lot' | 'operator'>]>`
    select s.name as lot, o.name as operator from spots s
    join organizations o on o.pk = s.organization_id
    where s.organization_id = ${organizationId} and s.pk = ${row.spot_pk}`;
  const order = await valetOrders.findUnsettled(within, pk);
  const unconfirmed = order?.confirm_by ? order : null;
  return { ...names, row, spot: { organizationId, pk: row.spot_pk }, unconfirmed, receipt };
}

const toWire = (session: OpenedSession, now: Instant): DriverRequest => {
  const { row, lot, operator, unconfirmed, receipt } = session;
  return {
    lot,
    operator,
    status: row.status,
    car: toCar(row),
    make: row.make,
    model: row.model,
    color: row.color,
    requested_at: row.requested_at,
    is_fetched: row.fetching_since !== null,
    outstanding_balance: balanceAt(row, findSessionRates(row, now), now),
    payment: unconfirmed?.confirm_by
      ? { amount: unconfirmed.amount, confirm_by: unconfirmed.confirm_by }
      : null,
    decline: toDecline(row),
    card: toCard(row),
    receipt,
  };
};

/** Translates the processor's answer about a card: it was refused, or the processor can't be reached. */
function refuse(error: unknown): never {
  if (error instanceof ProcessorRefused) throw new Refusal('invalid_fields', error.message);
  if (!(error instanceof ProcessorDown)) throw error;
  throw new Refusal('unavailable', `${valetMessages.failed} ${valetMessages.retry}`);
}

/** What a driver does with the link that they were texted, without signing in. */
export function driverRoutes(
  serve: Serve,
  deps: {
    openLinkScope: (organizationId: number) => LinkScope;
    limiter: Limiter;
    clock: Clock;
    processor: PaymentProcessor;
    links: ValetLinks;
    publish: Publish;
  },
): void {
  const { openLinkScope, limiter, processor, links, publish } = deps;
  /** Changes a link's session under its lock, and returns the updated session. */
  const runLocked = (
    token: string,
    work?: (at: Within, row: SessionRow) => Promise<void>,
    receiptsSince?: Instant,
  ) => {
    const sessionKey = links.sessionAt(token);
    if (!sessionKey) throw refuseEnded();
    const { organizationId } = sessionKey;
    return openLinkScope(organizationId).write(async (tx) => {
      const at = { tx, organizationId };
      if (!work) return openSession(at, sessionKey, receiptsSince);
      await lockValetSession(at, sessionKey.pk);
      await work(at, (await openSession(at, sessionKey)).row);
      return openSession(at, sessionKey);
    });
  };

  /** Updates a payment that the driver has to confirm, unless another request is doing so. */
  const follow = async ({ spot, unconfirmed }: OpenedSession, now: Instant): Promise<void> => {
    if (!unconfirmed) return;
    const { organizationId } = spot;
    const scope = openLinkScope(organizationId);
    const claim = { pk: unconfirmed.pk, processor: processor.name };
    const order = await scope.write((tx) =>
      valetOrders.claimOrder({ tx, organizationId }, claim, now),
    );
    if (!order) return;
    if ((await valetOrders.askProcessor(deps, scope, order)) === 'sending') return;
    publish('server:newRecords', spot);
    publish('server:valet', spot);
  };

  serve(getDriverRequest, async ({ params, now }) => {
    const since = instant(now - valetRules.receiptDays * dayMs);
    return toWire(await runLocked(params.token, undefined, since), now);
  });

  serve(requestCar, async ({ params, now }) => {
    let news = false;
    const session = await runLocked(params.token, async (at, row) => {
      if (row.status !== 'active') throw conflict(valetMessages.notCheckedIn);
      if (row.requested_at !== null) return;
      await changeValetSession(at, row.pk, { requested_at: now });
      await queueRing(at, row.pk, now);
      news = true;
    });
    if (news) publish('server:valet', session.spot);
    return toWire(session, now);
  });

  serve(startCardSetup, async ({ params, now }) => {
    const { row } = await runLocked(params.token);
    await limiter.enforce(`valet card setups of ${row.pk}`, cardsAnHour, now);
    const customer_ref = row.card_processor === processor.name ? row.customer_ref : null;
    const setup = await processor.startCard({ name: row.uuid, customer_ref }).catch(refuse);
    return { client_secret: setup?.client_secret ?? null };
  });

  serve(putCardOnFile, async ({ params, body, now }) => {
    const { row } = await runLocked(params.token);
    await limiter.enforce(`valet cards of ${row.pk}`, cardsAnHour, now);
    const customer_ref = row.card_processor === processor.name ? row.customer_ref : null;
    const card = await processor
      .keepCard({ name: row.uuid, customer_ref }, body.token)
      .catch(refuse);
    const session = await runLocked(params.token, (at, { pk }) =>
      changeValetSession(at, pk, onFile(processor.name, card)),
    );
    // A payment that is still to be confirmed belongs to the previous card: it's canceled in favor of this one.
    if (session.unconfirmed) {
      const { unconfirmed: order } = session;
      await runLocked(params.token, (at) => valetOrders.endConfirmation(at, order, now));
      await follow(session, now).catch((error: unknown) => {
        // The sweep tries again.
        if (!(error instanceof ProcessorDown)) throw error;
      });
    }
    publish('server:valet', session.spot);
    return toWire(await runLocked(params.token), now);
  });

  serve(startPaymentConfirmation, async ({ params, now }) => {
    const { row, unconfirmed } = await runLocked(params.token);
    await limiter.enforce(`valet confirmations of ${row.pk}`, confirmationsAnHour, now);
    const chargeRef = unconfirmed?.processor === processor.name ? unconfirmed.processor_ref : null;
    if (!unconfirmed || !chargeRef) throw conflict(valetMessages.nothingToConfirm);
    const { client_secret } = await processor.startConfirmation(chargeRef).catch(refuse);
    return { client_secret, payment_method: unconfirmed.card_ref };
  });

  serve(checkDriverPayment, async ({ params, now }) => {
    const session = await runLocked(params.token);
    await limiter.enforce(`valet payment checks of ${session.row.pk}`, checksAnHour, now);
    await follow(session, now).catch(refuse);
    return toWire(await runLocked(params.token), now);
  });
}
