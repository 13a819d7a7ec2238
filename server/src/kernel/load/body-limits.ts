import type { IncomingMessage } from 'node:http';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import { defaultBodyBytes, minCountedBodyBytes, streamBufferBytes } from '../budgets.ts';
import { Refusal } from '../refusal.ts';
import type { LoadLimits } from './load-limits.ts';
import { cutSlowBody } from './slow-bodies.ts';

/** Bytes that a body may take of our memory: what it declares, or as much as its endpoint allows. */
function countBytes(request: FastifyRequest, raw: IncomingMessage): number {
  if (request.routeOptions.config.endpoint?.raw === 'stream') return streamBufferBytes;
  const limit = request.routeOptions.bodyLimit ?? defaultBodyBytes;
  if (raw.headers['transfer-encoding'] !== undefined) return limit;
  const declared = Number(raw.headers['content-length'] ?? 0);
  // More than the limit is refused before any of it is read.
  return declared > limit ? 0 : declared;
}

/** Holds of a body's bytes: the response and, where there is one, the handler. */
const holds = new WeakMap<FastifyRequest, { count: number; release: () => void }>();

/** Keeps the bytes of a request's body counted until the function that it returns is called. */
export function holdBody(request: FastifyRequest): () => void {
  const hold = holds.get(request);
  if (!hold) return () => undefined;
  hold.count += 1;
  return () => {
    hold.count -= 1;
    if (hold.count === 0) hold.release();
  };
}

/** Cuts slow senders off, and takes the bytes of a large body from the budget before it is read. */
export function limitBodies(app: FastifyInstance, limits: LoadLimits): void {
  app.addHook('onRequest', async (request) => {
    cutSlowBody(request.raw, request.routeOptions.bodyLimit ?? defaultBodyBytes);
  });
  // Runs when it is known who calls.
  app.addHook('preParsing', async (request, reply) => {
    const bytes = countBytes(request, request.raw);
    if (bytes < minCountedBodyBytes) return;
    // A response that is closed already would never give the room back.
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
