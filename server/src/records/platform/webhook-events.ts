import { randomUUID } from 'node:crypto';
import type { Instant } from '@lotkeeper/contract/kernel/calendar';
import { toIso } from '@lotkeeper/contract/kernel/calendar';
import type { WebhookAlert, WebhookType } from '@lotkeeper/contract/platform/webhook-payloads';
import type { Tx } from '../../kernel/data/database.ts';

interface WebhookMessage {
  type: WebhookType | 'webhook.test';
  timestamp: Instant;
  organization: number;
  data: object;
}

/** The body of a webhook, in the form that the contract describes. */
export const writePayload = ({ type, timestamp, organization, data }: WebhookMessage): string =>
  JSON.stringify({ version: 1, type, timestamp: toIso(timestamp), organization, data });

/** What happened to an alert. Everything else is recorded by triggers (server/migrations/triggers). */
export interface WebhookEvent {
  type: Extract<WebhookType, `alert.${string}`>;
  data: WebhookAlert;
}

/** Records events for the endpoints that want them, in the transaction that caused them. */
export async function recordWebhookEvents(
  tx: Tx,
  organizationId: number,
  events: readonly WebhookEvent[],
  now: Instant,
): Promise<void> {
  if (events.length === 0) return;
  const rows = events.map(({ type, data }) => ({
    type,
    subject_pk: data.pk,
    spot_pk: data.spot,
    payload: writePayload({ type, timestamp: now, organization: organizationId, data }),
  }));
  await tx`
    insert into webhook_deliveries
      (organization_id, id, endpoint_pk, type, subject, subject_pk, record_pk, recorded_at, tries, payload)
    select e.organization_id, gen_random_uuid(), e.pk, v.type, 'alert', v.subject_pk, v.subject_pk,
      clock_timestamp(), 0, v.payload
    from webhook_endpoints e
    cross join json_to_recordset(${JSON.stringify(rows)}::text::json)
      as v (type text, subject_pk bigint, spot_pk bigint, payload text)
    where e.organization_id = ${organizationId} and e.removed_at is null
      and e.paused_because is distinct from 'gone' and v.type = any (e.types)
      and (e.spot_pks is null or v.spot_pk = any (e.spot_pks))`;
}

/** Records a message for one endpoint, so that a person can try it. */
export async function recordTestEvent(
  tx: Tx,
  { organizationId, endpointPk }: { organizationId: number; endpointPk: number },
  now: Instant,
): Promise<string> {
  const id = randomUUID();
  const payload = writePayload({
    type: 'webhook.test',
    timestamp: now,
    organization: organizationId,
    data: { message: 'Lotkeeper can reach this webhook.' },
  });
  await tx`
    insert into webhook_deliveries
      (organization_id, id, endpoint_pk, type, subject, subject_pk, record_pk, recorded_at, tries, payload)
    select ${organizationId}::bigint, ${id}::uuid, ${endpointPk}::bigint, 'webhook.test', 'test',
      coalesce(max(subject_pk), 0) + 1, 0, clock_timestamp(), 0, ${payload}
    from webhook_deliveries where organization_id = ${organizationId} and subject = 'test'`;
  return id;
}

/** Lets a transaction record what happened long ago without webhooks. A statement of its own reaches every node. */
export const muteWebhooks = async (tx: Tx): Promise<void> => {
  await tx.unsafe(`set local lotkeeper.webhooks = 'off'`);
};

/** Deletes what was or will be sent about some records: their plates are erased. */
export async function forgetDeliveries(
  tx: Tx,
  organizationId: number,
  subject: 'rental' | 'visit' | 'violation',
  pks: readonly (number | string)[],
): Promise<void> {
  await tx`
    delete from webhook_deliveries
    where organization_id = ${organizationId} and subject = ${subject} and subject_pk = any (${pks}::bigint[])`;
}
