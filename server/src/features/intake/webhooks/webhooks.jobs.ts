import type { Instant } from '@lotkeeper/contract/kernel/calendar';
import { instant } from '@lotkeeper/contract/kernel/calendar';
import { dayMs, hourMs } from '@lotkeeper/contract/kernel/durations';
import type { SqlPool, Tx } from '../../../kernel/data/database.ts';
import { defineJob, enqueueOnce, handleJob } from '../../../kernel/data/jobs.ts';
import type { DelivererDeps } from './deliverer.ts';
import { makeDeliverer } from './deliverer.ts';
import type { EndpointKey } from './waiting-deliveries.ts';

/** Triggers can't queue jobs, so it looks for what they recorded. */
const deliveryJob = defineJob('deliver_webhooks', { every: 5000, waitsForOthers: true });
const expiryJob = defineJob('expire_webhook_deliveries', { every: hourMs });

/** How long deliveries are kept. */
const keptMs = 30 * dayMs;

/** Delivers soon what a transaction recorded. */
export const queueDeliveries = (tx: Tx, now: Instant) =>
  enqueueOnce(tx, deliveryJob, {}, { key: 'deliver webhooks', runAt: now });

/** Lets go what is marked as waiting behind a message that was deleted meanwhile. */
async function unblockLeft(sql: SqlPool): Promise<void> {
  const endpoints = await sql<EndpointKey[]>`
    select distinct organization_id, endpoint_pk as pk from webhook_deliveries where blocked`;
  for (const { organization_id, pk } of endpoints) {
    await sql`
      update webhook_deliveries d set blocked = false
      where organization_id = ${organization_id} and endpoint_pk = ${pk} and blocked and id = (
        select id from webhook_deliveries f
        where f.organization_id = ${organization_id} and f.endpoint_pk = ${pk} and f.subject = d.subject
          and f.subject_pk = d.subject_pk and f.delivered_at is null and f.given_up_at is null
        order by f.recorded_at, f.id limit 1)`;
  }
}

/** Deletes deliveries after 30 days, in batches. */
function makeExpirer({ database, clock }: Pick<DelivererDeps, 'database' | 'clock'>) {
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
    await unblockLeft(system);
  };
}

export const webhooksJobs = [
  handleJob(deliveryJob, (deps: DelivererDeps) => makeDeliverer(deps)),
  handleJob(expiryJob, makeExpirer),
];
