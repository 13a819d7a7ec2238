import type { Instant, LocalDate } from '@lotkeeper/contract/kernel/calendar';
import { localDateOf, monthsAround, startOfMonth } from '@lotkeeper/contract/kernel/calendar';
import type { Cents } from '@lotkeeper/contract/kernel/money';
import { cents } from '@lotkeeper/contract/kernel/money';
import type { OrganizationScope, Scope } from '../../kernel/scope.ts';

export interface OrganizationRow {
  pk: number;
  uuid: string;
  name: string;
  logo_url: string | null;
  payout_schedule: string;
  spot_count: number;
}

/** The organizations among `pks` that the scope may see, by name. */
export function listOrganizationRows(scope: Scope, pks: readonly number[]) {
  return scope.read<OrganizationRow[]>(
    (sql) => sql`
      select o.pk, o.uuid, o.name, o.logo_url, o.payout_schedule,
        (select count(*) from spots s where s.organization_id = o.pk and not s.hidden) as spot_count
      from organizations o
      where o.pk = any (${pks}::bigint[])
      order by lower(o.name), o.pk`,
  );
}

interface EarningsRow {
  timezone: string | null;
  local_date: LocalDate | null;
  net: number;
}

/** What an organization earned in the current local month of each property, and what was paid out in its lifetime. */
export async function readEarnings(
  scope: OrganizationScope,
  now: Instant,
): Promise<{ owed_funds: Cents; total_payout: Cents }> {
  // Around the turn of a month the world is in two months at once: each zone takes its own.
  const months = monthsAround(now);
  const rows = await scope.read<EarningsRow[]>(
    (sql) => sql`
      select s.timezone, m.local_date,
        sum(m.gross - m.refunds - m.tax - m.processing_fee - m.commission)::bigint as net
      from spots s
      join revenue_months m on m.organization_id = s.organization_id and m.spot_pk = s.pk
      where s.organization_id = ${scope.organizationId}
        and m.local_date = any (${months}::date[])
      group by 1, 2
      union all
      select null, null, coalesce(sum(payout), 0)::bigint from ledger_entries
      where organization_id = ${scope.organizationId} and kind = 'payout'`,
  );
  const owed = rows
    .filter(
      (row) => row.timezone && row.local_date === startOfMonth(localDateOf(now, row.timezone)),
    )
    .reduce((total, row) => total + row.net, 0);
  return {
    owed_funds: cents(owed),
    total_payout: cents(rows.find((row) => row.timezone === null)?.net ?? 0),
  };
}

/** The support number of the region that an organization belongs to. */
export async function readContactNumber(scope: OrganizationScope): Promise<string | null> {
  const [row] = await scope.read<{ contact_number: string | null }[]>(
    (sql) => sql`
      select r.contact_number from organizations o
      join operations_regions r on r.pk = o.operations_region_pk
      where o.pk = ${scope.organizationId}`,
  );
  return row?.contact_number ?? null;
}
