// Plays the properties' traffic in real time: calls start when they are due, even if earlier ones have no response
// yet; stdin is a PlayOrder in JSON.
import { randomBytes, randomUUID } from 'node:crypto';
import { text } from 'node:stream/consumers';
import { setTimeout as pause } from 'node:timers/promises';
import type { BatchAnswer } from '@lotkeeper/contract/kernel/batch';
import { instant, toIso } from '@lotkeeper/contract/kernel/calendar';
import { systemClock } from '../../../server/src/kernel/clock.ts';
import { makePng } from '../../../server/src/testing/pictures.factory.ts';
import { makeCall } from '../ingest/make-call.ts';
import type { Sender } from '../ingest/senders.ts';
import { pickRandom } from '../ingest/stays.ts';
import { computePercentile } from '../median.ts';
import type { CallKind, KindResult, PlayOrder, PlayResult } from './player.ts';
import { callKinds } from './player.ts';

const order = JSON.parse(await text(process.stdin)) as PlayOrder;
const send = makeCall(order.port, 256);
const secondMs = 1000;
const startedAt = performance.now();
const endsAt = startedAt + order.seconds * secondMs;

const records = Object.fromEntries(
  callKinds.map((kind) => [kind, { times: [] as number[], refused: 0, failures: [] as string[] }]),
) as Record<CallKind, { times: number[]; refused: number; failures: string[] }>;

/** Calls, and retries when requested, as docs/limits.md requires from senders. */
async function call(kind: CallKind, path: string, token: string, body?: object): Promise<string> {
  const payload = body ? Buffer.from(JSON.stringify(body)) : null;
  for (;;) {
    const { status, retryAfter, answer } = await send(path, token, payload);
    if (status === 200) return answer;
    if (!retryAfter || performance.now() > endsAt + 30 * secondMs)
      throw new Error(`${status}: ${answer}`);
    records[kind].refused += 1;
    await pause(Number(retryAfter) * secondMs);
  }
}

/** Makes a call and records how long it took including retries, or why it failed. */
async function noteCall<T>(kind: CallKind, work: () => Promise<T>): Promise<T | null> {
  const dueAt = performance.now();
  try {
    const result = await work();
    records[kind].times.push(performance.now() - dueAt);
    return result;
  } catch (error) {
    records[kind].failures.push(String(error));
    return null;
  }
}

async function ingest(kind: CallKind, path: string, { key }: Sender, item: object) {
  return noteCall(kind, async () => {
    const answer = JSON.parse(
      await call(kind, `/api/ingest/${path}/`, key, { items: [item] }),
    ) as BatchAnswer;
    if (answer.recorded !== 1) throw new Error(JSON.stringify(answer.results));
    return answer;
  });
}

/** A unique image, since identical ones are stored once. */
function makeImage(): string {
  const image = makePng(800, 600, order.imageBytes);
  randomBytes(order.imageBytes).copy(image, image.length - order.imageBytes);
  return image.toString('base64');
}

interface Car {
  sender: Sender;
  spot: number;
  plate: string;
}

const makeName = () => ({ source: 'scale', external_id: randomUUID() });

/** A camera sends its image, and then the read that refers to it. */
async function passCamera({ sender, spot, plate }: Car, direction: 'Entrance' | 'Exit') {
  const moment = toIso(systemClock());
  const image = await ingest('image', 'images', sender, {
    ...makeName(),
    spot,
    kind: 'overview',
    taken_at: moment,
    orientation: direction,
    data: makeImage(),
  });
  await ingest('read', 'reads', sender, {
    ...makeName(),
    spot,
    camera: direction,
    captured_at: moment,
    plate,
    state: 'IL',
    country: 'US',
    confidence: 0.93,
    direction,
    image: image?.results[0]?.uuid ?? null,
  });
}

async function rentSpace({ sender, spot, plate }: Car) {
  const now = systemClock();
  const start_date = toIso(now);
  await ingest('rental', 'rentals', sender, {
    ...makeName(),
    spot,
    rental_type: 'hourly',
    start_date,
    end_date: toIso(instant(now + 3600 * secondMs)),
    car: { plate, state: 'IL', country: 'US' },
    charges: [
      {
        external_id: randomUUID(),
        occurred_at: start_date,
        amount: 1200,
        tax: 96,
        processing_fee: 65,
      },
    ],
  });
}

const lots = order.senders.flatMap((sender) => sender.lots.map((spot) => ({ sender, spot })));

/** A car arrives, pays within seconds, and leaves after half a minute to eight minutes, or after the end. */
async function playCar(): Promise<void> {
  const car = {
    ...pickRandom(lots),
    plate: `S${Math.floor(Math.random() * 36 ** 6)
      .toString(36)
      .toUpperCase()}`,
  };
  const leavesAt = performance.now() + (30 + Math.random() * 450) * secondMs;
  await passCamera(car, 'Entrance');
  await pause(Math.random() * 10 * secondMs);
  await rentSpace(car);
  if (leavesAt > endsAt) return;
  await pause(Math.max(0, leavesAt - performance.now()));
  await passCamera(car, 'Exit');
}

async function openPage(): Promise<void> {
  const { token, paths } = pickRandom(order.viewers);
  await noteCall('page', () => call('page', pickRandom(paths), token));
}

/** Starts something at random times, at an average rate per second, until the end; then waits for all of it. */
async function keepStarting(perSecond: number, start: () => Promise<void>): Promise<void> {
  const running: Promise<void>[] = [];
  let dueAt = startedAt;
  while (dueAt < endsAt) {
    dueAt += (-Math.log(1 - Math.random()) / perSecond) * secondMs;
    await pause(Math.max(0, dueAt - performance.now()));
    running.push(start());
  }
  await Promise.all(running);
}

await Promise.all([
  keepStarting(order.carsPerSecond, playCar),
  keepStarting(order.pagesPerSecond, openPage),
]);
const results = callKinds.map((kind) => {
  const { times, refused, failures } = records[kind];
  const result: KindResult = {
    answered: times.length,
    refused,
    failed: failures.length,
    median: computePercentile(times, 0.5),
    p99: computePercentile(times, 0.99),
    worst: computePercentile(times, 1),
    failure: failures[0] ?? null,
  };
  return [kind, result];
});
process.stdout.write(JSON.stringify(Object.fromEntries(results) as PlayResult), () =>
  process.exit(0),
);
