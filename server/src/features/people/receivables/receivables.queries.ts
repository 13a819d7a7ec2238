import type { Instant } from '@lotkeeper/contract/kernel/calendar';
import { instant } from '@lotkeeper/contract/kernel/calendar';
import { dayMs } from '@lotkeeper/contract/kernel/durations';
import type { QueryOf } from '@lotkeeper/contract/kernel/endpoint';
import type { Cents } from '@lotkeeper/contract/kernel/money';
import { zeroCents } from '@lotkeeper/contract/kernel/money';
import type { listReceivables, Receivable } from '@lotkeeper/contract/people/receivables';
import { receivablesPageSize } from '@lotkeeper/contract/people/receivables';
import type { WholeOrganizationScope } from '../../../kernel/access/scope.ts';
import type { Fragment, Sql } from '../../../kernel/data/database.ts';
import { toEpochMs } from '../../../kernel/data/epoch-ms.ts';

/** Something owed; since when is in milliseconds. */
export type ReceivableRow = Omit<Receivable, 'since'> & { since: Instant };

type Filters = Pick<QueryOf<typeof listReceivables>, 'kind' | 'older_than'> & { now: Instant };

/** When the last paid month of rentals ended; null if none was paid. */
const endOfPaidMonths = (
  sql: Sql,
  { organizationId }: WholeOrganizationScope,
  rentals: Fragment,
) => sql`
  (select max(e.occurred_at) + interval '1 month' from ledger_entries e
    where e.organization_id = ${organizationId} and e.kind = 'charge' and e.gross > 0
      and e.rental_pk in (${rentals}))`;

/** A month of rental `r` less its discount `p`, rounded half to even, as `discountedMonth` computes it. */
const discountedPrice = (sql: Sql) => sql`
  case p.discount_type
    when 'value' then greatest(0, r.price_monthly - p.amount)
    when 'percentage_discount' then r.price_monthly
      - (r.price_monthly * p.amount + case when r.price_monthly * p.amount % 200 = 50 then 49 else 50 end) / 100
    when 'rate_override' then p.amount
    else r.price_monthly end`;

/** The kinds of debt. The conditions are literal, so that the planner uses their partial indexes. */
const debts = (sql: Sql, scope: WholeOrganizationScope, now: Instant) => ({
  violation: sql`
    select 'violation' as kind, v.uuid, v.code, concat_ws(' ', v.plate, v.state) as debtor, v.spot_pk,
      v.created_at as since, v.amount, a.pk as appeal
    from violations v
    left join appeals a on a.organization_id = ${scope.organizationId} and a.violation_pk = v.pk and a.decision is null
    where v.organization_id = ${scope.organizationId} and v.status = 'Created'`,
  monthly: sql`
    select 'monthly', r.uuid, null, coalesce(
        (select concat_ws(' ', c.plate, c.state) from cars c
          where c.organization_id = ${scope.organizationId} and c.pk = r.car_pk),
        nullif(concat_ws(' ', r.renter_first_name, r.renter_last_name), ''), r.renter_email, 'Monthly driver'),
      r.spot_pk,
      coalesce(${endOfPaidMonths(sql, scope, sql`r.pk`)}, r.start_date), ${discountedPrice(sql)}, null::bigint
    from live_rentals r
    left join lateral (
      select p.discount_type, p.amount from promo_uses u
      join promo_codes p on p.organization_id = ${scope.organizationId} and p.pk = u.promo_code_pk
      where u.organization_id = ${scope.organizationId} and u.rental_pk = r.pk limit 1) p on true
    where r.organization_id = ${scope.organizationId} and r.rental_type = 'monthly' and not r.paid
      and r.price_monthly > 0 and r.start_date <= ${now}
      -- One that was removed before a month was used, or within one that was paid.
      and (r.end_date is null or r.end_date >= coalesce(${endOfPaidMonths(sql, scope, sql`r.pk`)}, r.start_date + interval '1 day'))`,
  tenant: sql`
    select 'tenant', b.uuid, null, b.description, b.spot_pk,
      coalesce(${endOfPaidMonths(
        sql,
        scope,
        sql`select t.pk from live_rentals t
          where t.organization_id = ${scope.organizationId} and t.bulk_rental_pk = b.pk`,
      )}, b.start_date), b.price_per_slot * b.slot_count, null::bigint
    from bulk_rentals b
    where b.organization_id = ${scope.organizationId} and b.start_date <= ${now}
      and b.invoice_status in ('open', 'past_due', 'uncollectible')`,
});

const selectDebts = (
  sql: Sql,
  scope: WholeOrganizationScope,
  { now, kind, older_than }: Filters,
) => {
  const { violation, monthly, tenant } = debts(sql, scope, now);
  const all = sql`${violation} union all ${monthly} union all ${tenant}`;
  const chosen = kind ? { violation, monthly, tenant }[kind] : all;
  return sql`
    (select d.*, least(d.since, ${now}) as owed_since
      from (${chosen}) d (kind, uuid, code, debtor, spot_pk, since, amount, appeal)) o
    where o.amount > 0 ${
      older_than ? sql`and o.since < ${instant(now - Number(older_than) * dayMs)}` : sql``
    }`;
};

const selectRows = (sql: Sql, scope: WholeOrganizationScope, debts: Fragment) => sql`
  select o.kind, o.uuid, o.code, o.debtor, o.amount, o.appeal, ${toEpochMs(sql, sql`o.owed_since`)} as since,
    json_build_object('pk', s.pk, 'name', s.name, 'timezone', s.timezone) as spot
  from (${debts}) o
  join spots s on s.organization_id = ${scope.organizationId} and s.pk = o.spot_pk
  order by o.amount desc, o.owed_since desc, o.uuid`;

/** Everything that drivers and tenants of an organization owe: the largest first, and of those the newest. */
export const readReceivables = (scope: WholeOrganizationScope, filters: Filters) =>
  scope.read<ReceivableRow[]>(
    (sql) => sql`${selectRows(sql, scope, sql`select * from ${selectDebts(sql, scope, filters)}`)}`,
  );

/** A page of it, with its number and sum. */
export async function readReceivablesPage(
  scope: WholeOrganizationScope,
  { page, ...filters }: Filters & { page: number },
) {
  const [row] = await scope.read<
    {
      count: number;
      total_amount: Cents;
      appealed_amount: Cents;
      results: ReceivableRow[] | null;
    }[]
  >(
    (sql) => sql`
      with debts as materialized (select * from ${selectDebts(sql, scope, filters)})
      select (select count(*) from debts) as count,
        (select coalesce(sum(amount), 0)::bigint from debts) as total_amount,
        (select coalesce(sum(amount), 0)::bigint from debts where appeal is not null) as appealed_amount,
        (select json_agg(r) from (
          ${selectRows(sql, scope, sql`select * from debts`)}
          limit ${sql.literal(receivablesPageSize)} offset ${(page - 1) * receivablesPageSize}) r) as results`,
  );
  const { count = 0, total_amount = zeroCents, appealed_amount = zeroCents, results } = row ?? {};
  return { count, total_amount, appealed_amount, results: results ?? [] };
}
