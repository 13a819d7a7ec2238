import { Readable } from 'node:stream';
import { batchBody } from '@lotkeeper/contract/kernel/batch';
import type { Instant } from '@lotkeeper/contract/kernel/calendar';
import type {
  AcceptedOf,
  AnswerOf,
  BodyOf,
  Endpoint,
  HeadersOf,
  ItemOf,
  ParamsOf,
  QueryOf,
} from '@lotkeeper/contract/kernel/endpoint';
import type {
  FastifyInstance,
  FastifyReply,
  FastifyRequest,
  FastifySchemaCompiler,
  RouteOptions,
} from 'fastify';
import { validatorCompiler } from 'fastify-type-provider-zod';
import * as z from 'zod/mini';
import type { Callers } from '../access/callers.ts';
import type {
  CameraScope,
  KioskScope,
  MachineScope,
  OrganizationScope,
  PersonScope,
  ScopeMaker,
  SpotScope,
  SuperuserScope,
} from '../access/scope.ts';
import type { LiveSession } from '../access/sessions.ts';
import type { Clock } from '../clock.ts';
import type { LoadLimits } from '../load/load-limits.ts';
import { runLimited } from '../load/run-limited.ts';
import type { BatchItem } from './batch.ts';
import { readItems } from './batch.ts';
import { Download, sendDownload } from './downloads.ts';
import type { Caller } from './identify-caller.ts';
import { getCallerKey, identifyCaller } from './identify-caller.ts';
import type { Live } from './live.ts';
import { stampNewestChange, tellChange } from './newest-change.ts';
import type { ScopeParts } from './request-scope.ts';
import { makeRequestScope } from './request-scope.ts';

/** What the mounting of endpoints needs. */
interface Gate extends Callers, ScopeParts {
  clock: Clock;
  limits: LoadLimits;
  publish: Live['publish'];
}

type ScopeFor<A> = A extends { kiosks: true }
  ? SpotScope | KioskScope
  : A extends { unnamed: 'first organization' }
    ? OrganizationScope | SpotScope
    : A extends { scope: 'spot' | 'spot_record' }
      ? SpotScope
      : A extends { scope: 'organization' | 'organization_record' }
        ? OrganizationScope
        : A extends { scope: 'organization_or_spot' }
          ? OrganizationScope | SpotScope
          : A extends { scope: 'superuser' }
            ? SuperuserScope
            : A extends { scope: 'signed_in' }
              ? PersonScope
              : A extends { scope: 'machine' }
                ? MachineScope
                : A extends { scope: 'camera' }
                  ? CameraScope
                  : A extends { scope: 'kiosk' }
                    ? KioskScope
                    : undefined;

/** What a handler is handed: the parts its endpoint declares, the caller's scope and the moment. */
export interface Call<E extends Endpoint> {
  params: ParamsOf<E>;
  query: QueryOf<E>;
  headers: HeadersOf<E>;
  body: BodyOf<E>;
  /** The items of a batch, each checked by itself. */
  items: E extends { items: unknown } ? readonly BatchItem<ItemOf<E>>[] : undefined;
  scope: ScopeFor<E['access']>;
  /** The session that asks; null where nobody is signed in. */
  session: E['access'] extends
    | { scope: 'public' | 'machine' | 'camera' | 'kiosk' }
    | { kiosks: true }
    ? null
    : LiveSession;
  now: Instant;
  request: FastifyRequest;
  reply: FastifyReply;
}

export type Serve = <const E extends Endpoint>(
  endpoint: E,
  handler: (
    call: Call<E>,
  ) => Promise<E extends { file: string } ? Download : AnswerOf<E> | Accepted<AcceptedOf<E>>>,
) => void;

/** An answer with status 202. */
export class Accepted<T> {
  readonly answer: T;

  constructor(answer: T) {
    this.answer = answer;
  }
}

const noQuery = z.strictObject({});

/** Checks the envelope of a batch only: its items are checked one by one. */
const looseItems: FastifySchemaCompiler<unknown> = (route) =>
  validatorCompiler(
    route.httpPart === 'body' ? { ...route, schema: batchBody(z.unknown()) } : (route as never),
  );

/** Takes bodies of any type as bytes, or as they come, on the routes mounted within and on no others. */
async function takeAnyBody(inside: FastifyInstance, mode: true | 'stream') {
  inside.removeAllContentTypeParsers();
  if (mode === 'stream') {
    inside.addContentTypeParser('*', async (_request: unknown, body: unknown) => body);
    return;
  }
  inside.addContentTypeParser(
    '*',
    { parseAs: 'buffer' },
    async (_request: unknown, body: Buffer) => body,
  );
}

/** The parts of a request and its answers, for the checks and the API's description. */
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

/** Makes the function that mounts endpoints: session or key first, then the form of the request, then access, then the handler. */
export function makeServe(
  app: FastifyInstance,
  deps: Omit<Gate, 'scopes'> & { makeScopes: (lane: string) => ScopeMaker },
): Serve {
  return (endpoint, handler) => {
    const { access, items, raw } = endpoint as Endpoint;
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
