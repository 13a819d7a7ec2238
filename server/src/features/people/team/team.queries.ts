import type { Instant } from '@lotkeeper/contract/kernel/calendar';
import type { BodyOf } from '@lotkeeper/contract/kernel/endpoint';
import type { changeMemberRole, Member } from '@lotkeeper/contract/people/team';
import { teamMessages } from '@lotkeeper/contract/people/team';
import type { OrganizationScope } from '../../../kernel/access/scope.ts';
import type { Sql, Tx } from '../../../kernel/data/database.ts';
import { Refusal, requireFound } from '../../../kernel/refusal.ts';
import { endUnopened, forgetMember } from '../../../records/people/former-members.ts';
import { requireShown } from '../../../records/shown.ts';
import { recordAuditEntry } from '../../../records/trust/audit-entries.ts';
import { endAccess } from './member-access.ts';

/** A member without what the sign-in knows. */
export type MemberRow = Omit<Member, 'sign_in_blocked_until'>;

const selectMembers = (sql: Sql, organizationId: number) => sql`
  select person_pk as pk, first_name, last_name, email, role, last_login from members
  where organization_id = ${organizationId} and type = 'parking'`;

/** The members of the organization by name. */
export function listMemberRows(scope: OrganizationScope) {
  return scope.read<MemberRow[]>(
    (sql) => sql`
      ${selectMembers(sql, scope.organizationId)}
      order by lower(first_name || ' ' || last_name), person_pk`,
  );
}

interface Affiliation {
  pk: number;
  person_pk: number;
  role: string;
}

/**
 * A member's affiliation together with those of all Admins, locked in key order: if two Admins remove each other, the
 * second waits and sees the first one's change.
 */
async function lockMember(tx: Tx, organizationId: number, personPk: number) {
  const locked = await tx<Affiliation[]>`
    select pk, person_pk, role from affiliations
    where organization_id = ${organizationId} and type = 'parking'
      and (role = 'ADMIN' or person_pk = ${personPk})
    order by pk for update`;
  const member = locked.find((affiliation) => affiliation.person_pk === personPk);
  return { locked, member: requireFound(member, 'team member') };
}

/** Refuses a change that would leave the organization without an Admin, or that comes from a former Admin. */
function checkAdminStays(
  scope: OrganizationScope,
  { locked, member }: { locked: readonly Affiliation[]; member: Affiliation },
  refusal: string,
) {
  const admins = locked.filter((affiliation) => affiliation.role === 'ADMIN');
  const { person } = scope;
  if (!person.superuser && !admins.some((affiliation) => affiliation.person_pk === person.pk)) {
    throw new Refusal('not_allowed', 'You’re no longer an Admin of this organization.');
  }
  if (member.role === 'ADMIN' && admins.length === 1) throw new Refusal('conflict', refusal);
}

/**
 * Ends a person's membership and, if asked, what they made that opens the organization, and writes audit entries. The
 * row's notification ends their sessions and sockets.
 */
export function deleteMember(
  scope: OrganizationScope,
  { personPk, isEndingAccess }: { personPk: number; isEndingAccess: boolean },
  now: Instant,
) {
  const { organizationId, person } = scope;
  if (personPk === person.pk) throw new Refusal('conflict', teamMessages.yourself);
  return scope.write(async (tx) => {
    const locked = await lockMember(tx, organizationId, personPk);
    checkAdminStays(scope, locked, teamMessages.lastAdmin);
    const { pk, role } = locked.member;
    await tx`delete from affiliations where organization_id = ${organizationId} and pk = ${pk}`;
    if (isEndingAccess) await endAccess(tx, scope, personPk, now);
    await forgetMember(tx, scope, personPk, now);
    const before = { role };
    const entry = { act: 'remove', subject: 'person', pk: personPk, before } as const;
    await recordAuditEntry(tx, scope, now, entry);
  });
}

async function readMember(tx: Tx, organizationId: number, personPk: number): Promise<MemberRow> {
  const [member] = await tx<MemberRow[]>`
    ${selectMembers(tx, organizationId)} and person_pk = ${personPk}`;
  return requireFound(member, 'team member');
}

/**
 * Changes a member's role and writes an audit entry. What they made and nobody opened ends, and, if asked, what they
 * made that opens the organization ends. The row's notification clears the role cached with sessions, so
 * the member's next request has the new one.
 */
export function updateMemberRole(
  scope: OrganizationScope,
  { personPk, role, end, shown }: BodyOf<typeof changeMemberRole> & { personPk: number },
  now: Instant,
): Promise<MemberRow> {
  const { organizationId } = scope;
  return scope.write(async (tx) => {
    const locked = await lockMember(tx, organizationId, personPk);
    const { member } = locked;
    await requireShown(tx, scope, shown, member, { subject: 'person', pk: personPk });
    if (end) await endAccess(tx, scope, personPk, now);
    if (member.role === role) return readMember(tx, organizationId, personPk);
    checkAdminStays(scope, locked, teamMessages.lastAdminRole);
    await tx`
      update affiliations set role = ${role}
      where organization_id = ${organizationId} and pk = ${member.pk}`;
    await endUnopened(tx, scope, personPk, now);
    const states = { before: { role: member.role }, after: { role } };
    const entry = { act: 'change', subject: 'person', pk: personPk, ...states } as const;
    await recordAuditEntry(tx, scope, now, entry);
    return readMember(tx, organizationId, personPk);
  });
}

/** Records that a block of a member's sign-in is lifted; refuses who isn't a member. */
export function recordLiftedBlock(scope: OrganizationScope, personPk: number, now: Instant) {
  return scope.write(async (tx) => {
    const member = await readMember(tx, scope.organizationId, personPk);
    await recordAuditEntry(tx, scope, now, { act: 'lift', subject: 'person', pk: personPk });
    return member;
  });
}
