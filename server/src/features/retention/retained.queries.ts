import type { Instant } from '@lotkeeper/contract/kernel/calendar';
import { instant } from '@lotkeeper/contract/kernel/calendar';
import { dayMs } from '@lotkeeper/contract/kernel/durations';
import { violationEvidenceDays } from '@lotkeeper/contract/retention-classes';
import type { Fragment, Sql } from '../../kernel/data/database.ts';

/** What is old enough to be deleted, of one organization. */
export interface Expiry {
  organizationId: number;
  /** What is older is due. */
  before: Instant;
  now: Instant;
}

/** Violations since then are evidence, whatever became of them. */
const evidenceSince = (now: Instant) => instant(now - violationEvidenceDays * dayMs);

/**
 * Whether visit `v` is needed, and with it its reads and images: it may still change, its violation is open or recent,
 * a bank disputes its rental, or a person placed a hold.
 */
export const isVisitRetained = (sql: Sql, { organizationId, now }: Expiry): Fragment => sql`(
  v.due_at is not null or not v.decided
  or exists (
    select from violations n where n.organization_id = ${organizationId} and n.visit_pk = v.pk
      and (n.status = 'Created' or n.created_at >= ${evidenceSince(now)} or exists (
        select from holds h where h.organization_id = ${organizationId} and h.released_at is null
          and h.violation_pk = n.pk)))
  or exists (
    select from disputes d where d.organization_id = ${organizationId} and d.rental_pk = v.rental_pk
      and d.closed_at is null)
  or exists (
    select from holds h where h.organization_id = ${organizationId} and h.released_at is null
      and (h.visit_pk = v.pk or h.rental_pk = v.rental_pk)))`;

/** The rentals that a bank disputes or that a person holds, as `pk`. */
const selectRetainedRentals = (sql: Sql, organizationId: number): Fragment => sql`
  select rental_pk as pk from disputes
  where organization_id = ${organizationId} and closed_at is null
  union
  select rental_pk from holds
  where organization_id = ${organizationId} and released_at is null and rental_pk is not null`;

/**
 * The common table expressions `kept_rentals`, `kept_violations` and `kept_visits`: the same visits as
 * `isVisitRetained` finds, all at once, each by an index. For what doesn't know its visit.
 */
export const selectRetained = (sql: Sql, { organizationId, now }: Expiry): Fragment => sql`
  kept_rentals as materialized (${selectRetainedRentals(sql, organizationId)}),
  kept_violations as materialized (
    select n.visit_pk, n.image from spots s
    join violations n on n.organization_id = ${organizationId} and n.spot_pk = s.pk
      and n.created_at >= ${evidenceSince(now)}
    where s.organization_id = ${organizationId}
    union all
    select visit_pk, image from violations
    where organization_id = ${organizationId} and status = 'Created'
    union all
    select n.visit_pk, n.image from holds h
    join violations n on n.organization_id = ${organizationId} and n.pk = h.violation_pk
    where h.organization_id = ${organizationId} and h.released_at is null),
  kept_visits as materialized (
    select pk from visits where organization_id = ${organizationId} and due_at is not null
    union
    select visit_pk from kept_violations where visit_pk is not null
    union
    select v.pk from kept_rentals r
    join visits v on v.organization_id = ${organizationId} and v.rental_pk = r.pk
    union
    select visit_pk from holds
    where organization_id = ${organizationId} and released_at is null and visit_pk is not null)`;
