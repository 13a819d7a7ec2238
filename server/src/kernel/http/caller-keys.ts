import type { IncomingMessage } from 'node:http';
import { fingerprintToken } from '../access/secrets.ts';
import { toNetwork } from '../load/client-network.ts';

/** Who is charged for a request: a person, a kiosk, an API key, a camera feed, or an address. */
export type CallerKey = `${'person' | 'kiosk' | 'key' | 'feed'} ${number}` | `address ${string}`;

/** Maximum number of secrets kept; the oldest are evicted first. */
const maxSecrets = 50_000;

/** The caller's address before Fastify has seen the request; with a proxy, what that proxy wrote. */
function getAddress(request: IncomingMessage, trustProxy: boolean): string {
  const own = request.socket.remoteAddress ?? '';
  const forwarded = request.headers['x-forwarded-for'];
  if (!trustProxy || forwarded === undefined) return own;
  return String(forwarded).split(',').at(-1)?.trim() || own;
}

/** What a caller is recognized by: its token, or the URL path of a camera, which holds a key. */
function readSecret(request: IncomingMessage): string | undefined {
  const token = /^Token ([\w-]{20,100})$/.exec(request.headers.authorization ?? '')?.[1];
  if (token) return token;
  return /^\/api\/ingest\/cameras\/[\w-]+\/([\w-]{20,100})/.exec(request.url ?? '')?.[1];
}

/** Knows, without asking the database, who comes with a token that this process has seen before. */
export interface CallerKeys {
  keyOf(request: IncomingMessage): CallerKey;
  /** Remembers whose secret a request brought; null forgets it. */
  remember(request: IncomingMessage, key: CallerKey | null): void;
}

/** Creates the memory of recognized secrets, which keeps their hashes only. */
export function createCallerKeys(trustProxy: boolean): CallerKeys {
  const known = new Map<string, CallerKey>();
  const keys = new WeakMap<IncomingMessage, CallerKey>();
  const findKey = (request: IncomingMessage): CallerKey => {
    const secret = readSecret(request);
    const recognized = secret && known.get(fingerprintToken(secret));
    return recognized || `address ${toNetwork(getAddress(request, trustProxy))}`;
  };
  return {
    keyOf(request) {
      const key = keys.get(request) ?? findKey(request);
      keys.set(request, key);
      return key;
    },
    remember(request, key) {
      if (key !== null && keys.get(request) === key) return;
      if (key !== null) keys.set(request, key);
      const secret = readSecret(request);
      if (!secret) return;
      const hash = fingerprintToken(secret);
      if (key === null) known.delete(hash);
      else if (!known.has(hash)) {
        const [oldest] = known.keys();
        if (known.size >= maxSecrets && oldest !== undefined) known.delete(oldest);
        known.set(hash, key);
      }
    },
  };
}
