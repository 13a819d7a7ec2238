import type { Instant } from '@lotkeeper/contract/kernel/calendar';
import { dayMs, minuteMs } from '@lotkeeper/contract/kernel/durations';
import type { Clock } from '../../../kernel/clock.ts';
import type { Database, SqlPool } from '../../../kernel/data/database.ts';
import type { JobHandler } from '../../../kernel/data/jobs.ts';
import { defineJob, handleJob } from '../../../kernel/data/jobs.ts';
import type { Publish } from '../../../kernel/http/live.ts';
import type {
  EventFollowers,
  PaymentProcessor,
  ProcessorEvent,
} from '../../../processor/processor.ts';
import { ProcessorDown, ProcessorRefused } from '../../../processor/processor.ts';
import type { Sandbox } from '../../../processor/sandbox.ts';
import { processorEventJob } from '../../../records/money/processor-events.ts';
import { makeViolationPaymentFollower } from '../../cars/appeals/public.ts';
import { makePaymentFollower } from '../../operations/valet/public.ts';
import { makeAccountFollower, makePayoutFollower } from '../payouts/public.ts';
import { makeChargeFollower, makeDisputeFollower } from './charge-events.ts';
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

/** An event may be about a charge or payout whose answer is still pending; after this time it isn't ours. */
const knownLaterMs = dayMs;

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

/** The job that handles an event of the processor in use. */
export function makeEventHandler(
  { sql, clock, processor }: Deps,
  followers: EventFollowers,
): JobHandler<typeof processorEventJob> {
  return async (name) => {
    if (name.processor !== processor.name) return;
    const event = await readWaitingEvent(sql, name);
    if (!event) return;
    const now = clock();
    // Before anything is tried, so that an event that fails is postponed too.
    await postponeEvent(sql, name, { tries: event.tries, now });
    const outcome = await followEvent(followers, event, now);
    if (outcome !== 'later') await settleEvent(sql, name, { ...outcome, now });
  };
}

/** The job that resumes postponed events; if the sandbox is in use, it first creates the sandbox's own. */
export function makeEventSweeper({
  sql,
  clock,
  processor,
  sandbox,
}: Deps & { sandbox: Pick<Sandbox, 'advance'> | null }) {
  return async () => {
    await sandbox?.advance();
    await queueWaitingEvents(sql, processor.name, clock());
  };
}

/** A payment in progress is one of a valet session or of a violation. */
async function followPayment(deps: Deps & { publish: Publish }, event: ProcessorEvent) {
  const reason = await makePaymentFollower(deps)(event);
  return reason === 'unknown' ? makeViolationPaymentFollower(deps)(event) : reason;
}

export const processorEventsJobs = [
  handleJob(processorEventJob, (deps: Deps & { database: Database; publish: Publish }) =>
    makeEventHandler(deps, {
      account: makeAccountFollower(deps),
      payout: makePayoutFollower(deps),
      transfer: makePayoutFollower(deps),
      charge: makeChargeFollower(deps),
      dispute: makeDisputeFollower(deps),
      payment: (event) => followPayment(deps, event),
    }),
  ),
  handleJob(defineJob('sweep_processor_events', { every: minuteMs }), makeEventSweeper),
];
