import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { PaymentProcessor } from '../processor/processor.ts';
import { openStripe } from '../processor/stripe.ts';
import { atEnd } from './at-end.ts';
import { findProblems } from './stripe-operations.ts';

/** A response of Stripe's API: the shapes from its reference, reduced to what is read. */
export type StripeAnswer = { status?: number; body: unknown } | 'hang up';

/** A request that was sent to Stripe. */
export interface StripeRequest {
  /** Method and path. */
  call: string;
  query: URLSearchParams;
  body: URLSearchParams;
  /** Its idempotency key. */
  key: string | undefined;
  /** The connected account that the request is for. */
  account: unknown;
}

export interface StripeServer {
  stripe: PaymentProcessor;
  /** Responses by method and path; with several, each is used once and the last one repeatedly. */
  answers: Record<string, StripeAnswer[]>;
  requests: StripeRequest[];
  reset(answers?: Record<string, StripeAnswer[]>): void;
}

/** Stripe's response to a request for a list. */
export const stripeList = (...data: unknown[]): StripeAnswer => ({
  body: { object: 'list', data, has_more: false, url: '/v1/list' },
});

/**
 * A server that replaces Stripe's API, and the processor that talks to it. The test file fails if a request was sent
 * that Stripe's OpenAPI document does not allow.
 */
export async function openStripeServer(): Promise<StripeServer> {
  const problems: string[] = [];
  const server = createServer((request, response) => {
    let text = '';
    request.on('data', (chunk: Buffer) => {
      text += chunk.toString();
    });
    request.on('end', () => {
      const [path = '', query = ''] = (request.url ?? '').split('?');
      const call = `${request.method} ${path}`;
      opened.requests.push({
        call,
        query: new URLSearchParams(query),
        body: new URLSearchParams(text),
        key: request.headers['idempotency-key']?.toString(),
        account: request.headers['stripe-account'],
      });
      const sent = new URLSearchParams(request.method === 'GET' ? query : text);
      problems.push(...findProblems({ call, sent }));
      const queue = opened.answers[call] ?? [];
      const answer = queue.length > 1 ? queue.shift() : queue[0];
      if (answer === 'hang up') {
        request.socket.destroy();
        return;
      }
      const error = { type: 'invalid_request_error', code: 'resource_missing' };
      const { status = 200, body } = answer ?? { status: 404, body: { error } };
      response.writeHead(status, { 'content-type': 'application/json' });
      response.end(typeof body === 'string' ? body : JSON.stringify(body));
    });
  });
  await new Promise<void>((ready) => server.listen(0, '127.0.0.1', ready));
  atEnd(async () => {
    server.closeAllConnections();
    server.close();
    if (problems.length > 0)
      throw new Error(`Stripe takes no such request: ${problems.join('; ')}`);
  });
  const opened: StripeServer = {
    stripe: openStripe('sk_test_recorded', {
      host: '127.0.0.1',
      port: (server.address() as AddressInfo).port,
      protocol: 'http',
      maxNetworkRetries: 0,
      timeout: 500,
    }),
    answers: {},
    requests: [],
    reset(answers = {}) {
      opened.answers = answers;
      opened.requests = [];
    },
  };
  return opened;
}
