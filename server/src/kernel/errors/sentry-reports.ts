import { randomBytes } from 'node:crypto';
import { toIso } from '@lotkeeper/contract/kernel/calendar';
import {
  cleanFunctionName,
  describeError,
  traceSampleRate,
} from '@lotkeeper/contract/kernel/error-reports';
import type { DsnComponents, Event, EventEnvelope, StackFrame, Transport } from '@sentry/core';
import {
  createEnvelope,
  createStackParser,
  createTransport,
  dsnFromString,
  getEnvelopeEndpointWithUrlEncodedAuth,
} from '@sentry/core';
import { nodeStackLineParser } from '@sentry/core/server';
import { systemClock } from '../clock.ts';
import { createTokenBuckets } from '../load/token-buckets.ts';
import type { AnsweredCall, ErrorPlace, ErrorReports } from './error-reports.ts';

/** However many errors or requests there are, the server and the service handle no more than this. */
const rates = {
  error: { burst: 30, perSecond: 0.5 },
  trace: { burst: 20, perSecond: 5 },
} as const;
const maxPendingReports = 16;
const sendTimeoutMs = 5000;
const flushTimeoutMs = 2000;

const parseStack = createStackParser(nodeStackLineParser());

/** A file's path relative to the repository: the folders above may contain a person's name. */
const shortenFile = (file = '') =>
  /^node:[\w/]+$/.exec(file)?.[0] ??
  /(?:^|\/)((?:server|contract|simulator|node_modules)\/[\w@./+-]+)$/.exec(file)?.[1] ??
  '<unknown>';

/** The frames of an error, oldest first, without its message, which starts the stack. */
function readFrames(error: unknown): StackFrame[] {
  if (!(error instanceof Error) || typeof error.stack !== 'string') return [];
  const { stack, message } = error;
  const start = message ? stack.indexOf(message) + message.length : 0;
  return parseStack(stack.slice(Math.max(start, 0))).map((frame) => {
    const filename = shortenFile(frame.filename);
    return {
      filename,
      function: cleanFunctionName(frame.function),
      ...(frame.lineno ? { lineno: frame.lineno } : {}),
      ...(frame.colno ? { colno: frame.colno } : {}),
      in_app: !/^(node:|<)|node_modules/.test(filename),
    };
  });
}

const namePlace = (context: ErrorPlace) => {
  if (context.kind === 'call') return `${context.method} ${context.route}`;
  return context.kind === 'job' ? `job ${context.name}` : context.fault;
};

const newId = (bytes: number) => randomBytes(bytes).toString('hex');

function buildErrorEvent(error: unknown, context: ErrorPlace): Event {
  return {
    event_id: newId(16),
    timestamp: systemClock() / 1000,
    platform: 'node',
    level: 'error',
    transaction: namePlace(context),
    tags: { kind: context.kind },
    // All database errors come from the driver: the call site keeps them apart.
    fingerprint: ['{{ default }}', namePlace(context)],
    exception: {
      values: [
        {
          ...describeError(error),
          mechanism: { type: context.kind, handled: context.kind !== 'process' },
          stacktrace: { frames: readFrames(error) },
        },
      ],
    },
  };
}

function buildTransaction({ method, route, status, milliseconds }: AnsweredCall): Event {
  const timestamp = systemClock() / 1000;
  return {
    type: 'transaction',
    event_id: newId(16),
    platform: 'node',
    transaction: `${method} ${route}`,
    transaction_info: { source: 'route' },
    start_timestamp: timestamp - milliseconds / 1000,
    timestamp,
    contexts: {
      trace: {
        trace_id: newId(16),
        span_id: newId(8),
        op: 'http.server',
        status: status < 500 ? 'ok' : 'internal_error',
        data: { 'http.response.status_code': status, 'sentry.sample_rate': traceSampleRate },
      },
    },
    spans: [],
  };
}

/** Sends only a few envelopes at once and drops what doesn't fit. Respects the service's own limits (429). */
function openTransport(dsn: DsnComponents): Transport {
  const url = getEnvelopeEndpointWithUrlEncodedAuth(dsn);
  return createTransport(
    { bufferSize: maxPendingReports, recordDroppedEvent: () => undefined },
    async ({ body }) => {
      const response = await fetch(url, {
        method: 'POST',
        headers: { 'content-type': 'application/x-sentry-envelope' },
        body: typeof body === 'string' ? body : new Uint8Array(body),
        redirect: 'error',
        signal: AbortSignal.timeout(sendTimeoutMs),
      });
      await response.body?.cancel();
      return {
        statusCode: response.status,
        headers: {
          'x-sentry-rate-limits': response.headers.get('x-sentry-rate-limits'),
          'retry-after': response.headers.get('retry-after'),
        },
      };
    },
  );
}

/**
 * Reports errors and traces in the service's own format. Events are built here from types, codes,
 * stacks, and route patterns only, so no other request data can get in. The library adds no
 * handlers and patches nothing.
 */
export function createErrorReports(dsnText: string): ErrorReports {
  const dsn = dsnFromString(dsnText);
  if (!dsn) throw new Error('The DSN was checked when the settings were read.');
  const transport = openTransport(dsn);
  const buckets = createTokenBuckets(2);
  const isAllowed = (kind: keyof typeof rates) =>
    buckets.take(kind, rates[kind], performance.now()) === 0;
  const send = (event: Event) => {
    const header = { event_id: event.event_id ?? '', sent_at: toIso(systemClock()) };
    const envelope = createEnvelope<EventEnvelope>(header, [
      [{ type: event.type === 'transaction' ? 'transaction' : 'event' }, event],
    ]);
    void Promise.resolve(transport.send(envelope)).catch(() => undefined);
  };
  return {
    report(error, context) {
      if (!isAllowed('error')) return undefined;
      const event = buildErrorEvent(error, context);
      send(event);
      return event.event_id;
    },
    traceCall(call) {
      if (Math.random() >= traceSampleRate || !isAllowed('trace')) return;
      send(buildTransaction(call));
    },
    async close() {
      await transport.flush(flushTimeoutMs);
    },
  };
}
