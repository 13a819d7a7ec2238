import type { Role } from '@lotkeeper/contract/kernel/access';
import { dayMs, minuteMs } from '@lotkeeper/contract/kernel/durations';
import type { Invitation, Member } from '@lotkeeper/contract/people/team';
import { invitationRules } from '@lotkeeper/contract/people/team';
import { now } from '../../../kernel/clock.ts';

/** A row of the team: a member or an invited person. */
export interface TeamEntry {
  key: string;
  name: string;
  email: string | null;
  role: Role;
  status: 'Active' | 'Invited';
  /** What needs a look. */
  note: 'Expired' | 'Email refused' | 'Email not sent yet' | 'New browsers are blocked' | null;
  /** Whether strangers' wrong guesses keep the member out of new browsers. */
  isBlocked: boolean;
  /** What Remove ends: an invitation, or the membership of a person. */
  invitation: number | null;
  person: number | null;
}

const formatName = (person: { first_name: string; last_name: string }) =>
  `${person.first_name} ${person.last_name}`;

/** An email that hasn't been sent after this long is waiting for the mail server. */
const mailPatienceMs = minuteMs;

function findNote({ expired, mail, expires_at }: Invitation): TeamEntry['note'] {
  if (expired) return 'Expired';
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
  isBlocked: false,
  invitation: invited.pk,
  person: null,
});

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
