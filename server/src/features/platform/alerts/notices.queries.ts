import type { Instant, TimeZone } from '@lotkeeper/contract/kernel/calendar';
import type { Sql, Tx } from '../../../kernel/data/database.ts';
import type { ToldAlert } from './alert-message.rules.ts';
import type { NoticeGroup, SentMessage, WaitingNotice } from './due-notices.rules.ts';

/** The zone of an organization: that of its first property. */
const selectZone = (sql: Sql) => sql`
  (select o.timezone from spots o where o.organization_id = n.organization_id order by o.pk limit 1)`;

/** What waits to be sent, of all organizations, and what decides when. */
export const readWaitingNotices = (sql: Sql, now: Instant) => sql<WaitingNotice[]>`
  select n.organization_id, n.alert_pk, n.person_pk, n.medium, n.waiting_since,
    coalesce(s.timezone, ${selectZone(sql)}, 'UTC') as timezone, c.quiet_from, c.quiet_until,
    m.kind is not null as is_muted, f.pk is not null and c.person_pk is not null as is_wanted
  from alert_notices n
  join alerts a on a.organization_id = n.organization_id and a.pk = n.alert_pk
  left join spots s on s.organization_id = n.organization_id and s.pk = a.spot_pk
  left join alert_choices c on c.organization_id = n.organization_id and c.person_pk = n.person_pk
  left join alert_mutes m on m.organization_id = n.organization_id and m.person_pk = n.person_pk
    and m.kind = a.kind and m.subject = a.subject and (m.muted_until is null or m.muted_until > ${now})
  left join affiliations f on f.organization_id = n.organization_id and f.person_pk = n.person_pk
    and f.type = 'parking' and f.role = 'ADMIN'
  where n.waiting_since is not null`;

/** The messages of organizations since a time, the oldest first. */
export const readSentMessages = (
  sql: Sql,
  organizationIds: readonly number[],
  since: Instant,
) => sql<SentMessage[]>`
  select organization_id, person_pk, medium, sent_at from alert_messages
  where organization_id = any (${organizationIds}::bigint[]) and sent_at > ${since} order by sent_at`;

/** Takes waiting notices with their alerts; those that another process is sending are left out. */
export async function takeNotices(
  tx: Tx,
  { organization_id, person_pk, medium, alert_pks }: NoticeGroup,
  now: Instant,
): Promise<ToldAlert[]> {
  const rows = await tx<
    (Omit<ToldAlert, 'event' | 'timezone'> & { timezone: TimeZone; told_at: Instant | null })[]
  >`
    select a.pk, a.organization_id, a.kind, a.subject, a.spot_pk, s.name as property,
      coalesce(s.timezone, ${selectZone(tx)}, 'UTC') as timezone, a.since, a.ended_at, a.cost, a.facts, n.told_at
    from alert_notices n
    join alerts a on a.organization_id = ${organization_id} and a.pk = n.alert_pk
    left join spots s on s.organization_id = ${organization_id} and s.pk = a.spot_pk
    where n.organization_id = ${organization_id} and n.alert_pk = any (${alert_pks}::bigint[])
      and n.person_pk = ${person_pk} and n.medium = ${medium} and n.waiting_since is not null
    order by a.pk for update of n skip locked`;
  const pks = rows.map(({ pk }) => pk);
  await tx`
    delete from alert_notices n using alerts a
    where n.organization_id = ${organization_id} and n.alert_pk = any (${pks}::bigint[])
      and n.person_pk = ${person_pk} and n.medium = ${medium}
      and a.organization_id = ${organization_id} and a.pk = n.alert_pk and a.ended_at is not null`;
  await tx`
    update alert_notices set told_at = ${now}, waiting_since = null
    where organization_id = ${organization_id} and alert_pk = any (${pks}::bigint[])
      and person_pk = ${person_pk} and medium = ${medium}`;
  return rows.map(({ told_at, ...row }) => ({
    ...row,
    event: row.ended_at === null ? 'opened' : told_at === null ? 'began and ended' : 'ended',
  }));
}

/** Deletes notices that nobody wants any more. */
export const dropNotices = (
  tx: Tx,
  { organization_id, person_pk, medium, alert_pks }: NoticeGroup,
) => tx`
  delete from alert_notices
  where organization_id = ${organization_id} and alert_pk = any (${alert_pks}::bigint[])
    and person_pk = ${person_pk} and medium = ${medium}`;

/** Records a message. */
export const insertMessage = (
  tx: Tx,
  { organization_id, person_pk, medium }: NoticeGroup,
  { alerts, now }: { alerts: number; now: Instant },
) => tx`
  insert into alert_messages (organization_id, person_pk, medium, alerts, sent_at)
  values (${organization_id}, ${person_pk}, ${medium}, ${alerts}, ${now})`;

/** The name of an organization. */
export async function readOrganizationName(sql: Sql, organizationId: number): Promise<string> {
  const [row] = await sql<{ name: string }[]>`
    select name from organizations where pk = ${organizationId}`;
  return row?.name ?? '';
}
