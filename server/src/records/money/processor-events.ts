import type { Instant } from '@lotkeeper/contract/kernel/calendar';
import type { Tx } from '../../kernel/data/database.ts';
import { defineJob, enqueueOnce } from '../../kernel/data/jobs.ts';
import type { PaymentProcessor, ProcessorEvent } from '../../processor/processor.ts';

/** Queues the job that syncs the subject of a payment processor's event. */
export const processorEventJob = defineJob<{ processor: string; id: string }>(
  'handle_processor_event',
  { waitsForOthers: true },
);

/** Queues the job of an event. */
export const queueEvent = (
  tx: Tx,
  { processor, id, runAt }: { processor: string; id: string; runAt: Instant },
): Promise<void> =>
  enqueueOnce(tx, processorEventJob, { processor, id }, { key: `event ${processor} ${id}`, runAt });

/** Stores an event by its id and queues its job in the same transaction; received again, it changes nothing. */
export async function keepEvent(
  tx: Tx,
  processor: PaymentProcessor['name'],
  event: ProcessorEvent,
  now: Instant,
): Promise<void> {
  const row = { processor, ...event, received_at: now, next_try_at: now };
  const added = await tx`
    insert into processor_events ${tx.values(row)} on conflict (processor, id) do nothing returning id`;
  if (added.length > 0) await queueEvent(tx, { processor, id: event.id, runAt: now });
}
