import type { Instant, LocalDate } from '@lotkeeper/contract/kernel/calendar';
import { monthsAround, startOfMonth, toLocalDate } from '@lotkeeper/contract/kernel/calendar';
import { cents, sum } from '@lotkeeper/contract/kernel/money';
import { historySource } from '@lotkeeper/contract/money/payout-words';
import type { OrganizationScope, Scope } from '../../../kernel/access/scope.ts';
import { isAmong } from '../../../kernel/data/nodes.ts';
import { netRevenue } from '../../../records/money/revenue.ts';

interface OrganizationRow {
  pk: number;
  uuid: string;
  name: string;
  logo_url: string | null;
  payout_schedule: string;
  spot_count: number;
  can_add_driver: boolean;
  is_set_up: boolean;
}

interface OrganizationAndEarningsRow extends OrganizationRow {
  /** Net revenue of the current months of all zones; null where money isn't shown. */
  months: { timezone: string; local_date: LocalDate; net: number }[] | null;
  total_payout: number | null;
  collected_elsewhere: number | null;
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
  const rows = await scope.read<OrganizationAndEarningsRow[]>((sql) => {
    const months = sql`
      select organization_id, json_agg(e) as months from (
        select s.organization_id, s.timezone, m.local_date, sum(${netRevenue(sql)})::bigint as net
        from spots s
        join revenue_months m on m.organization_id = s.organization_id and m.spot_pk = s.pk
        where ${isAmong(sql, 's.organization_id', earning)} and m.local_date = any (${around}::date[])
        group by 1, 2, 3) e
      group by 1`;
    const payouts = sql`
      select organization_id, sum(payout)::bigint as payout from ledger_entries
      where ${isAmong(sql, 'organization_id', earning)} and kind = 'payout' group by 1`;
    const imported = sql`
      select organization_id, sum(${netRevenue(sql)})::bigint as net from revenue_sources
      where ${isAmong(sql, 'organization_id', earning)} and source = ${historySource} group by 1`;
    const isEarning = sql`o.pk = any (${earning}::bigint[])`;
    const money =
      earning.length === 0
        ? {
            columns: sql`null as months, null as total_payout, null as collected_elsewhere`,
            joins: sql``,
          }
        : {
            columns: sql`case when ${isEarning} then coalesce(m.months, '[]') end as months,
              case when ${isEarning} then coalesce(p.payout, 0) end as total_payout,
              case when ${isEarning} then coalesce(i.net, 0) end as collected_elsewhere`,
            joins: sql`left join (${months}) m on m.organization_id = o.pk
              left join (${payouts}) p on p.organization_id = o.pk
              left join (${imported}) i on i.organization_id = o.pk`,
          };
    return sql`
      select o.pk, o.uuid, o.name, o.logo_url, o.payout_schedule, o.can_add_driver,
        o.setup_ended_at is not null as is_set_up,
        coalesce(s.count, 0) as spot_count, ${money.columns}
      from organizations o
      -- Each sum by its organization (joins, not look-ups: nodes.ts).
      left join (
        select organization_id, count(*) from spots
        where ${isAmong(sql, 'organization_id', pks)} and not hidden group by 1) s on s.organization_id = o.pk
      ${money.joins}
      where ${isAmong(sql, 'o.pk', pks)}
      order by lower(o.name), o.pk`;
  });
  return rows.map(({ months, total_payout, collected_elsewhere, ...row }) => {
    if (months === null || total_payout === null) return row;
    const current = months.filter(
      (month) => month.local_date === startOfMonth(toLocalDate(now, month.timezone)),
    );
    const owed_funds = sum(...current.map((month) => cents(month.net)));
    return {
      ...row,
      owed_funds,
      total_payout: cents(total_payout),
      collected_elsewhere: cents(collected_elsewhere ?? 0),
    };
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
