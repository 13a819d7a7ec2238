import type { Instant } from '@lotkeeper/contract/kernel/calendar';
import type { Sql, SqlPool, Tx } from '../data/database.ts';
import { hashToken, newToken } from './secrets.ts';

/** Mailed links work once, until the code in the same mail expires. Printed links of the demo can be reused. */
export type TicketKind = 'mailed' | 'printed';

/** Creates a sign-in ticket for a person (a printed one if it doesn't expire) and removes expired tickets. */
export async function makeSignInTicket(
  sql: Sql,
  { personPk, expiresAt }: { personPk: number; expiresAt: Instant | null },
  now: Instant,
): Promise<string> {
  await sql`delete from sign_in_tickets where ticket_hash in (
    select ticket_hash from sign_in_tickets where expires_at <= ${now}
    limit 100 for update skip locked)`;
  const ticket = `ll_${newToken()}`;
  await sql`insert into sign_in_tickets (ticket_hash, person_pk, expires_at)
    values (${hashToken(ticket)}, ${personPk}, ${expiresAt})`;
  return ticket;
}

interface TicketPerson {
  pk: number;
  name: string;
  printed: boolean;
}

/** Who a live ticket signs in; null when it opens nothing. Changes nothing. */
export async function findTicketPerson(
  sql: Sql,
  ticket: string,
  now: Instant,
): Promise<TicketPerson | null> {
  const [person] = await sql<TicketPerson[]>`
    select p.pk, trim(p.first_name || ' ' || p.last_name) as name,
      t.expires_at is null as printed
    from sign_in_tickets t join people p on p.pk = t.person_pk
    where t.ticket_hash = ${hashToken(ticket)} and (t.expires_at is null or t.expires_at > ${now})`;
  return person ?? null;
}

/** Invalidates everything mailed to a person for sign-in, the code and its links: one mail signs in once. */
export async function endMailedSignIns(tx: Tx, personPk: number): Promise<void> {
  await tx`update login_codes set code_hash = null, code_sealed = null where person_pk = ${personPk}`;
  await tx`delete from sign_in_tickets where person_pk = ${personPk} and expires_at is not null`;
}

/** Redeems an active ticket for its person (mailed tickets work once); null when it isn't valid. */
export async function redeemSignInTicket(
  sql: SqlPool,
  ticket: string,
  now: Instant,
): Promise<{ personPk: number; kind: TicketKind } | null> {
  const hash = hashToken(ticket);
  return sql.begin(async (tx) => {
    // Everything about a person's codes locks this row first, so two sign-ins can't deadlock.
    await tx`select from login_codes
      where person_pk = (select person_pk from sign_in_tickets where ticket_hash = ${hash}) for update`;
    const [row] = await tx<{ person_pk: number; expires_at: Instant | null }[]>`
      select person_pk, expires_at from sign_in_tickets
      where ticket_hash = ${hash} and (expires_at is null or expires_at > ${now}) for update`;
    if (!row) return null;
    const personPk = row.person_pk;
    if (row.expires_at === null) return { personPk, kind: 'printed' };
    await endMailedSignIns(tx, personPk);
    return { personPk, kind: 'mailed' };
  });
}

export async function endPrintedTickets(sql: Sql): Promise<void> {
  await sql`delete from sign_in_tickets where expires_at is null`;
}
