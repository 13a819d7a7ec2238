import { once } from 'node:events';
import {
  type AddressInfo,
  createServer,
  type NetConnectOpts,
  type Server,
  type Socket,
} from 'node:net';
import { afterEach, expect, it } from 'vitest';
import { waitForRecovery } from './server-state.ts';

const recovering = 'ESFATAL\0C57P03\0Mthe database system is in recovery mode\0\0';
const passwordWanted = 'R\0\0\0\x08\0\0\0\x03';

const reset = (socket: Socket) => socket.resetAndDestroy();
const hangUp = (socket: Socket) => socket.end();
const say = (answer: string) => (socket: Socket) => socket.end(answer, 'latin1');

let server: Server | undefined;

/** Listens, and handles each connection as listed; further ones like the last. */
async function listen(...treatments: ((socket: Socket) => void)[]): Promise<NetConnectOpts> {
  let count = 0;
  server = createServer((socket) => {
    socket.on('error', () => undefined);
    socket.once('data', () => treatments[Math.min(count++, treatments.length - 1)]?.(socket));
  }).listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  return { host: '127.0.0.1', port };
}

afterEach(() => void server?.close());

it('a server in recovery is waited for', async () => {
  const address = await listen(say(recovering), say(recovering), say(passwordWanted));
  expect(await waitForRecovery(address)).toBe('ready');
});

it('a server that cuts connections, as after a crash of one process, is retried', async () => {
  const address = await listen(reset, hangUp, say(recovering), say(passwordWanted));
  expect(await waitForRecovery(address)).toBe('ready');
});

it('a server that cuts every connection is given up', async () => {
  expect(await waitForRecovery(await listen(hangUp))).toBe('cut');
});

it('a server that does not listen is reported at once', async () => {
  const address = await listen(hangUp);
  server?.close();
  expect(await waitForRecovery(address)).toBe('silent');
});

it('a recovery is waited for no longer than its deadline', async () => {
  const address = await listen(say(recovering));
  expect(await waitForRecovery(address, { deadlineMs: 150 })).toBe('recovering');
});
