import type { Instant, LocalDate } from '@lotkeeper/contract/kernel/calendar';
import { monthsAround, startOfMonth, toLocalDate } from '@lotkeeper/contract/kernel/calendar';
import { cents, sum } from '@lotkeeper/contract/kernel/money';
import type { OrganizationScope, Scope } from '../../../kernel/access/scope.ts';
import { netRevenue } from '../../../records/revenue.ts';

interface OrganizationRow {
  pk: number;
  uuid: string;
  name: string;
  logo_url: string | null;
  payout_schedule: string;
  spot_count: number;
  can_add_driver: boolean;
}

interface OrganizationAndEarningsRow extends OrganizationRow {
  /** Net revenue of the current months of all zones; null where money isn't shown. */
  months: { timezone: string; local_date: LocalDate; net: number }[] | null;
  total_payout: number | null;
}

/**
 * The organizations among `pks` that the scope may see, by name. Those in `earning` come with what they earned in the
 * current local month of each property, and with all payouts.
 */
export async function listOrganizationRows(
  scope: Scope,
  { pks, earning, now }: { pks: readonly number[]; earning: readonly number[]; now: Instant },
) {
  // Around the turn of a month, two months are current at once: each zone uses its own.
  const around = monthsAround(now);
  const rows = await scope.read<OrganizationAndEarningsRow[]>(
    (sql) => sql`
      select o.pk, o.uuid, o.name, o.logo_url, o.payout_schedule, o.can_add_driver,
        (select count(*) from spots s where s.organization_id = o.pk and not s.hidden) as spot_count,
        case when o.pk = any (${earning}::bigint[]) then (select coalesce(json_agg(e), '[]') from (
          select s.timezone, m.local_date, sum(${netRevenue(sql)})::bigint as net
          from spots s
          join revenue_months m on m.organization_id = s.organization_id and m.spot_pk = s.pk
          where s.organization_id = o.pk and m.local_date = any (${around}::date[])
          group by 1, 2) e) end as months,
        case when o.pk = any (${earning}::bigint[]) then (
          select coalesce(sum(payout), 0)::bigint from ledger_entries
          where organization_id = o.pk and kind = 'payout') end as total_payout
      from organizations o
      where o.pk = any (${pks}::bigint[])
      order by lower(o.name), o.pk`,
  );
  return rows.map(({ months, total_payout, ...row }) => {
    if (months === null || total_payout === null) return row;
    const current = months.filter(
      (month) => month.local_date === startOfMonth(toLocalDate(now, month.timezone)),
    );
    const owed_funds = sum(...current.map((month) => cents(month.net)));
    return { ...row, owed_funds, total_payout: cents(total_payout) };
  });
}

/** The support number of the organization's region. */
export async function readContactNumber(scope: OrganizationScope): Promise<string | null> {
  const [row] = await scope.read<{ contact_number: string | null }[]>(
    (sql) => sql`
      select r.contact_number from organizations o
      join operations_regions r on r.pk = o.operations_region_pk
      where o.pk = ${scope.organizationId}`,
  );
  return row?.contact_number ?? null;
}
