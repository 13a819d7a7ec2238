import { signOnRules } from '@lotkeeper/contract/people/session';
import type { FastifyReply, FastifyRequest } from 'fastify';

/** The origin of our public URL: the configured one, otherwise that of the request. */
export const getOrigin = (request: FastifyRequest, publicUrl: string | undefined) =>
  publicUrl ? new URL(publicUrl).origin : `${request.protocol}://${request.host}`;

/** On https, no other host of the domain can set a cookie of this kind. */
const nameOn = (origin: string) => (origin.startsWith('https:') ? '__Host-sso' : 'sso');

/** Gives the browser a secret that identifies it until single sign-on is complete. */
export function markBrowser(reply: FastifyReply, origin: string, secret: string): void {
  const name = nameOn(origin);
  const secure = origin.startsWith('https:') ? '; Secure' : '';
  const seconds = (signOnRules.minutes + signOnRules.ticketMinutes) * 60;
  void reply.header(
    'set-cookie',
    `${name}=${secret}; Path=/; HttpOnly; SameSite=Lax; Max-Age=${seconds}${secure}`,
  );
}

/** The browser's secret; null when it sends none, or two. */
export function readBrowserSecret(request: FastifyRequest, origin: string): string | null {
  const begin = `${nameOn(origin)}=`;
  const found = (request.headers.cookie ?? '')
    .split('; ')
    .filter((part) => part.startsWith(begin))
    .map((part) => part.slice(begin.length));
  return found.length === 1 ? (found[0] ?? null) : null;
}
