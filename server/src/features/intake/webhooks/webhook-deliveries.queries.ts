import type {
  listWebhookDeliveries,
  WebhookDelivery,
  WebhookDeliveryState,
} from '@lotkeeper/contract/intake/webhooks';
import { webhookDeliveryPageSize, webhookMessages } from '@lotkeeper/contract/intake/webhooks';
import type { Instant } from '@lotkeeper/contract/kernel/calendar';
import type { QueryOf } from '@lotkeeper/contract/kernel/endpoint';
import type { OrganizationScope } from '../../../kernel/access/scope.ts';
import type { Fragment, Sql, Tx } from '../../../kernel/data/database.ts';
import { Refusal, requireFound } from '../../../kernel/refusal.ts';
import { recordTestEvent } from '../../../records/platform/webhook-events.ts';
import { queueDeliveries } from './webhooks.jobs.ts';
import { resetTries } from './webhooks.queries.ts';

type Filter = QueryOf<typeof listWebhookDeliveries>;

const stateConditions: Record<WebhookDeliveryState, (sql: Sql) => Fragment> = {
  waiting: (sql) => sql`delivered_at is null and given_up_at is null and tries = 0`,
  failing: (sql) => sql`delivered_at is null and given_up_at is null and tries > 0`,
  given_up: (sql) => sql`given_up_at is not null`,
  delivered: (sql) => sql`delivered_at is not null`,
};

/** Where a page begins: microseconds since 1970 and the id, which is the order of the list. */
function continueAfter(sql: Sql, cursor: string | undefined): Fragment {
  if (cursor === undefined) return sql``;
  const [micros = '', id = ''] = cursor.split('~');
  return sql`and (recorded_at, id)
    < (timestamptz 'epoch' + ${micros}::bigint * interval '1 microsecond', ${id}::uuid)`;
}

/** A page of deliveries, newest first. */
export async function listDeliveryRows(
  scope: OrganizationScope,
  { webhook, state, type, cursor }: Filter,
): Promise<{ results: WebhookDelivery[]; next: string | null }> {
  const size = webhookDeliveryPageSize;
  const rows = await scope.read<(WebhookDelivery & { cursor: string })[]>(
    (sql) => sql`
      select id, endpoint_pk as webhook, type, subject, subject_pk, recorded_at,
        case when delivered_at is not null then 'delivered' when given_up_at is not null then 'given_up'
          when tries > 0 then 'failing' else 'waiting' end as state,
        payload, tries, tried_at, next_try_at, status, answer as response, answer_ms as response_ms, delivered_at,
        (extract(epoch from recorded_at - timestamptz 'epoch') * 1000000)::bigint || '~' || id as cursor
      from webhook_deliveries
      where organization_id = ${scope.organizationId}
        ${webhook === undefined ? sql`` : sql`and endpoint_pk = ${webhook}`}
        ${state === undefined ? sql`` : sql`and ${stateConditions[state](sql)}`}
        ${type === undefined ? sql`` : sql`and type = ${type}`}
        ${continueAfter(sql, cursor)}
      order by recorded_at desc, id desc limit ${size + 1}`,
  );
  const page = rows.slice(0, size);
  return {
    results: page,
    next: rows.length > size ? (page.at(-1)?.cursor ?? null) : null,
  };
}

/** Locks a webhook that must be active. */
async function requireActive(tx: Tx, organizationId: number, pk: number): Promise<void> {
  const [row] = await tx<{ is_paused: boolean }[]>`
    select paused_at is not null as is_paused from webhook_endpoints
    where organization_id = ${organizationId} and pk = ${pk} and removed_at is null for update`;
  if (requireFound(row, 'webhook').is_paused) throw new Refusal('conflict', webhookMessages.paused);
}

/** Has a message sent that tries a webhook. */
export function sendTest(scope: OrganizationScope, pk: number, now: Instant): Promise<string> {
  const { organizationId } = scope;
  return scope.write(async (tx) => {
    await requireActive(tx, organizationId, pk);
    const id = await recordTestEvent(tx, { organizationId, endpointPk: pk }, now);
    await tx`
      update webhook_endpoints set next_try_at = null where organization_id = ${organizationId} and pk = ${pk}`;
    await queueDeliveries(tx, now);
    return id;
  });
}

/** Has one delivery sent again, or all that failed or were given up. */
export function resend(
  scope: OrganizationScope,
  { pk, delivery }: { pk: number; delivery: string | null },
  now: Instant,
): Promise<number> {
  const { organizationId } = scope;
  return scope.write(async (tx) => {
    await requireActive(tx, organizationId, pk);
    const count = delivery
      ? await resendOne(tx, organizationId, { pk, delivery })
      : await resetTries(tx, organizationId, pk, { withGivenUp: true });
    await queueDeliveries(tx, now);
    return count;
  });
}

async function resendOne(
  tx: Tx,
  organizationId: number,
  { pk, delivery }: { pk: number; delivery: string },
): Promise<number> {
  const { count } = await tx`
    update webhook_deliveries set delivered_at = null, given_up_at = null, tries = 0, failing_since = null,
      next_try_at = null
    where organization_id = ${organizationId} and endpoint_pk = ${pk} and id = ${delivery}`;
  if (count === 0) requireFound(null, 'delivery');
  await tx`
    update webhook_endpoints set next_try_at = null where organization_id = ${organizationId} and pk = ${pk}`;
  return count;
}
