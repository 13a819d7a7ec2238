import type { Instant } from '@lotkeeper/contract/kernel/calendar';
import { instant } from '@lotkeeper/contract/kernel/calendar';
import { dayMs } from '@lotkeeper/contract/kernel/durations';
import { violationEvidenceDays } from '@lotkeeper/contract/trust/retention-classes';
import type { Fragment, Sql } from '../../kernel/data/database.ts';

/** The organization, and the time to judge by. */
export interface EvidenceQuery {
  organizationId: number;
  now: Instant;
}

/**
 * Queries for rows that are evidence, by the reason why they must stay, strongest first. Each uses an index, for all
 * rows as well as for one.
 */
type Reasons = Readonly<Record<string, Fragment>>;

/** Rentals that must stay, as `pk`: under a hold or a dispute. */
const selectRentals = (sql: Sql, { organizationId }: EvidenceQuery) => ({
  hold: sql`
    select rental_pk as pk from holds
    where organization_id = ${organizationId} and released_at is null and rental_pk is not null`,
  dispute: sql`
    select rental_pk as pk from disputes
    where organization_id = ${organizationId} and closed_at is null and rental_pk is not null`,
});

/** Violations that must stay, as `pk`, `visit_pk`, and `image`: held, disputed, open, or recent, whatever their outcome. */
const selectViolations = (sql: Sql, { organizationId, now }: EvidenceQuery) => ({
  hold: sql`
    select n.pk, n.visit_pk, n.image from holds h
    join violations n on n.organization_id = ${organizationId} and n.pk = h.violation_pk
    where h.organization_id = ${organizationId} and h.released_at is null`,
  dispute: sql`
    select n.pk, n.visit_pk, n.image from disputes d
    join violations n on n.organization_id = ${organizationId} and n.pk = d.violation_pk
    where d.organization_id = ${organizationId} and d.closed_at is null`,
  open_violation: sql`
    select pk, visit_pk, image from violations
    where organization_id = ${organizationId} and status = 'Created'`,
  recent_violation: sql`
    select n.pk, n.visit_pk, n.image from spots s
    join violations n on n.organization_id = ${organizationId} and n.spot_pk = s.pk
      and n.created_at >= ${instant(now - violationEvidenceDays * dayMs)}
    where s.organization_id = ${organizationId}`,
});

/** The visits of violations; `violations` is a table or a query in parentheses. */
const selectVisitsOfViolations = (sql: Sql, violations: Fragment): Fragment => sql`
  select n.visit_pk as pk from ${violations} n where n.visit_pk is not null`;

/** The visits of rentals; `rentals` is a table or a query in parentheses. */
const selectVisitsOfRentals = (
  sql: Sql,
  organizationId: number,
  rentals: Fragment,
): Fragment => sql`
  select v.pk from ${rentals} r
  join visits v on v.organization_id = ${organizationId} and v.rental_pk = r.pk`;

const selectHeldVisits = (sql: Sql, { organizationId }: EvidenceQuery): Fragment => sql`
  select visit_pk as pk from holds
  where organization_id = ${organizationId} and released_at is null and visit_pk is not null`;

/** An undecided visit is always due. */
const selectDueVisits = (sql: Sql, { organizationId }: EvidenceQuery): Fragment => sql`
  select pk from visits where organization_id = ${organizationId} and due_at is not null`;

/**
 * Visits that must stay with their reads, images, and messages: they're under a hold, the rental is disputed, they may
 * still change, or their violation is evidence.
 */
function selectVisits(sql: Sql, query: EvidenceQuery) {
  const rentals = selectRentals(sql, query);
  const violations = selectViolations(sql, query);
  const visitsOfRentals = (rows: Fragment) =>
    selectVisitsOfRentals(sql, query.organizationId, sql`(${rows})`);
  const ofViolations = (rows: Fragment) => selectVisitsOfViolations(sql, sql`(${rows})`);
  return {
    hold: sql`
      ${selectHeldVisits(sql, query)} union all ${visitsOfRentals(rentals.hold)}
      union all ${ofViolations(violations.hold)}`,
    dispute: sql`
      ${visitsOfRentals(rentals.dispute)} union all ${ofViolations(violations.dispute)}`,
    current: selectDueVisits(sql, query),
    open_violation: ofViolations(violations.open_violation),
    recent_violation: ofViolations(violations.recent_violation),
  };
}

/** The first reason why the row with this pk must stay; null when it needn't. */
const explainBy = (sql: Sql, reasons: Reasons, pk: Fragment): Fragment => {
  const cases = Object.entries(reasons).map(
    ([reason, rows]) => sql`
      when exists (select from (${rows}) kept where kept.pk = ${pk}) then ${sql.unsafe(`'${reason}'`)}`,
  );
  return sql`(case ${cases.reduce((all, next) => sql`${all} ${next}`)} end)`;
};

/**
 * Why rental `r` must stay as evidence; null when it needn't. A hold on its visit, or on that visit's violation, covers
 * it too.
 */
export const explainKeptRental = (sql: Sql, query: EvidenceQuery): Fragment => {
  const { hold, dispute } = selectRentals(sql, query);
  const heldByVisit = sql`
    select v.rental_pk as pk from (${selectVisits(sql, query).hold}) held
    join visits v on v.organization_id = ${query.organizationId} and v.pk = held.pk`;
  return explainBy(sql, { hold: sql`${hold} union all ${heldByVisit}`, dispute }, sql`r.pk`);
};

/** Why visit `v` must stay as evidence with its reads, images, and messages; null when it needn't. */
export const explainKeptVisit = (sql: Sql, query: EvidenceQuery): Fragment =>
  explainBy(sql, selectVisits(sql, query), sql`v.pk`);

/** Why violation `n` must stay as evidence; null when it needn't. */
export const explainKeptViolation = (sql: Sql, query: EvidenceQuery): Fragment =>
  explainBy(sql, selectViolations(sql, query), sql`n.pk`);

/**
 * The common table expressions `kept_rentals`, `kept_violations`, and `kept_visits`: all evidence, for rows that don't
 * know their visit.
 */
export const selectKeptEvidence = (sql: Sql, query: EvidenceQuery): Fragment => {
  const rentals = selectRentals(sql, query);
  const violations = selectViolations(sql, query);
  return sql`
    kept_rentals as materialized (${rentals.hold} union ${rentals.dispute}),
    kept_violations as materialized (
      ${violations.hold} union all ${violations.dispute} union all ${violations.open_violation} union all ${violations.recent_violation}),
    kept_visits as materialized (
      ${selectHeldVisits(sql, query)}
      union ${selectDueVisits(sql, query)}
      union ${selectVisitsOfViolations(sql, sql`kept_violations`)}
      union ${selectVisitsOfRentals(sql, query.organizationId, sql`kept_rentals`)})`;
};
