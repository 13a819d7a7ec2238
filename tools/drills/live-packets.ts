import { randomUUID } from 'node:crypto';
import { once } from 'node:events';
import { liveErrorEvent, livePath } from '@lotkeeper/contract/kernel/live';
import { openLiveClient } from '../../server/src/testing/live-client.ts';
import { readMemory } from '../bench/process-usage.ts';
import { type Figure, judging } from '../bench/table.ts';
import type { Drill } from './drill.ts';
import { isReady, startLotkeeper, waitFor } from './lotkeeper.ts';
import type { Organization } from './people.ts';
import { openOrganization } from './people.ts';
import { addVisitor } from './visitors.ts';

const nest = (depth: number): unknown => JSON.parse('['.repeat(depth) + ']'.repeat(depth));

/** Messages that no page sends. */
const oddMessages: readonly (readonly [string, ...unknown[]])[] = [
  ['watch', { toString: 1 }],
  ['watch', { valueOf: null, toString: null }],
  ['watch', { toString: { toString: 1 } }],
  ['watch'],
  ['watch', 1, 2, 3],
  ['watch', []],
  ['watch', [1]],
  ['watch', nest(1000)],
  ['watch', { a: { b: { c: { pk: 1 } } } }],
  ['watch', 1e308],
  ['watch', -1e308],
  ['watch', '9'.repeat(400)],
  ['watch', 2 ** 53],
  ['watch', 0.5],
  ['watch', null],
  ['watch', true],
  ['watch', Buffer.from([0, 255, 1])],
  ['watch', { pk: Buffer.alloc(64) }],
  ['watch', '\0'],
  ['watch', '\uD800'],
  ['watch', "1' or '1'='1"],
  ['join', 1],
  ['error', new Error('odd').message],
  ['server:newVisitor', 1],
  ['__proto__', { polluted: true }],
  ['constructor', 1],
  ['toString', 1],
  ['hasOwnProperty', 1],
  ['', 1],
  ['x'.repeat(1000), 1],
];

/** Packets of a client that speaks no Socket.IO, or invalid Socket.IO, before it identifies itself. */
const oddPackets: readonly (string | Uint8Array<ArrayBuffer>)[] = [
  '40{"token":{"toString":1}}',
  '40[1]',
  '40{"__proto__":{"token":"x"}}',
  '42["watch",{"toString":1}]',
  '42["watch"',
  '42[]',
  '42{"length":1}',
  '451-["watch",{"_placeholder":true,"num":0}]',
  '451-["watch",{"_placeholder":true,"num":-1}]',
  '4599999-["watch"]',
  '43',
  '49',
  '4',
  '2probe',
  '5',
  '9',
  '',
  '\0',
  `42["${'x'.repeat(3000)}"]`,
  'x'.repeat(5000),
  new Uint8Array([0, 1, 2, 255]),
];

/** Messages per connection: as many as a connection may send at once, so that each is processed. */
const messagesPerSocket = 50;
const signedInMessages = 8000;
const anonymousPackets = 2000;

/** Sends messages on its own connection; returns how many got an error. */
async function sendMessages({ admin }: Organization, first: number): Promise<number> {
  const socket = openLiveClient(admin.url, admin.token);
  const { promise: closed, resolve } = Promise.withResolvers<void>();
  let answered = 0;
  socket.once('disconnect', () => resolve()).once('connect_error', () => resolve());
  socket.on(liveErrorEvent, () => {
    answered += 1;
    if (answered === messagesPerSocket) socket.disconnect();
  });
  socket.once('connect', () => {
    for (let index = 0; index < messagesPerSocket; index++) {
      socket.emit(...(oddMessages[(first + index) % oddMessages.length] as [string]));
    }
  });
  const impatience = setTimeout(() => socket.disconnect(), 5000);
  await closed;
  clearTimeout(impatience);
  return answered;
}

async function sendAsPerson(organization: Organization): Promise<number> {
  let answered = 0;
  for (let sentCount = 0; sentCount < signedInMessages; sentCount += messagesPerSocket) {
    answered += await sendMessages(organization, sentCount);
  }
  return answered;
}

async function sendAnonymously(url: string): Promise<void> {
  const address = `${url.replace('http', 'ws')}${livePath}?EIO=4&transport=websocket`;
  // The server closes the connection at the first of most of these packets, so each has its own.
  for (let sentCount = 0; sentCount < anonymousPackets; sentCount += 20) {
    const sockets = Array.from({ length: 20 }, async (_, index) => {
      const socket = new WebSocket(address);
      const closed = once(socket, 'close').catch(() => undefined);
      socket.addEventListener('error', () => undefined);
      socket.addEventListener('open', () => {
        const packet = oddPackets[(sentCount + index) % oddPackets.length] as string;
        socket.send(packet);
        setTimeout(() => socket.close(), 100);
      });
      await closed;
    });
    await Promise.all(sockets);
  }
}

/** Whether a browser that has watched all along is notified of a visitor added now. */
async function hearsVisitor(
  { admin, spots }: Organization,
  meanwhile: () => Promise<void>,
): Promise<boolean> {
  const spot = spots[0] as number;
  const socket = openLiveClient(admin.url, admin.token);
  try {
    await waitFor('the live connection', () => socket.connected);
    await socket.emitWithAck('watch', spot);
    await meanwhile();
    const isHeard = new Promise<boolean>((resolve) => {
      socket.once('server:newVisitor', (pk: unknown) => resolve(pk === spot));
      setTimeout(() => resolve(false), 5000).unref();
    });
    const { status } = await addVisitor(admin, spot, `LIVE${randomUUID().slice(0, 4)}`);
    return status === 200 && (await isHeard);
  } finally {
    socket.disconnect();
  }
}

const name = 'odd live packets';

async function run(): Promise<Figure[]> {
  const lotkeeper = await startLotkeeper();
  const organization = await openOrganization(lotkeeper);
  const pid = lotkeeper.serverPid();
  const measureMemory = () => readMemory(pid ?? 0)?.now ?? 0;
  const before = measureMemory();
  let isReadyAfter = false;
  let after = before;
  let answered = 0;
  const isHeard = await hearsVisitor(organization, async () => {
    [answered] = await Promise.all([sendAsPerson(organization), sendAnonymously(lotkeeper.url)]);
    isReadyAfter = await isReady(lotkeeper.url);
    if (lotkeeper.serverPid() === pid) after = measureMemory();
  });
  const { zero } = judging(name);
  return [
    zero(
      'server processes that ended',
      lotkeeper.serverPid() === pid ? 0 : 1,
      `${signedInMessages} messages of a person, ${anonymousPackets} packets of strangers`,
    ),
    zero('messages of a person without an error as answer', signedInMessages - answered),
    zero('ready checks that failed', isReadyAfter ? 0 : 1),
    zero('real events not heard', isHeard ? 0 : 1),
    {
      label: `${name}: growth of the memory`,
      figure: `${(after - before).toFixed(0)} MB`,
      target: '',
      note: `${before.toFixed(0)} MB before`,
    },
  ];
}

/** Messages over live connections that no page sends. */
export const livePacketDrills: Drill[] = [
  {
    name,
    description:
      'Ten thousand malformed messages are sent over live connections, by a person and by strangers.',
    run,
  },
];
