import { randomUUID } from 'node:crypto';
import { setTimeout as pause } from 'node:timers/promises';
import { ingestRentals } from '@lotkeeper/contract/intake/ingest';
import { instant } from '@lotkeeper/contract/kernel/calendar';
import { hourMs } from '@lotkeeper/contract/kernel/durations';
import { formatTimestamp, systemClock } from '../../server/src/kernel/clock.ts';
import { queryOnce } from '../../server/src/kernel/data/sql/query-once.ts';
import { atEnd } from '../../server/src/testing/at-end.ts';
import type { Figure } from '../bench/table.ts';
import { judging } from '../bench/table.ts';
import { countDifferences } from './commands.ts';
import { waitFor } from './lotkeeper.ts';
import type { Organization } from './people.ts';
import { call } from './people.ts';
import { describeStatuses } from './samples.ts';

/** Cents of each payment, so that sums show how many were recorded. */
const amount = 1080;
/** Rentals per batch. */
const batchSize = 4;
const senders = 4;
/** Maximum payments in flight: any acknowledged beyond these were sent later. */
export const maxPaymentsUnderWay = batchSize * senders;

/** Milliseconds before a failed batch is sent again. */
const retryMs = 200;

/** The drill's own record of the payments that it sent. */
export interface PaymentRun {
  /** External IDs that the server acknowledged. */
  acknowledged: Set<string>;
  /** Those answered "recorded", which must happen once per ID. */
  recorded: Set<string>;
  /** How often an ID was answered "recorded" again. */
  recordedTwice: number;
  /** Requests by HTTP status; 0 = no response. */
  statuses: Record<number, number>;
  /** Milliseconds of the slowest response. */
  slowestMs: number;
}

/** Payments that are being sent. */
export interface Payments {
  /** What was sent so far. */
  run: PaymentRun;
  /** Waits until `count` more are acknowledged. */
  waitForMore(count: number, timeoutMs?: number): Promise<void>;
  /** Stops sending, and waits for the last responses. */
  end(): Promise<PaymentRun>;
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

/** Sends batches of payments until the end, each up to three times concurrently and again after a failure. */
export function startPayments(
  { machine, spots }: Organization,
  /** When the next payment was made, in milliseconds. */
  pickStart: () => number = () => systemClock() - hourMs,
): Payments {
  const run: PaymentRun = {
    acknowledged: new Set(),
    recorded: new Set(),
    recordedTwice: 0,
    statuses: {},
    slowestMs: 0,
  };
  const ending = new AbortController();
  const send = async (items: readonly object[], ids: readonly string[]) => {
    const reply = await call(machine, ingestRentals, { body: { items } } as never, 20_000);
    run.statuses[reply.status] = (run.statuses[reply.status] ?? 0) + 1;
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
  // Like a machine at a property: resends the same batch until it is accepted.
  const sendUntilTaken = async (items: readonly object[], ids: readonly string[]) => {
    while (!(await send(items, ids)) && !ending.signal.aborted) await pause(retryMs);
  };
  const work = async () => {
    while (!ending.signal.aborted) {
      const ids = Array.from({ length: batchSize }, () => randomUUID());
      const spot = spots[Math.floor(Math.random() * spots.length)] as number;
      const items = ids.map((id) => buildRental(spot, id, pickStart()));
      const copies = 1 + Math.floor(Math.random() * 3);
      await Promise.all(Array.from({ length: copies }, () => sendUntilTaken(items, ids)));
    }
  };
  const sending = Promise.all(Array.from({ length: senders }, work));
  const end = async () => {
    ending.abort();
    await sending;
    return run;
  };
  atEnd(end);
  const waitForMore = async (count: number, timeoutMs?: number) => {
    const target = run.acknowledged.size + count;
    await waitFor('payments', () => run.acknowledged.size >= target, timeoutMs);
  };
  return { run, waitForMore, end };
}

/** How many were acknowledged, and the responses, such as `19 × 200, 2 × 503`. */
export const describeRun = ({ acknowledged, statuses }: PaymentRun) =>
  `${acknowledged.size} acknowledged; ${describeStatuses(statuses)}`;

/** The payments in the ledger, the acknowledged ones that are missing, and the duplicates. */
export async function compareLedger(databaseUrl: string, { acknowledged }: PaymentRun) {
  const rows = await queryOnce<{ id: string; entries: number; gross: string }>(
    databaseUrl,
    `select substr(external_id, 5) as id, count(*)::int as entries, sum(gross) as gross
     from ledger_entries where source = 'drill' and external_id like 'pay-%' group by 1`,
  );
  const stored = new Set(rows.map(({ id }) => id));
  return {
    stored,
    lost: [...acknowledged].filter((id) => !stored.has(id)).length,
    doubled: rows.filter(({ entries, gross }) => entries !== 1 || Number(gross) !== amount).length,
  };
}

/**
 * Compares the acknowledged payments with the ledger, and the ledger with its rollups: all differences must be 0.
 */
export async function judgeLedger(
  name: string,
  databaseUrl: string,
  run: PaymentRun,
): Promise<Figure[]> {
  const { lost, doubled } = await compareLedger(databaseUrl, run);
  const { zero } = judging(name);
  return [
    zero('payments lost', lost, describeRun(run)),
    zero('payments twice', doubled + run.recordedTwice),
    zero(
      'differences that ledger:verify finds',
      await countDifferences({ DATABASE_URL: databaseUrl }, '--without-images'),
    ),
  ];
}

/** Requests with a response that a sender doesn't expect while something is broken. */
export const countUnexpected = ({ statuses }: PaymentRun) =>
  Object.entries(statuses).reduce(
    (sum, [status, count]) => (/^(200|503)$/.test(status) ? sum : sum + count),
    0,
  );
