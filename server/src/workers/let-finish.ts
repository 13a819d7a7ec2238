import type { Server } from 'node:http';
import { setTimeout as pause } from 'node:timers/promises';
import { promisify } from 'node:util';

/** How long connections have to end by themselves, in milliseconds. */
const finishMs = 3000;
const lookMs = 50;

/**
 * Takes no new connection, which then goes to another worker, and asks each client to end its connection after the
 * next answer. To cut connections that wait for a request would cut off the one that is on its way.
 */
export async function letFinish(server: Server): Promise<void> {
  server.maxConnections = 0;
  server.prependListener('request', (_request, response) => {
    response.shouldKeepAlive = false;
  });
  const countConnections = promisify(server.getConnections.bind(server));
  const end = performance.now() + finishMs;
  while ((await countConnections()) > 0 && performance.now() < end) await pause(lookMs);
}
