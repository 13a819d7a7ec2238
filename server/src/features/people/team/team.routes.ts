import type { Instant } from '@lotkeeper/contract/kernel/calendar';
import { dayMs } from '@lotkeeper/contract/kernel/durations';
import {
  changeMemberRole,
  createInvitation,
  invitationRules,
  listInvitations,
  listMemberAccess,
  listMembers,
  removeInvitation,
  removeMember,
  resendInvitation,
  teamMessages,
} from '@lotkeeper/contract/people/team';
import type { Limiter } from '../../../kernel/access/limits.ts';
import type { OrganizationScope } from '../../../kernel/access/scope.ts';
import type { Serve } from '../../../kernel/http/call.ts';
import { Refusal } from '../../../kernel/refusal.ts';
import {
  insertInvitation,
  listInvitationRows,
  renewInvitation,
  withdrawInvitation,
} from './invitations.queries.ts';
import { listAccess } from './member-access.ts';
import { deleteMember, listMemberRows, updateMemberRole } from './team.queries.ts';

/** The members of an organization, and those who are invited. */
export function teamRoutes(serve: Serve, { limiter }: { limiter: Limiter }): void {
  const limitPerDay = async ({ organizationId }: OrganizationScope, now: Instant) => {
    const subject = `invitations ${organizationId}`;
    if (await limiter.allow(subject, invitationRules.perDay, now, dayMs)) return;
    throw new Refusal('too_many_requests', teamMessages.tooMany);
  };

  serve(listMembers, async ({ scope }) => listMemberRows(scope));

  serve(listMemberAccess, ({ scope, params, now }) => listAccess(scope, params.memberId, now));

  serve(removeMember, async ({ scope, params, query, now }) =>
    deleteMember(scope, { personPk: params.memberId, isEndingAccess: query.end === 'true' }, now),
  );

  serve(changeMemberRole, async ({ scope, params, body, now }) =>
    updateMemberRole(scope, { personPk: params.memberId, role: body.role }, now),
  );

  serve(listInvitations, async ({ scope, now }) => listInvitationRows(scope, now));

  serve(createInvitation, async ({ scope, body, now }) => {
    const { organization: _, ...invited } = body;
    await limitPerDay(scope, now);
    return insertInvitation(scope, invited, now);
  });

  serve(resendInvitation, async ({ scope, params, now }) => {
    await limitPerDay(scope, now);
    return renewInvitation(scope, params.id, now);
  });

  serve(removeInvitation, async ({ scope, params, now }) =>
    withdrawInvitation(scope, params.id, now),
  );
}
