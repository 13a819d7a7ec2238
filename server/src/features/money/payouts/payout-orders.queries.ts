import type { Instant, LocalDate, TimeZone } from '@lotkeeper/contract/kernel/calendar';
import { minuteMs } from '@lotkeeper/contract/kernel/durations';
import type { Cents } from '@lotkeeper/contract/kernel/money';
import type { AccountRequirements } from '@lotkeeper/contract/money/payout-requirements';
import type { PayoutSchedule } from '@lotkeeper/contract/platform/organization-terms';
import type { Fragment, Sql, Tx } from '../../../kernel/data/database.ts';
import { splitHistory } from '../../../records/day-spans.ts';
import type { ProcessorOrder } from '../../../records/money/processor-orders.ts';
import { defineOrders } from '../../../records/money/processor-orders.ts';
import { netRevenue } from '../../../records/money/revenue.ts';

/** The payment that the processor is, or was, asked to make. */
export interface PayoutOrder extends ProcessorOrder {
  external_id: string;
  period: string;
  attempt: number;
  amount: Cents;
  statement_descriptor: string;
  account_ref: string;
  bank_ref: string;
}

const columns = (sql: Sql) => sql`
  pk, external_id, period, attempt, amount, statement_descriptor, account_ref, bank_ref, state, processor_ref`;

export const payoutOrders = defineOrders<PayoutOrder>({
  table: 'payout_orders',
  columns,
  owner: 'organization_id',
  claimMs: 10 * minuteMs,
});

export type LastAttempt = Pick<PayoutOrder, 'attempt' | 'state'> & { settled_at: Instant | null };

export interface PayingAccount {
  uuid: string;
  payout_schedule: PayoutSchedule;
  account_ref: string | null;
  bank_ref: string | null;
  bank_changed_at: Instant | null;
  held_until: Instant | null;
  requirements: AccountRequirements | null;
}

/** The account to pay to, locked, so that no two jobs create an order at once. */
export async function lockAccount(
  tx: Tx,
  organizationId: number,
  processor: string,
): Promise<PayingAccount | undefined> {
  const [row] = await tx<PayingAccount[]>`
    select o.uuid, o.payout_schedule, a.account_ref, a.bank_ref, a.bank_changed_at, a.held_until,
      a.requirements
    from payout_accounts a join organizations o on o.pk = a.organization_id
    where a.organization_id = ${organizationId} and a.processor = ${processor}
    for update of a`;
  return row;
}

/** The newest order of a period, and when it was settled. */
export async function readLastAttempt(tx: Tx, organizationId: number, period: string) {
  const [row] = await tx<LastAttempt[]>`
    select attempt, state, settled_at from payout_orders
    where organization_id = ${organizationId} and period = ${period} order by attempt desc limit 1`;
  return row;
}

/** SQL for the sum of some days or months at all properties, each a short range of the rollup's key. */
const sumSpots = (
  sql: Sql,
  organizationId: number,
  { table, net, dates }: Record<'table' | 'net' | 'dates', Fragment>,
) => sql`
  (select coalesce(sum(r.net), 0) from spots s cross join lateral (
      select sum(${net}) as net from ${table}
      where organization_id = ${organizationId} and spot_pk = s.pk and ${dates}) r
    where s.organization_id = ${organizationId})`;

/** SQL for everything paid out to an organization, less what its bank returned. */
export const paidOut = (sql: Sql, organizationId: number): Fragment => sql`
  (select coalesce(sum(payout), 0)::bigint from ledger_entries
    where organization_id = ${organizationId} and kind = 'payout')`;

/** SQL for what other systems earned, and paid out, up to a day (null = ever): it was imported, and is never paid out here. */
export const paidElsewhere = (sql: Sql, organizationId: number, until: LocalDate | null) =>
  sumSpots(sql, organizationId, {
    table: sql`revenue_sources`,
    net: netRevenue(sql),
    dates: sql`source = 'history' ${until === null ? sql`` : sql`and local_date <= ${until}`}`,
  });

/** SQL for what an organization earned up to a day (null = ever), by the calendar of each of its properties. */
export function earnedThrough(sql: Sql, organizationId: number, until: LocalDate | null): Fragment {
  const net = netRevenue(sql);
  const history = until === null ? null : splitHistory(until);
  const months = sumSpots(sql, organizationId, {
    table: sql`revenue_months`,
    net,
    dates: history ? sql`local_date < ${history.before}::date` : sql`true`,
  });
  const sumDays = ({ days, sign }: NonNullable<typeof history>) => {
    const dates = sql`local_date between ${days.from} and ${days.to}`;
    const sum = sumSpots(sql, organizationId, { table: sql`revenue_days`, net, dates });
    return sql`+ ${sql.literal(sign)} * ${sum}`;
  };
  return sql`(
      ${months} ${history && history.days.from <= history.days.to ? sumDays(history) : sql``}
      - ${paidElsewhere(sql, organizationId, until)})::bigint`;
}

/** Reads what an organization earned up to a day, minus everything paid out. */
export async function readUnpaid(tx: Tx, organizationId: number, until: LocalDate): Promise<Cents> {
  const [row] = await tx<[{ unpaid: Cents }]>`
    select ${earnedThrough(tx, organizationId, until)} - ${paidOut(tx, organizationId)} as unpaid`;
  return row.unpaid;
}

/** The payout order sent by a processor under one of its ids, with its organization. */
export async function findSentOrder(
  sql: Sql,
  { processor, accountRef, ref }: { processor: string; accountRef: string; ref: string },
) {
  const [row] = await sql<(PayoutOrder & { organization_id: number })[]>`
    select organization_id, ${columns(sql)} from payout_orders
    where account_ref = ${accountRef} and processor = ${processor} and state <> 'sending'
      and ${ref} = any (string_to_array(processor_ref, ' '))`;
  return row;
}

/** Records that a payout arrived; the first time stays. */
export async function markArrived(
  sql: Sql,
  organizationId: number,
  { pk, now }: { pk: number; now: Instant },
): Promise<void> {
  await sql`
    update payout_orders set arrived_at = ${now}
    where organization_id = ${organizationId} and pk = ${pk} and arrived_at is null`;
}

/** Records what a person has to check about a payout. */
export async function noteOrder(
  sql: Sql,
  organizationId: number,
  { pk, note }: { pk: number; note: string },
): Promise<void> {
  await sql`
    update payout_orders set note = ${note} where organization_id = ${organizationId} and pk = ${pk}`;
}

/** Payouts sent by a processor since a given time: those that a bank may still return. */
export function listPaidSince(
  sql: Sql,
  organizationId: number,
  { processor, since }: { processor: string; since: Instant },
) {
  return sql<PayoutOrder[]>`
    select ${columns(sql)} from payout_orders
    where organization_id = ${organizationId} and settled_at > ${since} and state = 'paid'
      and processor = ${processor}
    order by settled_at, pk`;
}

/** The time zone used to date payouts: that of the organization's first property. */
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
