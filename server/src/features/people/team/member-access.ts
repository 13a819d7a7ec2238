import type { Instant } from '@lotkeeper/contract/kernel/calendar';
import type { AccessKind, MemberAccess } from '@lotkeeper/contract/people/team';
import type { OrganizationScope } from '../../../kernel/access/scope.ts';
import type { Fragment, Sql, Tx } from '../../../kernel/data/database.ts';
import { toEpochMs } from '../../../kernel/data/epoch-ms.ts';
import { endAuditorLink } from '../../../records/trust/auditor-links.ts';
import { endApiKey } from '../../intake/api-keys/public.ts';
import { endWebhook } from '../../intake/webhooks/public.ts';

interface Maker {
  organizationId: number;
  person: number;
  now: Instant;
}

/**
 * SQL for what a person made that still opens an organization, the oldest of each kind first. Whoever chose a webhook's
 * URL or saw its secret has it as much as who made it.
 */
const selectAccess = (sql: Sql, { organizationId: id, person, now }: Maker): Fragment => sql`
  select kind, pk, name, ${toEpochMs(sql, sql`created_at`)} as created_at,
    ${toEpochMs(sql, sql`expires_at`)} as expires_at, ${toEpochMs(sql, sql`last_used_at`)} as last_used_at
  from (
    select 'auditor_link' as kind, pk, auditor as name, created_at, expires_at,
      (select max(viewed_at) from auditor_views v
        where v.organization_id = ${id} and v.link_pk = l.pk) as last_used_at
    from auditor_links l
    where organization_id = ${id} and created_by = ${person} and revoked_at is null and expires_at > ${now}
    union all
    select 'api_key', pk, name, created_at, null, last_used_at from api_keys
    where organization_id = ${id} and created_by = ${person} and revoked_at is null
    union all
    select 'webhook', pk, url, created_at, null,
      (select max(delivered_at) from webhook_deliveries d
        where d.organization_id = ${id} and d.endpoint_pk = e.pk)
    from webhook_endpoints e
    where organization_id = ${id} and removed_at is null
      and (created_by = ${person} or exists (select from audit_entries a
        where a.organization_id = ${id} and a.subject_type = 'webhook' and a.subject_pk = e.pk
          and a.person_pk = ${person} and (a.after ? 'url' or a.after ? 'secret')))
    union all
    select 'invitation', pk, email, created_at, expires_at, null from invitations
    where organization_id = ${id} and invited_by = ${person} and accepted_at is null
      and removed_at is null and expires_at > ${now}
    union all
    select 'camera_feed', pk, name, created_at, null, last_message_at from camera_feeds
    where organization_id = ${id} and created_by = ${person} and revoked_at is null
    union all
    select 'kiosk', k.pk, s.name, k.created_at, null, k.last_seen_at
    from kiosks k join spots s on s.organization_id = ${id} and s.pk = k.spot_pk
    where k.organization_id = ${id} and k.created_by = ${person} and k.ended_at is null
    union all
    select 'calendar_link', f.pk, coalesce(s.name, 'Payouts and alerts'), f.created_at, null, f.last_read_at
    from calendar_feeds f left join spots s on s.organization_id = ${id} and s.pk = f.spot_pk
    where f.organization_id = ${id} and f.person_pk = ${person}) made
  order by kind, made.created_at, pk`;

/** What a person made that still opens the organization. */
export const listAccess = (scope: OrganizationScope, person: number, now: Instant) =>
  scope.read<MemberAccess[]>(
    (sql) => sql`${selectAccess(sql, { organizationId: scope.organizationId, person, now })}`,
  );

type End = (tx: Tx, scope: OrganizationScope, pk: number, now: Instant) => Promise<unknown>;

/**
 * How each kind ends. Invitations and calendar links end whenever their person leaves; cameras and kiosks go on, since
 * cars and visitors depend on them.
 */
const ends: Record<AccessKind, End | null> = {
  invitation: null,
  auditor_link: endAuditorLink,
  api_key: endApiKey,
  webhook: endWebhook,
  calendar_link: null,
  camera_feed: null,
  kiosk: null,
};

/** Ends what a person made that still opens the organization, each with its audit entry. */
export async function endAccess(
  tx: Tx,
  scope: OrganizationScope,
  person: number,
  now: Instant,
): Promise<void> {
  const made = await tx<MemberAccess[]>`
    ${selectAccess(tx, { organizationId: scope.organizationId, person, now })}`;
  for (const { kind, pk } of made) await ends[kind]?.(tx, scope, pk, now);
}
