import type { Instant } from '@lotkeeper/contract/kernel/calendar';
import type { Member } from '@lotkeeper/contract/team';
import { teamMessages } from '@lotkeeper/contract/team';
import { recordAct } from '../../kernel/audit.ts';
import type { Tx } from '../../kernel/database.ts';
import { notFound, Refusal } from '../../kernel/refusal.ts';
import type { OrganizationScope } from '../../kernel/scope.ts';

/** The members of the organization by name. */
export function listMemberRows(scope: OrganizationScope) {
  return scope.read<Member[]>(
    (sql) => sql`
      select p.pk, p.first_name, p.last_name, p.email, a.role, p.last_login
      from affiliations a join people p on p.pk = a.person_pk
      where a.organization_id = ${scope.organizationId} and a.type = 'parking'
      order by lower(p.first_name || ' ' || p.last_name), p.pk`,
  );
}

interface Affiliation {
  pk: number;
  person_pk: number;
  role: string;
}

/**
 * The affiliation of a member together with those of all Admins, locked in key order, so that two Admins who
 * remove each other take turns and the second sees what the first did.
 */
function lockAdminsAnd(tx: Tx, organizationId: number, personPk: number) {
  return tx<Affiliation[]>`
    select pk, person_pk, role from affiliations
    where organization_id = ${organizationId} and type = 'parking'
      and (role = 'ADMIN' or person_pk = ${personPk})
    order by pk for update`;
}

/** Refuses what would leave the organization without an Admin, or comes from one who is none any more. */
function checkRemoval(
  scope: OrganizationScope,
  locked: readonly Affiliation[],
  leaving: Affiliation,
) {
  const admins = locked.filter((one) => one.role === 'ADMIN');
  const { person } = scope;
  if (!person.superuser && !admins.some((one) => one.person_pk === person.pk)) {
    throw new Refusal('not_allowed', 'You are no Admin of this organization any more.');
  }
  if (leaving.role === 'ADMIN' && admins.length === 1) {
    throw new Refusal('conflict', teamMessages.lastAdmin);
  }
}

/** Ends a person's membership and writes the act down. The notice of the row cuts his sessions and sockets off. */
export function deleteMember(scope: OrganizationScope, personPk: number, now: Instant) {
  const { organizationId, person } = scope;
  if (personPk === person.pk) throw new Refusal('conflict', teamMessages.yourself);
  return scope.write(async (tx) => {
    const locked = await lockAdminsAnd(tx, organizationId, personPk);
    const leaving = locked.find((one) => one.person_pk === personPk);
    if (!leaving) throw notFound('team member');
    checkRemoval(scope, locked, leaving);
    await tx`
      delete from affiliations where organization_id = ${organizationId} and pk = ${leaving.pk}`;
    const before = { role: leaving.role };
    const act = { act: 'remove', subject: `person ${personPk}`, before } as const;
    await recordAct(tx, { organization: organizationId, person: person.pk, ...act }, now);
  });
}
