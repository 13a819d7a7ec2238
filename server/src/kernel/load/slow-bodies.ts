import type { IncomingMessage } from 'node:http';
import { Socket } from 'node:net';
import { bodyTimeoutMs, defaultBodyBytes, minUploadBytesPerSecond } from '../budgets.ts';

const hasBody = (request: IncomingMessage) =>
  request.headers['transfer-encoding'] !== undefined ||
  Number(request.headers['content-length'] ?? 0) > 0;

/**
 * Closes the connection of a sender whose body is too slow. A body of the default size must arrive
 * within bodyTimeoutMs. If `bodyLimit` is higher, a slow connection may take longer, as long as it
 * keeps the minimum rate.
 */
export function cutSlowBody(request: IncomingMessage, bodyLimit: number): void {
  const { socket } = request;
  // A request injected by a test has no connection that could be cut.
  if (!hasBody(request) || request.complete || !(socket instanceof Socket)) return;
  const enough = (minUploadBytesPerSecond * bodyTimeoutMs) / 1000;
  let before = socket.bytesRead;
  const check = () => {
    if (request.complete || socket.destroyed) return;
    const arrived = socket.bytesRead - before;
    before = socket.bytesRead;
    if (bodyLimit > defaultBodyBytes && arrived >= enough) timer.refresh();
    else socket.destroy();
  };
  const timer = setTimeout(check, bodyTimeoutMs);
  const stop = () => clearTimeout(timer);
  request.once('end', stop);
  // A handler that gave up on the body has closed the request, but its sender may still be sending.
  request.once('close', () => {
    if (request.complete || socket.destroyed) stop();
  });
}
