import type { Instant } from '@lotkeeper/contract/kernel/calendar';
import { instant } from '@lotkeeper/contract/kernel/calendar';
import { minuteMs } from '@lotkeeper/contract/kernel/durations';
import type { Cents } from '@lotkeeper/contract/kernel/money';
import { confirmMinutes } from '@lotkeeper/contract/money/processor';
import type { Clock } from '../../kernel/clock.ts';
import type { Sql, SqlPool } from '../../kernel/data/database.ts';
import { must } from '../../kernel/must.ts';
import type { PaymentProcessor } from '../../processor/processor.ts';
import { ProcessorDown, ProcessorRefused } from '../../processor/processor.ts';
import type {
  ClaimedOrder,
  OrderOutcome,
  ProcessorOrder,
  Within,
  Writer,
} from './processor-orders.ts';
import { defineOrders, openWriter } from './processor-orders.ts';

/** An order to charge a card, which the card's bank may want its holder to confirm. */
export interface CardOrder extends ProcessorOrder {
  key: string;
  amount: Cents;
  customer_ref: string;
  card_ref: string;
  processor: string;
  /** Until when the driver can confirm it at their bank; null = not required. */
  confirm_by: Instant | null;
  spot_pk: number;
}

/** The reason of a payment that failed because the driver didn't confirm it. */
export const notConfirmed = 'The driver didn’t confirm the payment.';

interface Deps {
  processor: PaymentProcessor;
  clock: Clock;
}

interface JobDeps extends Deps {
  sql: SqlPool;
}

/** Called when a payment of a property changed. */
type Notify = (organizationId: number, spotPk: number) => void;

/**
 * The outcome of a charge that the driver has to confirm: the processor's id once it's paid, null while it's open. It
 * only ends when the processor has canceled it, so that a payment that counts as failed here can't be confirmed later.
 */
async function readConfirmed(
  processor: PaymentProcessor,
  { processor_ref, confirm_by }: CardOrder,
  now: Instant,
): Promise<string | null> {
  const ref = must(processor_ref, 'charge to be confirmed');
  const isOver = now >= must(confirm_by, 'end of a confirmation');
  const read = isOver ? await processor.cancelCharge(ref) : await processor.readCharge(ref);
  const isDeclined = read.state === 'declined';
  const { state } = isDeclined ? await processor.cancelCharge(ref) : read;
  if (state === 'paid') return ref;
  if (state !== 'canceled') return null;
  throw new ProcessorRefused(isDeclined ? 'The card was declined.' : notConfirmed);
}

/** The orders of one table that charge cards, and what is recorded with them. */
export function defineCardOrders<Row extends CardOrder, Derived extends keyof Row = never>(
  definition: Parameters<typeof defineOrders<Row, Derived>>[0] & {
    /** Locks what is paid for; before its order is settled. */
    lock: (within: Within, order: Row) => Promise<unknown>;
    /** Records a payment, in the transaction that settles its order. */
    record: (within: Within, paid: Row, now: Instant) => Promise<void>;
    /** The driver has to confirm it, which is known for the first time. */
    onUnconfirmed?: (within: Within, order: Row, now: Instant) => Promise<void>;
    /** Its card was declined. */
    onDeclined?: (within: Within, order: Row, now: Instant) => Promise<void>;
  },
) {
  const orders = defineOrders<Row, Derived>(definition);
  const { table, columns, lock, record, onUnconfirmed, onDeclined } = definition;

  /** Settles an order, in whatever state the caller read it, together with its ledger entry, once. */
  const settle = (
    { organizationId, write }: Writer,
    order: Row,
    outcome: OrderOutcome,
    now: Instant,
  ): Promise<void> =>
    write(async (tx) => {
      const within = { tx, organizationId };
      await lock(within, order);
      const isSettled = await orders.settleOrder(within, order, outcome, now);
      if (!isSettled) return;
      if (outcome.state === 'paid') await record(within, { ...order, ...outcome }, now);
      else if (outcome.reason !== notConfirmed) await onDeclined?.(within, order, now);
    });

  /** Records, once, that a driver has to confirm an order. */
  const keepUnconfirmed = (
    { organizationId, write }: Writer,
    order: Row,
    { ref, now }: { ref: string; now: Instant },
  ): Promise<void> =>
    write(async (tx) => {
      const within = { tx, organizationId };
      await lock(within, order);
      const changed = await tx`
        update ${tx.identifier(table)}
        set processor_ref = ${ref}, confirm_by = ${instant(now + confirmMinutes * minuteMs)}
        where organization_id = ${organizationId} and pk = ${order.pk} and state = 'sending'
          and confirm_by is null`;
      if (changed.count > 0) await onUnconfirmed?.(within, order, now);
    });

  /** Charges the card, or checks a charge that the driver has to confirm; null = not decided yet. */
  async function ask({ processor, clock }: Deps, writer: Writer, order: ClaimedOrder<Row>) {
    if (order.confirm_by !== null) return readConfirmed(processor, order, clock());
    const { ref, state } = await processor.charge(order);
    if (state === 'paid') return ref;
    await keepUnconfirmed(writer, order, { ref, now: clock() });
    return null;
  }

  /** Charges the card of a claimed order, or follows up on it, and settles it by the answer; `sending` = not decided. */
  const askProcessor = (
    deps: Deps,
    writer: Writer,
    order: ClaimedOrder<Row>,
  ): Promise<Row['state']> =>
    orders.sendOrder(writer, order, {
      ask: () => ask(deps, writer, order),
      settle: (outcome) => settle(writer, order, outcome, deps.clock()),
    });

  /** Expires the time for a driver to confirm an order. */
  async function endConfirmation(
    { tx, organizationId }: Within,
    { pk }: Pick<Row, 'pk'>,
    now: Instant,
  ): Promise<void> {
    await tx`
      update ${tx.identifier(table)} set confirm_by = least(confirm_by, ${now}::timestamptz)
      where organization_id = ${organizationId} and pk = ${pk} and state = 'sending'`;
  }

  async function findOfCharge(sql: Sql, processor: string, chargeRef: string) {
    const [row] = await sql<(Row & { organization_id: number })[]>`
      select organization_id, ${columns(sql)} from ${sql.identifier(table)}
      where processor_ref = ${chargeRef} and processor = ${processor}`;
    return row;
  }

  /** Handles an event of a payment that was to be confirmed, however often and late it arrives. */
  const makeFollower =
    (deps: JobDeps, notify: Notify) =>
    async ({ object_ref: chargeRef }: { object_ref: string }): Promise<string | null> => {
      const { sql, clock, processor } = deps;
      const known = await findOfCharge(sql, processor.name, chargeRef);
      if (!known) return 'unknown';
      if (known.state === 'paid') return null;
      const { organization_id: organizationId, spot_pk } = known;
      const writer = openWriter(sql, organizationId);
      if (known.state === 'failed') {
        const { state } = await processor.readCharge(chargeRef);
        if (state !== 'paid') return null;
        await settle(writer, known, { state, processor_ref: chargeRef }, clock());
      } else {
        const claim = { pk: known.pk, processor: processor.name };
        const order = await sql.begin((tx) =>
          orders.claimOrder({ tx, organizationId }, claim, clock()),
        );
        if (!order) throw new ProcessorDown('Somebody else is asking about this payment.');
        await askProcessor(deps, writer, order);
      }
      notify(organizationId, spot_pk);
      return null;
    };

  /** The job that completes payments whose outcome is unknown. */
  const makeSweeper = (deps: JobDeps, notify: Notify) => () =>
    orders.sweepOrders(deps, async (writer, order) => {
      const state = await askProcessor(deps, writer, order);
      if (state === 'sending' && order.confirm_by !== null) return;
      notify(writer.organizationId, order.spot_pk);
    });

  const { insertOrder, claimOrder, findByKey, findUnsettled } = orders;
  return {
    insertOrder,
    claimOrder,
    findByKey,
    findUnsettled,
    askProcessor,
    endConfirmation,
    makeFollower,
    makeSweeper,
  };
}
