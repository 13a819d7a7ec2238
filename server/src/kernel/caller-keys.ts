import type { IncomingMessage } from 'node:http';
import { isIPv6 } from 'node:net';
import { hashToken } from './secrets.ts';

/** Who is charged for a request: a person, a kiosk, an API key, a camera feed, or an address. */
export type CallerKey = `${'person' | 'kiosk' | 'key' | 'feed'} ${number}` | `address ${string}`;

/** Secrets remembered at most; the longest known are forgotten first. */
const MAX_SECRETS = 50_000;

/** The first 64 bits of an IPv6 address, which is what one customer of a provider has; an IPv4 address as it is. */
export function networkOf(ip: string): string {
  const mapped = /^::ffff:(\d+\.\d+\.\d+\.\d+)$/i.exec(ip)?.[1];
  if (mapped) return mapped;
  if (!isIPv6(ip)) return ip;
  const [head = '', tail] = (ip.split('%')[0] ?? '').toLowerCase().split('::');
  const first = head === '' ? [] : head.split(':');
  const last = tail ? tail.split(':') : [];
  const zeros = tail === undefined ? 0 : 8 - first.length - last.length;
  const groups = [...first, ...Array.from({ length: zeros }, () => '0'), ...last];
  const network = groups.slice(0, 4).map((group) => Number.parseInt(group, 16).toString(16));
  return `${network.join(':')}::/64`;
}

/** The caller's address before Fastify has seen the request; with a proxy, what that proxy wrote. */
function addressOf(request: IncomingMessage, trustProxy: boolean): string {
  const own = request.socket.remoteAddress ?? '';
  const forwarded = request.headers['x-forwarded-for'];
  if (!trustProxy || forwarded === undefined) return own;
  return String(forwarded).split(',').at(-1)?.trim() || own;
}

/** What a caller is recognized by: its token, or the URL path of a camera, which holds a key. */
function secretOf(request: IncomingMessage): string | undefined {
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
    const secret = secretOf(request);
    const recognized = secret && known.get(hashToken(secret).toString('base64'));
    return recognized || `address ${networkOf(addressOf(request, trustProxy))}`;
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
      const secret = secretOf(request);
      if (!secret) return;
      const hash = hashToken(secret).toString('base64');
      if (key === null) known.delete(hash);
      else if (!known.has(hash)) {
        const [oldest] = known.keys();
        if (known.size >= MAX_SECRETS && oldest !== undefined) known.delete(oldest);
        known.set(hash, key);
      }
    },
  };
}
