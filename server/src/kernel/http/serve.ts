import { Readable } from 'node:stream';
import type { Endpoint } from '@lotkeeper/contract/kernel/endpoint';
import type { FastifyInstance, FastifyRequest, RouteOptions } from 'fastify';
import type { Callers } from '../access/callers.ts';
import type { ScopeMaker } from '../access/scope.ts';
import type { Clock } from '../clock.ts';
import type { LoadLimits } from '../load/load-limits.ts';
import { runLimited } from '../load/run-limited.ts';
import { readItems } from './batch.ts';
import type { Serve } from './call.ts';
import { Accepted } from './call.ts';
import { Download, sendDownload } from './downloads.ts';
import type { Caller } from './identify-caller.ts';
import { getCallerKey, identifyCaller } from './identify-caller.ts';
import type { Live } from './live.ts';
import { logSearch } from './log-search.ts';
import { stampNewestChange, tellChange } from './newest-change.ts';
import type { ScopeParts } from './request-scope.ts';
import { makeRequestScope } from './request-scope.ts';
import { buildSchema, looseItems, takeAnyBody } from './route-schema.ts';

/** What the mounting of endpoints needs. */
interface Gate extends Callers, ScopeParts {
  clock: Clock;
  limits: LoadLimits;
  publish: Live['publish'];
}

/** Makes the function that mounts endpoints: session or key first, then the form of the request, then access, then the log of searches, then the handler. */
export function makeServe(
  app: FastifyInstance,
  deps: Omit<Gate, 'scopes'> & { makeScopes: (lane: string) => ScopeMaker },
): Serve {
  return (endpoint, handler) => {
    const { access, items, logs, raw } = endpoint as Endpoint;
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
      handler: async (request, reply) => {
        const answer = await runLimited(gate.limits, endpoint, request, async () => {
          const caller = callers.get(request) ?? { kind: 'public' };
          const scope = await makeRequestScope(gate, access, caller, request);
          if (logs) await logSearch(logs, scope, request, gate.clock());
          await stampNewestChange(gate.changes, endpoint, scope, reply);
          const rawItems = items ? (request.body as { items: unknown[] }).items : [];
          const result = await handler({
            params: request.params,
            query: request.query,
            headers: request.headers,
            // A request without a body has none to be read while it comes.
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

declare module 'fastify' {
  interface FastifyContextConfig {
    endpoint?: Endpoint;
  }
}
