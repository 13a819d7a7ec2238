import type { Instant } from '@lotkeeper/contract/kernel/calendar';
import { dayMs } from '@lotkeeper/contract/kernel/durations';
import type { Clock } from '../../../kernel/clock.ts';
import type { SqlPool } from '../../../kernel/data/database.ts';
import type { JobHandlers } from '../../../kernel/data/jobs.ts';
import type { PaymentProcessor, ProcessorEvent } from '../../../processor/processor.ts';
import { ProcessorDown, ProcessorRefused } from '../../../processor/processor.ts';
import type { Sandbox } from '../../../processor/sandbox.ts';
import type { WaitingEvent } from './processor-events.queries.ts';
import {
  postponeEvent,
  queueWaitingEvents,
  readWaitingEvent,
  settleEvent,
} from './processor-events.queries.ts';

interface Deps {
  sql: SqlPool;
  clock: Clock;
  processor: PaymentProcessor;
}

/** An event may be about a charge or a payout whose answer is still to come; later than this it is not ours. */
const knownLaterMs = dayMs;

/**
 * Brings what an event is about up to date, however often and in whatever order events come. Returns why there was
 * nothing to do, `unknown` where nothing here has this name; null when it was done.
 */
export type EventFollower = (event: ProcessorEvent) => Promise<string | null>;

export type EventFollowers = Readonly<Record<ProcessorEvent['subject'], EventFollower>>;

/** What to do about an event now: settle it with a reason, or try again later. */
async function followEvent(
  followers: EventFollowers,
  event: WaitingEvent,
  now: Instant,
): Promise<{ reason: string | null } | 'later'> {
  try {
    const reason = await followers[event.subject](event);
    if (reason !== 'unknown') return { reason };
    if (now - event.received_at < knownLaterMs) return 'later';
    return { reason: 'Nothing here has this name.' };
  } catch (error) {
    if (error instanceof ProcessorRefused) return { reason: error.message };
    if (error instanceof ProcessorDown) return 'later';
    throw error;
  }
}

/** The job behind an event of the processor in use. */
export function makeEventHandler(
  { sql, clock, processor }: Deps,
  followers: EventFollowers,
): JobHandlers['handle_processor_event'] {
  return async (name) => {
    if (name.processor !== processor.name) return;
    const event = await readWaitingEvent(sql, name);
    if (!event) return;
    const now = clock();
    // Before anything is tried, so that an event that fails here has its pause too.
    await postponeEvent(sql, name, { tries: event.tries, now });
    const outcome = await followEvent(followers, event, now);
    if (outcome !== 'later') await settleEvent(sql, name, { ...outcome, now });
  };
}

/** The job that takes up events that were postponed; the sandbox's own are made first, where it is in use. */
export function makeEventSweeper({
  sql,
  clock,
  processor,
  sandbox,
}: Deps & { sandbox: Pick<Sandbox, 'advance'> | null }): JobHandlers['sweep_processor_events'] {
  return async () => {
    await sandbox?.advance();
    await queueWaitingEvents(sql, processor.name, clock());
  };
}
