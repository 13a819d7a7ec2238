import type { Server } from 'node:http';
import { setTimeout as pause } from 'node:timers/promises';
import { promisify } from 'node:util';

/** How long connections have to end by themselves, in milliseconds. */
const finishMs = 3000;
const lookMs = 50;

/**
 * Accepts no new connections, which then go to another worker, and asks each client to close its connection after
 * the next response. Closing idle connections instead could cut off a request that is on its way.
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
