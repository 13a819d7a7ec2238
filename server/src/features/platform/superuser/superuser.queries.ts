import type { Instant, TimeZone } from '@lotkeeper/contract/kernel/calendar';
import { addMonths, startOfMonth, toLocalDate } from '@lotkeeper/contract/kernel/calendar';
import type { BodyOf } from '@lotkeeper/contract/kernel/endpoint';
import type { BasisPoints } from '@lotkeeper/contract/kernel/money';
import { percentToRate, rateToPercent } from '@lotkeeper/contract/kernel/money';
import type { CommissionBase } from '@lotkeeper/contract/platform/organization-terms';
import { usualCommissionBase } from '@lotkeeper/contract/platform/organization-terms';
import type {
  createOrganization,
  FoundOrganization,
  OrganizationFields,
  updateOrganization,
} from '@lotkeeper/contract/platform/superuser';
import { commissionMessages, searchLimit } from '@lotkeeper/contract/platform/superuser';
import type { SuperuserScope } from '../../../kernel/access/scope.ts';
import type { Sql, Tx } from '../../../kernel/data/database.ts';
import { must } from '../../../kernel/must.ts';
import { wrongFields } from '../../../kernel/refusal.ts';
import { requireShown } from '../../../records/shown.ts';
import { findChanges, recordAuditEntry } from '../../../records/trust/audit-entries.ts';

/** A search as a pattern that contains it. */
export const like = (search: string) =>
  `%${search
    .trim()
    .toLowerCase()
    .replace(/[\\%_]/g, (sign) => `\\${sign}`)}%`;

/** Organizations whose name contains the words, among all. */
export function searchOrganizationRows(scope: SuperuserScope, search: string, now: Instant) {
  const month = addMonths(startOfMonth(toLocalDate(now, 'UTC')), -1);
  return scope.read<FoundOrganization[]>(
    (sql) => sql`
      with found as materialized (
        select pk, uuid, name from organizations where lower(name) like ${like(search)}
        order by lower(name), pk limit ${sql.literal(searchLimit)}),
      spots_of as (
        select organization_id, count(*) as spots from spots
        where organization_id in (select pk from found) group by organization_id),
      gross_of as (
        select organization_id, sum(gross) as gross from revenue_months
        where organization_id in (select pk from found) and local_date = ${month}
        group by organization_id),
      alerts_of as (
        select organization_id, count(*) as open from alerts
        where organization_id in (select pk from found) and ended_at is null
        group by organization_id)
      select f.pk, f.uuid, f.name, coalesce(s.spots, 0) as spot_count,
        coalesce(g.gross, 0)::bigint as gross, ${month}::date as gross_month,
        coalesce(a.open, 0) as open_alerts
      from found f
        left join spots_of s on s.organization_id = f.pk
        left join gross_of g on g.organization_id = f.pk
        left join alerts_of a on a.organization_id = f.pk
      order by lower(f.name), f.pk`,
  );
}

interface FoundSpot {
  pk: number;
  uuid: string;
  name: string;
  city: string;
  state: string;
  organization: number;
  organization_name: string;
}

/** Properties whose name or address contains the words, among all. */
export function searchSpotRows(scope: SuperuserScope, search: string) {
  return scope.read<FoundSpot[]>(
    (sql) => sql`
      select s.pk, s.uuid, s.name, s.city, s.state,
        s.organization_id as organization, o.name as organization_name
      from spots s join organizations o on o.pk = s.organization_id
      where lower(s.name || ' ' || s.address_line1 || ' ' || s.city) like ${like(search)}
      order by lower(s.name), s.pk limit ${sql.literal(searchLimit)}`,
  );
}

/** Creates an organization and writes an audit entry. */
export function insertOrganization(
  scope: SuperuserScope,
  body: BodyOf<typeof createOrganization>,
  now: Instant,
) {
  const commission = percentToRate(body.commission_percent);
  return scope.write(async (tx) => {
    const [row] = await tx<[{ pk: number; uuid: string }]>`
      insert into organizations (name, commission_rate) values (${body.name}, ${commission})
      returning pk, uuid`;
    await insertBase(tx, row.pk, { starts_on: '-infinity', base: body.commission_base });
    const author = { organizationId: row.pk, person: scope.person };
    const entry = { act: 'create', subject: 'organization', after: body } as const;
    await recordAuditEntry(tx, author, now, entry);
    return row;
  });
}

const percentColumns = {
  commission_percent: 'commission_rate',
  tax_percent: 'tax_rate',
  processing_percent: 'processing_rate',
} as const;

const insertBase = (
  tx: Tx,
  organization_id: number,
  term: { starts_on: string | null; base: CommissionBase },
) => tx`insert into commission_bases ${tx.values({ organization_id, ...term })}`;

/** Sets what the commission is a share of from a day on, instead of what was set for a later one. */
async function setBase(
  tx: Tx,
  pk: number,
  { commission_base: base, commission_base_from: starts_on }: OrganizationFields,
  now: Instant,
): Promise<void> {
  const spots = await tx<{ timezone: TimeZone }[]>`
    select timezone from spots where organization_id = ${pk}`;
  const days = spots.map(({ timezone }) => toLocalDate(now, timezone));
  const today = must([...days, toLocalDate(now, 'UTC')].sort().at(-1), 'today');
  if (starts_on === null || starts_on <= today) {
    throw wrongFields({ commission_base_from: commissionMessages.later });
  }
  await tx`delete from commission_bases where organization_id = ${pk} and starts_on > ${today}`;
  await insertBase(tx, pk, { starts_on, base });
}

type OrganizationRow = Omit<OrganizationFields, keyof typeof percentColumns> &
  Record<(typeof percentColumns)[keyof typeof percentColumns], BasisPoints>;

const organizationColumns = (sql: Sql) => sql`
  coalesce(b.base, ${usualCommissionBase}) as commission_base, nullif(b.starts_on, '-infinity') as commission_base_from,
  name, commission_rate, tax_rate, processing_rate, payout_schedule, can_add_driver`;

const toFields = ({ commission_rate, tax_rate, processing_rate, ...row }: OrganizationRow) => ({
  ...row,
  commission_percent: rateToPercent(commission_rate),
  tax_percent: rateToPercent(tax_rate),
  processing_percent: rateToPercent(processing_rate),
});

/** Organizations, each with the base of its commission that begins last. */
const withBase = (sql: Sql) => sql`organizations o left join lateral (
  select base, starts_on from commission_bases where organization_id = o.pk order by starts_on desc limit 1) b on true`;

/** The editable fields of an organization; null when it doesn't exist. */
export async function readOrganizationFields(scope: SuperuserScope, pk: number) {
  const [row] = await scope.read<OrganizationRow[]>(
    (sql) => sql`select ${organizationColumns(sql)} from ${withBase(sql)} where pk = ${pk}`,
  );
  return row ? toFields(row) : null;
}

/** Converts percentages to the stored basis points; leaves everything else as it is. */
const storedOrganization = (change: Partial<OrganizationFields>) =>
  Object.fromEntries(
    Object.entries(change).map(([name, value]) =>
      name in percentColumns
        ? [percentColumns[name as keyof typeof percentColumns], percentToRate(value as number)]
        : [name, value],
    ),
  );

/** Changes an organization and records the values before and after; null when it doesn't exist. */
export function changeOrganization(
  scope: SuperuserScope,
  pk: number,
  { shown, ...change }: BodyOf<typeof updateOrganization>,
  now: Instant,
) {
  return scope.write(async (tx) => {
    const [row] = await tx<OrganizationRow[]>`
      select ${organizationColumns(tx)} from ${withBase(tx)} where pk = ${pk} for update of o`;
    if (!row) return null;
    const before = toFields(row);
    const author = { organizationId: pk, person: scope.person };
    await requireShown(tx, author, shown, before, { subject: 'organization', pk: null });
    const differs = findChanges(before, change);
    if (!differs) return before;
    const { commission_base, commission_base_from, ...stored } = differs.after;
    if (commission_base !== undefined || commission_base_from !== undefined) {
      await setBase(tx, pk, { ...before, ...differs.after }, now);
    }
    if (Object.keys(stored).length > 0)
      await tx`update organizations set ${tx.assignments(storedOrganization(stored))} where pk = ${pk}`;
    const entry = { act: 'change', subject: 'organization', ...differs } as const;
    await recordAuditEntry(tx, author, now, entry);
    return { ...before, ...differs.after };
  });
}
