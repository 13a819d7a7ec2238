import type { IncomingMessage } from 'node:http';
import http from 'node:http';
import https from 'node:https';
import { RequestFilteringHttpAgent, RequestFilteringHttpsAgent } from 'request-filtering-agent';
import { isPrivateHost, lookupPublic } from './public-addresses.ts';

/** A request to a URL that somebody outside chose, such as the endpoint of a webhook. */
export interface OutsideRequest {
  url: string;
  method: 'POST' | 'PUT' | 'GET';
  headers: Readonly<Record<string, string>>;
  body: string | Uint8Array;
  /** For everything from the DNS lookup to the end of the answer. */
  timeoutMs: number;
  /** Bytes of the answer that are read; the rest is dropped. */
  longestAnswer: number;
}

export interface OutsideAnswer {
  status: number;
  answer: string;
  ms: number;
  /** The header Retry-After as it was sent, if it was. */
  retryAfter?: string;
}

type OutsideProblem = 'address' | 'unreachable' | 'timeout' | 'redirect';

/** A request without a usable answer. The message is for people. */
export class OutsideFailure extends Error {
  readonly problem: OutsideProblem;
  readonly ms: number;

  constructor(problem: OutsideProblem, message: string, ms = 0) {
    super(message);
    this.problem = problem;
    this.ms = ms;
  }
}

/** Whether requests may go to private and loopback addresses, and without TLS. */
export interface OutsideRules {
  allowPrivate: boolean;
}

const privateAddress = 'Its host has a private or reserved address, which isn’t allowed.';

/** Checks a URL as far as that is possible without a lookup. The host's addresses are checked with each connection. */
export function checkOutsideUrl(url: string, { allowPrivate }: OutsideRules): URL {
  const parsed = URL.parse(url);
  if (!parsed) throw new OutsideFailure('address', 'This isn’t a URL.');
  const isAllowed = parsed.protocol === 'https:' || (allowPrivate && parsed.protocol === 'http:');
  if (!isAllowed) throw new OutsideFailure('address', 'The URL must start with https://.');
  if (parsed.username || parsed.password)
    throw new OutsideFailure('address', 'The URL must not contain a name or password.');
  if (!allowPrivate && isPrivateHost(parsed)) throw new OutsideFailure('address', privateAddress);
  return parsed;
}

/** An agent that checks each address of a lookup before it connects to it, so that DNS can't answer differently later. */
const openAgent = ({ protocol }: URL, { allowPrivate }: OutsideRules) => {
  const rules = { allowPrivateIPAddress: allowPrivate, allowMetaIPAddress: allowPrivate };
  return protocol === 'https:'
    ? new RequestFilteringHttpsAgent(rules)
    : new RequestFilteringHttpAgent(rules);
};

const openAnswer = (
  url: URL,
  options: https.RequestOptions,
  body: string | Uint8Array,
): Promise<IncomingMessage> =>
  new Promise((resolve, reject) => {
    const send = url.protocol === 'https:' ? https.request : http.request;
    send(url, options)
      .on('response', resolve)
      .on('upgrade', (_, socket) => {
        socket.destroy();
        reject(new OutsideFailure('unreachable', 'It changed to another protocol (101).'));
      })
      .on('error', reject)
      // Node ends some requests with this event alone.
      .on('close', () => reject(new Error('the connection was closed')))
      .end(body);
  });

async function readAnswer(response: IncomingMessage, longest: number): Promise<string> {
  const chunks: Buffer[] = [];
  let bytes = 0;
  for await (const part of response) {
    chunks.push(part as Buffer);
    bytes += (part as Buffer).length;
    if (bytes >= longest) break;
  }
  return Buffer.concat(chunks).subarray(0, longest).toString('utf8');
}

/** What the agent's library says of an address that it refuses. */
const isRefusedAddress = (error: unknown) =>
  error instanceof Error && error.message.includes('is not allowed');

/** Codes of Node's HTTP parser begin with HPE. */
function describeError(error: unknown): string {
  const code = (error as NodeJS.ErrnoException).code ?? (error as Error).message;
  return code.startsWith('HPE_')
    ? `Its answer isn’t valid HTTP (${code}).`
    : `It can’t be reached (${code}).`;
}

/**
 * Sends one request to a URL that somebody outside chose: never to a private or loopback address unless that is allowed,
 * and without following redirects. Throws an `OutsideFailure` when there is no answer.
 */
export async function sendOutside(
  request: OutsideRequest,
  rules: OutsideRules,
): Promise<OutsideAnswer> {
  const { method, headers, body, timeoutMs, longestAnswer } = request;
  const url = checkOutsideUrl(request.url, rules);
  const signal = AbortSignal.timeout(timeoutMs);
  const started = performance.now();
  const passedMs = () => Math.round(performance.now() - started);
  const agent = openAgent(url, rules);
  const length = Buffer.byteLength(body);
  try {
    const options = {
      method,
      headers: { ...headers, 'content-length': length },
      agent,
      signal,
      ...(rules.allowPrivate ? {} : { lookup: lookupPublic }),
    };
    const response = await openAnswer(url, options, body);
    const status = response.statusCode ?? 0;
    if (status >= 300 && status < 400) {
      response.destroy();
      const message = `It answered with a redirect (${status}), and redirects aren’t followed.`;
      throw new OutsideFailure('redirect', message);
    }
    const retryAfter = response.headers['retry-after'];
    const answer = await readAnswer(response, longestAnswer);
    return { status, answer, ms: passedMs(), ...(retryAfter ? { retryAfter } : {}) };
  } catch (error) {
    if (error instanceof OutsideFailure) {
      throw new OutsideFailure(error.problem, error.message, passedMs());
    }
    if (signal.aborted) {
      const message = `It didn’t answer within ${timeoutMs / 1000} seconds.`;
      throw new OutsideFailure('timeout', message, passedMs());
    }
    if (isRefusedAddress(error)) {
      throw new OutsideFailure('address', privateAddress, passedMs());
    }
    throw new OutsideFailure('unreachable', describeError(error), passedMs());
  } finally {
    agent.destroy();
  }
}
