import type { Instant } from '@lotkeeper/contract/kernel/calendar';
import { minuteMs } from '@lotkeeper/contract/kernel/durations';
import type { Clock } from '../../kernel/clock.ts';
import type { Fragment, Sql, SqlPool, Tx } from '../../kernel/data/database.ts';
import type { PaymentProcessor } from '../../processor/processor.ts';
import { ProcessorDown, ProcessorRefused } from '../../processor/processor.ts';

/** The columns of every order to a payment processor, besides what to pay or charge. */
export interface ProcessorOrder {
  pk: number;
  /** Only one order of an account or a session can be in progress; the table enforces that. */
  state: 'sending' | 'paid' | 'failed';
  processor_ref: string | null;
}

/** An order that one worker has claimed. */
export type ClaimedOrder<Row extends ProcessorOrder> = Row & {
  /** Whether the processor may already know it. */
  isRetry: boolean;
};

/** The processor's answer. */
export type OrderOutcome =
  | { state: 'paid'; processor_ref: string }
  | { state: 'failed'; reason: string };

/** An organization inside a transaction. */
export interface Within {
  tx: Tx;
  organizationId: number;
}

/** An organization whose rows are written in transactions of their own. */
export interface Writer {
  organizationId: number;
  write: <T>(work: (tx: Tx) => Promise<T>) => Promise<T>;
}

/** Writes as the owner, for work that no person requested. */
export const openWriter = (sql: SqlPool, organizationId: number): Writer => ({
  organizationId,
  write: (work) => sql.begin(work),
});

/**
 * The orders of one table. An order is stored before the processor learns of it, sent outside of any transaction, and
 * settled together with its ledger entries: after a fault at any point, the same order is sent again with the same key,
 * never a second one.
 */
export function defineOrders<Row extends ProcessorOrder, Derived extends keyof Row = never>({
  table,
  columns,
  owner,
  claimMs = minuteMs,
}: {
  table: string;
  /** The columns of a row; `Derived` are those that aren't inserted with it. */
  columns: (sql: Sql) => Fragment;
  /** The columns that never have more than one order in progress. */
  owner: 'organization_id' | 'rental_pk' | 'session_pk' | 'violation_pk';
  /** Longer than the processor may take to answer, so that no order is sent twice at once. */
  claimMs?: number;
}) {
  /** Stores an order, claimed by the caller. */
  async function insertOrder(
    { tx, organizationId }: Within,
    order: Omit<Row, keyof ProcessorOrder | Derived> & { processor: string },
    now: Instant,
  ): Promise<ClaimedOrder<Row>> {
    const claim = { claimed_until: now + claimMs, created_at: now };
    const [row] = await tx<[Row]>`
      insert into ${tx.identifier(table)} ${tx.values({ organization_id: organizationId, ...order, ...claim })}
      returning ${columns(tx)}`;
    return { ...row, isRetry: false };
  }

  /** Claims a processor's unsettled order; undefined while another worker holds it, or once it's settled. */
  async function claimOrder(
    { tx, organizationId }: Within,
    { pk, processor }: { pk: number; processor: string },
    now: Instant,
  ): Promise<ClaimedOrder<Row> | undefined> {
    const [claimed] = await tx<Row[]>`
      update ${tx.identifier(table)} set claimed_until = ${now + claimMs}
      where organization_id = ${organizationId} and pk = ${pk} and state = 'sending'
        and processor = ${processor} and coalesce(claimed_until <= ${now}, true)
      returning ${columns(tx)}`;
    // The worker that stored it was about to send it.
    return claimed && { ...claimed, isRetry: true };
  }

  async function findOrder({ tx, organizationId }: Within, condition: Fragment) {
    const [row] = await tx<Row[]>`
      select ${columns(tx)} from ${tx.identifier(table)}
      where organization_id = ${organizationId} and ${condition}`;
    return row;
  }

  const findByKey = (within: Within, key: string) => findOrder(within, within.tx`key = ${key}`);

  const findUnsettled = (within: Within, ownerPk: number, column: typeof owner = owner) =>
    findOrder(
      within,
      within.tx`${within.tx.identifier(column)} = ${ownerPk} and state = 'sending'`,
    );

  async function releaseOrder({ tx, organizationId }: Within, pk: number): Promise<void> {
    await tx`
      update ${tx.identifier(table)} set claimed_until = null
      where organization_id = ${organizationId} and pk = ${pk}`;
  }

  /** Settles an order; false = it's no longer in the state that the caller read. */
  async function settleOrder(
    { tx, organizationId }: Within,
    { pk, state }: Pick<Row, 'pk' | 'state'>,
    outcome: OrderOutcome,
    now: Instant,
  ): Promise<boolean> {
    const row = { ...outcome, claimed_until: null, settled_at: now };
    const settled = await tx`
      update ${tx.identifier(table)} set ${tx.assignments(row)}
      where organization_id = ${organizationId} and pk = ${pk} and state = ${state}`;
    return settled.count > 0;
  }

  /**
   * Sends a claimed order to the processor and settles it by the answer. If the processor hasn't decided or is down,
   * the order stays unsettled; in the latter case the error is rethrown.
   */
  async function sendOrder(
    { organizationId, write }: Writer,
    order: ClaimedOrder<Row>,
    steps: {
      /** Returns the processor's id of the payment; null = not decided yet. */
      ask: () => Promise<string | null>;
      settle: (outcome: OrderOutcome) => Promise<void>;
    },
  ): Promise<ProcessorOrder['state']> {
    try {
      const processor_ref = await steps.ask();
      if (processor_ref !== null) {
        await steps.settle({ state: 'paid', processor_ref });
        return 'paid';
      }
      await write((tx) => releaseOrder({ tx, organizationId }, order.pk));
      return 'sending';
    } catch (error) {
      if (error instanceof ProcessorRefused) {
        await steps.settle({ state: 'failed', reason: error.message });
        return 'failed';
      }
      await write((tx) => releaseOrder({ tx, organizationId }, order.pk));
      throw error;
    }
  }

  /**
   * Sends a processor's orders whose outcome is unknown and that no worker holds, oldest first: either those of one
   * organization, or of all, which don't wait for each other when the processor is down.
   */
  async function sweepOrders(
    { sql, clock, processor }: { sql: SqlPool; clock: Clock; processor: PaymentProcessor },
    send: (writer: Writer, order: ClaimedOrder<Row>) => Promise<unknown>,
    onlyOrganization?: number,
  ): Promise<void> {
    const unsettled = await sql<{ organization_id: number; pk: number }[]>`
      select organization_id, pk from ${sql.identifier(table)}
      where state = 'sending' and processor = ${processor.name}
        and coalesce(claimed_until <= ${clock()}, true)
        ${onlyOrganization === undefined ? sql`` : sql`and organization_id = ${onlyOrganization}`}
      order by created_at, pk limit 100`;
    for (const { organization_id: organizationId, pk } of unsettled) {
      const claim = { pk, processor: processor.name };
      const order = await sql.begin((tx) => claimOrder({ tx, organizationId }, claim, clock()));
      if (!order) continue;
      try {
        await send(openWriter(sql, organizationId), order);
      } catch (error) {
        if (!(error instanceof ProcessorDown) || onlyOrganization !== undefined) throw error;
      }
    }
  }

  return { insertOrder, claimOrder, findByKey, findUnsettled, settleOrder, sendOrder, sweepOrders };
}
