import type { Instant } from '@lotkeeper/contract/kernel/calendar';
import { instant } from '@lotkeeper/contract/kernel/calendar';
import { dayMs, hourMs, minuteMs } from '@lotkeeper/contract/kernel/durations';
import type { Sql, SqlPool } from '../../../kernel/data/database.ts';
import type { ProcessorEvent } from '../../../processor/processor.ts';
import { queueEvent } from '../../../records/money/processor-events.ts';

/** How long handled events are kept, to show what a processor reported. */
const keptMs = 90 * dayMs;
/** The longest pause between two tries. */
const longestPauseMs = 6 * hourMs;

export interface WaitingEvent extends ProcessorEvent {
  received_at: Instant;
  tries: number;
}

export interface EventName {
  processor: string;
  id: string;
}

/** An event that is still to be handled. */
export async function readWaitingEvent(
  sql: Sql,
  { processor, id }: EventName,
): Promise<WaitingEvent | undefined> {
  const [event] = await sql<WaitingEvent[]>`
    select id, type, subject, account_ref, object_ref, created_at, received_at, tries
    from processor_events where processor = ${processor} and id = ${id} and state = 'waiting'`;
  return event;
}

/** Settles an event: it was handled, or there was nothing to do for this reason. */
export async function settleEvent(
  sql: Sql,
  { processor, id }: EventName,
  { reason, now }: { reason: string | null; now: Instant },
): Promise<void> {
  await sql`
    update processor_events set state = ${reason === null ? 'handled' : 'ignored'}, reason = ${reason},
      handled_at = ${now}
    where processor = ${processor} and id = ${id} and state = 'waiting'`;
}

/** Schedules an event for another try, later each time. */
export async function postponeEvent(
  sql: Sql,
  { processor, id }: EventName,
  { tries, now }: { tries: number; now: Instant },
): Promise<void> {
  const next = instant(now + Math.min(minuteMs * 2 ** Math.min(tries, 20), longestPauseMs));
  await sql`
    update processor_events set tries = ${tries + 1}, next_try_at = ${next}
    where processor = ${processor} and id = ${id} and state = 'waiting'`;
}

/** Queues the due events of a processor, and deletes old ones. */
export async function queueWaitingEvents(
  sql: SqlPool,
  processor: string,
  now: Instant,
): Promise<void> {
  await sql.begin(async (tx) => {
    const events = await tx<{ id: string }[]>`
      select id from processor_events
      where processor = ${processor} and state = 'waiting' and next_try_at <= ${now}
      order by next_try_at, id limit 100`;
    for (const { id } of events) await queueEvent(tx, { processor, id, runAt: now });
  });
  await sql`delete from processor_events where handled_at < ${instant(now - keptMs)}`;
}
