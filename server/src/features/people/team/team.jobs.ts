import { createHash } from 'node:crypto';
import type { Role } from '@lotkeeper/contract/kernel/access';
import type { Instant } from '@lotkeeper/contract/kernel/calendar';
import { lowerFirst } from '@lotkeeper/contract/kernel/format';
import { invitationRules, roleTexts } from '@lotkeeper/contract/people/team';
import type { JobScope } from '../../../kernel/access/scope.ts';
import type { SecretBox } from '../../../kernel/access/secrets.ts';
import { hashToken, newToken } from '../../../kernel/access/secrets.ts';
import type { Clock } from '../../../kernel/clock.ts';
import type { Tx } from '../../../kernel/data/database.ts';
import type { JobHandler } from '../../../kernel/data/jobs.ts';
import { defineJob, FinalFailure, handleJob } from '../../../kernel/data/jobs.ts';
import { mailBody } from '../../../kernel/messages/mail-body.ts';
import type { Message, Messenger } from '../../../kernel/messages/messages.ts';

interface PendingInvitation {
  email: string;
  role: Role;
  ticket_sealed: Uint8Array | null;
  organization: string;
  inviter: string | null;
}

interface InvitationKey {
  organization_id: number;
  invitation_pk: number;
}

export const invitationJob = defineJob<InvitationKey>('send_invitation', { waitsForOthers: true });

export const newInvitationTicket = () => `li_${newToken()}`;

/** Locks an open invitation whose mail has not been sent; null when there is nothing to send. */
async function readWaiting(tx: Tx, job: InvitationKey, now: number) {
  const [row] = await tx<PendingInvitation[]>`
    select i.email, i.role, i.ticket_sealed, o.name as organization,
      (select p.first_name || ' ' || p.last_name from people p where p.pk = i.invited_by) as inviter
    from invitations i join organizations o on o.pk = i.organization_id
    where i.organization_id = ${job.organization_id} and i.pk = ${job.invitation_pk}
      and i.accepted_at is null and i.removed_at is null and i.sent_at is null
      and i.refused_at is null and i.expires_at > ${now}
    for update of i`;
  return row ?? null;
}

/** The ticket of the mail: that of an earlier try, so that a retry sends the same mail, or a new one. */
async function prepare(
  scope: JobScope,
  { secretBox, clock }: { secretBox: SecretBox; clock: Clock },
  job: InvitationKey,
): Promise<(PendingInvitation & { ticket: string }) | null> {
  return scope.write(async (tx) => {
    const invitation = await readWaiting(tx, job, clock());
    if (!invitation) return null;
    if (invitation.ticket_sealed)
      return { ...invitation, ticket: secretBox.open(invitation.ticket_sealed) };
    const ticket = newInvitationTicket();
    await tx`
      update invitations set ticket_hash = ${hashToken(ticket)}, ticket_sealed = ${secretBox.seal(ticket)}
      where organization_id = ${job.organization_id} and pk = ${job.invitation_pk}`;
    return { ...invitation, ticket };
  });
}

function buildInvitationMail(
  invited: PendingInvitation & { ticket: string },
  publicUrl: string,
): Message {
  const { organization, inviter, role, ticket } = invited;
  const { label, description } = roleTexts[role];
  return {
    medium: 'email',
    to: invited.email,
    subject: `You are invited to ${organization} on Lotkeeper`,
    key: `invitation-${createHash('sha256').update(`mail ${ticket}`).digest('hex').slice(0, 32)}`,
    ...mailBody({
      heading: `${inviter ?? 'Your team'} invites you to ${organization}`,
      paragraphs: [
        `You’ll work with its parking lots on Lotkeeper as ${label}: ${lowerFirst(description)}.`,
        `The link is valid for ${invitationRules.days} days and works once.`,
      ],
      action: { label: 'Accept the invitation', link: `${publicUrl}/auth/${ticket}` },
      footer: 'If you didn’t expect this, ignore this message: nothing will happen.',
    }),
  };
}

/**
 * The job of an invitation: creates its ticket and sends the mail, possibly more than once. If killed between sending
 * and recording that, it sends the same mail with the same Message-ID again.
 */
function makeInvitationSender(deps: {
  openJobScope: (organizationId: number) => JobScope;
  secretBox: SecretBox;
  clock: Clock;
  messenger: Messenger;
  publicUrl: () => string;
}): JobHandler<typeof invitationJob> {
  return async (job) => {
    const { clock, messenger } = deps;
    const scope = deps.openJobScope(job.organization_id);
    const invited = await prepare(scope, deps, job);
    if (!invited) return;
    // If it was sent again meanwhile, it has another ticket, so this mail's result doesn't apply.
    const mark = (changes: { sent_at?: Instant; refused_at?: Instant; failure: string | null }) =>
      scope.write(
        (tx) => tx`
          update invitations set ${tx.assignments(changes)}
          where organization_id = ${job.organization_id} and pk = ${job.invitation_pk}
            and ticket_hash = ${hashToken(invited.ticket)}`,
      );
    try {
      await messenger.send(buildInvitationMail(invited, deps.publicUrl()));
    } catch (error) {
      const failure = (error as Error).message;
      await mark({ failure, ...(error instanceof FinalFailure ? { refused_at: clock() } : {}) });
      throw error;
    }
    await mark({ sent_at: clock(), failure: null });
  };
}

export const teamJobs = [handleJob(invitationJob, makeInvitationSender)];
