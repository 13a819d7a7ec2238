import type { Instant } from '@lotkeeper/contract/kernel/calendar';
import { formatTimestamp } from '../../../kernel/clock.ts';
import type { Sql, Tx } from '../../../kernel/data/database.ts';
import type { NamedAlert } from './alert-facts.rules.ts';
import type { OpenAlert } from './compare-problems.rules.ts';
import type { Problem } from './problem.ts';

/** Everything that is open, of all organizations. */
export const readOpenAlerts = (sql: Sql) => sql<OpenAlert[]>`
  select organization_id, pk, spot_pk, kind, subject, since, changed_at, missing_since, cost, facts
  from alerts where ended_at is null`;

/** An alert that a look opened or ended. */
export interface ChangedAlert extends Problem {
  pk: number;
}

const toRows = (problems: readonly Problem[]) =>
  JSON.stringify(
    problems.map((problem) => ({ ...problem, since: formatTimestamp(problem.since) })),
  );

/** Opens alerts; of two looks at once, one opens each. */
export const insertAlerts = (
  tx: Tx,
  organizationId: number,
  problems: readonly Problem[],
  now: Instant,
) => tx<ChangedAlert[]>`
  insert into alerts (organization_id, spot_pk, kind, subject, since, cost, facts, opened_at, changed_at)
  select ${organizationId}, spot_pk, kind, subject, since, cost, facts, ${now}::timestamptz, ${now}::timestamptz
  from json_to_recordset(${toRows(problems)}::text::json)
    p(spot_pk bigint, kind text, subject text, since timestamptz, cost bigint, facts jsonb)
  on conflict (organization_id, kind, subject) where ended_at is null do nothing
  returning organization_id, pk, spot_pk, kind, subject, since, cost, facts`;

/** Stores what is now said of open alerts; since when they are wrong stays. */
export const updateAlerts = (
  tx: Tx,
  organizationId: number,
  problems: readonly (Problem & { pk: number })[],
  now: Instant,
) => tx`
  update alerts a set cost = p.cost, facts = p.facts, changed_at = ${now}
  from json_to_recordset(${toRows(problems)}::text::json)
    p(pk bigint, cost bigint, facts jsonb)
  where a.organization_id = ${organizationId} and a.pk = p.pk and a.ended_at is null`;

/** Marks alerts as missing, or as found again with null. */
export const markMissing = (
  tx: Tx,
  organizationId: number,
  pks: readonly number[],
  since: Instant | null,
) => tx`
  update alerts set missing_since = ${since}
  where organization_id = ${organizationId} and pk = any (${pks}::bigint[]) and ended_at is null`;

/** Ends alerts, as of when they were first missing. */
export const endAlerts = (tx: Tx, organizationId: number, pks: readonly number[]) => tx<
  ChangedAlert[]
>`
  update alerts set ended_at = missing_since
  where organization_id = ${organizationId} and pk = any (${pks}::bigint[])
    and ended_at is null and missing_since is not null
  returning organization_id, pk, spot_pk, kind, subject, since, cost, facts`;

/**
 * Queues the openings for the Admins who chose these kinds, at these properties. Without a device, a push becomes a mail
 * in `queueMemberMessages`, which is one too many for those who chose mails as well.
 */
export const insertNotices = (
  tx: Tx,
  organizationId: number,
  pks: readonly number[],
  now: Instant,
) => tx`
  insert into alert_notices (organization_id, alert_pk, person_pk, medium, waiting_since)
  select ${organizationId}, a.pk, c.person_pk, m.medium, ${now}
  from alerts a
  join alert_choices c on c.organization_id = ${organizationId}
    and (c.spot_pks is null or a.spot_pk is null or a.spot_pk = any (c.spot_pks))
  join affiliations f on f.organization_id = ${organizationId} and f.person_pk = c.person_pk
    and f.type = 'parking' and f.role = 'ADMIN'
  cross join lateral (values ('email', c.email_kinds), ('sms', c.sms_kinds), ('push', c.push_kinds))
    m(medium, kinds)
  where a.organization_id = ${organizationId} and a.pk = any (${pks}::bigint[]) and a.kind = any (m.kinds)
    and (m.medium <> 'push' or not a.kind = any (c.email_kinds)
      or exists (select from push_devices d where d.person_pk = c.person_pk))
  on conflict do nothing`;

/** Queues the ends for those who were notified of the opening. People who muted the alert aren’t notified. */
export async function queueEnds(
  tx: Tx,
  organizationId: number,
  pks: readonly number[],
  now: Instant,
): Promise<void> {
  await tx`
    delete from alert_notices n using alerts a, alert_mutes m
    where n.organization_id = ${organizationId} and n.alert_pk = any (${pks}::bigint[])
      and a.organization_id = ${organizationId} and a.pk = n.alert_pk
      and m.organization_id = ${organizationId} and m.person_pk = n.person_pk
      and m.kind = a.kind and m.subject = a.subject
      and (m.muted_until is null or m.muted_until > ${now})`;
  await tx`
    delete from alert_mutes m using alerts a
    where m.organization_id = ${organizationId} and m.muted_until is null
      and a.organization_id = ${organizationId} and a.pk = any (${pks}::bigint[])
      and m.kind = a.kind and m.subject = a.subject`;
  await tx`
    update alert_notices set waiting_since = ${now}
    where organization_id = ${organizationId} and alert_pk = any (${pks}::bigint[]) and told_at is not null`;
}

/** Alerts with the names that their texts need. */
export const readNamedAlerts = (tx: Tx, organizationId: number, pks: readonly number[]) => tx<
  (NamedAlert & { pk: number; since: Instant; ended_at: Instant | null })[]
>`
  select a.pk, a.organization_id, a.kind, a.subject, a.spot_pk, s.name as property,
    coalesce(s.timezone, 'UTC') as timezone, a.since, a.ended_at, a.cost, a.facts
  from alerts a
  left join spots s on s.organization_id = ${organizationId} and s.pk = a.spot_pk
  where a.organization_id = ${organizationId} and a.pk = any (${pks}::bigint[]) order by a.pk`;

/** Deletes what is no longer needed. The alerts of a plate go with it, 30 days after its end. */
export async function deleteOldAlerts(
  sql: Sql,
  { lastYear, lastMonth, lastDays }: Record<'lastYear' | 'lastMonth' | 'lastDays', Instant>,
): Promise<void> {
  await sql`
    delete from alerts where ended_at < ${lastYear} or (kind = 'watched_plate' and ended_at < ${lastMonth})`;
  await sql`delete from watched_plates where ends_at < ${lastMonth}`;
  await sql`delete from alert_messages where sent_at < ${lastDays}`;
  await sql`delete from alert_mutes where muted_until < ${lastDays}`;
}

/** Deletes what people chose who are no longer in the organization. */
export async function forgetFormerMembers(sql: Sql): Promise<void> {
  for (const table of ['alert_choices', 'alert_notices', 'alert_mutes'])
    await sql`
      delete from ${sql.identifier(table)} c where not exists (
        select from affiliations f where f.organization_id = c.organization_id
          and f.person_pk = c.person_pk and f.type = 'parking')`;
}

/** Logs the arrivals of watched plates, as searches of those who watch them. */
export const logArrivals = (
  tx: Tx,
  organizationId: number,
  pks: readonly number[],
  now: Instant,
) => tx`
  insert into plate_searches (organization_id, person_pk, searched_at, last_searched_at, page, spot_pk,
    term, term_key, first_key, purpose, note)
  select ${organizationId}, w.created_by, ${now}, ${now}, 'watched_plates', a.spot_pk, w.plate, w.plate_key,
    w.plate_key, w.purpose, w.note
  from alerts a
  join watched_plates w on w.organization_id = ${organizationId}
    and w.pk::text = split_part(a.subject, ' ', 2)
  where a.organization_id = ${organizationId} and a.pk = any (${pks}::bigint[])
    and a.kind = 'watched_plate'`;
