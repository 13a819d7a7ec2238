import type { Instant } from '@lotkeeper/contract/kernel/calendar';
import { instant } from '@lotkeeper/contract/kernel/calendar';
import { minuteMs } from '@lotkeeper/contract/kernel/durations';
import type { SqlPool } from '../../../kernel/data/database.ts';
import type { UnwrittenDelivery } from './render-payloads.ts';
import { renderPayloads } from './render-payloads.ts';

/** An endpoint by its organization and number. */
export interface EndpointKey {
  organization_id: number;
  pk: number;
}

/** What sending needs to know of an endpoint. */
export interface SendingEndpoint extends EndpointKey {
  url: string;
  secret_sealed: Buffer;
  old_secret_sealed: Buffer | null;
  old_secret_until: Instant | null;
  failing_since: Instant | null;
  failures: number;
}

export interface ClaimedDelivery {
  id: string;
  payload: string;
  tries: number;
  failing_since: Instant | null;
}

export interface Claimed {
  endpoint: SendingEndpoint;
  deliveries: ClaimedDelivery[];
}

/** Deliveries that are claimed together. */
const claimedAtOnce = 256;

/** A process that takes longer than this to send was killed, and another one sends again. */
const claimMs = minuteMs;

/** The endpoints for which something is due. */
export const listDueEndpoints = (sql: SqlPool, now: Instant) => sql<EndpointKey[]>`
  select e.organization_id, e.pk from webhook_endpoints e
  where e.removed_at is null and e.paused_at is null and (e.next_try_at is null or e.next_try_at <= ${now})
    and exists (
      select from webhook_deliveries d
      where d.organization_id = e.organization_id and d.endpoint_pk = e.pk and d.delivered_at is null
        and (d.next_try_at is null or d.next_try_at <= ${now})
        and (d.claimed_until is null or d.claimed_until <= ${now}))`;

/** An endpoint that may be sent to now; null when it's paused, removed, or waits. */
async function readEndpoint(sql: SqlPool, key: EndpointKey, now: Instant) {
  const [endpoint] = await sql<SendingEndpoint[]>`
    select organization_id, pk, url, secret_sealed, old_secret_sealed, old_secret_until, failing_since, failures
    from webhook_endpoints
    where organization_id = ${key.organization_id} and pk = ${key.pk} and removed_at is null and paused_at is null
      and (next_try_at is null or next_try_at <= ${now})`;
  return endpoint ?? null;
}

type ClaimedRow = Omit<ClaimedDelivery, 'payload'> & UnwrittenDelivery & { payload: string | null };

/**
 * Claims the oldest deliveries of an endpoint that are due. Of a subject only the oldest one may go, so the next waits
 * until it is taken. While the endpoint fails, one is tried at a time. The array keeps PostgreSQL from looking for the
 * oldest ones again for each row.
 */
const claimRows = (sql: SqlPool, endpoint: SendingEndpoint, now: Instant) => sql<ClaimedRow[]>`
  update webhook_deliveries set claimed_until = ${instant(now + claimMs)}
  where organization_id = ${endpoint.organization_id} and delivered_at is null
    and (claimed_until is null or claimed_until <= ${now})
    and id = any (array(
      select id from (
        select distinct on (subject, subject_pk) id, recorded_at, next_try_at, claimed_until
        from webhook_deliveries
        where organization_id = ${endpoint.organization_id} and endpoint_pk = ${endpoint.pk}
          and delivered_at is null
        order by subject, subject_pk, recorded_at, id) oldest
      where (next_try_at is null or next_try_at <= ${now}) and (claimed_until is null or claimed_until <= ${now})
      order by recorded_at, id
      limit ${endpoint.failing_since === null ? claimedAtOnce : 1}))
  returning id, type, record_pk, recorded_at, payload, tries, failing_since`;

/** Writes the payloads that are missing and keeps them, so that each try sends the same. What has no record any more is dropped. */
async function addPayloads(
  sql: SqlPool,
  organizationId: number,
  rows: readonly ClaimedRow[],
): Promise<ClaimedDelivery[]> {
  const unwritten = rows.filter(({ payload }) => payload === null);
  if (unwritten.length > 0) {
    const payloads = await renderPayloads(sql, organizationId, unwritten);
    await sql`
      update webhook_deliveries d set payload = w.payload
      from unnest(${[...payloads.keys()]}::uuid[], ${[...payloads.values()]}::text[]) as w (id, payload)
      where d.organization_id = ${organizationId} and d.id = w.id`;
    const dropped = unwritten.filter(({ id }) => !payloads.has(id)).map(({ id }) => id);
    if (dropped.length > 0) {
      await sql`
        delete from webhook_deliveries
        where organization_id = ${organizationId} and id = any (${dropped}::uuid[])`;
    }
    for (const row of unwritten) row.payload = payloads.get(row.id) ?? null;
  }
  return rows.flatMap(({ id, payload, tries, failing_since }) =>
    payload === null ? [] : [{ id, payload, tries, failing_since }],
  );
}

/** The next deliveries of an endpoint, with their payloads; null when none is due. */
export async function claimDeliveries(
  sql: SqlPool,
  key: EndpointKey,
  now: Instant,
): Promise<Claimed | null> {
  const endpoint = await readEndpoint(sql, key, now);
  if (!endpoint) return null;
  const rows = await claimRows(sql, endpoint, now);
  if (rows.length === 0) return null;
  return { endpoint, deliveries: await addPayloads(sql, key.organization_id, rows) };
}

/** Gives back deliveries that weren't sent in time. */
export async function releaseDeliveries(
  sql: SqlPool,
  organizationId: number,
  ids: readonly string[],
): Promise<void> {
  if (ids.length === 0) return;
  await sql`
    update webhook_deliveries set claimed_until = null
    where organization_id = ${organizationId} and id = any (${ids}::uuid[])`;
}
