import type { Instant } from '@lotkeeper/contract/kernel/calendar';
import { dayMs } from '@lotkeeper/contract/kernel/durations';
import type { Member } from '@lotkeeper/contract/people/team';
import {
  changeMemberRole,
  createInvitation,
  invitationRules,
  liftSignInBlock,
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
import type { SecretBox } from '../../../kernel/access/secrets.ts';
import type { SqlPool } from '../../../kernel/data/database.ts';
import type { Serve } from '../../../kernel/http/call.ts';
import type { MessageServers } from '../../../kernel/messages/message-servers.ts';
import { must } from '../../../kernel/must.ts';
import { Refusal } from '../../../kernel/refusal.ts';
import { endSignInBlock, listSignInBlocks } from '../session/public.ts';
import {
  insertInvitation,
  listInvitationRows,
  renewInvitation,
  withdrawInvitation,
} from './invitations.queries.ts';
import { listAccess } from './member-access.ts';
import type { MemberRow } from './team.queries.ts';
import {
  deleteMember,
  listMemberRows,
  recordLiftedBlock,
  updateMemberRole,
} from './team.queries.ts';

/** The members of an organization, and those who are invited. */
export function teamRoutes(
  serve: Serve,
  deps: { limiter: Limiter; sql: SqlPool; secretBox: SecretBox; servers: MessageServers },
): void {
  const { limiter, sql, secretBox, servers } = deps;
  const findDelivery = async () => ({
    secretBox,
    isMailed: (await servers.find('email')) !== null,
  });
  const limitPerDay = async ({ organizationId }: OrganizationScope, now: Instant) => {
    const subject = `invitations ${organizationId}`;
    if (await limiter.allow(subject, invitationRules.perDay, now, dayMs)) return;
    throw new Refusal('too_many_requests', teamMessages.tooMany);
  };

  const withBlocks = async (members: readonly MemberRow[], now: Instant): Promise<Member[]> => {
    const blocks = await listSignInBlocks(
      sql,
      members.map(({ pk }) => pk),
      now,
    );
    const ends = new Map(blocks.map(({ person_pk, until }) => [person_pk, until]));
    return members.map((row) => ({ ...row, sign_in_blocked_until: ends.get(row.pk) ?? null }));
  };
  const withBlock = async (row: MemberRow, now: Instant) =>
    must((await withBlocks([row], now))[0], 'member');

  serve(listMembers, async ({ scope, now }) => withBlocks(await listMemberRows(scope), now));

  serve(liftSignInBlock, async ({ scope, params, now }) => {
    const row = await recordLiftedBlock(scope, params.memberId, now);
    await endSignInBlock(sql, params.memberId);
    return withBlock(row, now);
  });

  serve(listMemberAccess, ({ scope, params, now }) => listAccess(scope, params.memberId, now));

  serve(removeMember, async ({ scope, params, query, now }) =>
    deleteMember(scope, { personPk: params.memberId, isEndingAccess: query.end === 'true' }, now),
  );

  serve(changeMemberRole, async ({ scope, params, body, now }) => {
    const change = { personPk: params.memberId, ...body };
    return withBlock(await updateMemberRole(scope, change, now), now);
  });

  serve(listInvitations, async ({ scope, now }) => listInvitationRows(scope, secretBox, now));

  serve(createInvitation, async ({ scope, body, now }) => {
    const { organization: _, ...invited } = body;
    await limitPerDay(scope, now);
    return insertInvitation(scope, invited, await findDelivery(), now);
  });

  serve(resendInvitation, async ({ scope, params, now }) => {
    await limitPerDay(scope, now);
    return renewInvitation(scope, params.id, await findDelivery(), now);
  });

  serve(removeInvitation, async ({ scope, params, now }) =>
    withdrawInvitation(scope, params.id, now),
  );
}
