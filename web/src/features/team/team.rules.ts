import type { Role } from '@lotkeeper/contract/kernel/access';
import type { Invitation, Member } from '@lotkeeper/contract/team';

/** A line of the team: a member or somebody who is invited. */
export interface TeamEntry {
  key: string;
  name: string;
  email: string | null;
  role: Role;
  status: 'Active' | 'Invited' | 'Invitation expired' | 'Mail refused';
  /** What Remove ends: an invitation, or the membership of a person. */
  invitation: number | null;
  person: number | null;
}

const nameOf = (one: { first_name: string; last_name: string }) =>
  `${one.first_name} ${one.last_name}`;

function invitedStatus({ expired, mail }: Invitation): TeamEntry['status'] {
  if (expired) return 'Invitation expired';
  return mail === 'refused' ? 'Mail refused' : 'Invited';
}

const ofMember = (one: Member): TeamEntry => ({
  key: `member ${one.pk}`,
  name: nameOf(one),
  email: one.email,
  role: one.role,
  status: one.last_login === null ? 'Invited' : 'Active',
  invitation: null,
  person: one.pk,
});

const ofInvitation = (one: Invitation): TeamEntry => ({
  key: `invitation ${one.pk}`,
  name: nameOf(one),
  email: one.email,
  role: one.role,
  status: invitedStatus(one),
  invitation: one.pk,
  person: null,
});

const names = new Intl.Collator('en', { sensitivity: 'base' });

/** Members and invitations together: who has never come first, then by name (platform spec §2.6). */
export function teamOf(
  members: readonly Member[],
  invitations: readonly Invitation[],
): TeamEntry[] {
  const rank = (one: TeamEntry) => Number(one.status === 'Active');
  return [...invitations.map(ofInvitation), ...members.map(ofMember)].sort(
    (a, b) => rank(a) - rank(b) || names.compare(a.name, b.name),
  );
}
