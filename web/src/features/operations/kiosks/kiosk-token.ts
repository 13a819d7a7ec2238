import { openKiosk } from '@lotkeeper/contract/operations/kiosks';
import { call } from '../../../kernel/api.ts';
import { keptInBrowser } from '../../../kernel/kept.ts';

/** Where a kiosk keeps what is its own; the dashboard's token lies elsewhere. */
const tokenKey = (spotId: string) => `kiosk-token:${spotId}`;

export const readKioskToken = (spotId: string) => keptInBrowser.read(tokenKey(spotId));
export const forgetKioskToken = (spotId: string) => keptInBrowser.forget(tokenKey(spotId));

/** The ticket behind the # of the address, if there is one. It never travels to a server in an address. */
export const ticketIn = (hash: string) => /^#?(lkt_[\w-]{43})$/.exec(hash)?.[1] ?? null;

/** Exchanges a ticket for the token of its kiosk and keeps that; throws an ApiError. */
export async function redeem(spotId: string, ticket: string): Promise<string> {
  const { token } = await call(openKiosk, { body: { ticket } });
  keptInBrowser.keep(tokenKey(spotId), token);
  return token;
}
