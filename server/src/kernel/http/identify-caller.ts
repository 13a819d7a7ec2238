import type { Access } from '@lotkeeper/contract/kernel/access';
import type { FastifyRequest } from 'fastify';
import type { Callers } from '../access/callers.ts';
import { isKioskToken } from '../access/callers.ts';
import type { LiveKey } from '../access/known-secrets.ts';
import type { LiveFeed, LiveKiosk } from '../access/scope.ts';
import type { LiveSession } from '../access/sessions.ts';
import { Refusal } from '../refusal.ts';
import type { CallerKey } from './caller-keys.ts';

/** Who makes a request; `public` when the call needs no credentials. */
export type Caller =
  | { kind: 'public' }
  | { kind: 'person'; session: LiveSession }
  | { kind: 'machine'; key: LiveKey }
  | { kind: 'camera'; feed: LiveFeed }
  | { kind: 'kiosk'; kiosk: LiveKiosk };

const readToken = (request: FastifyRequest) =>
  /^Token ([\w-]{20,100})$/.exec(request.headers.authorization ?? '')?.[1];

/** The owner of a secret; throws a Refusal when it's missing or unknown. */
async function findOwner<T>(
  store: { find(secret: string): Promise<T | null> },
  secret: string | undefined,
  refusal: () => Refusal,
): Promise<T> {
  const owner = secret ? await store.find(secret) : null;
  if (!owner) throw refusal();
  return owner;
}

const endedSession = () =>
  new Refusal('session_ended', 'Your session has ended. Please sign in again.');
const endedKiosk = () =>
  new Refusal('session_ended', 'This kiosk has ended. Ask staff to start another.');
const wrongApiKey = () =>
  new Refusal(
    'key_invalid',
    'This API key is wrong or has been revoked. Send a valid one as Authorization: Token {key}.',
  );
/** The same message for every invalid key, so it never reveals what the key might have opened. */
export const wrongCameraKey = () =>
  new Refusal(
    'key_invalid',
    'This camera key is wrong or has been revoked. Ask an Admin of the organization for the URL.',
  );

/** Identifies the caller; refuses one without the credentials that the call requires. */
export async function identifyCaller(
  callers: Callers,
  access: Access,
  request: FastifyRequest,
): Promise<Caller> {
  if (access.scope === 'public') return { kind: 'public' };
  const token = readToken(request);
  if (access.scope === 'machine') {
    return { kind: 'machine', key: await findOwner(callers.keys, token, wrongApiKey) };
  }
  if (access.scope === 'camera') {
    const secret = access.key === 'header' ? token : (request.params as { key?: string }).key;
    return { kind: 'camera', feed: await findOwner(callers.feeds, secret, wrongCameraKey) };
  }
  const mayBeKiosk = 'kiosks' in access && isKioskToken(token ?? '');
  if (access.scope === 'kiosk' || mayBeKiosk) {
    return { kind: 'kiosk', kiosk: await findOwner(callers.kiosks, token, endedKiosk) };
  }
  return { kind: 'person', session: await findOwner(callers.sessions, token, endedSession) };
}

/** The budget that a call is charged to; null means that of the IP address. */
export function getCallerKey(caller: Caller): CallerKey | null {
  if (caller.kind === 'public') return null;
  if (caller.kind === 'machine') return `key ${caller.key.pk}`;
  if (caller.kind === 'camera') return `feed ${caller.feed.pk}`;
  if (caller.kind === 'kiosk') return `kiosk ${caller.kiosk.pk}`;
  return `person ${caller.session.person.pk}`;
}
