import { setTimeout as wait } from 'node:timers/promises';
import type { Instant } from '@lotkeeper/contract/kernel/calendar';
import { instant } from '@lotkeeper/contract/kernel/calendar';
import { dayMs, hourMs } from '@lotkeeper/contract/kernel/durations';
import type { SecretBox } from '../../../kernel/access/secrets.ts';
import type { Clock } from '../../../kernel/clock.ts';
import type { Database, Tx } from '../../../kernel/data/database.ts';
import { defineJob, enqueueOnce, handleJob } from '../../../kernel/data/jobs.ts';
import type { OutsideRules } from '../../../kernel/http/outside-request.ts';
import type { Claimed, EndpointKey } from './claim-deliveries.ts';
import { claimDeliveries, listDueEndpoints, releaseDeliveries } from './claim-deliveries.ts';
import { openSecrets, postDelivery, signPayload, webhookTimeoutMs } from './post-delivery.ts';
import type { TriedDelivery } from './settle-deliveries.ts';
import { settleDeliveries } from './settle-deliveries.ts';
import { tellPaused } from './tell-paused.ts';

export interface WebhookDeps {
  database: Database;
  secretBox: SecretBox;
  clock: Clock;
  outside: OutsideRules;
  publicUrl: () => string;
}

/** Triggers can't queue jobs, so it looks for what they recorded. */
const deliveryJob = defineJob('deliver_webhooks', { every: 5000, waitsForOthers: true });
const expiryJob = defineJob('expire_webhook_deliveries', { every: hourMs });

/** How long a run looks for more, in milliseconds, and how often. The next run begins meanwhile. */
const runMs = 20_000;
const lookMs = 500;

/** How long deliveries are kept. */
const keptMs = 30 * dayMs;

/** Delivers soon what a transaction recorded. */
export const queueDeliveries = (tx: Tx, now: Instant) =>
  enqueueOnce(tx, deliveryJob, {}, { key: 'deliver webhooks', runAt: now });

/** Messages that one endpoint gets at the same time, and how long it gets those of one claim, in milliseconds. */
const sentAtOnce = 8;
const sendingMs = 20_000;

/** Sends deliveries, several at a time, until their time is over. */
async function sendAll(
  { secretBox, clock, outside }: WebhookDeps,
  { endpoint, deliveries }: Claimed,
  timeoutMs: number,
): Promise<TriedDelivery[]> {
  const secrets = openSecrets(secretBox, endpoint, clock());
  const until = performance.now() + sendingMs;
  const waiting = [...deliveries];
  const results: TriedDelivery[] = [];
  const sendNext = async () => {
    while (performance.now() < until) {
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

/** Sends to one endpoint until nothing is due, or its time is over. */
async function serveEndpoint(
  deps: WebhookDeps,
  key: EndpointKey,
  { timeoutMs, until }: { timeoutMs: number; until: number },
): Promise<void> {
  const { database, clock, publicUrl } = deps;
  while (performance.now() < until) {
    const claimed = await claimDeliveries(database.system, key, clock());
    if (!claimed) return;
    const { endpoint, deliveries } = claimed;
    const results = await sendAll(deps, claimed, timeoutMs);
    if (results.length > 0) {
      await settleDeliveries(database, { endpoint, results, now: clock() }, (tx, ...notice) =>
        tellPaused(tx, publicUrl(), ...notice),
      );
    }
    const sentIds = new Set(results.map(({ delivery }) => delivery.id));
    const left = deliveries.filter(({ id }) => !sentIds.has(id)).map(({ id }) => id);
    await releaseDeliveries(database.system, key.organization_id, left);
  }
}

const nameEndpoint = ({ organization_id, pk }: EndpointKey) => `${organization_id} ${pk}`;

/**
 * Sends what is due, each endpoint beside the others, so that a slow one delays none. Endpoints that an earlier run
 * still waits for are left to it; of a few runs only one looks for more.
 */
export function makeDeliverer(deps: WebhookDeps, timeoutMs: number = webhookTimeoutMs) {
  const served = new Set<string>();
  let isLooking = false;
  return async () => {
    if (isLooking) return;
    isLooking = true;
    const until = performance.now() + runMs;
    const running = new Set<Promise<void>>();
    const failures: unknown[] = [];
    const start = (key: EndpointKey) => {
      const name = nameEndpoint(key);
      if (served.has(name)) return;
      served.add(name);
      const run = serveEndpoint(deps, key, { timeoutMs, until })
        .catch((error: unknown) => void failures.push(error))
        .finally(() => {
          served.delete(name);
          running.delete(run);
        });
      running.add(run);
    };
    try {
      do {
        const due = await listDueEndpoints(deps.database.system, deps.clock());
        for (const key of due) start(key);
        await Promise.race([Promise.all(running), wait(lookMs)]);
      } while (running.size > 0 && performance.now() < until);
    } finally {
      isLooking = false;
      await Promise.all(running);
    }
    if (failures.length > 0) throw failures[0];
  };
}

/** Deletes deliveries after 30 days, in batches. */
function makeExpirer({ database, clock }: Pick<WebhookDeps, 'database' | 'clock'>) {
  return async () => {
    const { system } = database;
    const before = instant(clock() - keptMs);
    const organizations = await system<{ organization_id: number }[]>`
      select distinct organization_id from webhook_deliveries where recorded_at < ${before}`;
    for (const { organization_id } of organizations) {
      for (let count = 1; count > 0; ) {
        ({ count } = await system`
          delete from webhook_deliveries where organization_id = ${organization_id} and id in (
            select id from webhook_deliveries
            where organization_id = ${organization_id} and recorded_at < ${before} limit 5000)`);
      }
    }
  };
}

export const webhooksJobs = [
  handleJob(deliveryJob, (deps: WebhookDeps) => makeDeliverer(deps)),
  handleJob(expiryJob, makeExpirer),
];
