// Asks over keep-alive connections as fast as answers come, and reports their times; argv is one JSON of LoadOrder.
import { setTimeout as pause } from 'node:timers/promises';
import { keepAsking } from './keep-alive.ts';
import type { LoadOrder, LoadResult } from './load.ts';

const order = JSON.parse(process.argv[2] ?? '') as LoadOrder;
const requests = order.paths.map((path) => [
  Buffer.from(
    `GET ${path} HTTP/1.1\r\nhost: 127.0.0.1:${order.port}\r\nauthorization: Token ${order.token}\r\n\r\n`,
  ),
]);
const times: number[] = [];
let failed = 0;
let refused = 0;
let bytes = 0;
let isCounting = false;

for (let count = 0; count < order.connections; count++) {
  keepAsking({
    port: order.port,
    getRequest: () => requests[Math.floor(Math.random() * requests.length)] ?? null,
    onAnswer(answer) {
      if (!isCounting) return 0;
      if (answer.status === 503) refused += 1;
      else {
        times.push(answer.ms);
        bytes += answer.bytes;
        if (answer.status !== 200) failed += 1;
      }
      return 0;
    },
    onClose: () => void (failed += 1),
  });
}
await pause(order.warmUp * 1000);
isCounting = true;
const startedAt = performance.now();
await pause(order.seconds * 1000);
isCounting = false;
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
