import { listInvitations, listMembers } from '@lotkeeper/contract/team';
import { joinReads, useRead } from '../../kernel/queries.ts';
import type { QueryLike } from '../../ui/data/data-panel.tsx';
import type { TeamEntry } from './team.rules.ts';
import { toTeam } from './team.rules.ts';

/** Members and invitations of an organization as one read. */
export function useTeam(organizationId: string): QueryLike<TeamEntry[]> {
  const members = useRead(listMembers, { params: { id: organizationId } });
  const invitations = useRead(listInvitations, { query: { organization: organizationId } });
  return {
    data: members.data && invitations.data ? toTeam(members.data, invitations.data) : undefined,
    ...joinReads([members, invitations]),
  };
}
