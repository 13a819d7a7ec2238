// Posts batches over keep-alive connections as fast as responses arrive; argv is a SendOrder in JSON.
import { randomUUID } from 'node:crypto';
import { setTimeout as pause } from 'node:timers/promises';
import type { BatchAnswer } from '@lotkeeper/contract/kernel/batch';
import { instant, toIso } from '@lotkeeper/contract/kernel/calendar';
import { computePercentile } from '../median.ts';
import { makeCall } from './make-call.ts';
import type { Sender, SendOrder, SendResult } from './senders.ts';
import { anyStay, pickRandom } from './stays.ts';

const order = JSON.parse(process.argv[2] ?? '') as SendOrder;
const call = makeCall(order.port, order.connections);

function makeRental(lots: readonly number[]) {
  const { start, end, amount, spot, rental_type, id } = anyStay(lots, order.now);
  const start_date = toIso(instant(start));
  return {
    source: 'bench',
    external_id: id,
    spot,
    rental_type,
    start_date,
    end_date: toIso(instant(end)),
    car: null,
    charges: [
      {
        external_id: id,
        occurred_at: start_date,
        amount,
        tax: 7,
        processing_fee: 30,
        base_price: 900,
      },
    ],
  };
}

const makeRead = (lots: readonly number[]) => ({
  source: 'bench',
  external_id: '@',
  spot: pickRandom(lots),
  camera: 'Entrance',
  captured_at: toIso(instant(order.now)),
  plate: `B${Math.floor(Math.random() * 1e6)}`,
  state: 'IL',
  country: 'US',
  confidence: 0.93,
  direction: 'Entrance',
});

const itemOf = { rentals: makeRental, reads: makeRead }[order.what];

/** Bodies are prepared in advance; each time one is sent, its IDs get a new prefix. */
const templates = order.senders.flatMap((sender) =>
  Array.from({ length: 6 }, () => {
    const items = Array.from({ length: order.batch }, () => itemOf(sender.lots));
    return { sender, text: JSON.stringify({ items }) };
  }),
);

const times: number[] = [];
let recorded = 0;
let failed = 0;
let counting = false;
const stopping = new AbortController();

async function post({ key }: Sender, text: string): Promise<BatchAnswer> {
  const body = Buffer.from(
    text.replaceAll('"external_id":"', `"external_id":"${randomUUID().slice(0, 13)}-`),
  );
  const { status, answer } = await call(`/api/ingest/${order.what}/`, key, body);
  if (status !== 200) throw new Error(`${status}: ${answer}`);
  return JSON.parse(answer) as BatchAnswer;
}

async function keepSending(): Promise<void> {
  while (!stopping.signal.aborted) {
    const { sender, text } = pickRandom(templates);
    const startedAt = performance.now();
    const answer = await post(sender, text);
    if (!counting) continue;
    times.push(performance.now() - startedAt);
    recorded += answer.recorded;
    failed += order.batch - answer.recorded;
  }
}

const sending = Array.from({ length: order.connections }, keepSending);
await pause(order.warmUp * 1000);
counting = true;
const processStart = performance.now();
await pause(order.seconds * 1000);
counting = false;
stopping.abort();
const seconds = (performance.now() - processStart) / 1000;
await Promise.all(sending);
const result: SendResult = {
  perSecond: recorded / seconds,
  median: computePercentile(times, 0.5),
  p99: computePercentile(times, 0.99),
  failed,
};
process.stdout.write(JSON.stringify(result));
process.exit(0);
