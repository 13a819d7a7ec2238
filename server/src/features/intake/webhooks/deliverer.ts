import { setTimeout as wait } from 'node:timers/promises';
import type { SecretBox } from '../../../kernel/access/secrets.ts';
import type { Clock } from '../../../kernel/clock.ts';
import type { Database } from '../../../kernel/data/database.ts';
import type { JobProcess } from '../../../kernel/data/jobs.ts';
import type { OutsideRules } from '../../../kernel/http/outside-request.ts';
import type { Claimed } from './claim-deliveries.ts';
import { claimDeliveries, releaseDeliveries } from './claim-deliveries.ts';
import type { TurnLimits, TurnResult } from './endpoint-turns.ts';
import { openTurns } from './endpoint-turns.ts';
import { openSecrets, postDelivery, signPayload, webhookTimeoutMs } from './post-delivery.ts';
import type { TriedDelivery } from './settle-deliveries.ts';
import { settleDeliveries } from './settle-deliveries.ts';
import { tellPaused } from './tell-paused.ts';
import type { EndpointKey } from './waiting-deliveries.ts';
import { listDueEndpoints } from './waiting-deliveries.ts';

export interface DelivererDeps {
  database: Database;
  secretBox: SecretBox;
  clock: Clock;
  outside: OutsideRules;
  publicUrl: () => string;
}

/** Endpoints that a process sends to at the same time, and how many of them may be slow. */
const turnLimits: TurnLimits = { atOnce: 32, slowAtOnce: 16 };

/** How long a turn of an endpoint begins new requests, in milliseconds. */
const turnMs = 5000;

/** Messages that one endpoint gets at the same time. */
const sentAtOnce = 8;

/** Deliveries that are claimed together, of an endpoint that was slow and of others. */
const claimedAtOnce = { slow: 2 * sentAtOnce, quick: 8 * sentAtOnce };

/** A receiver that takes longer for a message is slow, in milliseconds. */
const slowMs = 2000;

/** How often it looks for more while something is sent, in milliseconds. */
const lookMs = 500;

interface Turn {
  timeoutMs: number;
  isOver: () => boolean;
}

/** Sends deliveries, several at a time, until the turn is over. */
async function sendAll(
  { secretBox, clock, outside }: DelivererDeps,
  { endpoint, deliveries }: Claimed,
  { timeoutMs, isOver }: Turn,
): Promise<TriedDelivery[]> {
  const secrets = openSecrets(secretBox, endpoint, clock());
  const waiting = [...deliveries];
  const results: TriedDelivery[] = [];
  const sendNext = async () => {
    while (!isOver()) {
      const delivery = waiting.shift();
      if (!delivery) return;
      const headers = signPayload(delivery, secrets, clock());
      const post = { outside, timeoutMs };
      const result = await postDelivery(post, endpoint.url, headers, delivery.payload);
      results.push({ delivery, result });
    }
  };
  await Promise.all(Array.from({ length: sentAtOnce }, sendNext));
  return results;
}

/** Records what came of a claim, and gives back what wasn't sent. */
async function finishClaim(
  { database, clock, publicUrl }: DelivererDeps,
  { endpoint, deliveries }: Claimed,
  results: TriedDelivery[],
): Promise<void> {
  if (results.length > 0) {
    await settleDeliveries(database, { endpoint, results, now: clock() }, (tx, ...notice) =>
      tellPaused(tx, publicUrl(), ...notice),
    );
  }
  const sentIds = new Set(results.map(({ delivery }) => delivery.id));
  const left = deliveries.filter(({ id }) => !sentIds.has(id)).map(({ id }) => id);
  await releaseDeliveries(database.system, endpoint.organization_id, left);
}

/** Sends to one endpoint until nothing is due, or its turn is over. */
async function takeTurn(
  deps: DelivererDeps,
  key: EndpointKey,
  isSlow: boolean,
  turn: Turn,
): Promise<TurnResult> {
  const atOnce = isSlow ? claimedAtOnce.slow : claimedAtOnce.quick;
  let slowest: number | null = null;
  const result = (hasMore: boolean) => ({
    hasMore,
    isSlow: slowest === null ? null : slowest > slowMs,
  });
  while (!turn.isOver()) {
    const claimed = await claimDeliveries(deps.database, key, deps.clock(), atOnce);
    if (!claimed) return result(false);
    const results = await sendAll(deps, claimed, turn);
    await finishClaim(deps, claimed, results);
    for (const { result } of results) slowest = Math.max(slowest ?? 0, result.ms);
  }
  return result(true);
}

/**
 * Sends what is due, each endpoint beside the others. One look runs at a time in a process, and it holds no worker: the job
 * only begins it. When the process stops, no request is begun any more, and those that were begun are recorded.
 */
export function makeDeliverer(
  deps: DelivererDeps,
  { timeoutMs = webhookTimeoutMs, limits = turnLimits } = {},
) {
  let owner: JobProcess | null = null;
  let isLooking = false;
  const turns = openTurns(limits, (key, isSlow) => {
    const until = performance.now() + turnMs;
    const isOver = () => owner?.stopping.aborted === true || performance.now() >= until;
    return takeTurn(deps, key, isSlow, { timeoutMs, isOver });
  });
  const look = async ({ stopping, keep }: JobProcess) => {
    while (!stopping.aborted) {
      turns.offer(await listDueEndpoints(deps.database.system, deps.clock()), keep);
      const pause = wait(lookMs, undefined, { signal: stopping }).catch(() => undefined);
      await Promise.race([turns.idle(), pause]);
      if (turns.isIdle() && !turns.hasMore()) return;
    }
    turns.close();
  };
  return async (_payload: object, process: JobProcess) => {
    if (isLooking) return;
    isLooking = true;
    owner = process;
    process.keep(
      look(process).finally(() => {
        isLooking = false;
      }),
    );
  };
}
