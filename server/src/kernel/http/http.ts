import type { RequestListener } from 'node:http';
import { createServer } from 'node:http';
import type { Socket } from 'node:net';
import { promisify } from 'node:util';
import { brotliCompress, constants, gzip } from 'node:zlib';
import { minuteMs } from '@lotkeeper/contract/kernel/durations';
import { livePath } from '@lotkeeper/contract/kernel/live';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import fastify, { LogController } from 'fastify';
import { serializerCompiler, validatorCompiler } from 'fastify-type-provider-zod';
import {
  defaultBodyBytes,
  headersTimeoutMs,
  timeoutCheckMs,
  uploadDeadlineMs,
} from '../budgets.ts';
import type { ErrorReports } from '../errors/error-reports.ts';
import { limitBodies } from '../load/body-limits.ts';
import type { LoadLimits } from '../load/load-limits.ts';
import { Refusal } from '../refusal.ts';
import { createErrorAnswer, toEnvelope, useErrorEnvelope } from './error-handler.ts';
import { newRequestId, requestIdHeader } from './request-id.ts';

/** Whether a browser page at `origin` is ours. */
export function isOwnOrigin(origin: string, host: string | undefined, publicUrl?: string): boolean {
  if (publicUrl && origin === new URL(publicUrl).origin) return true;
  return URL.canParse(origin) && new URL(origin).host === host;
}

function refuseForeignOrigin(request: FastifyRequest, publicUrl: string | undefined) {
  const { origin, host } = request.headers;
  if (origin && request.method !== 'GET' && !isOwnOrigin(origin, host, publicUrl)) {
    throw new Refusal('not_allowed', 'Requests from other sites aren’t allowed.');
  }
}

/** A year, for this host only: its owner decides about the domain's other hosts. */
const transportPolicy = 'max-age=31536000';

/** Makes browsers return over https only (HSTS) once they have used https. */
function requireHttps(app: FastifyInstance, publicUrl: string | undefined): void {
  const isPublicHttps = publicUrl !== undefined && new URL(publicUrl).protocol === 'https:';
  app.addHook('onRequest', async (request, reply) => {
    // Browsers ignore the header over plain http, so a proxy that doesn't report the protocol does no harm.
    if (isPublicHttps || request.protocol === 'https') {
      void reply.header('strict-transport-security', transportPolicy);
    }
  });
}

const compressBrotli = promisify(brotliCompress);
const compressGzip = promisify(gzip);

/** At this quality and window (128 kB), Brotli takes no longer than gzip, and JSON gets a sixth smaller. */
const brotliParams = {
  [constants.BROTLI_PARAM_QUALITY]: 3,
  [constants.BROTLI_PARAM_LGWIN]: 17,
};

/** The content encodings of answers, best first. */
const compressors: ReadonlyMap<string, (text: string) => Promise<Buffer>> = new Map([
  ['br', (text) => compressBrotli(text, { params: brotliParams })],
  ['gzip', (text) => compressGzip(text, { level: 4 })],
]);

/** The best encoding that an Accept-Encoding header allows; a quality of 0 refuses one. */
function chooseEncoding(header: string): string | undefined {
  const accepted = header
    .toLowerCase()
    .split(',')
    .filter((entry) => !/;\s*q=0(\.0*)?\s*$/.test(entry))
    .map((entry) => entry.split(';')[0]?.trim());
  return [...compressors.keys()].find((encoding) => accepted.includes(encoding));
}

/** Shorter responses fit in one packet anyway. */
const minCompressedLength = 1400;

/** Compresses long responses for clients that accept it; built files are already compressed. */
function compressAnswers(app: FastifyInstance): void {
  app.addHook('onSend', async (request, reply, payload) => {
    if (typeof payload !== 'string' || payload.length < minCompressedLength) return payload;
    void reply.header('vary', 'accept-encoding');
    const encoding = chooseEncoding(request.headers['accept-encoding']?.toString() ?? '');
    const compress = encoding && compressors.get(encoding);
    if (!compress) return payload;
    void reply.header('content-encoding', encoding).removeHeader('content-length');
    return compress(payload);
  });
}

/** Logs one line per request: method, route, status, and time. Never the URL, which may contain a token, nor any data. */
function logAnswers(app: FastifyInstance, errorReports: ErrorReports) {
  app.addHook('onResponse', async (request, reply) => {
    const { method } = request;
    const { statusCode: status, elapsedTime: milliseconds } = reply;
    const { url: route = 'unknown', config } = request.routeOptions;
    request.log.debug({ method, route, status, ms: Math.round(milliseconds) }, 'answered');
    if (config.endpoint) errorReports.traceCall({ method, route, status, milliseconds });
  });
}

/**
 * Answers input that isn't an HTTP request, or is too slow or too large to read, and closes the connection. One that
 * a browser opened in advance and never used is closed without a word: the browser would take an answer for that to
 * the request which it's just sending, and repeats the request on another connection if there is none.
 */
function answerGarbage(error: NodeJS.ErrnoException, socket: Socket) {
  if (error.code === 'ECONNRESET' || !socket.writable) return;
  if (socket.bytesRead === 0) {
    socket.destroy();
    return;
  }
  const [, envelope] = toEnvelope({ code: '', statusCode: 400 }, new Set());
  const body = JSON.stringify(envelope);
  socket.write(
    `HTTP/1.1 400 Bad Request\r\nContent-Type: application/json\r\nContent-Length: ${Buffer.byteLength(body)}\r\nConnection: close\r\n\r\n${body}`,
  );
  // A caller that keeps its end open would hold the connection forever.
  socket.destroySoon();
}

/** Closes each connection whose request was running at shutdown: kept alive, it would delay the end. */
function hangUpAtTheEnd(app: FastifyInstance) {
  let closing = false;
  app.addHook('preClose', async () => {
    closing = true;
  });
  app.addHook('onSend', async (_request, reply) => {
    if (closing) void reply.header('connection', 'close');
  });
}

/** The server below Fastify: excess requests are answered before Fastify sees them. */
function createLimitedServer(limits: LoadLimits, handle: RequestListener) {
  const server = createServer(
    {
      headersTimeout: headersTimeoutMs,
      // The longest upload; `limitBodies` limits each request further.
      requestTimeout: uploadDeadlineMs,
      connectionsCheckingInterval: timeoutCheckMs,
      keepAliveTimeout: 65_000,
      // Any other upgrade, such as curl's to HTTP/2, is treated like any other request.
      shouldUpgradeCallback: ({ url }) => url?.startsWith(livePath) ?? false,
    },
    (request, response) => {
      limits.admit(request, response, () => handle(request, response));
    },
  );
  server.on('connection', () => limits.noteConnection());
  return server.setTimeout(minuteMs);
}

/** Creates an HTTP server that validates by the contract, answers errors in the envelope, and cuts off slow senders. */
export function makeHttp(options: {
  logLevel: string;
  trustProxy: boolean;
  publicUrl: string | undefined;
  limits: LoadLimits;
  errorReports: ErrorReports;
  /** Constraints that concurrent callers may violate. */
  conflicts: ReadonlySet<string>;
  logTo?: { write(line: string): void } | undefined;
}): FastifyInstance {
  const answerError = createErrorAnswer(options.errorReports, options.conflicts);
  const stream = options.logTo ? { stream: options.logTo } : {};
  const app = fastify({
    logger: options.logLevel === 'silent' ? false : { level: options.logLevel, ...stream },
    logController: new LogController({
      disableRequestLogging: true,
      requestIdLogLabel: 'request_id',
    }),
    genReqId: newRequestId,
    // Only one proxy is trusted: the caller may have made up anything left of its entry in X-Forwarded-For.
    trustProxy: options.trustProxy ? (_address: string, hop: number) => hop === 0 : false,
    bodyLimit: defaultBodyBytes,
    serverFactory: (handle) => createLimitedServer(options.limits, handle),
    forceCloseConnections: 'idle',
    routerOptions: { ignoreTrailingSlash: true, maxParamLength: 200 },
    clientErrorHandler: answerGarbage,
    frameworkErrors: (error, request, reply) => {
      void answerError(error, request, reply);
    },
  });
  // A page on another site can send text, but never JSON, without a preflight request (docs/security.md, 3).
  app.removeContentTypeParser('text/plain');
  app.setValidatorCompiler(validatorCompiler);
  app.setSerializerCompiler(serializerCompiler);
  useErrorEnvelope(app, options.errorReports, options.conflicts);
  requireHttps(app, options.publicUrl);
  app.addHook('onRequest', async (request, reply) => {
    void reply.headers({
      [requestIdHeader]: request.id,
      'x-content-type-options': 'nosniff',
      'cross-origin-resource-policy': 'same-origin',
    });
    refuseForeignOrigin(request, options.publicUrl);
    if (!/^\/(api|processor)\//.test(request.url)) return;
    void reply.headers({ 'cache-control': 'no-store', 'referrer-policy': 'no-referrer' });
  });
  limitBodies(app, options.limits);
  compressAnswers(app);
  logAnswers(app, options.errorReports);
  hangUpAtTheEnd(app);
  return app;
}
