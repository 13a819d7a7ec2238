import type { Instant } from '@lotkeeper/contract/kernel/calendar';
import type { Alert } from '@lotkeeper/contract/platform/alerts';
import { alertRules } from '@lotkeeper/contract/platform/alerts';
import type { OrganizationScope } from '../../../kernel/access/scope.ts';
import type { Sql } from '../../../kernel/data/database.ts';
import { toEpochMs } from '../../../kernel/data/epoch-ms.ts';
import type { NamedAlert } from './alert-facts.rules.ts';
import { describeAlert } from './alert-words.rules.ts';

export interface AlertRow extends NamedAlert {
  pk: number;
  since: Instant;
  opened_at: Instant;
  ended_at: Instant | null;
  mute: Alert['mute'];
}

/** An alert with the names of its texts, and with the mute of a person. */
export const selectAlerts = (
  sql: Sql,
  { organizationId, person, now }: { organizationId: number; person: number; now: Instant },
) => sql`
  select a.pk, a.organization_id, a.kind, a.subject, a.spot_pk, s.name as property,
    coalesce(s.timezone, (select o.timezone from spots o
      where o.organization_id = ${organizationId} order by o.pk limit 1), 'UTC') as timezone,
    a.since, a.opened_at, a.ended_at, a.cost, a.facts,
    (select json_build_object('until', ${toEpochMs(sql, sql`m.muted_until`)}) from alert_mutes m
      where m.organization_id = ${organizationId} and m.person_pk = ${person} and m.kind = a.kind
        and m.subject = a.subject and (m.muted_until is null or m.muted_until > ${now})) as mute
  from alerts a
  left join spots s on s.organization_id = ${organizationId} and s.pk = a.spot_pk
  where a.organization_id = ${organizationId}`;

function toAlert(row: AlertRow): Alert {
  const words = describeAlert(row, { isOver: row.ended_at !== null });
  const { kind, pk, since, opened_at, ended_at, cost, mute, spot_pk, property, timezone } = row;
  return {
    pk,
    kind,
    spot: spot_pk === null ? null : { pk: spot_pk, name: property ?? '', timezone },
    since,
    opened_at,
    ended_at,
    title: words.title,
    detail: words.detail,
    cost,
    cost_text: words.cost,
    advice: words.advice,
    path: words.path,
    mute,
  };
}

/** The open alerts, the costliest first, and those that ended, the newest first. */
export async function readAlerts(scope: OrganizationScope, now: Instant) {
  const { organizationId } = scope;
  const reader = { organizationId, person: scope.person.pk, now };
  const [open, ended, counts] = await Promise.all([
    scope.read<AlertRow[]>(
      (sql) => sql`
        ${selectAlerts(sql, reader)} and a.ended_at is null
        order by abs(a.cost) desc nulls last, a.since, a.pk limit ${sql.literal(alertRules.listedOpen)}`,
    ),
    scope.read<AlertRow[]>(
      (sql) => sql`
        ${selectAlerts(sql, reader)} and a.ended_at is not null
        order by a.ended_at desc, a.pk desc limit ${sql.literal(alertRules.listedEnded)}`,
    ),
    scope.read<{ open_count: number }[]>(
      (sql) => sql`
        select count(*) as open_count from alerts
        where organization_id = ${organizationId} and ended_at is null`,
    ),
  ]);
  const open_count = counts[0]?.open_count ?? 0;
  return { open: open.map(toAlert), open_count, ended: ended.map(toAlert) };
}

/** When texts were sent to a person lately, the oldest first, and whether the person gets any alerts. */
export async function readOwnMessages(scope: OrganizationScope, since: Instant) {
  const { organizationId, person } = scope;
  const [texts, chosen] = await Promise.all([
    scope.read<{ sent_at: Instant }[]>(
      (sql) => sql`
        select sent_at from alert_messages
        where organization_id = ${organizationId} and person_pk = ${person.pk} and medium = 'sms'
          and sent_at > ${since}
        order by sent_at`,
    ),
    scope.read(
      (sql) => sql`
        select from alert_choices
        where organization_id = ${organizationId} and person_pk = ${person.pk}
          and cardinality(email_kinds || sms_kinds || push_kinds) > 0`,
    ),
  ]);
  return { textsAt: texts.map(({ sent_at }) => sent_at), isChosen: chosen.length > 0 };
}
