import { randomUUID } from 'node:crypto';
import type { Role } from '@lotkeeper/contract/kernel/access';
import type { CommissionBase } from '@lotkeeper/contract/platform/organization-terms';
import type { TestApp } from './test-app.ts';

type Sql = TestApp['database']['system'];

/** An organization; by default with 10 % commission (in basis points) on adjusted revenue. */
export async function makeOrganization(
  sql: Sql,
  of: { name?: string; commission_rate?: number; commission_base?: CommissionBase } = {},
): Promise<{ pk: number; uuid: string }> {
  const [row] = await sql<[{ pk: number; uuid: string }]>`
    insert into organizations (name, commission_rate)
    values (${of.name ?? 'Desert Parking'}, ${of.commission_rate ?? 1000}) returning pk, uuid`;
  await sql`insert into commission_bases values (${row.pk}, '-infinity', ${of.commission_base ?? 'adjusted'})`;
  return row;
}

export interface TestPerson {
  pk: number;
  email: string;
  phone: string | null;
}

/** A person with an email address. */
export async function makePerson(
  sql: Sql,
  of: { email?: string; phone?: string; superuser?: boolean; is_renter?: boolean } = {},
): Promise<TestPerson> {
  const email = of.email ?? `${randomUUID()}@example.com`;
  const [row] = await sql<[TestPerson]>`
    insert into people (first_name, last_name, email, phone, superuser, is_renter)
    values ('Robin', 'Reyes', ${email}, ${of.phone ?? null}, ${of.superuser ?? false},
      ${of.is_renter ?? false})
    returning pk, email, phone`;
  return row;
}

export async function affiliate(
  sql: Sql,
  person: { pk: number },
  organization: { pk: number },
  role: Role,
  type: 'parking' | 'towing' = 'parking',
): Promise<void> {
  await sql`
    insert into affiliations (organization_id, person_pk, type, role)
    values (${organization.pk}, ${person.pk}, ${type}, ${role})`;
}

/** Someone whose name an organization's records show, although they left it. */
export async function makeFormerMember(
  sql: Sql,
  organization: { pk: number },
): Promise<TestPerson> {
  const person = await makePerson(sql);
  await affiliate(sql, person, organization, 'ADMIN');
  await sql`delete from affiliations where person_pk = ${person.pk}`;
  return person;
}

/** A new member of an organization, signed in. */
export async function signedInMember(
  { database, sessions }: Pick<TestApp, 'database' | 'sessions'>,
  organization: { pk: number },
  role: Role,
): Promise<TestPerson & { token: string }> {
  const person = await makePerson(database.system);
  await affiliate(database.system, person, organization, role);
  return { ...person, token: await sessions.start(person.pk, null) };
}

/** Lets a person prove who they are again, as with a code, after the clock was set forward. */
export async function confirmAgain(
  { sessions, clock }: Pick<TestApp, 'sessions' | 'clock'>,
  token: string,
): Promise<void> {
  const session = await sessions.find(token);
  if (!session) throw new Error('The session has ended.');
  await sessions.confirm(session, clock());
}

/** A superuser, signed in. */
export async function signedInSuperuser({
  database,
  sessions,
}: Pick<TestApp, 'database' | 'sessions'>): Promise<TestPerson & { token: string }> {
  const person = await makePerson(database.system, { superuser: true });
  return { ...person, token: await sessions.start(person.pk, null) };
}

/** An open invitation of an organization, whose email was not sent. */
export async function makeInvitation(
  sql: Sql,
  organization: { pk: number },
): Promise<{ pk: number; email: string }> {
  const [row] = await sql<[{ pk: number; email: string }]>`
    insert into invitations (organization_id, first_name, last_name, email, role, expires_at)
    values (${organization.pk}, 'Ida', 'Invited', ${`${randomUUID()}@example.com`}, 'EMPLOYEE', '2100-01-01')
    returning pk, email`;
  return row;
}
