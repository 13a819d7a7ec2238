import type { Instant } from '@lotkeeper/contract/kernel/calendar';
import type { BodyOf } from '@lotkeeper/contract/kernel/endpoint';
import type { createHold, Hold } from '@lotkeeper/contract/trust/retention';
import type { OrganizationScope } from '../../../kernel/access/scope.ts';
import type { Sql } from '../../../kernel/data/database.ts';
import { must } from '../../../kernel/must.ts';
import { recordAuditEntry } from '../../../records/trust/audit-entries.ts';
import { lockDeletions } from '../../../records/trust/deletions.ts';

const maxInForce = 1000;
const maxReleased = 100;

const selectHolds = (sql: Sql, organizationId: number) => sql`
  select h.pk,
    case when h.rental_pk is not null then 'rental' when h.visit_pk is not null then 'visit'
      else 'violation' end as subject,
    coalesce(h.rental_pk, h.visit_pk, h.violation_pk) as subject_pk,
    coalesce((select r.uuid::text from live_rentals r
      where r.organization_id = ${organizationId} and r.pk = h.rental_pk),
      (select n.uuid::text from violations n
        where n.organization_id = ${organizationId} and n.pk = h.violation_pk),
      h.visit_pk::text) as story,
    coalesce((select c.plate from live_rentals r
      join cars c on c.organization_id = ${organizationId} and c.pk = r.car_pk
      where r.organization_id = ${organizationId} and r.pk = h.rental_pk),
      (select n.plate from violations n
        where n.organization_id = ${organizationId} and n.pk = h.violation_pk),
      (select v.plate from visits v
        where v.organization_id = ${organizationId} and v.pk = h.visit_pk)) as plate,
    h.reason, h.placed_at, p.first_name || ' ' || p.last_name as placed_by, h.released_at,
    (select q.first_name || ' ' || q.last_name from people q where q.pk = h.released_by) as released_by
  from holds h join people p on p.pk = h.placed_by
  where h.organization_id = ${organizationId}`;

/** The newest holds in force, then the newest released ones. */
export const listHoldRows = (scope: OrganizationScope) =>
  scope.read<Hold[]>(
    (sql) => sql`
      (${selectHolds(sql, scope.organizationId)} and h.released_at is null
        order by h.pk desc limit ${sql.literal(maxInForce)})
      union all
      (${selectHolds(sql, scope.organizationId)} and h.released_at is not null
        order by h.released_at desc limit ${sql.literal(maxReleased)})`,
  );

async function readHold(tx: Sql, organizationId: number, pk: number): Promise<Hold> {
  const [row] = await tx<Hold[]>`${selectHolds(tx, organizationId)} and h.pk = ${pk}`;
  return must(row, 'hold');
}

interface HeldRecord {
  rental_pk: number | null;
  visit_pk: number | null;
  violation_pk: number | null;
}

/** Finds the subject of a new hold; null when the organization has none. */
async function findRecord(
  tx: Sql,
  organizationId: number,
  { rental, visit, violation }: BodyOf<typeof createHold>,
): Promise<HeldRecord | null> {
  const [table, column, name] =
    rental !== undefined
      ? (['live_rentals', 'rental_pk', rental] as const)
      : violation !== undefined
        ? (['violations', 'violation_pk', violation] as const)
        : (['visits', 'visit_pk', visit ?? 0] as const);
  const isNamed =
    typeof name === 'string' && name.includes('-')
      ? tx`uuid = ${name}::uuid`
      : tx`pk = ${Number(name)}`;
  const [row] = await tx<{ pk: number }[]>`
    select pk from ${tx.identifier(table)} where organization_id = ${organizationId} and ${isNamed}`;
  return row ? { rental_pk: null, visit_pk: null, violation_pk: null, [column]: row.pk } : null;
}

const toSubject = ({ pk, subject, story }: Hold) =>
  ({ subject: 'hold', pk, name: `on ${subject} ${story}` }) as const;

/**
 * Places a hold; null when there is nothing to hold. If the same person's identical hold is in force, it's returned: a
 * click that was sent twice is one. No deletion batch runs meanwhile, so what the hold finds stays.
 */
export function insertHold(
  scope: OrganizationScope,
  body: BodyOf<typeof createHold>,
  now: Instant,
): Promise<Hold | null> {
  const { organizationId, person } = scope;
  return scope.write(async (tx) => {
    await lockDeletions(tx, organizationId);
    const record = await findRecord(tx, organizationId, body);
    if (!record) return null;
    const [same] = await tx<{ pk: number }[]>`
      select pk from holds where organization_id = ${organizationId} and released_at is null
        and (rental_pk, visit_pk, violation_pk) is not distinct from
          (${record.rental_pk}::bigint, ${record.visit_pk}::bigint, ${record.violation_pk}::bigint)
        and reason = ${body.reason} and placed_by = ${person.pk}`;
    if (same) return readHold(tx, organizationId, same.pk);
    const row = {
      organization_id: organizationId,
      ...record,
      reason: body.reason,
      placed_by: person.pk,
      placed_at: now,
    };
    const [{ pk }] = await tx<[{ pk: number }]>`insert into holds ${tx.values(row)} returning pk`;
    const placed = await readHold(tx, organizationId, pk);
    const after = { reason: placed.reason };
    await recordAuditEntry(tx, scope, now, { act: 'place', ...toSubject(placed), after });
    return placed;
  });
}

/** Releases a hold; null when it doesn't exist. Releasing it twice changes nothing. */
export function endHold(scope: OrganizationScope, pk: number, now: Instant): Promise<Hold | null> {
  const { organizationId, person } = scope;
  return scope.write(async (tx) => {
    const [row] = await tx<{ is_released: boolean }[]>`
      select released_at is not null as is_released from holds
      where organization_id = ${organizationId} and pk = ${pk} for update`;
    if (!row) return null;
    if (!row.is_released) {
      await tx`
        update holds set released_by = ${person.pk}, released_at = ${now}
        where organization_id = ${organizationId} and pk = ${pk}`;
    }
    const released = await readHold(tx, organizationId, pk);
    if (!row.is_released) {
      const before = { reason: released.reason };
      await recordAuditEntry(tx, scope, now, { act: 'release', ...toSubject(released), before });
    }
    return released;
  });
}
