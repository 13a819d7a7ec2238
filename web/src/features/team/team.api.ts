import { listInvitations, listMembers } from '@lotkeeper/contract/team';
import { useRead } from '../../kernel/queries.ts';
import type { QueryLike } from '../../ui/data-panel.tsx';
import type { TeamEntry } from './team.rules.ts';
import { teamOf } from './team.rules.ts';

/** Members and invitations of an organization as one read. */
export function useTeam(organizationId: string): QueryLike<TeamEntry[]> {
  const members = useRead(listMembers, { params: { id: organizationId } });
  const invitations = useRead(listInvitations, { query: { organization: organizationId } });
  const reads = [members, invitations];
  return {
    data: members.data && invitations.data ? teamOf(members.data, invitations.data) : undefined,
    error: members.error ?? invitations.error,
    isPending: reads.some((one) => one.isPending),
    isFetching: reads.some((one) => one.isFetching),
    refetch: () => Promise.all(reads.map((one) => one.refetch())),
  };
}
