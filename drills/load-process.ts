// Asks over keep-alive connections, and says how it was refused; argv is one JSON of LoadOrder.
import { randomUUID } from 'node:crypto';
import type { Socket } from 'node:net';
import { connect } from 'node:net';
import { crc32 } from 'node:zlib';
import type { LoadOrder, LoadResult } from './load.ts';

/** The connections are opened one after the other over this time. */
const openingMs = 1000;

const order = JSON.parse(process.argv[2] ?? '') as LoadOrder;
const statuses: Record<number, number> = {};
const promptRefusals: number[] = [];
let firstRefusalMs: number | null = null;
let firstAskedAt = 0;
let isOver = false;

/** Just under 16 MB: three images of the largest size that an item may have. */
function buildImages(spot: number): Buffer {
  const image = Buffer.alloc(4_100_000, 7);
  // A PNG header of 800 × 600 pixels; without it the server would refuse the image before it does most of the work.
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

/** The bytes that an answer still lacks, or -1 while its head is incomplete. */
function countMissing(answer: Buffer): number {
  const head = answer.indexOf('\r\n\r\n');
  if (head < 0) return -1;
  const length = /content-length: (\d+)/i.exec(answer.toString('latin1', 0, head));
  if (length) return head + 4 + Number(length[1]) - answer.length;
  return answer.includes('\r\n0\r\n\r\n', head) ? 0 : 1;
}

/** One connection, which is opened again when the server closes it. */
function work(token: string): void {
  const socket: Socket = connect(order.port, '127.0.0.1');
  let sentAt = 0;
  let isWaiting = false;
  let received = Buffer.alloc(0);
  /** Whether the next refusal is owed at once. */
  let isPrompt = true;

  const ask = () => {
    if (isOver || !socket.writable) return;
    const variants = requests.get(token) as Buffer[];
    received = Buffer.alloc(0);
    isWaiting = true;
    sentAt = performance.now();
    firstAskedAt ||= sentAt;
    socket.write(variants[Math.floor(Math.random() * variants.length)] as Buffer);
    if (body) socket.write(body);
  };
  const finish = () => {
    isWaiting = false;
    const now = performance.now();
    const head = received.toString('latin1', 0, received.indexOf('\r\n\r\n'));
    const status = Number(head.slice(9, 12));
    statuses[status] = (statuses[status] ?? 0) + 1;
    if (status !== 429 && status !== 503) return ask();
    firstRefusalMs ??= now - firstAskedAt;
    if (isPrompt) promptRefusals.push(now - sentAt);
    isPrompt = order.isPatient;
    const seconds = Number(/retry-after: (\d+)/i.exec(head)?.[1] ?? 1);
    if (order.isPatient) setTimeout(ask, seconds * 1000);
    else ask();
  };

  socket.setNoDelay(true);
  socket.on('connect', ask);
  socket.on('data', (chunk) => {
    received = received.length === 0 ? chunk : Buffer.concat([received, chunk]);
    if (isWaiting && countMissing(received) === 0) finish();
  });
  socket.on('error', () => undefined);
  socket.on('close', () => {
    if (isOver) return;
    if (isWaiting) statuses[0] = (statuses[0] ?? 0) + 1;
    setTimeout(() => work(token), 200);
  });
}

const startedAt = performance.now();
for (let index = 0; index < order.connections; index++) {
  const token = order.tokens[index % order.tokens.length] as string;
  setTimeout(() => work(token), (index / order.connections) * openingMs);
}
setTimeout(() => {
  isOver = true;
  const { user, system } = process.cpuUsage();
  const result: LoadResult = {
    statuses,
    firstRefusalMs,
    promptRefusals,
    cpuShare: (user + system) / 1000 / (performance.now() - startedAt),
  };
  process.stdout.write(JSON.stringify(result), () => process.exit(0));
}, order.seconds * 1000);
