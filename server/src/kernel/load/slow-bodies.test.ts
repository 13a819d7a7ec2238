import { once } from 'node:events';
import type { IncomingMessage } from 'node:http';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { connect } from 'node:net';
import { promisify } from 'node:util';
import { expect, test, vi } from 'vitest';
import { atEnd } from '../../testing/at-end.ts';
import { eventually } from '../../testing/eventually.ts';
import { bodyTimeoutMs, defaultBodyBytes, minUploadBytesPerSecond } from '../budgets.ts';
import { cutSlowBody } from './slow-bodies.ts';

const enough = (minUploadBytesPerSecond * bodyTimeoutMs) / 1000;

/** Sends a piece of a body in each of three periods, without the end, and returns whether the connection lasts. */
async function lasts(bodyLimit: number, piece: number): Promise<boolean> {
  let arrived = 0;
  const begun = Promise.withResolvers<void>();
  const server = createServer((request: IncomingMessage) => {
    cutSlowBody(request, bodyLimit);
    begun.resolve();
    request.on('error', () => undefined).on('data', (bytes: Buffer) => (arrived += bytes.length));
  }).listen(0, '127.0.0.1');
  atEnd(() => void server.close());
  await once(server, 'listening');
  // Those of Node itself stay real.
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
  const socket = connect((server.address() as AddressInfo).port, '127.0.0.1');
  let isClosed = false;
  socket.on('error', () => undefined).on('close', () => (isClosed = true));
  socket.write(`POST / HTTP/1.1\r\nHost: x\r\nContent-Length: ${4 * piece}\r\n\r\n`);
  // What arrives with the head doesn't count.
  await begun.promise;
  for (const period of [1, 2, 3]) {
    if (!isClosed) socket.write(' '.repeat(piece));
    await eventually(() => isClosed || arrived >= period * piece);
    vi.advanceTimersByTime(bodyTimeoutMs);
  }
  const connections = await promisify(server.getConnections.bind(server))();
  vi.useRealTimers();
  server.closeAllConnections();
  return connections > 0;
}

test('a small body that takes longer than its time is cut off, however steady', async () => {
  expect(await lasts(defaultBodyBytes, enough)).toBe(false);
});

test('a large body that is too slow is cut off, and a steady one may take as long as it needs', async () => {
  expect(await lasts(4 * defaultBodyBytes, 1)).toBe(false);
  expect(await lasts(4 * defaultBodyBytes, enough)).toBe(true);
});
