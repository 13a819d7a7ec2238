// Sends requests over keep-alive connections and reports the responses; argv is a LoadOrder in JSON.
import { randomUUID } from 'node:crypto';
import { crc32 } from 'node:zlib';
import { keepAsking } from './keep-alive.ts';
import type { LoadOrder, LoadResult } from './load.ts';

const order = JSON.parse(process.argv[2] ?? '') as LoadOrder;
const { connections, openingMs = 0, warmUp = 0, isPatient = false } = order;
const statuses: Record<number, number> = {};
const times: number[] = [];
const promptRefusals: number[] = [];
let firstRefusalMs: number | null = null;
let firstSentMs: number | null = null;
let isCounting = warmUp === 0;
let isOver = false;

/** Just under 16 MB: three images of the maximum size. */
function buildImages(spot: number): Buffer {
  const image = Buffer.alloc(4_100_000, 7);
  // A PNG header of 800 × 600 pixels; without it, the server would refuse the image before most of the work.
  Buffer.from('89504e470d0a1a0a0000000d4948445200000320000002580802000000', 'hex').copy(image);
  image.writeUInt32BE(crc32(image.subarray(12, 29)), 29);
  const data = image.toString('base64');
  const items = Array.from({ length: 3 }, () => ({
    source: 'drill',
    external_id: randomUUID(),
    spot,
    kind: 'overview',
    taken_at: '2026-06-01T12:00:00Z',
    orientation: null,
    data,
  }));
  return Buffer.from(JSON.stringify({ items }));
}

const body = order.images ? buildImages(order.images.spot) : null;

function buildRequest(path: string, token: string): Buffer {
  const head = [
    `${body ? 'POST' : 'GET'} ${path} HTTP/1.1`,
    `host: 127.0.0.1:${order.port}`,
    ...(token ? [`authorization: Token ${token}`] : []),
    ...(body ? ['content-type: application/json', `content-length: ${body.length}`] : []),
  ];
  return Buffer.from(`${head.join('\r\n')}\r\n\r\n`);
}

const requests = new Map(
  order.tokens.map((token) => [token, order.paths.map((path) => buildRequest(path, token))]),
);

/** One connection, reopened when the server closes it. */
function work(token: string): void {
  const variants = requests.get(token) ?? [];
  /** Whether the next refusal should be immediate. */
  let isPrompt = true;
  const count = (status: number) => {
    if (isCounting) statuses[status] = (statuses[status] ?? 0) + 1;
  };
  keepAsking({
    port: order.port,
    getRequest() {
      const request = variants[Math.floor(Math.random() * variants.length)];
      if (isOver || !request) return null;
      firstSentMs ??= performance.now();
      return body ? [request, body] : [request];
    },
    onAnswer({ status, head, ms }) {
      count(status);
      const isRefusal = status === 429 || status === 503;
      if (isCounting && !isRefusal) times.push(ms);
      if (!isRefusal) return 0;
      firstRefusalMs ??= performance.now() - (firstSentMs ?? 0);
      if (isPrompt) promptRefusals.push(ms);
      isPrompt = isPatient;
      const seconds = Number(/retry-after: (\d+)/i.exec(head)?.[1] ?? 1);
      return isPatient ? seconds * 1000 : 0;
    },
    onClose(isWaiting) {
      if (isOver) return;
      if (isWaiting) count(0);
      setTimeout(() => work(token), 200);
    },
  });
}

const startedAt = performance.now();
for (let index = 0; index < connections; index++) {
  const token = order.tokens[index % order.tokens.length] as string;
  setTimeout(() => work(token), (index / connections) * openingMs);
}
setTimeout(() => {
  isCounting = true;
}, warmUp * 1000);
setTimeout(
  () => {
    isOver = true;
    const { user, system } = process.cpuUsage();
    const seconds = (performance.now() - startedAt) / 1000;
    const result: LoadResult = {
      statuses,
      times,
      firstRefusalMs,
      promptRefusals,
      cpuShare: (user + system) / 1e6 / seconds,
      seconds: seconds - warmUp,
    };
    process.stdout.write(JSON.stringify(result), () => process.exit(0));
  },
  (warmUp + order.seconds) * 1000,
);
