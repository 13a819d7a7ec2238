import type { Instant, LocalDate, TimeZone } from '@lotkeeper/contract/kernel/calendar';
import { startOfMonth } from '@lotkeeper/contract/kernel/calendar';
import { minuteMs } from '@lotkeeper/contract/kernel/durations';
import type { Cents } from '@lotkeeper/contract/kernel/money';
import type { PayoutSchedule } from '@lotkeeper/contract/payouts';
import type { Sql, Tx } from '../../kernel/data/database.ts';
import { netRevenue } from '../../records/revenue.ts';

/** What the processor is, or was, asked to pay. */
export interface OrderRow {
  pk: number;
  external_id: string;
  attempt: number;
  amount: Cents;
  statement_descriptor: string;
  account_ref: string;
  bank_ref: string;
  state: 'sending' | 'paid' | 'failed';
  processor_ref: string | null;
  settled_at: Instant | null;
}

const columns = (sql: Sql) => sql`
  pk, external_id, attempt, amount, statement_descriptor, account_ref, bank_ref, state, processor_ref, settled_at`;

export interface PayingAccount {
  uuid: string;
  payout_schedule: PayoutSchedule;
  account_ref: string | null;
  bank_ref: string | null;
  bank_changed_at: Instant | null;
  held_until: Instant | null;
}

/** The account to pay to, locked, so that no two jobs make an order at once. */
export async function lockAccount(
  tx: Tx,
  organizationId: number,
  processor: string,
): Promise<PayingAccount | undefined> {
  const [row] = await tx<PayingAccount[]>`
    select o.uuid, o.payout_schedule, a.account_ref, a.bank_ref, a.bank_changed_at, a.held_until
    from payout_accounts a join organizations o on o.pk = a.organization_id
    where a.organization_id = ${organizationId} and a.processor = ${processor}
    for update of a`;
  return row;
}

/** The unsettled order; there is at most one. */
export async function readSendingOrder(sql: Sql, organizationId: number) {
  const [row] = await sql<OrderRow[]>`
    select ${columns(sql)} from payout_orders
    where organization_id = ${organizationId} and state = 'sending'`;
  return row;
}

/** The newest order for a period. */
export async function readLastAttempt(tx: Tx, organizationId: number, period: string) {
  const [row] = await tx<OrderRow[]>`
    select ${columns(tx)} from payout_orders
    where organization_id = ${organizationId} and period = ${period} order by attempt desc limit 1`;
  return row;
}

/**
 * What an organization earned up to a day, by the calendar of each of its properties, less all that was paid
 * out: whole months from their rollup, the days of the last month from theirs.
 */
export async function readUnpaid(tx: Tx, organizationId: number, until: LocalDate): Promise<Cents> {
  const month = startOfMonth(until);
  const [row] = await tx<[{ unpaid: Cents }]>`
    select (
      (select coalesce(sum(${netRevenue(tx)}), 0)
        from revenue_months m
        where m.organization_id = ${organizationId} and m.local_date < ${month}::date)
      + (select coalesce(sum(${netRevenue(tx)}), 0)
        from spots s join revenue_days d on d.organization_id = s.organization_id and d.spot_pk = s.pk
          and d.local_date between ${month}::date and ${until}::date
        where s.organization_id = ${organizationId})
      - (select coalesce(sum(payout), 0) from ledger_entries
        where organization_id = ${organizationId} and kind = 'payout'))::bigint as unpaid`;
  return row.unpaid;
}

/** Writes an order down before the processor hears of it. */
export async function insertOrder(
  tx: Tx,
  organizationId: number,
  order: Pick<
    OrderRow,
    'external_id' | 'attempt' | 'amount' | 'statement_descriptor' | 'account_ref' | 'bank_ref'
  > & { period: string; processor: string },
  now: Instant,
): Promise<void> {
  const row = { organization_id: organizationId, ...order, state: 'sending', created_at: now };
  await tx`insert into payout_orders ${tx.values(row)}`;
}

/** Longer than the processor may take to answer, so that two workers never send it the same order at once. */
const claimMs = 10 * minuteMs;

/** Claims an unsettled order for telling the processor; undefined when another worker is at it. */
export async function claimOrder(
  sql: Sql,
  organizationId: number,
  pk: number,
  now: Instant,
): Promise<{ again: boolean } | undefined> {
  const [claimed] = await sql<{ again: boolean }[]>`
    with free as (
      select pk, told from payout_orders
      where organization_id = ${organizationId} and pk = ${pk} and state = 'sending'
        and coalesce(claimed_until <= ${now}, true)
      for update)
    update payout_orders o set told = true, claimed_until = ${now + claimMs} from free
    where o.organization_id = ${organizationId} and o.pk = free.pk
    returning free.told as again`;
  return claimed;
}

/** Lets another worker, or the next try, ask the processor. */
export async function releaseOrder(sql: Sql, organizationId: number, pk: number): Promise<void> {
  await sql`
    update payout_orders set claimed_until = null
    where organization_id = ${organizationId} and pk = ${pk}`;
}

/** Locks an order that is in a state; undefined when it is in another one by now. */
export async function lockOrder(
  tx: Tx,
  organizationId: number,
  order: { pk: number; state: OrderRow['state'] },
) {
  const [row] = await tx<OrderRow[]>`
    select ${columns(tx)} from payout_orders
    where organization_id = ${organizationId} and pk = ${order.pk} and state = ${order.state} for update`;
  return row;
}

/** Settles an order: it was paid, or failed for a reason. */
export async function settleOrder(
  tx: Tx,
  organizationId: number,
  pk: number,
  to: { processor_ref: string; settled_at: Instant } | { reason: string; settled_at: Instant },
): Promise<void> {
  const row = { state: 'reason' in to ? 'failed' : 'paid', ...to };
  await tx`
    update payout_orders set ${tx.assignments(row)} where organization_id = ${organizationId} and pk = ${pk}`;
}

/** Payouts that went out by a processor since a moment: those that a bank may still send back. */
export function listPaidSince(
  sql: Sql,
  organizationId: number,
  { processor, since }: { processor: string; since: Instant },
) {
  return sql<OrderRow[]>`
    select ${columns(sql)} from payout_orders
    where organization_id = ${organizationId} and settled_at > ${since} and state = 'paid'
      and processor = ${processor}
    order by settled_at, pk`;
}

/** The zone by whose date payouts are dated: that of the organization's first property. */
export async function readPayoutZone(tx: Tx, organizationId: number): Promise<TimeZone> {
  const [row] = await tx<{ timezone: TimeZone }[]>`
    select timezone from spots where organization_id = ${organizationId} order by pk limit 1`;
  return row?.timezone ?? 'UTC';
}

/** Organizations that have a bank account at the processor in use. */
export function listPayable(tx: Tx, processor: string) {
  return tx<{ organization_id: number }[]>`
    select organization_id from payout_accounts
    where processor = ${processor} and bank_ref is not null order by organization_id`;
}
