import type { Role } from '@lotkeeper/contract/kernel/access';
import { dayMs, minuteMs } from '@lotkeeper/contract/kernel/durations';
import type { Invitation, Member } from '@lotkeeper/contract/people/team';
import { invitationRules, teamMessages } from '@lotkeeper/contract/people/team';
import { now } from '../../../kernel/clock.ts';

/** A row of the team: a member or an invited person. */
export interface TeamEntry {
  key: string;
  name: string;
  email: string | null;
  role: Role;
  status: 'Active' | 'Invited';
  /** What needs a look. */
  note: string | null;
  /** The path of an invitation's link, if nothing was set to mail it. */
  link: string | null;
  /** Whether strangers' wrong guesses keep the member out of new browsers. */
  isBlocked: boolean;
  /** What Remove ends: an invitation, or the membership of a person. */
  invitation: number | null;
  person: number | null;
}

const formatName = (person: { first_name: string; last_name: string }) =>
  `${person.first_name} ${person.last_name}`;

/** An email that hasn't been sent after this long is waiting for the email server. */
const mailPatienceMs = minuteMs;

function findNote({ expired, mail, failure, expires_at }: Invitation): TeamEntry['note'] {
  if (expired) return 'Expired';
  if (failure !== null) return teamMessages.notSent(failure);
  if (mail === 'refused') return 'Email refused';
  const queuedAt = expires_at - invitationRules.days * dayMs;
  return mail === 'waiting' && now() - queuedAt > mailPatienceMs ? 'Email not sent yet' : null;
}

const toMemberEntry = (member: Member): TeamEntry => ({
  key: `member ${member.pk}`,
  name: formatName(member),
  email: member.email,
  role: member.role,
  status: member.last_login === null ? 'Invited' : 'Active',
  note: member.sign_in_blocked_until === null ? null : 'New browsers are blocked',
  link: null,
  isBlocked: member.sign_in_blocked_until !== null,
  invitation: null,
  person: member.pk,
});

const toInvitationEntry = (invited: Invitation): TeamEntry => ({
  key: `invitation ${invited.pk}`,
  name: formatName(invited),
  email: invited.email,
  role: invited.role,
  status: 'Invited',
  note: findNote(invited),
  link: invited.link,
  isBlocked: false,
  invitation: invited.pk,
  person: null,
});

/** What came of an invitation's mail that was just queued: `isOpen` while it's tried. */
export function describeMail(
  invitation: Invitation | undefined,
  sentText: string,
): { isOpen: boolean; notice: string; failure: string | null } {
  const settled = { isOpen: false, notice: '', failure: null };
  if (!invitation) return settled;
  const { mail, failure, email } = invitation;
  if (failure !== null) return { ...settled, failure: teamMessages.notSent(failure) };
  if (mail === 'waiting') return { ...settled, isOpen: true, notice: teamMessages.sending(email) };
  return mail === 'sent' ? { ...settled, notice: sentText } : settled;
}

const names = new Intl.Collator('en', { sensitivity: 'base' });

/** Members and invitations together: people who have never signed in first, then by name. */
export function toTeam(
  members: readonly Member[],
  invitations: readonly Invitation[],
): TeamEntry[] {
  const rank = (entry: TeamEntry) => Number(entry.status === 'Active');
  return [...invitations.map(toInvitationEntry), ...members.map(toMemberEntry)].sort(
    (a, b) => rank(a) - rank(b) || names.compare(a.name, b.name),
  );
}
