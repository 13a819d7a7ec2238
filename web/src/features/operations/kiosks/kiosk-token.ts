import { openKiosk } from '@lotkeeper/contract/operations/kiosks';
import { call } from '../../../kernel/api.ts';
import { readToken } from '../../../kernel/auth-cookie.ts';
import { keptInBrowser } from '../../../kernel/kept.ts';

/** The kiosk's own storage key, separate from the dashboard's token. */
const tokenKey = (spotId: string) => `kiosk-token:${spotId}`;

export const readKioskToken = (spotId: string) => keptInBrowser.read(tokenKey(spotId));
export const forgetKioskToken = (spotId: string) => keptInBrowser.forget(tokenKey(spotId));

/** The ticket in the URL's hash, if there is one. The hash is never sent to a server. */
export const ticketIn = (hash: string) => /^#?(lkt_[\w-]{43})$/.exec(hash)?.[1] ?? null;

/** Redeems a ticket for its kiosk's token and stores that; throws an ApiError. */
export async function redeem(spotId: string, ticket: string): Promise<string> {
  const { token } = await call(openKiosk, { body: { ticket } });
  keptInBrowser.keep(tokenKey(spotId), token);
  return token;
}

/** Where the end of a session's token is stored: enough to recognize it, too little to use it. */
const guestSessionKey = 'kiosk-session';
const endOf = (token: string) => token.slice(-8);

/** Remembers that a kiosk runs in this browser, where guests can reach the session that is signed in. */
export function markGuestSession(): void {
  const token = readToken();
  if (token) keptInBrowser.keep(guestSessionKey, endOf(token));
}

/** Whether guests could reach this session, because a kiosk has run beside it. A new sign-in is another session. */
export const isGuestSession = (token: string) =>
  keptInBrowser.read(guestSessionKey) === endOf(token);
