// Asks over keep-alive connections as fast as answers come, and reports their times; argv is one JSON of LoadOrder.
import type { Socket } from 'node:net';
import { connect } from 'node:net';
import type { LoadOrder, LoadResult } from './load.ts';

const order = JSON.parse(process.argv[2] ?? '') as LoadOrder;
const requests = order.paths.map((path) =>
  Buffer.from(
    `GET ${path} HTTP/1.1\r\nhost: 127.0.0.1:${order.port}\r\nauthorization: Token ${order.token}\r\n\r\n`,
  ),
);
const times: number[] = [];
let failed = 0;
let refused = 0;
let bytes = 0;
let counting = false;
const anyRequest = () => requests[Math.floor(Math.random() * requests.length)] as Buffer;

/** The bytes that an answer still lacks, or -1 while its head is incomplete. */
function lacking(answer: Buffer): number {
  const head = answer.indexOf('\r\n\r\n');
  if (head < 0) return -1;
  const length = /content-length: (\d+)/i.exec(answer.toString('latin1', 0, head));
  return head + 4 + Number(length?.[1] ?? 0) - answer.length;
}

function askOn(socket: Socket): void {
  let sentAt = 0;
  let received = Buffer.alloc(0);
  let left = -1;
  const ask = () => {
    sentAt = performance.now();
    received = Buffer.alloc(0);
    left = -1;
    socket.write(anyRequest());
  };
  socket.setNoDelay(true);
  socket.on('connect', ask);
  socket.on('data', (chunk) => {
    if (left < 0) {
      received = received.length === 0 ? chunk : Buffer.concat([received, chunk]);
      left = lacking(received);
      if (left < 0) return;
    } else left -= chunk.length;
    if (left > 0) return;
    if (counting) {
      const status = received.toString('latin1', 9, 12);
      if (status === '503') refused += 1;
      else {
        times.push(performance.now() - sentAt);
        bytes += received.length;
        if (status !== '200') failed += 1;
      }
    }
    ask();
  });
}

const sockets = Array.from({ length: order.connections }, () =>
  connect(order.port, '127.0.0.1', function (this: Socket) {}),
);
for (const socket of sockets) askOn(socket);
const pause = (seconds: number) => new Promise((resolve) => setTimeout(resolve, seconds * 1000));
await pause(order.warmUp);
counting = true;
const startedAt = performance.now();
await pause(order.seconds);
counting = false;
const seconds = (performance.now() - startedAt) / 1000;
times.sort((a, b) => a - b);
const at = (share: number) =>
  times[Math.min(times.length - 1, Math.floor(times.length * share))] ?? 0;
const result: LoadResult = {
  perSecond: times.length / seconds,
  median: at(0.5),
  p99: at(0.99),
  failed,
  refused,
  bytes: bytes / Math.max(1, times.length),
};
process.stdout.write(JSON.stringify(result));
process.exit(0);
