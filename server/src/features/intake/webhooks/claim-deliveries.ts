import type { Instant } from '@lotkeeper/contract/kernel/calendar';
import { instant } from '@lotkeeper/contract/kernel/calendar';
import { minuteMs } from '@lotkeeper/contract/kernel/durations';
import type { Database, SqlPool, Tx } from '../../../kernel/data/database.ts';
import type { UnwrittenDelivery } from './render-payloads.ts';
import { renderPayloads } from './render-payloads.ts';
import type { EndpointKey, SeenDelivery } from './waiting-deliveries.ts';
import { listOldest, readInOrder } from './waiting-deliveries.ts';

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
  subject: string;
  subject_pk: number;
  payload: string;
  tries: number;
  failing_since: Instant | null;
}

export interface Claimed {
  endpoint: SendingEndpoint;
  deliveries: ClaimedDelivery[];
}

/** A process that takes longer than this to send was killed, and another one sends again. */
const claimMs = minuteMs;

/**
 * Locks an endpoint that may be sent to now; null when it's paused, removed, or waits. What is claimed and what is settled
 * of an endpoint come one after another, so that nothing stays marked as blocked by what was just settled.
 */
async function lockEndpoint(tx: Tx, key: EndpointKey, now: Instant) {
  const [endpoint] = await tx<SendingEndpoint[]>`
    select organization_id, pk, url, secret_sealed, old_secret_sealed, old_secret_until, failing_since, failures
    from webhook_endpoints
    where organization_id = ${key.organization_id} and pk = ${key.pk} and removed_at is null and paused_at is null
      and (next_try_at is null or next_try_at <= ${now})
    for update`;
  return endpoint ?? null;
}

type ClaimedRow = Omit<ClaimedDelivery, 'payload'> & UnwrittenDelivery & { payload: string | null };

const claimRows = (tx: Tx, organizationId: number, ids: readonly string[], now: Instant) =>
  tx<ClaimedRow[]>`
    update webhook_deliveries set claimed_until = ${instant(now + claimMs)}
    where organization_id = ${organizationId} and id = any (${ids}::uuid[])
    returning id, type, subject, subject_pk, record_pk, recorded_at, payload, tries, failing_since`;

/** What an endpoint that fails is tried with: what it hasn't refused yet, so that one message doesn't keep others away. */
const chooseProbe = (seen: readonly SeenDelivery[], hasBlocked: boolean): SeenDelivery[] => {
  const [first] = seen.toSorted((a, b) => a.tries - b.tries);
  // Behind those that are blocked there may be one.
  return !first || (hasBlocked && first.tries > 0) ? [] : [first];
};

/**
 * Claims the oldest deliveries of an endpoint that are due. Of a subject only the oldest one may go, so the next waits
 * until it is done. While the endpoint fails, one is tried at a time. A claim reads twice as many deliveries as it may
 * claim, however many wait; where that isn't all that is due, those that wait behind another one are marked, so that the
 * next claim sees what comes after them.
 */
async function claimOldest(
  tx: Tx,
  endpoint: SendingEndpoint,
  now: Instant,
  atOnce: number,
): Promise<{ rows: ClaimedRow[]; isAll: boolean }> {
  const { organization_id, failing_since } = endpoint;
  await readInOrder(tx);
  const seen = await listOldest(tx, endpoint, now, 2 * atOnce);
  const isAll = seen.length < 2 * atOnce;
  const blocked = isAll ? [] : seen.filter(({ is_first }) => !is_first).map(({ id }) => id);
  if (blocked.length > 0)
    await tx`
      update webhook_deliveries set blocked = true
      where organization_id = ${organization_id} and id = any (${blocked}::uuid[])`;
  const first = seen.filter(({ is_first }) => is_first);
  const chosen =
    failing_since === null ? first.slice(0, atOnce) : chooseProbe(first, blocked.length > 0);
  const ids = chosen.map(({ id }) => id);
  const rows = await claimRows(tx, organization_id, ids, now);
  return { rows: rows.toSorted((a, b) => a.recorded_at - b.recorded_at), isAll };
}

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
  return rows.flatMap(({ payload, ...row }) => (payload === null ? [] : [{ ...row, payload }]));
}

/**
 * The next deliveries of an endpoint, with their payloads; null when none is due. None, but not null, when all that were
 * seen wait behind others.
 */
export async function claimDeliveries(
  database: Database,
  key: EndpointKey,
  now: Instant,
  atOnce: number,
): Promise<Claimed | null> {
  const { system } = database;
  const claimed = await system.begin(async (tx) => {
    const endpoint = await lockEndpoint(tx, key, now);
    if (!endpoint) return null;
    return { endpoint, ...(await claimOldest(tx, endpoint, now, atOnce)) };
  });
  if (!claimed) return null;
  const { endpoint, rows, isAll } = claimed;
  if (rows.length === 0 && isAll) return null;
  return { endpoint, deliveries: await addPayloads(system, key.organization_id, rows) };
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
