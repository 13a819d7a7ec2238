import type { Instant } from '@lotkeeper/contract/kernel/calendar';
import { instant } from '@lotkeeper/contract/kernel/calendar';
import { dayMs } from '@lotkeeper/contract/kernel/durations';
import type { MuteLength } from '@lotkeeper/contract/platform/alerts';
import { alertRules } from '@lotkeeper/contract/platform/alerts';
import type { Sql, Tx } from '../../../kernel/data/database.ts';
import { endWaitingMails } from '../../../records/platform/member-messages.ts';
import type { MuteKey, SubscriptionKey } from './alert-links.ts';
import type { AlertRow } from './alert-list.queries.ts';
import { selectAlerts } from './alert-list.queries.ts';

const muteDays: Record<Exclude<MuteLength, 'end'>, number> = { day: 1, week: 7 };

const getMuteEnd = (length: MuteLength, now: Instant): Instant | null =>
  length === 'end' ? null : instant(now + muteDays[length] * dayMs);

/** Mutes an alert for a person, or ends that with null. What ended can be muted too: it may begin again. */
export async function changeMute(
  tx: Tx,
  { organizationId, personPk, alertPk }: MuteKey,
  length: MuteLength | null,
  now: Instant,
): Promise<void> {
  if (length === null) {
    await tx`
      delete from alert_mutes m using alerts a
      where m.organization_id = ${organizationId} and m.person_pk = ${personPk}
        and a.organization_id = ${organizationId} and a.pk = ${alertPk}
        and m.kind = a.kind and m.subject = a.subject`;
    return;
  }
  await tx`
    insert into alert_mutes (organization_id, person_pk, kind, subject, muted_at, muted_until)
    select ${organizationId}, ${personPk}, kind, subject, ${now}::timestamptz,
      ${getMuteEnd(length, now)}::timestamptz
    from alerts
    where organization_id = ${organizationId} and pk = ${alertPk}
      and (ended_at is null or ${length} <> 'end')
    on conflict (organization_id, person_pk, kind, subject)
    do update set muted_at = excluded.muted_at, muted_until = excluded.muted_until`;
}

/** The alert that a person may mute by a link; null when it's long over, or the person is no longer an Admin. */
export async function readMutable(
  sql: Sql,
  { organizationId, personPk, alertPk }: MuteKey,
  now: Instant,
): Promise<AlertRow | null> {
  const earliest = instant(now - alertRules.muteLinkDays * dayMs);
  const [row] = await sql<AlertRow[]>`
    ${selectAlerts(sql, { organizationId, person: personPk, now })} and a.pk = ${alertPk}
      and (a.ended_at is null or a.ended_at > ${earliest})
      and exists (select from affiliations f where f.organization_id = ${organizationId}
        and f.person_pk = ${personPk} and f.type = 'parking' and f.role = 'ADMIN')`;
  return row ?? null;
}

/** Ends the alert emails to a person, also those for a lack of devices that work; null without the organization. */
export async function endMails(
  tx: Tx,
  { organizationId, personPk }: SubscriptionKey,
  now: Instant,
): Promise<string | null> {
  await tx`
    update alert_choices set email_kinds = '{}',
      push_kinds = case when exists (select from push_devices where person_pk = ${personPk} and failure is null)
        then push_kinds else '{}' end
    where organization_id = ${organizationId} and person_pk = ${personPk}`;
  await tx`
    delete from alert_notices
    where organization_id = ${organizationId} and person_pk = ${personPk} and medium = 'email'`;
  await endWaitingMails(tx, {
    organization_id: organizationId,
    person_pk: personPk,
    keyStart: 'alert-',
    now,
  });
  const [row] = await tx<{ name: string }[]>`
    select name from organizations where pk = ${organizationId}`;
  return row?.name ?? null;
}
