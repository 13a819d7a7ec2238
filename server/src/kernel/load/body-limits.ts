import type { IncomingMessage } from 'node:http';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import { defaultBodyBytes, minCountedBodyBytes, streamBufferBytes } from '../budgets.ts';
import { Refusal } from '../refusal.ts';
import type { LoadLimits } from './load-limits.ts';
import { cutSlowBody } from './slow-bodies.ts';

/** Bytes of memory that a body may take: its declared length, or else its endpoint's limit. */
function countBytes(request: FastifyRequest, raw: IncomingMessage): number {
  if (request.routeOptions.config.endpoint?.raw === 'stream') return streamBufferBytes;
  const limit = request.routeOptions.bodyLimit ?? defaultBodyBytes;
  if (raw.headers['transfer-encoding'] !== undefined) return limit;
  const declared = Number(raw.headers['content-length'] ?? 0);
  // A body over the limit is refused before any of it is read.
  return declared > limit ? 0 : declared;
}

/** Who holds a body's bytes: the response and, if there is one, the handler. */
const holds = new WeakMap<FastifyRequest, { count: number; release: () => void }>();

/** Keeps the bytes of a request's body counted until the returned function is called. */
export function holdBody(request: FastifyRequest): () => void {
  const hold = holds.get(request);
  if (!hold) return () => undefined;
  hold.count += 1;
  return () => {
    hold.count -= 1;
    if (hold.count === 0) hold.release();
  };
}

/** Cuts off slow senders, and reserves the bytes of a large body before it is read. */
export function limitBodies(app: FastifyInstance, limits: LoadLimits): void {
  app.addHook('onRequest', async (request) => {
    cutSlowBody(request.raw, request.routeOptions.bodyLimit ?? defaultBodyBytes);
  });
  // Runs once the caller is known.
  app.addHook('preParsing', async (request, reply) => {
    const bytes = countBytes(request, request.raw);
    if (bytes < minCountedBodyBytes) return;
    // A response that is already closed would never release the bytes.
    if (reply.raw.destroyed) throw new Refusal('unavailable', 'The connection was closed.');
    const release = limits.reserveBody(request, bytes);
    if (typeof release === 'number') {
      throw new Refusal(
        'unavailable',
        'Too many large requests are in progress. Try again in a moment.',
        undefined,
        Math.ceil(release),
      );
    }
    holds.set(request, { count: 0, release });
    reply.raw.once('close', holdBody(request));
  });
}
