import { exchangeTicket } from '@lotkeeper/contract/people/team';
import { call } from '../../../kernel/api.ts';
import { clearToken, writeToken } from '../../../kernel/auth-cookie.ts';

/** Signs this browser in with a ticket, replacing any session; throws an ApiError. */
export async function redeemTicket(ticket: string): Promise<void> {
  const { token } = await call(exchangeTicket, { body: { ticket } });
  clearToken();
  writeToken(token);
}
