import { randomBytes } from 'node:crypto';
import type { changeWebhook, Webhook, WebhookSettings } from '@lotkeeper/contract/intake/webhooks';
import { maxWebhooks, webhookMessages } from '@lotkeeper/contract/intake/webhooks';
import type { Instant } from '@lotkeeper/contract/kernel/calendar';
import { instant } from '@lotkeeper/contract/kernel/calendar';
import { dayMs } from '@lotkeeper/contract/kernel/durations';
import type { BodyOf } from '@lotkeeper/contract/kernel/endpoint';
import type { OrganizationScope } from '../../../kernel/access/scope.ts';
import type { SecretBox } from '../../../kernel/access/secrets.ts';
import type { Fragment, Sql, Tx } from '../../../kernel/data/database.ts';
import { Refusal, requireFound } from '../../../kernel/refusal.ts';
import { requireShown } from '../../../records/shown.ts';
import type { AuditEntryInput } from '../../../records/trust/audit-entries.ts';
import { findChanges, recordAuditEntry } from '../../../records/trust/audit-entries.ts';
import { queueDeliveries } from './webhooks.jobs.ts';

/** After a secret was replaced, messages are signed with both for this long. */
const oldSecretMs = dayMs;

const selectWebhooks = (sql: Sql, organizationId: number): Fragment => sql`
  select e.pk, e.url, e.types, e.created_at, e.paused_at, e.paused_because, e.failing_since, e.next_try_at,
    e.old_secret_until,
    (select p.first_name || ' ' || p.last_name from people p where p.pk = e.created_by) as created_by,
    case when e.spot_pks is not null then (
      select coalesce(json_agg(json_build_object('pk', s.pk, 'name', s.name) order by s.name, s.pk), '[]')
      from spots s where s.organization_id = ${organizationId} and s.pk = any (e.spot_pks)) end as spots,
    (select count(*) from webhook_deliveries d
    where d.organization_id = ${organizationId} and d.endpoint_pk = e.pk and d.delivered_at is null
      and d.given_up_at is null) as waiting,
    (select count(*) from webhook_deliveries d
    where d.organization_id = ${organizationId} and d.endpoint_pk = e.pk and d.delivered_at is null
      and d.given_up_at is null and d.failing_since is not null) as failing,
    (select count(*) from webhook_deliveries d
    where d.organization_id = ${organizationId} and d.endpoint_pk = e.pk and d.given_up_at is not null) as given_up
  from webhook_endpoints e
  where e.organization_id = ${organizationId} and e.removed_at is null`;

/** An organization's webhooks, oldest first. */
export const listWebhookRows = (scope: OrganizationScope) =>
  scope.read<Webhook[]>((sql) => sql`${selectWebhooks(sql, scope.organizationId)} order by e.pk`);

async function readWebhook(tx: Tx, organizationId: number, pk: number): Promise<Webhook> {
  const [row] = await tx<Webhook[]>`${selectWebhooks(tx, organizationId)} and e.pk = ${pk}`;
  return requireFound(row, 'webhook');
}

const newSecret = () => `whsec_${randomBytes(32).toString('base64')}`;

const recordChange = (
  tx: Tx,
  scope: OrganizationScope,
  now: Instant,
  entry: Omit<AuditEntryInput, 'subject'>,
) => recordAuditEntry(tx, scope, now, { subject: 'webhook', ...entry });

/** Checks that all properties are the organization's. */
async function requireOwnSpots(tx: Tx, organizationId: number, spots: readonly number[] | null) {
  if (spots === null) return;
  const own = await tx`
    select from spots where organization_id = ${organizationId} and pk = any (${spots}::bigint[])`;
  if (own.length < spots.length)
    throw new Refusal('invalid_fields', webhookMessages.foreignSpot, {
      spots: webhookMessages.foreignSpot,
    });
}

/** Settings as the audit log shows them. */
const describeSettings = ({ url, types, spots }: WebhookSettings) => ({
  url,
  types: types.join(', '),
  properties: spots === null ? 'all' : spots.join(', '),
});

/** Adds a webhook; its secret is stored sealed. */
export function insertWebhook(
  scope: OrganizationScope,
  secretBox: SecretBox,
  settings: WebhookSettings,
  now: Instant,
): Promise<{ secret: string; webhook: Webhook }> {
  const { organizationId, person } = scope;
  const secret = newSecret();
  return scope.write(async (tx) => {
    await tx`select pg_advisory_xact_lock(hashtextextended('webhooks', ${organizationId}))`;
    const [{ count }] = await tx<[{ count: number }]>`
      select count(*) as count from webhook_endpoints
      where organization_id = ${organizationId} and removed_at is null`;
    if (count >= maxWebhooks) throw new Refusal('conflict', webhookMessages.tooMany);
    await requireOwnSpots(tx, organizationId, settings.spots);
    const [{ pk }] = await tx<[{ pk: number }]>`
      insert into webhook_endpoints (organization_id, url, types, spot_pks, secret_sealed, created_by, created_at)
      values (${organizationId}, ${settings.url}, ${settings.types}::text[], ${settings.spots}::bigint[],
        ${secretBox.seal(secret)}, ${person.pk}, ${now})
      returning pk`;
    await recordChange(tx, scope, now, {
      act: 'create',
      pk,
      name: settings.url,
      after: describeSettings(settings),
    });
    return { secret, webhook: await readWebhook(tx, organizationId, pk) };
  });
}

const toSettings = ({ url, types, spots }: Webhook): WebhookSettings => ({
  url,
  types,
  spots: spots?.map(({ pk }) => pk) ?? null,
});

/** Changes a webhook; the same settings again change nothing. */
export function updateWebhook(
  scope: OrganizationScope,
  pk: number,
  { shown, ...change }: BodyOf<typeof changeWebhook>,
  now: Instant,
): Promise<Webhook> {
  const { organizationId } = scope;
  return scope.write(async (tx) => {
    await tx`
      select from webhook_endpoints where organization_id = ${organizationId} and pk = ${pk} for update`;
    const before = await readWebhook(tx, organizationId, pk);
    await requireShown(tx, scope, shown, before, { subject: 'webhook', pk });
    const settings = { ...toSettings(before), ...change } as WebhookSettings;
    await requireOwnSpots(tx, organizationId, settings.spots);
    const changes = findChanges(describeSettings(toSettings(before)), describeSettings(settings));
    if (!changes) return before;
    await tx`
      update webhook_endpoints set url = ${settings.url}, types = ${settings.types}::text[],
        spot_pks = ${settings.spots}::bigint[]
      where organization_id = ${organizationId} and pk = ${pk}`;
    // Another URL is another receiver.
    if (settings.url !== before.url) await resetTries(tx, organizationId, pk);
    await recordChange(tx, scope, now, { act: 'change', pk, name: settings.url, ...changes });
    return readWebhook(tx, organizationId, pk);
  });
}

/** Replaces the secret; the old one stays valid for a day. */
export function replaceSecret(
  scope: OrganizationScope,
  secretBox: SecretBox,
  pk: number,
  now: Instant,
): Promise<{ secret: string; webhook: Webhook }> {
  const { organizationId } = scope;
  const secret = newSecret();
  return scope.write(async (tx) => {
    const { url } = await readWebhook(tx, organizationId, pk);
    await tx`
      update webhook_endpoints set old_secret_sealed = secret_sealed,
        old_secret_until = ${instant(now + oldSecretMs)}, secret_sealed = ${secretBox.seal(secret)}
      where organization_id = ${organizationId} and pk = ${pk}`;
    await recordChange(tx, scope, now, { act: 'change', pk, name: url, after: { secret: 'new' } });
    return { secret, webhook: await readWebhook(tx, organizationId, pk) };
  });
}

/** Lets everything that failed at an endpoint be tried at once, as if for the first time; if asked, also what was given up. */
export async function resetTries(
  tx: Tx,
  organizationId: number,
  pk: number,
  { withGivenUp = false } = {},
): Promise<number> {
  await tx`
    update webhook_endpoints set failing_since = null, failures = 0, next_try_at = null
    where organization_id = ${organizationId} and pk = ${pk}`;
  const reset = tx`tries = 0, failing_since = null, next_try_at = null`;
  const { count } = await tx`
    update webhook_deliveries set ${reset}
    where organization_id = ${organizationId} and endpoint_pk = ${pk} and delivered_at is null
      and given_up_at is null and failing_since is not null`;
  if (!withGivenUp) return count;
  const { count: givenUp } = await tx`
    update webhook_deliveries set ${reset}, given_up_at = null
    where organization_id = ${organizationId} and endpoint_pk = ${pk} and given_up_at is not null`;
  return count + givenUp;
}

/** Pauses or resumes a webhook. */
export function setPaused(
  scope: OrganizationScope,
  { pk, paused }: { pk: number; paused: boolean },
  now: Instant,
): Promise<Webhook> {
  const { organizationId } = scope;
  return scope.write(async (tx) => {
    const { url } = await readWebhook(tx, organizationId, pk);
    const { count } = await tx`
      update webhook_endpoints set paused_at = ${paused ? now : null}, paused_because = ${paused ? 'person' : null}
      where organization_id = ${organizationId} and pk = ${pk} and (paused_at is not null) <> ${paused}`;
    if (count > 0) {
      if (!paused) {
        await resetTries(tx, organizationId, pk);
        await queueDeliveries(tx, now);
      }
      const states = { before: { paused: !paused }, after: { paused } };
      await recordChange(tx, scope, now, { act: 'change', pk, name: url, ...states });
    }
    return readWebhook(tx, organizationId, pk);
  });
}

/** Removes a webhook with its secrets and deliveries. Removing it twice changes nothing. */
export async function endWebhook(
  tx: Tx,
  scope: OrganizationScope,
  pk: number,
  now: Instant,
): Promise<void> {
  const { organizationId } = scope;
  const [known] = await tx<{ url: string; is_removed: boolean }[]>`
    select url, removed_at is not null as is_removed from webhook_endpoints
    where organization_id = ${organizationId} and pk = ${pk} for update`;
  const { url, is_removed } = requireFound(known, 'webhook');
  if (is_removed) return;
  await tx`
    update webhook_endpoints set removed_at = ${now}, secret_sealed = '', old_secret_sealed = null
    where organization_id = ${organizationId} and pk = ${pk}`;
  await tx`
    delete from webhook_deliveries where organization_id = ${organizationId} and endpoint_pk = ${pk}`;
  await recordChange(tx, scope, now, { act: 'remove', pk, name: url });
}

export const deleteWebhook = (scope: OrganizationScope, pk: number, now: Instant): Promise<void> =>
  scope.write((tx) => endWebhook(tx, scope, pk, now));
