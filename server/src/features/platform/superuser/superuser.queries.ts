import type { Instant } from '@lotkeeper/contract/kernel/calendar';
import type { BodyOf } from '@lotkeeper/contract/kernel/endpoint';
import type { BasisPoints } from '@lotkeeper/contract/kernel/money';
import { percentToRate, rateToPercent } from '@lotkeeper/contract/kernel/money';
import type {
  createOrganization,
  OrganizationFields,
  updateOrganization,
} from '@lotkeeper/contract/platform/superuser';
import { searchLimit } from '@lotkeeper/contract/platform/superuser';
import type { SuperuserScope } from '../../../kernel/access/scope.ts';
import type { Sql } from '../../../kernel/data/database.ts';
import { findChanges, recordAuditEntry } from '../../../records/audit-entries.ts';
import { requireShown } from '../../../records/shown.ts';

/** A search as a pattern that contains it. */
export const like = (search: string) =>
  `%${search
    .trim()
    .toLowerCase()
    .replace(/[\\%_]/g, (sign) => `\\${sign}`)}%`;

/** Organizations whose name contains the words, among all. */
export function searchOrganizationRows(scope: SuperuserScope, search: string) {
  return scope.read<{ pk: number; uuid: string; name: string; spot_count: number }[]>(
    (sql) => sql`
      with found as materialized (
        select pk, uuid, name from organizations where lower(name) like ${like(search)}
        order by lower(name), pk limit ${sql.literal(searchLimit)}),
      counted as (
        select organization_id, count(*) as spots from spots
        where organization_id in (select pk from found) group by organization_id)
      select f.pk, f.uuid, f.name, coalesce(c.spots, 0) as spot_count
      from found f left join counted c on c.organization_id = f.pk
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

type OrganizationRow = Omit<OrganizationFields, keyof typeof percentColumns> &
  Record<(typeof percentColumns)[keyof typeof percentColumns], BasisPoints>;

const organizationColumns = (sql: Sql) => sql`
  name, commission_rate, tax_rate, processing_rate, payout_schedule, can_add_driver`;

const toFields = ({ commission_rate, tax_rate, processing_rate, ...row }: OrganizationRow) => ({
  ...row,
  commission_percent: rateToPercent(commission_rate),
  tax_percent: rateToPercent(tax_rate),
  processing_percent: rateToPercent(processing_rate),
});

/** The editable fields of an organization; null when it doesn't exist. */
export async function readOrganizationFields(scope: SuperuserScope, pk: number) {
  const [row] = await scope.read<OrganizationRow[]>(
    (sql) => sql`select ${organizationColumns(sql)} from organizations where pk = ${pk}`,
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
      select ${organizationColumns(tx)} from organizations where pk = ${pk} for update`;
    if (!row) return null;
    const before = toFields(row);
    const author = { organizationId: pk, person: scope.person };
    await requireShown(tx, author, shown, before, { subject: 'organization', pk: null });
    const differs = findChanges(before, change);
    if (!differs) return before;
    await tx`update organizations set ${tx.assignments(storedOrganization(differs.after))} where pk = ${pk}`;
    const entry = { act: 'change', subject: 'organization', ...differs } as const;
    await recordAuditEntry(tx, author, now, entry);
    return { ...before, ...differs.after };
  });
}
