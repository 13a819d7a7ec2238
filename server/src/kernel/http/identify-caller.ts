import type { Access } from '@lotkeeper/contract/kernel/access';
import type { FastifyRequest } from 'fastify';
import type { LiveKey } from '../access/api-keys.ts';
import type { Callers } from '../access/callers.ts';
import type { LiveFeed } from '../access/camera-feeds.ts';
import type { LiveKiosk } from '../access/kiosks.ts';
import { isKioskToken } from '../access/kiosks.ts';
import type { LiveSession } from '../access/sessions.ts';
import { Refusal } from '../refusal.ts';
import type { CallerKey } from './caller-keys.ts';

/** Who makes a request; nobody in particular where a call is public. */
export type Caller =
  | { kind: 'public' }
  | { kind: 'person'; session: LiveSession }
  | { kind: 'machine'; key: LiveKey }
  | { kind: 'camera'; feed: LiveFeed }
  | { kind: 'kiosk'; kiosk: LiveKiosk };

const readToken = (request: FastifyRequest) =>
  /^Token ([\w-]{20,100})$/.exec(request.headers.authorization ?? '')?.[1];

async function findSession(callers: Callers, request: FastifyRequest): Promise<LiveSession> {
  const token = readToken(request);
  const session = token ? await callers.sessions.find(token) : null;
  if (!session) throw new Refusal('session_ended', 'Your session has ended. Please sign in again.');
  return session;
}

async function findKey(callers: Callers, request: FastifyRequest): Promise<LiveKey> {
  const secret = readToken(request);
  const key = secret ? await callers.keys.find(secret) : null;
  if (!key) {
    throw new Refusal(
      'key_invalid',
      'This API key is wrong or has been revoked. Send a valid one as Authorization: Token {key}.',
    );
  }
  return key;
}

async function findKiosk(callers: Callers, request: FastifyRequest): Promise<LiveKiosk> {
  const token = readToken(request);
  const kiosk = token ? await callers.kiosks.find(token) : null;
  if (!kiosk)
    throw new Refusal('session_ended', 'This kiosk has ended. Ask staff to start another.');
  return kiosk;
}

/** The same message for every invalid key, so that nobody learns what it might have opened. */
export const wrongCameraKey = () =>
  new Refusal(
    'key_invalid',
    'This camera key is wrong or has been revoked. Ask an Admin of the organization for the URL.',
  );

async function findFeed(
  callers: Callers,
  access: Extract<Access, { scope: 'camera' }>,
  request: FastifyRequest,
): Promise<LiveFeed> {
  const secret =
    access.key === 'header' ? readToken(request) : (request.params as { key?: string }).key;
  const feed = secret ? await callers.feeds.find(secret) : null;
  if (!feed) throw wrongCameraKey();
  return feed;
}

/** Finds out who calls; refuses a caller without what the call asks for. */
export async function identifyCaller(
  callers: Callers,
  access: Access,
  request: FastifyRequest,
): Promise<Caller> {
  if (access.scope === 'public') return { kind: 'public' };
  if (access.scope === 'machine') return { kind: 'machine', key: await findKey(callers, request) };
  if (access.scope === 'camera') {
    return { kind: 'camera', feed: await findFeed(callers, access, request) };
  }
  const mayBeKiosk = 'kiosks' in access && isKioskToken(readToken(request) ?? '');
  if (access.scope === 'kiosk' || mayBeKiosk) {
    return { kind: 'kiosk', kiosk: await findKiosk(callers, request) };
  }
  return { kind: 'person', session: await findSession(callers, request) };
}

/** Whose budget a call is charged to; null = that of the address. */
export function getCallerKey(caller: Caller): CallerKey | null {
  if (caller.kind === 'public') return null;
  if (caller.kind === 'machine') return `key ${caller.key.pk}`;
  if (caller.kind === 'camera') return `feed ${caller.feed.pk}`;
  if (caller.kind === 'kiosk') return `kiosk ${caller.kiosk.pk}`;
  return `person ${caller.session.person.pk}`;
}
