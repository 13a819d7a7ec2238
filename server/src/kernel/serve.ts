import { Readable } from 'node:stream';
import type { Access, ScopeSource } from '@lotkeeper/contract/kernel/access';
import { permits } from '@lotkeeper/contract/kernel/access';
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
import { hasFeature, spotFeatureRules, withoutPrices } from '@lotkeeper/contract/spots';
import type {
  FastifyInstance,
  FastifyReply,
  FastifyRequest,
  FastifySchemaCompiler,
  RouteOptions,
} from 'fastify';
import { validatorCompiler } from 'fastify-type-provider-zod';
import * as z from 'zod/mini';
import type { LiveKey } from './api-keys.ts';
import type { BatchItem } from './batch.ts';
import { readItems } from './batch.ts';
import type { CallerKey } from './caller-keys.ts';
import type { Callers } from './callers.ts';
import type { LiveFeed } from './camera-feeds.ts';
import type { Clock } from './clock.ts';
import { Download, sendDownload } from './downloads.ts';
import type { LiveKiosk } from './kiosks.ts';
import { isKioskToken } from './kiosks.ts';
import type { Live } from './live.ts';
import type { LoadLimits } from './load-limits.ts';
import { stampNewestChange, tellChange } from './newest-change.ts';
import type { RecordOwners } from './record-owners.ts';
import { notFound, Refusal, wrongFields } from './refusal.ts';
import { runLimited } from './run-limited.ts';
import type {
  CameraScope,
  KioskScope,
  MachineScope,
  OrganizationScope,
  Person,
  PersonScope,
  ScopeMaker,
  SpotScope,
  SuperuserScope,
} from './scope.ts';
import { listOrganizations, roleIn } from './scope.ts';
import type { LiveSession } from './sessions.ts';
import type { SpotEntry } from './spot-directory.ts';

/** What the mounting of endpoints needs. */
export interface Gate extends Callers {
  scopes: ScopeMaker;
  owners: RecordOwners;
  clock: Clock;
  limits: LoadLimits;
  tell: Live['tell'];
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

const tokenOf = (request: FastifyRequest) =>
  /^Token ([\w-]{20,100})$/.exec(request.headers.authorization ?? '')?.[1];

async function sessionOf(gate: Gate, request: FastifyRequest): Promise<LiveSession> {
  const token = tokenOf(request);
  const session = token ? await gate.sessions.find(token) : null;
  if (!session) throw new Refusal('session_ended', 'Your session has ended. Please sign in again.');
  return session;
}

async function keyOf(gate: Gate, request: FastifyRequest): Promise<LiveKey> {
  const secret = tokenOf(request);
  const key = secret ? await gate.keys.find(secret) : null;
  if (!key) {
    throw new Refusal(
      'key_invalid',
      'This API key is wrong or was revoked. Send a live one as Authorization: Token {key}.',
    );
  }
  return key;
}

async function kioskOf(gate: Gate, request: FastifyRequest): Promise<LiveKiosk> {
  const token = tokenOf(request);
  const kiosk = token ? await gate.kiosks.find(token) : null;
  if (!kiosk)
    throw new Refusal('session_ended', 'This kiosk has ended. Ask staff to start another.');
  return kiosk;
}

/** The same words for every key that is none, so that nobody learns what it might have opened. */
export const wrongCameraKey = () =>
  new Refusal(
    'key_invalid',
    'This camera key is wrong or was revoked. Ask an Admin of the organization for the address.',
  );

async function feedOf(
  gate: Gate,
  access: Extract<Access, { scope: 'camera' }>,
  request: FastifyRequest,
): Promise<LiveFeed> {
  const secret =
    access.key === 'header' ? tokenOf(request) : (request.params as { key?: string }).key;
  const feed = secret ? await gate.feeds.find(secret) : null;
  if (!feed) throw wrongCameraKey();
  return feed;
}

function machineScope(gate: Gate, access: Extract<Access, { scope: 'machine' }>, key: LiveKey) {
  const { grant } = access;
  if (grant === null || key.grants.includes(grant)) return gate.scopes.machine(key);
  throw new Refusal(
    'not_allowed',
    `This API key was not made for ${grant}. Ask an Admin of the organization for another.`,
  );
}

type PlaceAccess = Extract<Access, { from: ScopeSource }>;

function named(request: FastifyRequest, from: ScopeSource): unknown {
  const [part, field] = from.split('.') as ['params' | 'query' | 'body', string];
  return (request[part] as Record<string, unknown> | undefined)?.[field];
}

/** Whether a request that may name an organization or a property names a property. */
function namesSpot(request: FastifyRequest, access: PlaceAccess): boolean {
  if (access.scope !== 'organization_or_spot') return access.scope === 'spot';
  return named(request, access.spotFrom) !== undefined;
}

function organizationScope(gate: Gate, session: LiveSession, pk: number | null, what: string) {
  if (pk === null) throw notFound(what);
  const scope = gate.scopes.organization(session.person, pk);
  // A stranger is told what he would be told of a thing that does not exist.
  if (scope.role === null && !session.person.superuser) throw notFound(what);
  return scope;
}

/** What a request acts on, in words for him who finds it missing, and where that belongs. */
interface Place {
  what: string;
  /** null = there is no such thing. */
  organizationId: number | null;
  spot: SpotEntry | null;
}

async function placeOf(gate: Gate, access: PlaceAccess, request: FastifyRequest): Promise<Place> {
  if ('record' in access) {
    const owner = await gate.owners.find(access.record, String(named(request, access.from)));
    const spot = owner?.spotPk ? await gate.spots.spot(String(owner.spotPk)) : null;
    return { what: access.record, organizationId: owner?.organizationId ?? null, spot };
  }
  const bySpot = namesSpot(request, access);
  const from = bySpot && 'spotFrom' in access ? access.spotFrom : access.from;
  const name = String(named(request, from));
  if (!bySpot) {
    const organizationId = await gate.spots.organizationPk(name);
    return { what: 'organization', organizationId, spot: null };
  }
  const spot = await gate.spots.spot(name);
  return { what: 'property', organizationId: spot?.organizationId ?? null, spot };
}

const requiredMessage = 'This field is required.';

/** The place that a call is for when it names none: the caller's first that the call allows. */
async function findUnnamedPlace(
  gate: Gate,
  access: Extract<Access, { unnamed?: unknown }>,
  person: Person,
): Promise<Place> {
  const ids = listOrganizations(person).filter((id) =>
    permits(access.roles, { superuser: false, role: roleIn(person, id) }),
  );
  const [organizationId] = ids;
  if (organizationId === undefined) {
    if (!person.superuser) throw roleRefusal();
    const [, field = ''] = access.from.split('.');
    throw wrongFields({ [field]: requiredMessage });
  }
  if (access.unnamed === 'first organization') {
    return { what: 'organization', organizationId, spot: null };
  }
  const spot = await gate.spots.firstSpot(ids);
  return { what: 'property', organizationId: spot?.organizationId ?? null, spot };
}

/** A kiosk acts on what is at its property; all else is as absent as what does not exist. */
async function kioskScope(gate: Gate, access: Access, kiosk: LiveKiosk, request: FastifyRequest) {
  if ('from' in access) {
    const { what, spot } = await placeOf(gate, access, request);
    if (spot?.pk !== kiosk.spotPk) throw notFound(what);
  }
  return gate.scopes.kiosk(kiosk);
}

const roleRefusal = () =>
  new Refusal('not_allowed', 'Your role does not allow this. Ask an Admin of the organization.');

/** Refuses calls for what the property doesn't have, as its pages do. */
function refuseMissingFeature(access: Access, spot: SpotEntry, person: Person): void {
  if ('priced' in access && access.priced && !spot.priced) {
    throw new Refusal('not_allowed', `${withoutPrices.title}. ${withoutPrices.text}`);
  }
  if ('feature' in access && access.feature && !hasFeature(spot, access.feature, person)) {
    throw new Refusal('not_allowed', `${spotFeatureRules[access.feature].whenOff}.`);
  }
}

async function scopeFor(
  gate: Gate,
  access: Exclude<Access, { scope: 'machine' | 'camera' | 'kiosk' }>,
  session: LiveSession,
  request: FastifyRequest,
) {
  const { person } = session;
  if (access.scope === 'signed_in') return gate.scopes.person(person);
  if (access.scope === 'superuser') {
    if (!person.superuser) throw new Refusal('not_allowed', 'Only superusers may do this.');
    return gate.scopes.superuser(person);
  }
  if (access.scope === 'public') return undefined;
  const isUnnamed =
    'unnamed' in access && access.unnamed && named(request, access.from) === undefined;
  const { what, organizationId, spot } = isUnnamed
    ? await findUnnamedPlace(gate, access, person)
    : await placeOf(gate, access, request);
  const scope = organizationScope(gate, session, organizationId, what);
  if (!permits(access.roles, { superuser: person.superuser, role: scope.role })) {
    throw roleRefusal();
  }
  if (!spot) return scope;
  refuseMissingFeature(access, spot, person);
  return { ...scope, spotPk: spot.pk, spotUuid: spot.uuid, timezone: spot.timezone };
}

/** Checks the envelope of a batch only: its items are checked one by one. */
const looseItems: FastifySchemaCompiler<unknown> = (route) =>
  validatorCompiler(
    route.httpPart === 'body' ? { ...route, schema: batchBody(z.unknown()) } : (route as never),
  );

/** Takes bodies of any type as bytes, or as they come, on the routes mounted within and on no others. */
async function takeAnyBody(inside: FastifyInstance, how: true | 'stream') {
  inside.removeAllContentTypeParsers();
  if (how === 'stream') {
    inside.addContentTypeParser('*', async (_request: unknown, body: unknown) => body);
    return;
  }
  inside.addContentTypeParser(
    '*',
    { parseAs: 'buffer' },
    async (_request: unknown, body: Buffer) => body,
  );
}

/** Makes the function that mounts endpoints: session or key first, then the form of the request, then access, then the handler. */
export function makeServe(
  app: FastifyInstance,
  parts: Omit<Gate, 'scopes'> & { makeScopes: (lane: string) => ScopeMaker },
): Serve {
  return (endpoint, handler) => {
    const { access, items, raw } = endpoint as Endpoint;
    const gate: Gate = {
      ...parts,
      scopes: parts.makeScopes(`${endpoint.method} ${endpoint.path}`),
    };
    const sessions = new WeakMap<FastifyRequest, LiveSession>();
    const keys = new WeakMap<FastifyRequest, LiveKey>();
    const feeds = new WeakMap<FastifyRequest, LiveFeed>();
    const kiosks = new WeakMap<FastifyRequest, LiveKiosk>();
    const scopeOf = (request: FastifyRequest) => {
      if (access.scope === 'machine') {
        return machineScope(gate, access, keys.get(request) as LiveKey);
      }
      if (access.scope === 'camera') return gate.scopes.camera(feeds.get(request) as LiveFeed);
      const kiosk = kiosks.get(request);
      if (kiosk) return kioskScope(gate, access, kiosk, request);
      const session = sessions.get(request);
      if (access.scope === 'kiosk') return undefined;
      return session ? scopeFor(gate, access, session, request) : undefined;
    };
    /** Finds out who calls. Returns whose budget the call is charged to; null = that of the address. */
    const identify = async (request: FastifyRequest): Promise<CallerKey | null> => {
      if (access.scope === 'public') return null;
      if (access.scope === 'machine') {
        const key = await keyOf(gate, request);
        keys.set(request, key);
        return `key ${key.pk}`;
      }
      if (access.scope === 'camera') {
        const feed = await feedOf(gate, access, request);
        feeds.set(request, feed);
        return `feed ${feed.pk}`;
      }
      const mayBeKiosk = 'kiosks' in access && isKioskToken(tokenOf(request) ?? '');
      if (access.scope === 'kiosk' || mayBeKiosk) {
        const kiosk = await kioskOf(gate, request);
        kiosks.set(request, kiosk);
        return `kiosk ${kiosk.pk}`;
      }
      const session = await sessionOf(gate, request);
      sessions.set(request, session);
      return `person ${session.person.pk}`;
    };
    const body = items ? batchBody(items) : endpoint.body;
    const route: RouteOptions = {
      method: endpoint.method,
      url: endpoint.path,
      ...(endpoint.bodyLimit ? { bodyLimit: endpoint.bodyLimit } : {}),
      config: { endpoint },
      schema: {
        summary: endpoint.summary,
        ...(endpoint.params ? { params: endpoint.params } : {}),
        querystring: endpoint.query ?? noQuery,
        ...(endpoint.headers ? { headers: endpoint.headers } : {}),
        ...(body ? { body } : {}),
        ...(endpoint.answer
          ? {
              response: {
                200: endpoint.answer,
                ...(endpoint.accepted ? { 202: endpoint.accepted } : {}),
              },
            }
          : {}),
      },
      ...(items ? { validatorCompiler: looseItems } : {}),
      onRequest: async (request) => {
        try {
          const caller = await identify(request);
          if (caller) gate.limits.remember(request, caller);
        } catch (error) {
          gate.limits.remember(request, null);
          throw error;
        } finally {
          gate.limits.endAdmission(request);
        }
      },
      handler: async (request, reply) => {
        const answer = await runLimited(gate.limits, endpoint, request, async () => {
          const scope = await scopeOf(request);
          await stampNewestChange(gate.changes, endpoint, scope, reply);
          const sent = items ? (request.body as { items: unknown[] }).items : [];
          const result = await handler({
            params: request.params,
            query: request.query,
            headers: request.headers,
            // A request without a body has none to be read while it comes.
            body: raw === 'stream' ? (request.body ?? Readable.from([])) : request.body,
            items: items ? await readItems(items, sent) : undefined,
            scope,
            session: sessions.get(request) ?? null,
            now: gate.clock(),
            request,
            reply,
          } as never);
          tellChange(gate.tell, endpoint, scope);
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
