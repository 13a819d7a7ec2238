import type { ErrorCode, ErrorEnvelope } from '@lotkeeper/contract/kernel/errors';
import { commonFailure, errorStatus } from '@lotkeeper/contract/kernel/errors';
import type { FastifyError, FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { hasZodFastifySchemaValidationErrors } from 'fastify-type-provider-zod';
import { limitRetrySeconds, unavailableRetrySeconds } from '../budgets.ts';
import type { ErrorReports } from '../errors/error-reports.ts';
import { noErrorReports } from '../errors/error-reports.ts';
import { Refusal } from '../refusal.ts';
import { useFieldMessages } from './field-messages.ts';
import { requestIdHeader } from './request-id.ts';

const codeOfStatus: Record<number, [ErrorCode, string]> = {
  404: ['not_found', 'Page not found.'],
  413: ['too_large', 'The request is too large. Send less at once.'],
  415: ['unsupported_media_type', 'Send the body as application/json.'],
  429: ['too_many_requests', 'Too many requests. Wait a moment and try again.'],
};

/**
 * The database is starting, stopping, out of connections, or gone; or the statement hit a time
 * limit or a deadlock. Nothing was done, or it's unknown: the caller may send the request again.
 */
const unavailable =
  /^(57P0\d|57014|55P03|40001|40P01|25P0[34]|58\w{3}|53\d\d\d|08\d\d\d|POOL_EXHAUSTED|CONNECTION_LOST|ECONN\w+|EPIPE|ETIMEDOUT|EHOSTUNREACH|ENETUNREACH|ENOTFOUND|EAI_AGAIN|ENOENT)$/;

interface WrongPart {
  path: readonly string[];
  message: string | undefined;
  /** Names that the schema doesn't know. */
  keys: readonly string[] | undefined;
}

/** Maps each invalid field, by its dotted path, to its first message. */
export function toFieldErrors(issues: readonly WrongPart[]): Record<string, string> {
  const fields: Record<string, string> = {};
  for (const { path, message, keys } of issues) {
    const at = path.join('.');
    if (keys) {
      for (const key of keys) fields[at ? `${at}.${key}` : key] = 'Unknown field.';
    } else fields[at || 'body'] ??= message ?? 'Isn’t valid.';
  }
  return fields;
}

const toFieldIssues = (error: FastifyError): WrongPart[] =>
  (error.validation ?? []).map((issue) => ({
    path: issue.instancePath.split('/').filter(Boolean),
    message: issue.message,
    keys:
      issue.keyword === 'unrecognized_keys'
        ? (issue.params as { keys?: string[] } | undefined)?.keys
        : undefined,
  }));

const toAnswer = (code: ErrorCode, detail: string): [number, ErrorEnvelope] => [
  errorStatus[code],
  { detail, code },
];

/**
 * Turns anything thrown into the envelope and its status; `conflicts` are constraints that
 * concurrent callers may violate.
 */
export function toEnvelope(
  error: (Pick<FastifyError, 'code' | 'statusCode'> & { constraint?: string }) | Refusal,
  conflicts: ReadonlySet<string>,
): [number, ErrorEnvelope] {
  if (error instanceof Refusal) {
    const { code, current, fields, message, status } = error;
    const details = { ...(fields ? { fields } : {}), ...(current ? { current } : {}) };
    return [status, { detail: message, code, ...details }];
  }
  if (hasZodFastifySchemaValidationErrors(error)) {
    const fields = toFieldErrors(toFieldIssues(error));
    const [field, message] = Object.entries(fields)[0] ?? ['request', 'Isn’t valid.'];
    return [400, { detail: `${field}: ${message}`, code: 'invalid_fields', fields }];
  }
  if (error.constraint && conflicts.has(error.constraint)) {
    return toAnswer('conflict', 'Someone else has changed this. Reload and try again.');
  }
  if (unavailable.test(error.code ?? '')) {
    const detail = 'The database is not available right now. Try again in a moment.';
    return toAnswer('unavailable', detail);
  }
  const status = error.statusCode ?? 500;
  const code = codeOfStatus[status];
  if (code) return toAnswer(...code);
  if (status >= 400 && status < 500) {
    const detail = 'The request can’t be read. Check its URL, headers and body.';
    return toAnswer('malformed_request', detail);
  }
  return toAnswer('internal', commonFailure);
}

/**
 * Logs a fault of our own: where it happened, and never the request's data. `report` is its id in
 * the error-reporting service.
 */
export function logFault(
  error: Error & { code?: string; constraint?: string },
  request: FastifyRequest,
  report?: string,
): void {
  request.log.error(
    {
      ...(report ? { report } : {}),
      code: error.code,
      ...(error.constraint ? { constraint: error.constraint } : {}),
      stack: error.stack?.split('\n    at ').slice(1, 8),
      kind: error.name,
      message: error.message,
    },
    'request failed',
  );
}

/** Seconds for `Retry-After`; undefined when waiting doesn't help. */
function getRetryAfter(status: number, error: unknown): number | undefined {
  if (error instanceof Refusal && error.retryAfter !== undefined) return error.retryAfter;
  if (status === 429) return limitRetrySeconds;
  return status === 503 ? unavailableRetrySeconds : undefined;
}

/**
 * Answers with the envelope. Only our own faults are logged as errors, under the id in the answer
 * and without request data. A 500 is also reported; a 503 isn't, because readiness shows a lost
 * database.
 */
export const createErrorAnswer =
  (errorReports: ErrorReports, conflicts: ReadonlySet<string>) =>
  (error: FastifyError | Refusal, request: FastifyRequest, reply: FastifyReply) => {
    const [status, envelope] = toEnvelope(error, conflicts);
    // A caller who hangs up in the middle of a body isn’t our fault, and anyone could fill the log this way.
    const isGone = request.raw.aborted && 'code' in error && error.code === 'ECONNRESET';
    // Refusing a request under load isn't a fault, and logging it would add to the load.
    const isLoad = error instanceof Refusal && error.retryAfter !== undefined;
    const isFault = status >= 500 && !isLoad && !isGone;
    if (isFault) {
      const { method, routeOptions } = request;
      const context = { kind: 'call', method, route: routeOptions.url ?? 'unknown' } as const;
      logFault(error, request, status === 500 ? errorReports.report(error, context) : undefined);
    }
    const retryAfter = getRetryAfter(status, error);
    if (retryAfter !== undefined) void reply.header('retry-after', String(retryAfter));
    const body = isFault ? { ...envelope, request_id: request.id } : envelope;
    // When the framework refuses a URL, no hook has assigned an id yet.
    void reply.header(requestIdHeader, request.id);
    return reply.code(status).type('application/json').send(JSON.stringify(body));
  };

/** Turns every error of an app, including unknown URLs, into an envelope. */
export function useErrorEnvelope(
  app: FastifyInstance,
  errorReports = noErrorReports,
  conflicts: ReadonlySet<string> = new Set(),
): void {
  useFieldMessages();
  app.setErrorHandler(createErrorAnswer(errorReports, conflicts));
}
