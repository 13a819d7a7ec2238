import type { Instant } from '@lotkeeper/contract/kernel/calendar';
import { minuteMs } from '@lotkeeper/contract/kernel/durations';
import type { Cents } from '@lotkeeper/contract/kernel/money';
import { cents } from '@lotkeeper/contract/kernel/money';
import type { CardPayment } from '@lotkeeper/contract/money/refunds';
import { refundMessages } from '@lotkeeper/contract/money/refunds';
import type { SpotScope } from '../../../kernel/access/scope.ts';
import type { Clock } from '../../../kernel/clock.ts';
import type { Sql, SqlPool } from '../../../kernel/data/database.ts';
import { defineJob, handleJob } from '../../../kernel/data/jobs.ts';
import { must } from '../../../kernel/must.ts';
import { Refusal, requireFound } from '../../../kernel/refusal.ts';
import type { PaymentProcessor } from '../../../processor/processor.ts';
import { ProcessorDown } from '../../../processor/processor.ts';
import { syncRefunds } from '../../../records/money/charge-returns.ts';
import type { CardCharge, ChargeOwner } from '../../../records/money/charges.ts';
import { findCharge, listCharges, listReturns, lockOwner } from '../../../records/money/charges.ts';
import type { ClaimedOrder, Writer } from '../../../records/money/processor-orders.ts';
import type { RefundOrderRow } from '../../../records/money/refund-orders.ts';
import { refundOrders } from '../../../records/money/refund-orders.ts';
import { recordAuditEntry } from '../../../records/trust/audit-entries.ts';
import { findUnsettledRefund, readBalance, selectOwner } from './refund-orders.queries.ts';

interface Deps {
  sql: SqlPool;
  clock: Clock;
  processor: PaymentProcessor;
}

/** What is left of a charge, limited to what is left of its rental or violation, whose other refunds are recorded too. */
async function readLeft(sql: Sql, charge: CardCharge): Promise<Cents> {
  const { organization_id, amount } = charge;
  const returned = await listReturns(sql, charge);
  const ofCharge = returned.reduce((left, entry) => left - entry.amount, amount as number);
  const ofOwner = await readBalance(sql, organization_id, charge);
  return cents(Math.max(0, Math.min(ofCharge, ofOwner)));
}

/** What a call names. */
export interface OwnerName {
  record: 'rental' | 'violation';
  name: string;
}

async function findOwner(scope: SpotScope, ownerName: OwnerName): Promise<ChargeOwner> {
  const [row] = await scope.read((sql) => selectOwner(sql, scope, ownerName));
  const { pk } = requireFound(row, ownerName.record);
  return ownerName.record === 'rental'
    ? { rental_pk: pk, violation_pk: null }
    : { rental_pk: null, violation_pk: pk };
}

/** The charges of a rental or violation by the processor in use, with what is left of each. */
export async function readCardPayments(
  scope: SpotScope,
  { processor }: Pick<Deps, 'processor'>,
  ownerName: OwnerName,
): Promise<CardPayment[]> {
  const { organizationId } = scope;
  const owner = await findOwner(scope, ownerName);
  return scope.write(async (tx) => {
    const charges = await listCharges(tx, organizationId, owner, processor.name);
    const payments: CardPayment[] = [];
    for (const charge of charges) {
      const { charge_ref: payment, charged_at: paid_at, amount } = charge;
      payments.push({ payment, paid_at, amount, left: await readLeft(tx, charge) });
    }
    return payments;
  });
}

export interface RefundRequest {
  payment: string;
  amount: Cents;
  request: string;
}

const refuseExcess = () =>
  new Refusal('invalid_fields', refundMessages.tooMuch, { amount: refundMessages.tooMuch });

const isSameRefund = (
  known: RefundOrderRow,
  { rental_pk, violation_pk }: ChargeOwner,
  { payment, amount }: RefundRequest,
) =>
  known.rental_pk === rental_pk &&
  known.violation_pk === violation_pk &&
  known.charge_ref === payment &&
  known.amount === amount;

/** Stores a refund with the person who requested it, unless it's known; null = it's already paid. */
async function beginRefund(
  scope: SpotScope,
  { processor, owner }: { processor: string; owner: ChargeOwner },
  refund: RefundRequest,
  now: Instant,
): Promise<ClaimedOrder<RefundOrderRow> | null> {
  const { organizationId, person } = scope;
  const { payment, amount, request } = refund;
  return scope.write(async (tx) => {
    const within = { tx, organizationId };
    await lockOwner(tx, organizationId, owner);
    const key = `refund-${request}`;
    const known = await refundOrders.findByKey(within, key);
    if (known && !isSameRefund(known, owner, refund)) {
      throw new Refusal('conflict', refundMessages.otherRequest);
    }
    if (known?.state === 'paid') return null;
    if (known?.state === 'failed') throw new Refusal('invalid_fields', known.reason ?? '');
    if (known) {
      const claimed = await refundOrders.claimOrder(within, { pk: known.pk, processor }, now);
      if (!claimed) throw new Refusal('conflict', refundMessages.inProgress);
      return claimed;
    }
    if (await findUnsettledRefund(within, owner)) {
      throw new Refusal('conflict', refundMessages.inProgress);
    }
    const charges = await listCharges(tx, organizationId, owner, processor);
    const charge = charges.find(({ charge_ref }) => charge_ref === payment);
    if (!charge) throw new Refusal('invalid_fields', refundMessages.unknownPayment);
    if (amount > (await readLeft(tx, charge))) throw refuseExcess();
    const { rental_pk, violation_pk } = owner;
    await recordAuditEntry(tx, scope, now, {
      act: 'refund',
      subject: rental_pk === null ? 'violation' : 'rental',
      pk: rental_pk ?? violation_pk,
      after: { amount },
    });
    const order = {
      key,
      rental_pk,
      violation_pk,
      charge_ref: payment,
      amount,
      asked_by: person.pk,
    };
    return refundOrders.insertOrder(within, { ...order, reason: null, processor }, now);
  });
}

/**
 * Sends a claimed refund to the processor and settles it by the answer. The ledger is synced before the order is
 * settled, so that after a fault in between, the same order is sent again.
 */
function sendRefund(
  deps: Deps,
  writer: Writer,
  order: ClaimedOrder<RefundOrderRow>,
): Promise<RefundOrderRow['state']> {
  const { sql, clock, processor } = deps;
  return refundOrders.sendOrder(writer, order, {
    async ask() {
      const ref = await processor.refund(order);
      const name = { processor: processor.name, chargeRef: order.charge_ref };
      await syncRefunds(deps, must(await findCharge(sql, name), 'charge of a refund'));
      return ref;
    },
    settle: (outcome) =>
      writer.write(async (tx) => {
        const within = { tx, organizationId: writer.organizationId };
        await refundOrders.settleOrder(within, order, outcome, clock());
      }),
  });
}

/** The job that completes refunds whose outcome is unknown. */
export const makeRefundSweeper = (deps: Deps) => () =>
  refundOrders.sweepOrders(deps, (writer, order) => sendRefund(deps, writer, order));

export const refundsJobs = [
  handleJob(defineJob('sweep_refund_orders', { every: minuteMs }), makeRefundSweeper),
];

/** Refunds a charge of a rental or violation through the processor, once per request. */
export async function refundPayment(
  deps: Deps,
  scope: SpotScope,
  ownerName: OwnerName,
  refund: RefundRequest,
  now: Instant,
): Promise<void> {
  const owner = await findOwner(scope, ownerName);
  const { processor } = deps;
  const order = await beginRefund(scope, { processor: processor.name, owner }, refund, now);
  if (!order) return;
  const outcome = await sendRefund(deps, scope, order).catch((error: unknown) => {
    if (!(error instanceof ProcessorDown)) throw error;
    throw new Refusal('unavailable', refundMessages.down);
  });
  if (outcome === 'paid') return;
  const { organizationId } = scope;
  const failed = await scope.write((tx) =>
    refundOrders.findByKey({ tx, organizationId }, order.key),
  );
  throw new Refusal('invalid_fields', failed?.reason ?? refundMessages.unknownPayment);
}
