import type { Instant, LocalDate } from '@lotkeeper/contract/kernel/calendar';
import { addDays, startOfDay } from '@lotkeeper/contract/kernel/calendar';
import type { Cents } from '@lotkeeper/contract/kernel/money';
import { dollarsText } from '@lotkeeper/contract/kernel/money';
import type { AccountRequirements } from '@lotkeeper/contract/money/payout-requirements';
import type { Payout, PayoutAccount } from '@lotkeeper/contract/money/payouts';
import { listComingPayouts, payoutsPerPage } from '@lotkeeper/contract/money/payouts';
import type { OrganizationScope } from '../../../kernel/access/scope.ts';
import type { Fragment, Sql } from '../../../kernel/data/database.ts';
import { toEpochMs } from '../../../kernel/data/epoch-ms.ts';
import { must } from '../../../kernel/must.ts';
import { notFound } from '../../../kernel/refusal.ts';
import { amountColumns } from '../../../records/money/rollups.ts';
import { earnedThrough, paidElsewhere, paidOut } from './payout-orders.queries.ts';

export type PayoutRow = Omit<Payout, 'formatted_amount'>;

const payoutsSent = (sql: Sql, organizationId: number) =>
  sql`ledger_entries where organization_id = ${organizationId} and kind = 'payout' and payout > 0`;

/** Payouts as the processor sent them, newest first; one that a bank returned `came_back`. */
const listSent = (sql: Sql, organizationId: number, payouts: Fragment) => sql<PayoutRow[]>`
  select sent.pk, sent.local_date, sent.payout as amount,
    coalesce(sent.statement_descriptor, '') as statement_descriptor,
    case when back.return_pk is not null then coalesce(o.reason, 'It came back.') end as failure,
    case when back.return_pk is null then ${toEpochMs(sql, sql`o.arrived_at`)} end as arrived_at, o.note
  from (${payouts}) sent
  left join payout_returns back on back.organization_id = ${organizationId} and back.payout_pk = sent.pk
  left join payout_orders o on o.organization_id = ${organizationId}
    and o.external_id = sent.external_id
  order by sent.occurred_at desc, sent.pk desc`;

const selectPage = (sql: Sql, organizationId: number, page: number) => sql`
  select * from ${payoutsSent(sql, organizationId)}
  order by occurred_at desc, pk desc
  limit ${sql.literal(payoutsPerPage)} offset ${(page - 1) * payoutsPerPage}`;

/** One page of payouts, newest first, and how many there are. */
export async function listPayoutRows(scope: OrganizationScope, page: number) {
  const { organizationId } = scope;
  const [row] = await scope.read<{ count: number; rows: PayoutRow[] | null }[]>(
    (sql) => sql`
      select (select count(*) from ${payoutsSent(sql, organizationId)}) as count,
        (select json_agg(p) from (
          ${listSent(sql, organizationId, selectPage(sql, organizationId, page))}) p) as rows`,
  );
  const { count, rows } = must(row, 'page of payouts');
  const results = (rows ?? []).map((payout) => ({
    ...payout,
    formatted_amount: dollarsText(payout.amount),
  }));
  return { count, results };
}

/** Every payout, newest first; there is never more than one per day. */
export const readPayouts = (scope: OrganizationScope) =>
  scope.read<PayoutRow[]>((sql) =>
    listSent(
      sql,
      scope.organizationId,
      sql`select * from ${payoutsSent(sql, scope.organizationId)}`,
    ),
  );

/** A property's revenue in a month. */
export const spotColumns = ['rentals', ...amountColumns] as const;
export type MonthOfSpot = { name: string } & Record<(typeof spotColumns)[number], number>;

/** Each property's revenue in a month, by name; zeros for a property without any. */
export const readMonthOfSpots = (scope: OrganizationScope, month: LocalDate) =>
  scope.read<MonthOfSpot[]>(
    (sql) => sql`
      select s.name,
        ${sql.unsafe(spotColumns.map((name) => `coalesce(sum(m.${name}), 0)::bigint as ${name}`).join(', '))}
      from spots s
      left join revenue_months m on m.organization_id = s.organization_id and m.spot_pk = s.pk
        and m.local_date = ${month}::date
      where s.organization_id = ${scope.organizationId}
      group by s.pk, s.name order by lower(s.name), s.pk`,
  );

interface AccountRow {
  payout_schedule: PayoutAccount['payout_schedule'];
  bank_name: string | null;
  bank_last_four: string | null;
  has_ein: boolean | null;
  representative: string | null;
  held_until: Instant | null;
  requirements: AccountRequirements | null;
}

/**
 * Where payouts go, as the processor in use knows it, and what was earned but not yet paid out: all net revenue minus
 * all payouts, and what the next payout would be.
 */
export async function readPayoutAccount(
  scope: OrganizationScope,
  { processor, now }: { processor: string; now: Instant },
): Promise<PayoutAccount> {
  const id = scope.organizationId;
  const [row] = await scope.read<AccountRow[]>(
    (sql) => sql`
      select o.payout_schedule, a.bank_name, a.bank_last_four, a.has_ein, a.representative, a.held_until,
        a.requirements
      from organizations o
      left join payout_accounts a on a.organization_id = ${id} and a.processor = ${processor}
      where o.pk = ${id}`,
  );
  if (!row) throw notFound('organization');
  const sums = await readFuturePayouts(scope, listComingPayouts(row.payout_schedule, now));
  const { bank_name, bank_last_four: last_four, held_until } = row;
  return {
    bank_account: bank_name && last_four ? { bank_name, last_four } : null,
    has_ein: row.has_ein ?? false,
    representative: row.representative,
    payout_schedule: row.payout_schedule,
    held_until: held_until !== null && held_until > now ? held_until : null,
    requirements: row.requirements,
    ...sums,
  };
}

/** All that isn't paid out, and the next payout: the newest due one while it isn't sent and would pay something. */
async function readFuturePayouts(
  { organizationId: id, ...scope }: OrganizationScope,
  { due, next }: ReturnType<typeof listComingPayouts>,
): Promise<Pick<PayoutAccount, 'future_payout' | 'next_payout' | 'collected_elsewhere'>> {
  const [row] = await scope.read<
    {
      due: Cents;
      next: Cents;
      all: Cents;
      is_sent: boolean;
      elsewhere: Cents;
    }[]
  >(
    // A payout's day is that of some time zone, so it begins up to a day before the same day of UTC.
    (sql) => sql`
      select ${earnedThrough(sql, id, due.end)} - paid as due, ${earnedThrough(sql, id, next.end)} - paid as next,
        ${earnedThrough(sql, id, null)} - paid as all,
        ${paidElsewhere(sql, id, null)} as elsewhere,
        exists (select from ledger_entries where organization_id = ${id} and kind = 'payout'
          and payout > 0 and local_date >= ${due.due}
          and occurred_at >= ${startOfDay(addDays(due.due, -1), 'UTC')}) as is_sent
      from ${paidOut(sql, id)} payouts (paid)`,
  );
  const sums = must(row, 'future payouts');
  const is_late = !sums.is_sent && sums.due > 0;
  const { start, end, due: date } = is_late ? due : next;
  const amount = is_late ? sums.due : sums.next;
  return {
    future_payout: sums.all,
    collected_elsewhere: sums.elsewhere,
    next_payout: { start_date: start, end_date: end, due_date: date, amount, is_late },
  };
}
