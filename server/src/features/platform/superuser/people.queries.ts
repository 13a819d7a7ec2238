import type { Role } from '@lotkeeper/contract/kernel/access';
import type { Instant } from '@lotkeeper/contract/kernel/calendar';
import type { BodyOf } from '@lotkeeper/contract/kernel/endpoint';
import type {
  createPerson,
  PersonWithRoles,
  setRole,
} from '@lotkeeper/contract/platform/superuser';
import { searchLimit } from '@lotkeeper/contract/platform/superuser';
import type { SuperuserScope } from '../../../kernel/access/scope.ts';
import type { Sql, Tx } from '../../../kernel/data/database.ts';
import { enqueueOnce } from '../../../kernel/data/jobs.ts';
import { Refusal, requireFound } from '../../../kernel/refusal.ts';
import { endUnopened, forgetMember } from '../../../records/people/former-members.ts';
import { requireShown } from '../../../records/shown.ts';
import { recordAuditEntry } from '../../../records/trust/audit-entries.ts';
import { newRoleJob } from './new-role-mail.ts';
import { like } from './superuser.queries.ts';

const columns = (sql: Sql) => sql`
  p.pk, p.first_name, p.last_name, p.email, p.phone, p.superuser, p.last_login,
  coalesce((
    select json_agg(json_build_object('organization', a.organization_id,
      'organization_name', o.name, 'role', a.role) order by lower(o.name))
    from affiliations a join organizations o on o.pk = a.organization_id
    where a.person_pk = p.pk and a.type = 'parking'), '[]') as affiliations`;

/** People of all organizations whose name, email, or phone contains the words. */
export function searchPeopleRows(scope: SuperuserScope, search: string) {
  return scope.read<PersonWithRoles[]>(
    (sql) => sql`
      select ${columns(sql)} from people p
      where lower(p.first_name || ' ' || p.last_name || ' ' || coalesce(p.email, '') || ' '
        || coalesce(p.phone, '')) like ${like(search)}
      order by lower(p.last_name), lower(p.first_name), p.pk
      limit ${sql.literal(searchLimit)}`,
  );
}

async function readPerson(tx: Tx, pk: number): Promise<PersonWithRoles> {
  const [row] = await tx<PersonWithRoles[]>`select ${columns(tx)} from people p where p.pk = ${pk}`;
  return requireFound(row, 'person');
}

async function refuseKnown(
  tx: Tx,
  { email, phone }: { email: string | null; phone: string | null },
) {
  const [known] = await tx<{ by_email: boolean }[]>`
    select coalesce(lower(email) = ${email}, false) as by_email from people
    where lower(email) = ${email} or phone = ${phone} limit 1`;
  if (!known) return;
  const field = known.by_email ? 'email' : 'phone';
  const message = 'Someone already has this. Search for the person and add the role there.';
  throw new Refusal('conflict', message, { [field]: message });
}

async function queueNewRoleMail(tx: Tx, organization_id: number, person_pk: number, now: Instant) {
  const key = `new role ${organization_id} ${person_pk}`;
  await enqueueOnce(tx, newRoleJob, { organization_id, person_pk }, { key, runAt: now });
}

/** Creates a person with a role, queues their email, and writes an audit entry. */
export function insertPerson(
  scope: SuperuserScope,
  body: BodyOf<typeof createPerson>,
  now: Instant,
) {
  const { organization, role, ...person } = body;
  return scope.write(async (tx) => {
    await refuseKnown(tx, person);
    const [{ pk }] = await tx<[{ pk: number }]>`
      insert into people ${tx.values({ ...person, created_at: now })} returning pk`;
    await tx`
      insert into affiliations (organization_id, person_pk, role, created_at)
      values (${organization}, ${pk}, ${role}, ${now})`;
    const author = { organizationId: organization, person: scope.person };
    const entry = { act: 'create', subject: 'person', pk, after: { ...person, role } } as const;
    await recordAuditEntry(tx, author, now, entry);
    await queueNewRoleMail(tx, organization, pk, now);
    return readPerson(tx, pk);
  });
}

/** If two superusers take the roles of the last two Admins at once, the second finds only one left. */
async function keepAnAdmin(tx: Tx, organization: number, before: Role | null, after: Role | null) {
  if (before !== 'ADMIN' || after === 'ADMIN') return;
  const admins = await tx`
    select pk from affiliations where organization_id = ${organization} and type = 'parking'
      and role = 'ADMIN' order by pk for update`;
  if (admins.length > 1) return;
  throw new Refusal(
    'conflict',
    'This is the organization’s last Admin. Make someone else an Admin first.',
  );
}

/** Adds, changes, or removes a role, and writes an audit entry. */
export function changeRole(
  scope: SuperuserScope,
  change: BodyOf<typeof setRole> & { person: number },
  now: Instant,
) {
  const { person, organization, role } = change;
  return scope.write(async (tx) => {
    await tx`select from people where pk = ${person} for update`;
    const { affiliations } = await readPerson(tx, person);
    const before =
      affiliations.find((affiliation) => affiliation.organization === organization)?.role ?? null;
    const author = { organizationId: organization, person: scope.person };
    const current = { role: before };
    await requireShown(tx, author, change.shown, current, { subject: 'person', pk: person });
    if (before === role) return readPerson(tx, person);
    await keepAnAdmin(tx, organization, before, role);
    if (before !== null && role !== null) await endUnopened(tx, author, person, now);
    if (role === null) {
      await tx`
        delete from affiliations where organization_id = ${organization} and person_pk = ${person}
          and type = 'parking'`;
      await forgetMember(tx, author, person, now);
    } else {
      await tx`
        insert into affiliations (organization_id, person_pk, role, created_at)
        values (${organization}, ${person}, ${role}, ${now})
        on conflict (organization_id, person_pk, type) do update set role = excluded.role`;
    }
    if (before === null) await queueNewRoleMail(tx, organization, person, now);
    const act = before === null ? 'add' : role === null ? 'remove' : 'change';
    const states = { before: { role: before }, after: { role } };
    await recordAuditEntry(tx, author, now, { act, subject: 'person', pk: person, ...states });
    return readPerson(tx, person);
  });
}
