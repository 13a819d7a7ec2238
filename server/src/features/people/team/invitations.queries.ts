import type { Instant } from '@lotkeeper/contract/kernel/calendar';
import { dayMs } from '@lotkeeper/contract/kernel/durations';
import type { BodyOf } from '@lotkeeper/contract/kernel/endpoint';
import type { createInvitation, Invitation } from '@lotkeeper/contract/people/team';
import { invitationRules, teamMessages } from '@lotkeeper/contract/people/team';
import type { OrganizationScope } from '../../../kernel/access/scope.ts';
import type { SecretBox } from '../../../kernel/access/secrets.ts';
import { hashToken } from '../../../kernel/access/secrets.ts';
import type { Sql, Tx } from '../../../kernel/data/database.ts';
import { enqueueOnce } from '../../../kernel/data/jobs.ts';
import { Refusal } from '../../../kernel/refusal.ts';
import { recordAuditEntry } from '../../../records/trust/audit-entries.ts';
import { invitationJob, newInvitationTicket } from './team.jobs.ts';

type InvitationRow = Omit<Invitation, 'link'> & { ticket_sealed: Uint8Array | null };

const columns = (sql: Sql, now: Instant) => sql`
  pk, first_name, last_name, email, role, expires_at, expires_at <= ${now} as expired, failure,
  case when is_link_shown then 'link' when refused_at is not null then 'refused'
    when sent_at is not null then 'sent' else 'waiting' end as mail,
  case when is_link_shown then ticket_sealed end as ticket_sealed`;

/** A link that was sealed with another secret key is lost: the invitation has to be sent again. */
function openLink(sealed: Uint8Array | null, secretBox: SecretBox): string | null {
  if (sealed === null) return null;
  try {
    return `/auth/${secretBox.open(sealed)}`;
  } catch {
    return null;
  }
}

/** An invitation as Admins see it: with its link, if nothing was set to send it. */
const toInvitation = (
  { ticket_sealed, ...invitation }: InvitationRow,
  secretBox: SecretBox,
): Invitation => ({
  ...invitation,
  link: openLink(ticket_sealed, secretBox),
});

/** How an invitation reaches a person: by a mail, whose job makes the ticket, or by a link that an Admin passes on. */
export interface Delivery {
  secretBox: SecretBox;
  isMailed: boolean;
}

function makeTicket({ secretBox, isMailed }: Delivery) {
  if (isMailed) return { ticket_hash: null, ticket_sealed: null, is_link_shown: false };
  const ticket = newInvitationTicket();
  return {
    ticket_hash: hashToken(ticket),
    ticket_sealed: secretBox.seal(ticket),
    is_link_shown: true,
  };
}

const open = (sql: Sql) => sql`accepted_at is null and removed_at is null`;

/** Open invitations, by name. */
export async function listInvitationRows(
  scope: OrganizationScope,
  secretBox: SecretBox,
  now: Instant,
): Promise<Invitation[]> {
  const rows = await scope.read<InvitationRow[]>(
    (sql) => sql`
      select ${columns(sql, now)} from invitations
      where organization_id = ${scope.organizationId} and ${open(sql)}
      order by lower(first_name || ' ' || last_name), pk`,
  );
  return rows.map((row) => toInvitation(row, secretBox));
}

async function queueMail(tx: Tx, organization_id: number, invitation_pk: number, now: Instant) {
  const key = `invitation ${invitation_pk}`;
  await enqueueOnce(tx, invitationJob, { organization_id, invitation_pk }, { key, runAt: now });
}

async function refuseMembers(tx: Tx, organizationId: number, email: string) {
  const [member] = await tx`
    select from members
    where organization_id = ${organizationId} and type = 'parking' and lower(email) = ${email}`;
  if (member) throw new Refusal('conflict', teamMessages.alreadyMember);
}

/** Creates an invitation and queues its mail in one transaction. An existing person isn't changed. */
export function insertInvitation(
  scope: OrganizationScope,
  invited: Omit<BodyOf<typeof createInvitation>, 'organization'>,
  delivery: Delivery,
  now: Instant,
) {
  const { organizationId, person } = scope;
  return scope.write(async (tx) => {
    await refuseMembers(tx, organizationId, invited.email);
    const row = {
      organization_id: organizationId,
      ...invited,
      invited_by: person.pk,
      created_at: now,
      expires_at: now + invitationRules.days * dayMs,
      ...makeTicket(delivery),
    };
    const [insertedInvitation] = await tx<InvitationRow[]>`
      insert into invitations ${tx.values(row)}
      on conflict (organization_id, lower(email)) where accepted_at is null and removed_at is null
        do nothing
      returning ${columns(tx, now)}`;
    if (!insertedInvitation) throw new Refusal('conflict', teamMessages.alreadyInvited);
    await queueMail(tx, organizationId, insertedInvitation.pk, now);
    const { pk } = insertedInvitation;
    const entry = { act: 'invite', subject: 'invitation', pk, after: invited } as const;
    await recordAuditEntry(tx, scope, now, entry);
    return toInvitation(insertedInvitation, delivery.secretBox);
  });
}

/** Extends an open invitation by 14 days, with a new link, mailed or to pass on; the old link ends with it. */
export function renewInvitation(
  scope: OrganizationScope,
  pk: number,
  delivery: Delivery,
  now: Instant,
) {
  const { organizationId, person } = scope;
  return scope.write(async (tx) => {
    const [renewed] = await tx<InvitationRow[]>`
      update invitations set ${tx.assignments(makeTicket(delivery))}, sent_at = null, refused_at = null,
        failure = null, invited_by = ${person.pk},
        expires_at = ${now + invitationRules.days * dayMs}
      where organization_id = ${organizationId} and pk = ${pk} and ${open(tx)}
      returning ${columns(tx, now)}`;
    if (!renewed) throw new Refusal('conflict', teamMessages.over);
    await queueMail(tx, organizationId, pk, now);
    await recordAuditEntry(tx, scope, now, { act: 'invite again', subject: 'invitation', pk });
    return toInvitation(renewed, delivery.secretBox);
  });
}

/** Ends an invitation if it is open, with an audit entry; whether it was. */
async function endInvitation(
  tx: Tx,
  scope: OrganizationScope,
  pk: number,
  now: Instant,
): Promise<boolean> {
  const ended = await tx`
    update invitations set removed_at = ${now}, ticket_sealed = null
    where organization_id = ${scope.organizationId} and pk = ${pk} and ${open(tx)}`;
  if (ended.count === 0) return false;
  await recordAuditEntry(tx, scope, now, { act: 'withdraw', subject: 'invitation', pk });
  return true;
}

/** Withdraws an open invitation; withdrawing it twice changes nothing. */
export function withdrawInvitation(scope: OrganizationScope, pk: number, now: Instant) {
  return scope.write(async (tx) => {
    if (await endInvitation(tx, scope, pk, now)) return;
    const [accepted] = await tx`
      select pk from invitations
      where organization_id = ${scope.organizationId} and pk = ${pk} and accepted_at is not null`;
    if (accepted) throw new Refusal('conflict', teamMessages.over);
  });
}
