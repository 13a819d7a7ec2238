import type { Instant } from '@lotkeeper/contract/kernel/calendar';
import { instant, toIso } from '@lotkeeper/contract/kernel/calendar';
import type { Database, Tx } from '../../../kernel/data/database.ts';
import type { ClaimedDelivery, SendingEndpoint } from './claim-deliveries.ts';
import type { TryResult } from './post-delivery.ts';
import type { EndpointKey } from './waiting-deliveries.ts';
import { readInOrder } from './waiting-deliveries.ts';
import {
  goneStatus,
  isTaken,
  patienceMs,
  pauseAfterFailures,
  pauseEndpointAfter,
} from './webhook-tries.rules.ts';

export interface TriedDelivery {
  delivery: ClaimedDelivery;
  result: TryResult;
}

type PauseReason = 'gone' | 'failing';

/** Locks an endpoint as claims do (`lockEndpoint`), and reads how it did until now. */
async function lockState(tx: Tx, endpoint: SendingEndpoint): Promise<SendingEndpoint> {
  const [state] = await tx<Pick<SendingEndpoint, 'failing_since' | 'failures'>[]>`
    select failing_since, failures from webhook_endpoints
    where organization_id = ${endpoint.organization_id} and pk = ${endpoint.pk} for update`;
  return { ...endpoint, ...state };
}

interface Outcome extends TriedDelivery {
  isDone: boolean;
  isGivenUp: boolean;
}

/**
 * What becomes of tried deliveries. One is given up when it failed for three days and something else was taken since it
 * began to fail; when nothing was, it's the endpoint that fails.
 */
function decideOutcomes(
  { failing_since }: SendingEndpoint,
  results: readonly TriedDelivery[],
  now: Instant,
): Outcome[] {
  const hasTaken = results.some(({ result }) => isTaken(result.status));
  return results.map((attempt) => {
    const since = attempt.delivery.failing_since;
    const isTakenNow = isTaken(attempt.result.status);
    const isGivenUp =
      !isTakenNow &&
      since !== null &&
      now - since >= patienceMs &&
      (hasTaken || failing_since === null || failing_since > since);
    return { ...attempt, isGivenUp, isDone: isTakenNow || isGivenUp };
  });
}

async function keepOutcomes(
  tx: Tx,
  organizationId: number,
  outcomes: readonly Outcome[],
  now: Instant,
): Promise<void> {
  const rows = outcomes.map(({ delivery, isGivenUp, result: { status, answer, ms, askedMs } }) => ({
    id: delivery.id,
    is_taken: isTaken(status),
    is_given_up: isGivenUp,
    next_try_at: toIso(instant(now + Math.max(pauseAfterFailures(delivery.tries + 1), askedMs))),
    status,
    answer,
    ms,
  }));
  await tx`
    update webhook_deliveries d set tries = d.tries + 1, tried_at = ${now}, claimed_until = null,
      status = t.status, answer = t.answer, answer_ms = t.ms,
      delivered_at = case when t.is_taken then ${now}::timestamptz end,
      given_up_at = case when t.is_given_up then ${now}::timestamptz end,
      failing_since = case when not t.is_taken then coalesce(d.failing_since, ${now}) end,
      next_try_at = case when not t.is_taken and not t.is_given_up then t.next_try_at end
    from json_to_recordset(${JSON.stringify(rows)}::text::json) as t (
      id uuid, is_taken boolean, is_given_up boolean, next_try_at timestamptz, status integer, answer text, ms integer)
    where d.organization_id = ${organizationId} and d.id = t.id`;
}

/** Lets the next delivery of each subject go whose oldest one is done. */
async function unblockNext(
  tx: Tx,
  { organization_id, pk }: EndpointKey,
  outcomes: readonly Outcome[],
): Promise<void> {
  const done = outcomes.filter(({ isDone }) => isDone).map(({ delivery }) => delivery);
  if (done.length === 0) return;
  await readInOrder(tx);
  await tx`
    update webhook_deliveries set blocked = false
    where organization_id = ${organization_id} and blocked and id = any (array(
      select n.id
      from unnest(${done.map(({ subject }) => subject)}::text[],
        ${done.map(({ subject_pk }) => subject_pk)}::bigint[]) as d (subject, subject_pk)
      cross join lateral (
        select id from webhook_deliveries f
        where f.organization_id = ${organization_id} and f.endpoint_pk = ${pk}
          and (f.subject, f.subject_pk) >= (d.subject, d.subject_pk)
          and f.delivered_at is null and f.given_up_at is null
        order by f.subject, f.subject_pk, f.recorded_at, f.id limit 1) n))`;
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
      and given_up_at is null and failing_since >= ${failing_since}`;
}

async function keepFailing(
  tx: Tx,
  { organization_id, pk, failures }: SendingEndpoint,
  results: readonly TriedDelivery[],
  now: Instant,
): Promise<void> {
  const pauses = [pauseEndpointAfter(failures + 1), ...results.map(({ result }) => result.askedMs)];
  await tx`
    update webhook_endpoints set failing_since = coalesce(failing_since, ${now}), failures = ${failures + 1},
      next_try_at = ${instant(now + Math.max(...pauses))}
    where organization_id = ${organization_id} and pk = ${pk}`;
}

/** Why an endpoint gets nothing more, if it is so. As long as it takes anything within three days, it's not paused. */
function findPauseReason(
  { failing_since }: SendingEndpoint,
  results: readonly TriedDelivery[],
  now: Instant,
): PauseReason | null {
  if (results.some(({ result }) => result.status === goneStatus)) return 'gone';
  if (results.some(({ result }) => isTaken(result.status))) return null;
  return failing_since !== null && now - failing_since >= patienceMs ? 'failing' : null;
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
    const current = await lockState(tx, endpoint);
    const outcomes = decideOutcomes(current, results, now);
    await keepOutcomes(tx, endpoint.organization_id, outcomes, now);
    await unblockNext(tx, endpoint, outcomes);
    if (results.some(({ result }) => isTaken(result.status))) await endFailing(tx, current);
    else await keepFailing(tx, current, results, now);
    const reason = findPauseReason(current, results, now);
    if (reason && (await pauseEndpoint(tx, endpoint, reason, now)))
      await tellAdmins(tx, endpoint, reason, now);
  });
}
