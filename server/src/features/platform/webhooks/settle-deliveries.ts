import type { Instant } from '@lotkeeper/contract/kernel/calendar';
import { instant } from '@lotkeeper/contract/kernel/calendar';
import type { Database, Tx } from '../../../kernel/data/database.ts';
import type { ClaimedDelivery, EndpointKey, SendingEndpoint } from './claim-deliveries.ts';
import type { TryResult } from './post-delivery.ts';
import { goneStatus, isTaken, patienceMs, pauseAfterFailures } from './webhook-tries.rules.ts';

export interface TriedDelivery {
  delivery: ClaimedDelivery;
  result: TryResult;
}

type PauseReason = 'gone' | 'failing';

async function keepResults(
  tx: Tx,
  organizationId: number,
  results: readonly TriedDelivery[],
  now: Instant,
): Promise<void> {
  const rows = results.map(({ delivery, result: { status, answer, ms } }) => ({
    id: delivery.id,
    is_taken: isTaken(status),
    pause_ms: pauseAfterFailures(delivery.tries + 1),
    status,
    answer,
    ms,
  }));
  await tx`
    update webhook_deliveries d set tries = d.tries + 1, tried_at = ${now}, claimed_until = null,
      status = t.status, answer = t.answer, answer_ms = t.ms,
      delivered_at = case when t.is_taken then ${now}::timestamptz end,
      failing_since = case when not t.is_taken then coalesce(d.failing_since, ${now}) end,
      next_try_at = case when not t.is_taken then ${now}::timestamptz + t.pause_ms * interval '1 millisecond' end
    from json_to_recordset(${JSON.stringify(rows)}::text::json)
      as t (id uuid, is_taken boolean, pause_ms bigint, status integer, answer text, ms integer)
    where d.organization_id = ${organizationId} and d.id = t.id`;
}

/** The endpoint took something again: what failed since it began to fail goes now, not when its pause is over. */
async function endFailing(tx: Tx, endpoint: SendingEndpoint): Promise<void> {
  const { organization_id, pk, failing_since } = endpoint;
  if (failing_since === null) return;
  await tx`
    update webhook_endpoints set failing_since = null, failures = 0, next_try_at = null
    where organization_id = ${organization_id} and pk = ${pk}`;
  await tx`
    update webhook_deliveries set next_try_at = null
    where organization_id = ${organization_id} and endpoint_pk = ${pk} and delivered_at is null
      and failing_since >= ${failing_since}`;
}

async function keepFailing(tx: Tx, endpoint: SendingEndpoint, now: Instant): Promise<void> {
  const { organization_id, pk, failures } = endpoint;
  await tx`
    update webhook_endpoints set failing_since = coalesce(failing_since, ${now}), failures = ${failures + 1},
      next_try_at = ${instant(now + pauseAfterFailures(failures + 1))}
    where organization_id = ${organization_id} and pk = ${pk}`;
}

/** Why an endpoint gets nothing more, if it is so. */
function findPauseReason(
  { failing_since }: SendingEndpoint,
  results: readonly TriedDelivery[],
  now: Instant,
): PauseReason | null {
  const failed = results.filter(({ result }) => !isTaken(result.status));
  if (failed.length === 0) return null;
  if (failed.some(({ result }) => result.status === goneStatus)) return 'gone';
  const since = failed.map(({ delivery }) => delivery.failing_since ?? now);
  const hasTaken = failed.length < results.length;
  const first = Math.min(...since, hasTaken ? now : (failing_since ?? now));
  return now - first >= patienceMs ? 'failing' : null;
}

/** Pauses an endpoint; false when it was paused or removed meanwhile. */
async function pauseEndpoint(
  tx: Tx,
  { organization_id, pk }: EndpointKey,
  reason: PauseReason | 'person',
  now: Instant,
): Promise<boolean> {
  const { count } = await tx`
    update webhook_endpoints set paused_at = ${now}, paused_because = ${reason}
    where organization_id = ${organization_id} and pk = ${pk} and paused_at is null and removed_at is null`;
  return count > 0;
}

type TellAdmins = (
  tx: Tx,
  endpoint: SendingEndpoint,
  reason: PauseReason,
  now: Instant,
) => Promise<void>;

/** Records what came of some tries. */
export function settleDeliveries(
  database: Database,
  { endpoint, results, now }: { endpoint: SendingEndpoint; results: TriedDelivery[]; now: Instant },
  tellAdmins: TellAdmins,
): Promise<void> {
  return database.system.begin(async (tx) => {
    await keepResults(tx, endpoint.organization_id, results, now);
    if (results.some(({ result }) => isTaken(result.status))) await endFailing(tx, endpoint);
    else await keepFailing(tx, endpoint, now);
    const reason = findPauseReason(endpoint, results, now);
    if (reason && (await pauseEndpoint(tx, endpoint, reason, now)))
      await tellAdmins(tx, endpoint, reason, now);
  });
}
