import type { IncomingMessage } from 'node:http';
import { fingerprintToken } from '../access/secrets.ts';
import { toNetwork } from '../load/client-network.ts';

/** Who is charged for a request: a person, a kiosk, an API key, a camera feed, or an IP address. */
export type CallerKey = `${'person' | 'kiosk' | 'key' | 'feed'} ${number}` | `address ${string}`;

/** Maximum number of cached secrets; the oldest are evicted first. */
const maxSecrets = 50_000;

/** The caller's IP address before Fastify has seen the request; behind a proxy, the one it reports. */
function getAddress(request: IncomingMessage, trustProxy: boolean): string {
  const own = request.socket.remoteAddress ?? '';
  const forwarded = request.headers['x-forwarded-for'];
  if (!trustProxy || forwarded === undefined) return own;
  return String(forwarded).split(',').at(-1)?.trim() || own;
}

/** The secret that identifies a caller: its token, or a camera's URL path, which contains a key. */
function readSecret(request: IncomingMessage): string | undefined {
  const token = /^Token ([\w-]{20,100})$/.exec(request.headers.authorization ?? '')?.[1];
  if (token) return token;
  return /^\/api\/ingest\/cameras\/[\w-]+\/([\w-]{20,100})/.exec(request.url ?? '')?.[1];
}

/** Recognizes callers by tokens that this process has seen before, without a query. */
export interface CallerKeys {
  keyOf(request: IncomingMessage): CallerKey;
  /** Remembers who owns a request's secret; null forgets it. */
  remember(request: IncomingMessage, key: CallerKey | null): void;
}

/** Creates the cache of recognized secrets, which stores only their hashes. */
export function createCallerKeys(trustProxy: boolean): CallerKeys {
  const keyBySecret = new Map<string, CallerKey>();
  const keys = new WeakMap<IncomingMessage, CallerKey>();
  const findKey = (request: IncomingMessage): CallerKey => {
    const secret = readSecret(request);
    const recognized = secret && keyBySecret.get(fingerprintToken(secret));
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
      if (key === null) keyBySecret.delete(hash);
      else if (!keyBySecret.has(hash)) {
        const [oldest] = keyBySecret.keys();
        if (keyBySecret.size >= maxSecrets && oldest !== undefined) keyBySecret.delete(oldest);
        keyBySecret.set(hash, key);
      }
    },
  };
}
