import type { IncomingMessage } from 'node:http';
import { Socket } from 'node:net';
import { BODY_TIMEOUT_MS, DEFAULT_BODY_BYTES, MIN_UPLOAD_BYTES_PER_SECOND } from '../budgets.ts';

const hasBody = (request: IncomingMessage) =>
  request.headers['transfer-encoding'] !== undefined ||
  Number(request.headers['content-length'] ?? 0) > 0;

/**
 * Closes the connection of a sender whose body is too slow. A body of the default size must be there after
 * BODY_TIMEOUT_MS. Where `bodyLimit` allows more, a slow line may take longer as long as it keeps the least rate.
 */
export function cutSlowBody(request: IncomingMessage, bodyLimit: number): void {
  const { socket } = request;
  // A request that a test injects comes over no connection that could be cut.
  if (!hasBody(request) || request.complete || !(socket instanceof Socket)) return;
  const enough = (MIN_UPLOAD_BYTES_PER_SECOND * BODY_TIMEOUT_MS) / 1000;
  let before = socket.bytesRead;
  const check = () => {
    if (request.complete || socket.destroyed) return;
    const arrived = socket.bytesRead - before;
    before = socket.bytesRead;
    if (bodyLimit > DEFAULT_BODY_BYTES && arrived >= enough) timer.refresh();
    else socket.destroy();
  };
  const timer = setTimeout(check, BODY_TIMEOUT_MS);
  const stop = () => clearTimeout(timer);
  request.once('end', stop);
  // A handler that gave up the body has closed the request, but its sender may still be sending.
  request.once('close', () => {
    if (request.complete || socket.destroyed) stop();
  });
}
