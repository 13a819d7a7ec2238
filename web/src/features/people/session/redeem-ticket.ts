import { exchangeTicket } from '@lotkeeper/contract/people/team';
import { call } from '../../../kernel/api.ts';
import { clearToken, writeToken } from '../../../kernel/auth-cookie.ts';

/** Signs this browser in by a session's token, in place of any session it had. */
export function replaceToken(token: string): void {
  clearToken();
  writeToken(token);
}

/** Signs this browser in by a ticket, in place of any session it had; throws an ApiError. */
export async function redeemTicket(ticket: string): Promise<void> {
  replaceToken((await call(exchangeTicket, { body: { ticket } })).token);
}
