import { randomUUID } from 'node:crypto';
import { setTimeout as pause } from 'node:timers/promises';
import { ingestRentals } from '@lotkeeper/contract/ingest';
import { instant } from '@lotkeeper/contract/kernel/calendar';
import { hourMs } from '@lotkeeper/contract/kernel/durations';
import { formatTimestamp, systemClock } from '../server/src/kernel/clock.ts';
import { openSqlPool } from '../server/src/kernel/data/database.ts';
import type { Organization } from './people.ts';
import { call } from './people.ts';

/** Cents of each payment, so that sums show how many were recorded. */
const amount = 1080;
/** Rentals of a batch. */
const batchSize = 4;
const senders = 4;
/** Payments that may be under way: what was acknowledged beyond them was sent later. */
export const maxPaymentsUnderWay = batchSize * senders;

/** Milliseconds before a batch that failed is sent again. */
const retryMs = 200;

/** Lets others see how far the sending is. */
export interface Progress {
  acknowledged: () => number;
  /** How often a status was answered so far. */
  answered?: (status: number) => number;
}

/** What the drill itself remembers of the payments that it sent. */
export interface PaymentRun {
  /** External ids that the server said it has. */
  acknowledged: Set<string>;
  /** Those of them that were answered "recorded", which an id is once. */
  recorded: Set<string>;
  /** How often one id was answered "recorded", beyond the first. */
  recordedTwice: number;
  /** Requests by HTTP status; 0 = no answer at all. */
  statuses: Map<number, number>;
  /** Milliseconds of the slowest answer. */
  slowestMs: number;
}

function buildRental(spot: number, externalId: string, start: number): object {
  return {
    source: 'drill',
    external_id: externalId,
    spot,
    rental_type: 'hourly',
    start_date: formatTimestamp(instant(start)),
    end_date: formatTimestamp(instant(start + 2 * hourMs)),
    car: { plate: externalId.slice(0, 8).toUpperCase(), state: 'AZ', country: 'US' },
    charges: [
      {
        external_id: `pay-${externalId}`,
        occurred_at: formatTimestamp(instant(start)),
        amount,
        tax: 80,
        processing_fee: 31,
      },
    ],
  };
}

/** Sends batches of payments, each one to three times at once and again after a failure, until `signal` aborts. */
export async function sendPayments(
  { machine, spots }: Organization,
  signal: AbortSignal,
  progress: Progress = { acknowledged: () => 0 },
  /** When the next payment was taken, in milliseconds. */
  pickStart: () => number = () => systemClock() - hourMs,
): Promise<PaymentRun> {
  const run: PaymentRun = {
    acknowledged: new Set(),
    recorded: new Set(),
    recordedTwice: 0,
    statuses: new Map(),
    slowestMs: 0,
  };
  const count = (status: number) => run.statuses.get(status) ?? 0;
  progress.acknowledged = () => run.acknowledged.size;
  progress.answered = count;
  const send = async (items: readonly object[], ids: readonly string[]) => {
    const reply = await call(machine, ingestRentals, { body: { items } } as never, 20_000);
    run.statuses.set(reply.status, count(reply.status) + 1);
    run.slowestMs = Math.max(run.slowestMs, reply.ms);
    if (reply.status !== 200) return false;
    for (const [index, { outcome }] of reply.body.results.entries()) {
      const id = ids[index] as string;
      if (outcome === 'recorded' && run.recorded.has(id)) run.recordedTwice += 1;
      if (outcome === 'recorded') run.recorded.add(id);
      if (outcome === 'recorded' || outcome === 'unchanged') run.acknowledged.add(id);
    }
    return true;
  };
  // As a machine at a property does: the same batch again until it is taken.
  const sendUntilTaken = async (items: readonly object[], ids: readonly string[]) => {
    while (!(await send(items, ids)) && !signal.aborted) await pause(retryMs);
  };
  const work = async () => {
    while (!signal.aborted) {
      const ids = Array.from({ length: batchSize }, () => randomUUID());
      const spot = spots[Math.floor(Math.random() * spots.length)] as number;
      const items = ids.map((id) => buildRental(spot, id, pickStart()));
      const copies = 1 + Math.floor(Math.random() * 3);
      await Promise.all(Array.from({ length: copies }, () => sendUntilTaken(items, ids)));
    }
  };
  await Promise.all(Array.from({ length: senders }, work));
  return run;
}

/** The answers to a run as a text, such as `19 × 200, 2 × 503`. */
export const describeStatuses = ({ statuses }: PaymentRun) =>
  [...statuses]
    .sort(([a], [other]) => a - other)
    .map(([status, count]) => `${count} × ${status === 0 ? 'no answer' : status}`)
    .join(', ');

/** Acknowledged payments that the ledger lacks, and those that it has more than once. */
export async function compareLedger(
  databaseUrl: string,
  { acknowledged }: PaymentRun,
): Promise<{ lost: number; doubled: number }> {
  const sql = openSqlPool(databaseUrl);
  try {
    const rows = await sql<{ id: string; entries: number; gross: number }[]>`
      select substr(external_id, 5) as id, count(*)::int as entries, sum(gross)::bigint as gross
      from ledger_entries where source = 'drill' and external_id like 'pay-%' group by 1`;
    const stored = new Set(rows.map(({ id }) => id));
    return {
      lost: [...acknowledged].filter((id) => !stored.has(id)).length,
      doubled: rows.filter(({ entries, gross }) => entries !== 1 || gross !== amount).length,
    };
  } finally {
    await sql.end();
  }
}
