import { once } from 'node:events';
import { mkdtempSync, rmSync } from 'node:fs';
import { createServer as createHttpServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { livePath } from '@lotkeeper/contract/kernel/live';
import { Server } from 'socket.io';
import { expect, test } from 'vitest';
import { atEnd } from '../../testing/at-end.ts';
import { routeLive } from './live-routing.ts';

test('a request for a connection at a worker that hangs is answered as unknown', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'lotkeeper-routing-'));
  const silent = createServer(() => undefined).listen(join(folder, '2.sock'));
  const http = createHttpServer();
  const io = new Server(http, { path: livePath, serveClient: false });
  const stopRouting = routeLive(io, { worker: 1, folder, silenceMs: 200 });
  http.listen(0, '127.0.0.1');
  await once(http, 'listening');
  atEnd(async () => {
    stopRouting();
    silent.close();
    await io.close();
    rmSync(folder, { recursive: true });
  });
  const { port } = http.address() as AddressInfo;
  const url = `http://127.0.0.1:${port}${livePath}?EIO=4&transport=polling&sid=2-abc`;
  const response = await fetch(url, { signal: AbortSignal.timeout(10_000) });
  expect([response.status, await response.json()]).toEqual([
    400,
    { code: 1, message: 'Session ID unknown' },
  ]);
});
