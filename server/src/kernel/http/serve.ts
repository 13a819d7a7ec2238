import { Readable } from 'node:stream';
import { batchBody } from '@lotkeeper/contract/kernel/batch';
import type { Instant } from '@lotkeeper/contract/kernel/calendar';
import { confirmationMessages } from '@lotkeeper/contract/kernel/confirmation';
import type { Endpoint } from '@lotkeeper/contract/kernel/endpoint';
import type { FastifyInstance, FastifyRequest, FastifySchemaCompiler, RouteOptions } from 'fastify';
import { validatorCompiler } from 'fastify-type-provider-zod';
import * as z from 'zod/mini';
import type { Callers } from '../access/callers.ts';
import { holdRole } from '../access/held-role.ts';
import type { ScopeMaker, SpotScope, WholeOrganizationScope } from '../access/scope.ts';
import type { Sessions } from '../access/sessions.ts';
import { deadlineMs, longDeadlineMs, uploadDeadlineMs } from '../budgets.ts';
import type { Clock } from '../clock.ts';
import { holdBody } from '../load/body-limits.ts';
import { runAsCall, withDeadline } from '../load/deadline.ts';
import type { LoadLimits } from '../load/load-limits.ts';
import { Refusal } from '../refusal.ts';
import { readItems } from './batch.ts';
import type { Serve } from './call.ts';
import { Accepted } from './call.ts';
import { Download, sendDownload } from './downloads.ts';
import type { Caller } from './identify-caller.ts';
import { getCallerKey, identifyCaller } from './identify-caller.ts';
import type { Publish } from './live.ts';
import type { KeepSearch } from './log-search.ts';
import { logSearch } from './log-search.ts';
import { stampNewestChange, tellChange } from './newest-change.ts';
import type { ScopeParts } from './request-scope.ts';
import { makeRequestScope } from './request-scope.ts';

const noQuery = z.strictObject({});

/** Validates only the envelope of a batch; items are validated one by one. */
const looseItems: FastifySchemaCompiler<unknown> = (route) =>
  validatorCompiler(
    route.httpPart === 'body' ? { ...route, schema: batchBody(z.unknown()) } : (route as never),
  );

/** Takes bodies of any type as bytes, or as a stream, only on the routes mounted within. */
async function takeAnyBody(inside: FastifyInstance, mode: true | 'stream') {
  inside.removeAllContentTypeParsers();
  if (mode === 'stream') {
    inside.addContentTypeParser('*', async (_request: unknown, body: unknown) => body);
    return;
  }
  // Fastify would refuse a missing or malformed type, which some cameras send. The original type is in `raw`.
  inside.addHook('onRequest', async (request) => {
    request.headers = { 'content-type': 'application/octet-stream' };
  });
  inside.addContentTypeParser(
    '*',
    { parseAs: 'buffer' },
    async (_request: unknown, body: Buffer) => body,
  );
}

/** The schemas of a request and its responses, for validation and the API's description. */
function buildSchema(endpoint: Endpoint) {
  const { answer, accepted, headers, items, params, query, summary } = endpoint;
  const body = items ? batchBody(items) : endpoint.body;
  return {
    summary,
    ...(params ? { params } : {}),
    querystring: query ?? noQuery,
    ...(headers ? { headers } : {}),
    ...(body ? { body } : {}),
    ...(answer ? { response: { 200: answer, ...(accepted ? { 202: accepted } : {}) } } : {}),
  };
}

/** Time limit of an endpoint's calls, in milliseconds. */
function getDeadline({ raw, items, file }: Endpoint): number {
  if (raw === 'stream') return uploadDeadlineMs;
  return raw || items || file ? longDeadlineMs : deadlineMs;
}

/** Runs a call when it's its caller's turn. At the deadline, stops waiting for it and what runs for it. */
async function runLimited<T>(
  limits: LoadLimits,
  endpoint: Endpoint,
  request: FastifyRequest,
  work: () => Promise<T>,
): Promise<T> {
  const releaseBody = holdBody(request);
  const answered = new AbortController();
  const workAsCall = () => runAsCall(answered.signal, work);
  // An upload mostly waits for its sender, so it doesn't take a turn.
  const run = endpoint.raw === 'stream' ? workAsCall() : limits.run(request, workAsCall);
  try {
    return await withDeadline(run.finally(releaseBody), getDeadline(endpoint));
  } catch (error) {
    answered.abort(error);
    throw error;
  }
}

/** Refuses a person who proved who they are too long ago. */
async function requireConfirmation(sessions: Sessions, caller: Caller, now: Instant) {
  if (caller.kind !== 'person' || (await sessions.isConfirmed(caller.session, now))) return;
  throw new Refusal('confirmation_required', confirmationMessages.required);
}

/** What mounting endpoints needs. */
interface Gate extends Callers, ScopeParts {
  clock: Clock;
  limits: LoadLimits;
  publish: Publish;
  keepSearch: KeepSearch;
}

/** Creates the function that mounts endpoints. Order: session or key, validation, access, search log, handler. */
export function makeServe(
  app: FastifyInstance,
  deps: Omit<Gate, 'scopes'> & { makeScopes: (lane: string) => ScopeMaker },
): Serve {
  return (endpoint, handler) => {
    const { access, confirmed, items, logs, opens, raw } = endpoint as Endpoint;
    const gate: Gate = {
      ...deps,
      scopes: deps.makeScopes(`${endpoint.method} ${endpoint.path}`),
    };
    const callers = new WeakMap<FastifyRequest, Caller>();
    const route: RouteOptions = {
      method: endpoint.method,
      url: endpoint.path,
      ...(endpoint.bodyLimit ? { bodyLimit: endpoint.bodyLimit } : {}),
      config: { endpoint },
      schema: buildSchema(endpoint),
      ...(items ? { validatorCompiler: looseItems } : {}),
      onRequest: async (request) => {
        try {
          const caller = await identifyCaller(gate, access, request);
          callers.set(request, caller);
          const key = getCallerKey(caller);
          if (key) gate.limits.remember(request, key);
        } catch (error) {
          gate.limits.remember(request, null);
          throw error;
        } finally {
          gate.limits.endAdmission(request);
        }
      },
      onError: async (request, _reply, error) => {
        const caller = callers.get(request);
        if (caller?.kind !== 'camera' || error.statusCode !== 413) return;
        await gate.feeds.noteTooLarge(caller.feed);
      },
      handler: async (request, reply) => {
        const answer = await runLimited(gate.limits, endpoint, request, async () => {
          const caller = callers.get(request) ?? { kind: 'public' };
          const reached = await makeRequestScope(gate, access, caller, request);
          const scope = opens && isOfMember(reached) ? holdRole(reached) : reached;
          if (confirmed) await requireConfirmation(gate.sessions, caller, gate.clock());
          if (logs) await logSearch(gate.keepSearch, logs, scope, request, gate.clock());
          await stampNewestChange(gate.changes, endpoint, scope, reply);
          const rawItems = items ? (request.body as { items: unknown[] }).items : [];
          const result = await handler({
            params: request.params,
            query: request.query,
            headers: request.headers,
            // A request without a body has nothing to stream.
            body: raw === 'stream' ? (request.body ?? Readable.from([])) : request.body,
            items: items ? await readItems(items, rawItems) : undefined,
            scope,
            session: caller.kind === 'person' ? caller.session : null,
            now: gate.clock(),
            request,
            reply,
          } as never);
          tellChange(gate.publish, endpoint, scope);
          return result;
        });
        if (answer instanceof Download) return sendDownload(reply, answer);
        if (!endpoint.answer) return reply.code(204).send();
        if (answer instanceof Accepted) return reply.code(202).send(answer.answer);
        return answer;
      },
    };
    if (!raw) app.route(route);
    else {
      void app.register(async (inside) => {
        await takeAnyBody(inside, raw);
        inside.route(route);
      });
    }
  };
}

/** Whether a call acts in an organization for a person. */
const isOfMember = (
  scope: Awaited<ReturnType<typeof makeRequestScope>>,
): scope is WholeOrganizationScope | SpotScope =>
  scope?.kind === 'organization' || scope?.kind === 'spot';

declare module 'fastify' {
  interface FastifyContextConfig {
    endpoint?: Endpoint;
  }
}
