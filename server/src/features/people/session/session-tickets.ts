import type { Instant } from '@lotkeeper/contract/kernel/calendar';
import { isSignInTicket, isSignOnTicket, linkMessages } from '@lotkeeper/contract/people/session';
import type { FastifyRequest } from 'fastify';
import { findTicketPerson, redeemSignInTicket } from '../../../kernel/access/sign-in-tickets.ts';
import type { SqlPool } from '../../../kernel/data/database.ts';
import { Refusal } from '../../../kernel/refusal.ts';
import { getOrigin, readBrowserSecret } from './session-browser.ts';
import { acceptTicket, acceptWaiting, readTicket } from './session-invitations.ts';
import { redeemTicket } from './session-sign-on.ts';

const refuseLink = () => new Refusal('code_invalid', linkMessages.ended);

/** What a ticket opens, without using it. */
export async function describeTicket(sql: SqlPool, ticket: string, now: Instant) {
  if (!isSignInTicket(ticket)) {
    return { kind: 'invitation' as const, ...(await readTicket(sql, ticket, now)) };
  }
  const person = await findTicketPerson(sql, ticket, now);
  if (!person) throw refuseLink();
  const { pk, name, printed } = person;
  return { kind: 'sign_in' as const, person: pk, name, printed };
}

/** Accepts the invitations of a person whose address was just proved. */
async function acceptForPerson(sql: SqlPool, personPk: number, now: Instant): Promise<void> {
  const [person] = await sql<{ email: string | null }[]>`
    select lower(email) as email from people where pk = ${personPk}`;
  if (person?.email) await acceptWaiting(sql, personPk, person.email, now);
}

async function redeemLink(sql: SqlPool, ticket: string, now: Instant): Promise<number> {
  const redeemed = await redeemSignInTicket(sql, ticket, now);
  if (!redeemed) throw refuseLink();
  const { personPk, kind } = redeemed;
  // A mailed link proves the address as its code does; a printed one proves nothing.
  if (kind === 'mailed') await acceptForPerson(sql, personPk, now);
  return personPk;
}

/**
 * The person that the provider identified. It has verified the address, so invitations are accepted as after a code.
 */
async function redeemSignOn(
  sql: SqlPool,
  { ticket, browser }: { ticket: string; browser: string | null },
  now: Instant,
): Promise<number> {
  const { pk, email } = await redeemTicket(sql, browser, ticket, now);
  await acceptWaiting(sql, pk, email, now);
  return pk;
}

/** Uses a ticket of any kind and returns the person it signs in. */
export async function redeemAnyTicket(
  { sql, publicUrl }: { sql: SqlPool; publicUrl: string | undefined },
  ticket: string,
  request: FastifyRequest,
  now: Instant,
): Promise<number> {
  if (isSignInTicket(ticket)) return redeemLink(sql, ticket, now);
  if (!isSignOnTicket(ticket)) return acceptTicket(sql, ticket, now);
  const browser = readBrowserSecret(request, getOrigin(request, publicUrl));
  return redeemSignOn(sql, { ticket, browser }, now);
}
