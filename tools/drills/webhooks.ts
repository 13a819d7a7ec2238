import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { changeRentals, ingestRentals } from '@lotkeeper/contract/intake/ingest';
import { createWebhook } from '@lotkeeper/contract/intake/webhooks';
import { instant, toIso } from '@lotkeeper/contract/kernel/calendar';
import { hourMs, minuteMs } from '@lotkeeper/contract/kernel/durations';
import { findFreePort } from '../../server/src/embedded-postgres/socket-folder.ts';
import { systemClock } from '../../server/src/kernel/clock.ts';
import { queryOnce } from '../../server/src/kernel/data/sql/query-once.ts';
import { makeFolder, start } from '../../server/src/testing/processes.ts';
import { type Figure, judged, judging } from '../bench/table.ts';
import type { Drill } from './drill.ts';
import type { Lotkeeper } from './lotkeeper.ts';
import { startLotkeeper, waitFor } from './lotkeeper.ts';
import type { Organization } from './people.ts';
import { callWell, openOrganization } from './people.ts';

const name = 'webhooks';
const rentals = 2000;
/** Changes of each rental: with its beginning, five messages about the same subject. */
const changes = 4;
const messages = rentals * (1 + changes);
/** Maximum milliseconds until all are taken: two pauses of 5 seconds, and the minute after a killed server. */
const maxMs = 240_000;

interface Received {
  id: string;
  payload: { type: string; data: { pk: number } };
}

/** The receiver of the examples as a process. */
function openReceiver(secret: string, port: number) {
  const file = join(makeFolder(), 'received.jsonl');
  const run = () =>
    start('../../docs/examples/receiver.ts', { LOTKEEPER_SECRET: secret }, [file, String(port)]);
  let running = run();
  return {
    /** What it has kept; a line that it is just writing doesn't count. */
    read(): Received[] {
      try {
        const lines = readFileSync(file, 'utf8').split('\n').slice(0, -1);
        return lines.map((line) => JSON.parse(line) as Received);
      } catch {
        return [];
      }
    },
    async killAndRestart() {
      running.child.kill('SIGKILL');
      await running.ended;
      await pause(2000);
      running = run();
    },
    stop: () => running.stop(),
  };
}

/** Records rentals, and changes each several times. */
async function causeEvents({ machine, spots }: Organization): Promise<void> {
  const now = systemClock();
  const numbers = Array.from({ length: rentals }, (_, index) => `hook-${index}`);
  const halves = [numbers.slice(0, rentals / 2), numbers.slice(rentals / 2)];
  for (const half of halves) {
    const items = half.map((external_id) => ({
      source: 'drill',
      external_id,
      spot: spots[0] ?? 0,
      rental_type: 'hourly' as const,
      start_date: toIso(now),
      end_date: toIso(instant(now + hourMs)),
      car: null,
      charges: [],
    }));
    await callWell(machine, ingestRentals, { body: { items } });
  }
  for (let round = 1; round <= changes; round++) {
    for (const half of halves) {
      const items = half.map((external_id) => ({
        source: 'drill',
        external_id,
        changed_at: toIso(instant(now + round * 1000)),
        end_date: toIso(instant(now + hourMs + round * minuteMs)),
      }));
      await callWell(machine, changeRentals, { body: { items } });
    }
  }
}

/** Messages that came before one about the same subject that was recorded earlier. */
async function countOutOfOrder(lotkeeper: Lotkeeper, received: readonly Received[]) {
  const rows = await queryOnce<{ id: string }>(
    lotkeeper.databaseUrl(),
    'select id::text from webhook_deliveries order by recorded_at, id',
  );
  const positions = new Map(rows.map(({ id }, position) => [id, position]));
  const newest = new Map<number, number>();
  let count = 0;
  for (const { id, payload } of received) {
    const position = positions.get(id) ?? -1;
    if (position < (newest.get(payload.data.pk) ?? -1)) count += 1;
    newest.set(payload.data.pk, position);
  }
  return count;
}

async function run(): Promise<Figure[]> {
  const lotkeeper = await startLotkeeper({ settings: { OUTSIDE_PRIVATE: '1' } });
  const organization = await openOrganization(lotkeeper);
  const port = await findFreePort();
  const { secret } = await callWell(organization.admin, createWebhook, {
    params: { id: String(organization.pk) },
    body: {
      url: `http://127.0.0.1:${port}/`,
      types: ['rental.created', 'rental.changed'],
      spots: null,
    },
  });
  const receiver = openReceiver(secret, port);
  const started = performance.now();
  await causeEvents(organization);
  const causedMs = performance.now() - started;
  for (const share of [0.2, 0.5]) {
    await waitFor('messages', () => receiver.read().length >= messages * share, maxMs);
    await receiver.killAndRestart();
  }
  await waitFor('messages', () => receiver.read().length >= messages * 0.7, maxMs);
  process.kill(lotkeeper.serverPid() ?? 0, 'SIGKILL');
  await waitFor('all messages', () => receiver.read().length >= messages, maxMs);
  const takenMs = performance.now() - started;
  const received = receiver.read();
  const sums = await queryOnce<{ recorded: string; tries: string }>(
    lotkeeper.databaseUrl(),
    'select count(*) as recorded, sum(tries) as tries from webhook_deliveries',
  );
  await receiver.stop();
  const { zero, seconds } = judging(name);
  const ids = new Set(received.map(({ id }) => id));
  return [
    judged(`${name}: events recorded`, Number(sums[0]?.recorded), { least: messages, digits: 0 }),
    zero('messages lost', messages - ids.size, `${sums[0]?.tries} tries`),
    zero('messages that the receiver kept twice', received.length - ids.size),
    zero('messages out of order', await countOutOfOrder(lotkeeper, received)),
    seconds('until all were recorded', causedMs, 60_000),
    seconds('until all were taken', takenMs, maxMs),
  ];
}

/** A receiver that is killed while it gets thousands of messages. */
export const webhookDrills: Drill[] = [
  {
    name,
    description:
      'A receiver is killed twice while 10,000 messages about 2,000 rentals are sent to it, and the server once.',
    run,
  },
];
