import type { IncomingMessage, ServerResponse } from 'node:http';
import type { Socket } from 'node:net';
import type { ErrorEnvelope } from '@lotkeeper/contract/kernel/errors';
import { impatientDelayMs, impatientDelaySpreadMs } from '../budgets.ts';
import { cutSlowBody } from './slow-bodies.ts';

/** Number of different times that late refusals are spread over. */
const delaySteps = 100;

const envelopes = {
  429: { detail: 'Too many requests. Wait a moment and try again.', code: 'too_many_requests' },
  503: {
    detail: 'Lotkeeper is busy right now. Try again in a moment.',
    code: 'unavailable',
  },
} as const satisfies Record<number, ErrorEnvelope>;

const bodies = {
  429: Buffer.from(JSON.stringify(envelopes[429])),
  503: Buffer.from(JSON.stringify(envelopes[503])),
};

function send(response: ServerResponse, status: 429 | 503, retrySeconds: number) {
  const body = bodies[status];
  response.writeHead(status, {
    'content-type': 'application/json',
    'content-length': body.length,
    'retry-after': String(Math.max(1, Math.ceil(retrySeconds))),
    'cache-control': 'no-store',
    'referrer-policy': 'no-referrer',
    'x-content-type-options': 'nosniff',
    'cross-origin-resource-policy': 'same-origin',
  });
  response.end(body);
}

/**
 * Creates a function that answers excess requests without Fastify, because it has to cost next to
 * nothing. The first refusal on a connection is sent at once. A client that retries without waiting
 * gets the next one later: answered at once, a few hundred impatient connections would keep the
 * process busy with nothing but refusals.
 */
export function createRefuser() {
  const refusedAt = new WeakMap<Socket, number>();
  const counts = { 429: 0, 503: 0 };
  let delayed = 0;
  /** Late refusals sent together would all come back together. */
  const nextDelay = () => {
    delayed = (delayed + 1) % delaySteps;
    return impatientDelayMs + (delayed / delaySteps) * impatientDelaySpreadMs;
  };
  const refuse = (
    request: IncomingMessage,
    response: ServerResponse,
    status: 429 | 503,
    retrySeconds: (isImpatient: boolean) => number,
  ): void => {
    counts[status] += 1;
    const now = performance.now();
    const last = refusedAt.get(request.socket) ?? Number.NEGATIVE_INFINITY;
    const isImpatient = now - last < impatientDelayMs;
    const delay = isImpatient ? nextDelay() : 0;
    refusedAt.set(request.socket, now + delay);
    cutSlowBody(request, 0);
    const seconds = retrySeconds(isImpatient);
    if (delay === 0) send(response, status, seconds);
    else setTimeout(() => send(response, status, seconds), delay).unref();
  };
  return { refuse, counts };
}
