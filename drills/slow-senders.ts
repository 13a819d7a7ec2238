import type { Socket } from 'node:net';
import { connect } from 'node:net';
import { setTimeout as pause } from 'node:timers/promises';
import { type Figure, judged } from '../bench/table.ts';
import type { Drill } from './drill.ts';
import type { Lotkeeper } from './lotkeeper.ts';
import { isReady, withLotkeeper } from './lotkeeper.ts';
import type { Caller } from './people.ts';
import { admin, signIn } from './people.ts';
import { askSteadily, countFailures, percentile } from './samples.ts';

const maxOpenMs = 20_000;
/** How long a connection that is never cut is watched. */
const watchedMs = 30_000;

interface SlowSender {
  what: string;
  count: number;
  /** Sent at once; '' = nothing. */
  head: string;
  /** Sent every second. */
  drop: string;
}

const senders = ({ token }: Caller): SlowSender[] => [
  { what: 'headers', count: 200, head: 'GET / HTTP/1.1\r\nhost: drill\r\nx-slow: ', drop: 'x' },
  {
    what: 'bodies of strangers',
    count: 100,
    head: 'POST /api/otp/ HTTP/1.1\r\nhost: drill\r\ncontent-type: application/json\r\ncontent-length: 1000\r\n\r\n',
    drop: ' ',
  },
  {
    what: 'bodies of uploads',
    count: 100,
    head: `POST /api/upload HTTP/1.1\r\nhost: drill\r\nauthorization: Token ${token}\r\nfilename: a.csv\r\ncontent-type: text/csv\r\ncontent-length: 1000000\r\n\r\n`,
    drop: 'YQ==',
  },
  { what: 'idle connections', count: 100, head: '', drop: '' },
];

/** Sends slowly; resolves with the milliseconds until the server cut the connection. */
function sendSlowly(url: string, { head, drop }: SlowSender): Promise<number> {
  const { promise, resolve } = Promise.withResolvers<number>();
  const started = performance.now();
  const socket: Socket = connect(Number(new URL(url).port), '127.0.0.1');
  const dripping = setInterval(() => {
    if (drop && socket.writable) socket.write(drop);
  }, 1000);
  const end = setTimeout(() => socket.destroy(), watchedMs);
  socket.on('connect', () => void (head && socket.write(head)));
  socket.on('data', () => undefined);
  socket.on('error', () => undefined);
  socket.on('close', () => {
    clearInterval(dripping);
    clearTimeout(end);
    resolve(performance.now() - started);
  });
  return promise;
}

async function run(lotkeeper: Lotkeeper): Promise<Figure[]> {
  const caller = await signIn(lotkeeper, admin);
  const paths = ['/api/v2/profiles/me'];
  const unloaded = await askSteadily(caller, paths, AbortSignal.timeout(10_000));
  const ending = new AbortController();
  const good = askSteadily(caller, paths, ending.signal);
  const figures: Figure[] = [];
  const slow = senders(caller).map(async (sender) => {
    const times = await Promise.all(
      Array.from({ length: sender.count }, () => sendSlowly(lotkeeper.url, sender)),
    );
    figures.push(
      judged(
        `slow senders: longest until cut, ${sender.what}`,
        Math.max(...times) / 1000,
        { most: maxOpenMs / 1000, unit: ' s', digits: 1 },
        `${sender.count} connections`,
      ),
    );
  });
  await Promise.all(slow);
  await pause(100);
  ending.abort();
  const samples = await good;
  const failures = countFailures(samples);
  figures.push(
    judged(
      'slow senders: p99 of a good client',
      percentile(samples.times, 0.99),
      { most: 1000, unit: ' ms', digits: 0 },
      `${percentile(unloaded.times, 0.99).toFixed(0)} ms before; ${samples.times.length} requests`,
    ),
    judged('slow senders: failures of a good client', failures, { most: 0, digits: 0 }),
    judged('slow senders: ready checks that failed', (await isReady(lotkeeper.url)) ? 0 : 1, {
      most: 0,
      digits: 0,
    }),
  );
  return figures;
}

/** Clients that keep connections open and send next to nothing. */
export const slowSenderDrills: Drill[] = [
  {
    name: 'slow senders',
    description:
      '200 clients send headers byte by byte, 200 send bodies so, and 100 send nothing, while another one works.',
    run: () => withLotkeeper(run),
  },
];
