import type { Socket } from 'node:net';
import { connect } from 'node:net';
import { setTimeout as pause } from 'node:timers/promises';
import { computePercentile } from '../bench/median.ts';
import { type Figure, judged, judging } from '../bench/table.ts';
import type { Drill } from './drill.ts';
import { isReady, startLotkeeper } from './lotkeeper.ts';
import type { Caller } from './people.ts';
import { admin, signIn } from './people.ts';
import { askSteadily, countFailures } from './samples.ts';

const maxOpenMs = 20_000;
/** How long a connection that is never cut is watched. */
const watchedMs = 30_000;

interface SlowSender {
  label: string;
  count: number;
  /** Sent immediately; '' = nothing. */
  head: string;
  /** Sent every second. */
  drop: string;
}

const senders = ({ token }: Caller): SlowSender[] => [
  { label: 'headers', count: 200, head: 'GET / HTTP/1.1\r\nhost: drill\r\nx-slow: ', drop: 'x' },
  {
    label: 'bodies of strangers',
    count: 100,
    head: 'POST /api/otp/ HTTP/1.1\r\nhost: drill\r\ncontent-type: application/json\r\ncontent-length: 1000\r\n\r\n',
    drop: ' ',
  },
  {
    label: 'bodies of uploads',
    count: 100,
    head: `POST /api/upload HTTP/1.1\r\nhost: drill\r\nauthorization: Token ${token}\r\nfilename: a.csv\r\ncontent-type: text/csv\r\ncontent-length: 1000000\r\n\r\n`,
    drop: 'YQ==',
  },
  { label: 'idle connections', count: 100, head: '', drop: '' },
];

/** Sends slowly; resolves with the milliseconds until the server cuts the connection. */
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

const name = 'slow senders';

async function run(): Promise<Figure[]> {
  const lotkeeper = await startLotkeeper();
  const caller = await signIn(lotkeeper, admin);
  const paths = ['/api/v2/profiles/me'];
  const unloaded = await askSteadily(caller, paths, AbortSignal.timeout(10_000));
  const ending = new AbortController();
  const good = askSteadily(caller, paths, ending.signal);
  const { zero, seconds } = judging(name);
  const figures: Figure[] = [];
  const slow = senders(caller).map(async (sender) => {
    const { label, count } = sender;
    const times = await Promise.all(
      Array.from({ length: count }, () => sendSlowly(lotkeeper.url, sender)),
    );
    const longest = Math.max(...times);
    figures.push(
      seconds(`longest until cut, ${label}`, longest, maxOpenMs, `${count} connections`),
    );
  });
  await Promise.all(slow);
  await pause(100);
  ending.abort();
  const samples = await good;
  return [
    ...figures,
    judged(
      `${name}: p99 of a good client`,
      computePercentile(samples.times, 0.99),
      { most: 1000, unit: ' ms', digits: 0 },
      `${computePercentile(unloaded.times, 0.99).toFixed(0)} ms before; ${samples.times.length} requests`,
    ),
    zero('failures of a good client', countFailures(samples)),
    zero('ready checks that failed', (await isReady(lotkeeper.url)) ? 0 : 1),
  ];
}

/** Clients that keep connections open and send almost nothing. */
export const slowSenderDrills: Drill[] = [
  {
    name,
    description:
      '200 clients send headers byte by byte, 200 send bodies byte by byte, and 100 send nothing, while another one works.',
    run,
  },
];
