import type { Role } from '@lotkeeper/contract/kernel/access';
import type { Instant } from '@lotkeeper/contract/kernel/calendar';
import { ticketMessages } from '@lotkeeper/contract/people/team';
import { hashToken } from '../../../kernel/access/secrets.ts';
import type { Sql, SqlPool, Tx } from '../../../kernel/data/database.ts';
import { Refusal } from '../../../kernel/refusal.ts';
import { recordAuditEntry } from '../../../records/trust/audit-entries.ts';

interface Invited {
  organization_id: number;
  pk: number;
  first_name: string;
  last_name: string;
  email: string;
  role: Role;
  expires_at: Instant;
  accepted_at: Instant | null;
  removed_at: Instant | null;
  is_link_shown: boolean;
}

const columns = (sql: Sql) => sql`
  i.organization_id, i.pk, i.first_name, i.last_name, i.email, i.role, i.expires_at, i.accepted_at, i.removed_at,
  i.is_link_shown`;

/** Refuses with the reason why a link opens nothing. */
function checkOpen<T extends Invited>(invited: T | undefined, now: Instant): T {
  const refuseTicket = (message: string) => new Refusal('code_invalid', message);
  if (!invited) throw refuseTicket(ticketMessages.unknown);
  if (invited.accepted_at !== null) throw refuseTicket(ticketMessages.used);
  if (invited.removed_at !== null) throw refuseTicket(ticketMessages.removed);
  if (invited.expires_at <= now) throw refuseTicket(ticketMessages.expired);
  return invited;
}

/** The content of an open invitation, by the ticket of its link. */
export async function readTicket(sql: Sql, ticket: string, now: Instant) {
  const [row] = await sql<(Invited & { organization: string; invited_by: string | null })[]>`
    select ${columns(sql)}, o.name as organization,
      (select p.first_name || ' ' || p.last_name from people p where p.pk = i.invited_by) as invited_by
    from invitations i join organizations o on o.pk = i.organization_id
    where i.ticket_hash = ${hashToken(ticket)}`;
  const invited = checkOpen(row, now);
  await refuseOthersAccount(sql, invited);
  const { organization, email, role, invited_by } = invited;
  return { organization, email, role, invited_by };
}

/** The person with the invited address, created from the invitation if missing; an existing one isn't changed. */
async function ensurePerson(tx: Tx, { first_name, last_name, email }: Invited): Promise<number> {
  await tx`
    insert into people (first_name, last_name, email)
    values (${first_name}, ${last_name}, ${email}) on conflict ((lower(email))) do nothing`;
  const [person] = await tx<[{ pk: number }]>`
    select pk from people where lower(email) = ${email.toLowerCase()}`;
  return person.pk;
}

/**
 * Refuses a link that an Admin was shown if the address has an account: the person with the link needn't be its owner, who
 * proves that with a code.
 */
async function refuseOthersAccount(sql: Sql, { email, is_link_shown }: Invited): Promise<void> {
  if (!is_link_shown) return;
  const [person] = await sql`select from people where lower(email) = ${email.toLowerCase()}`;
  if (person) throw new Refusal('code_invalid', ticketMessages.hasAccount);
}

/** Turns an invitation into a membership. An existing role of the person stays. */
async function join(tx: Tx, invited: Invited, personPk: number, now: Instant): Promise<void> {
  const { organization_id, pk, role } = invited;
  await tx`
    insert into affiliations (organization_id, person_pk, role, created_at)
    values (${organization_id}, ${personPk}, ${role}, ${now})
    on conflict (organization_id, person_pk, type) do nothing`;
  await tx`
    update invitations set accepted_at = ${now}, accepted_by = ${personPk}, ticket_sealed = null
    where organization_id = ${organization_id} and pk = ${pk}`;
  const author = { organizationId: organization_id, person: { pk: personPk } };
  const entry = { act: 'accept', subject: 'invitation', pk, after: { role } } as const;
  await recordAuditEntry(tx, author, now, entry);
}

/** Accepts the invitation of a ticket, once, and returns whose it is. */
export async function acceptTicket(sql: SqlPool, ticket: string, now: Instant): Promise<number> {
  return sql.begin(async (tx) => {
    const [row] = await tx<Invited[]>`
      select ${columns(tx)} from invitations i where i.ticket_hash = ${hashToken(ticket)} for update`;
    const invited = checkOpen(row, now);
    await refuseOthersAccount(tx, invited);
    const personPk = await ensurePerson(tx, invited);
    await join(tx, invited, personPk, now);
    return personPk;
  });
}

const openFor = (tx: Sql, email: string, now: Instant) => tx`
  lower(i.email) = ${email} and i.accepted_at is null and i.removed_at is null and i.expires_at > ${now}`;

/** Accepts all invitations of an address (lowercase) whose owner has just proved it with a code. */
export async function acceptWaiting(
  sql: SqlPool,
  personPk: number,
  email: string,
  now: Instant,
): Promise<void> {
  await sql.begin(async (tx) => {
    const openInvitations = await tx<Invited[]>`
      select ${columns(tx)} from invitations i where ${openFor(tx, email, now)}
      order by i.organization_id, i.pk for update`;
    for (const invited of openInvitations) await join(tx, invited, personPk, now);
  });
}

/**
 * Creates the person for an invited address (lowercase) without an account, so that a code can be sent; null when not
 * invited.
 */
export async function makeInvitedPerson(
  sql: SqlPool,
  email: string,
  now: Instant,
): Promise<number | null> {
  return sql.begin(async (tx) => {
    const [invited] = await tx<Invited[]>`
      select ${columns(tx)} from invitations i where ${openFor(tx, email, now)}
      order by i.organization_id, i.pk limit 1`;
    return invited ? ensurePerson(tx, invited) : null;
  });
}
