import type { Role } from '@lotkeeper/contract/kernel/access';
import type { LocalDate } from '@lotkeeper/contract/kernel/calendar';
import { cents } from '@lotkeeper/contract/kernel/money';
import { getIncomeStatement } from '@lotkeeper/contract/money/income-statement';
import type { OrganizationFields } from '@lotkeeper/contract/platform/superuser';
import {
  createOrganization,
  createPerson,
  getOrganizationFields,
  searchOrganizations,
  searchPeople,
  setRole,
  updateOrganization,
} from '@lotkeeper/contract/platform/superuser';
import { downloadAuditEntries, listAuditEntries } from '@lotkeeper/contract/trust/audit-entries';
import { expect, test } from 'vitest';
import {
  affiliate,
  makePerson,
  signedInMember,
  signedInSuperuser,
} from '../../../testing/people.factory.ts';
import { moveMoney, movement } from '../../../testing/rentals.factory.ts';
import { startPost } from '../../../testing/sign-in.ts';
import { makeSpot } from '../../../testing/spots.factory.ts';
import { testApp } from '../../../testing/test-app.ts';

const at = await testApp({ now: '2026-06-15T19:00:00Z' });
const sql = at.database.system;
const spot = await makeSpot(sql);
const id = String(spot.organization);
const { token } = await signedInSuperuser(at);
const { pk: adminPk, token: admin } = await signedInMember(at, { pk: spot.organization }, 'ADMIN');

const audit = async () =>
  (await at.call(listAuditEntries, { params: { id }, query: { page: 1 } }, { token: admin })).body;
const giveRole = (person: number, role: Role | null) => {
  const body = { organization: spot.organization, role };
  return at.call(setRole, { params: { id: String(person) }, body }, { token });
};

test('organizations are found with what they took in the last month, and their open alerts', async () => {
  const busy = await makeSpot(sql);
  await moveMoney(sql, busy, [
    movement('2026-05-20T20:00:00Z', 1500),
    // Midnight in UTC is still May in Phoenix.
    movement('2026-06-01T05:00:00Z', 200),
    movement('2026-06-10T20:00:00Z', 999),
  ]);
  const find = async (search: string) =>
    (await at.call(searchOrganizations, { query: { search } }, { token })).body;
  const { body: fields } = await at.call(
    getOrganizationFields,
    { params: { id: String(busy.organization) } },
    { token },
  );
  const found = await find(fields.name);
  expect(found.find(({ pk }) => pk === busy.organization)).toMatchObject({
    spot_count: 1,
    gross: 1700,
    gross_month: '2026-05-01',
    open_alerts: 0,
  });
});

test('an organization’s rates can be set to the hundredth of a percent', async () => {
  const params = { id };
  const body = { commission_percent: 12.34, tax_percent: 8.25, payout_schedule: 'weekly' as const };
  const { body: changed } = await at.call(updateOrganization, { params, body }, { token });
  expect(changed).toMatchObject(body);
  expect((await at.call(getOrganizationFields, { params }, { token })).body).toEqual(changed);
  const [row] = await sql`
    select commission_rate, tax_rate from organizations where pk = ${spot.organization}`;
  expect(row).toEqual({ commission_rate: 1234, tax_rate: 825 });
  expect((await audit()).results[0]?.changes).toContainEqual({
    field: 'Payouts',
    before: 'Monthly',
    after: 'Weekly',
  });
});

test('the commission’s base changes from a later day on, and entries that are there keep theirs', async () => {
  const params = { id };
  const set = (body: Partial<OrganizationFields>) =>
    at.call(updateOrganization, { params, body }, { token });
  const fields = async () => (await at.call(getOrganizationFields, { params }, { token })).body;
  expect(await fields()).toMatchObject({ commission_base: 'adjusted', commission_base_from: null });
  // 10 % of 1080 − 80 − 30.
  await set({ commission_percent: 10 });
  const charge = (on: string) =>
    moveMoney(sql, spot, [
      movement(`${on}T20:00:00Z`, 1080, { tax: cents(80), processing_fee: cents(30) }),
    ]);
  await charge('2026-06-15');
  for (const commission_base_from of [null, '2026-06-15'] as (LocalDate | null)[]) {
    const refused = await set({ commission_base: 'gross', commission_base_from });
    expect([refused.status, refused.error.fields]).toEqual([
      400,
      {
        commission_base_from:
          'Must be a day after today: entries that are recorded keep their commission.',
      },
    ]);
  }
  const tomorrow = '2026-06-16' as LocalDate;
  // A later choice replaces one that hasn't begun.
  await set({ commission_base: 'gross_less_tax', commission_base_from: '2027-01-01' as LocalDate });
  const chosen = { commission_base: 'gross', commission_base_from: tomorrow } as const;
  expect((await set(chosen)).body).toMatchObject(chosen);
  expect(await fields()).toMatchObject(chosen);
  expect((await audit()).results[0]?.changes).toEqual([
    { field: 'Commission on', before: 'gross revenue less tax', after: 'gross revenue' },
    { field: 'Base in force from', before: 'Jan 1, 2027', after: 'Jun 16, 2026' },
  ]);
  await charge('2026-06-15');
  await charge('2026-06-16');
  const entries = await sql<{ commission: number }[]>`
    select commission from ledger_entries where organization_id = ${spot.organization} order by pk`;
  expect(entries.map(({ commission }) => commission)).toEqual([97, 97, 108]);
  const query = { organization: id, start_date: '2026-06-15' as LocalDate, end_date: tomorrow };
  const { body } = await at.call(getIncomeStatement, { query }, { token: admin });
  expect(body.commission_bases).toEqual([
    { base: 'adjusted', from: null },
    { base: 'gross', from: tomorrow },
  ]);
  expect(body.organization.income_statement.contribution_amount_exclude_tax).toBe(302);
});

test('a new organization’s commission is on gross revenue, unless another base was agreed', async () => {
  for (const commission_base of [undefined, 'adjusted'] as const) {
    const body = { name: 'New Parking', commission_percent: 10, commission_base };
    const { body: made } = await at.call(createOrganization, { body }, { token });
    const params = { id: String(made.pk) };
    const { body: fields } = await at.call(getOrganizationFields, { params }, { token });
    expect(fields).toMatchObject({
      commission_base: commission_base ?? 'gross',
      commission_base_from: null,
    });
  }
});

const newcomer = {
  first_name: 'Nia',
  last_name: 'Newman',
  email: 'Nia.Newman@Example.com',
  phone: '+16025550199',
};
let pk: number;

test('a new person gets a role and is found by any part of their name, email address, or phone number', async () => {
  const body = { ...newcomer, organization: spot.organization, role: 'EMPLOYEE' as const };
  const made = await at.call(createPerson, { body }, { token });
  pk = made.body.pk;
  expect(made.body).toMatchObject({
    email: 'nia.newman@example.com',
    superuser: false,
    affiliations: [{ organization: spot.organization, role: 'EMPLOYEE' }],
  });
  for (const search of ['newm', 'NIA N', 'nia.newman@', '55501']) {
    const { body: found } = await at.call(searchPeople, { query: { search } }, { token });
    expect(found.map((one) => one.pk)).toContain(pk);
  }
});

test('a person who gets a role gets one email that says where to sign in', async () => {
  const post = await startPost(at);
  const [message] = await post.collect();
  expect(message).toMatchObject({ medium: 'email', to: 'nia.newman@example.com' });
  expect(message?.subject).toMatch(/^You can now sign in to .+ on Lotkeeper$/);
  expect(message?.text).toContain('/login');
  await giveRole(pk, 'VALET');
  expect(await post.collect()).toEqual([]);
  await giveRole(pk, null);
  await giveRole(pk, 'EMPLOYEE');
  expect(await post.collect()).toHaveLength(1);
});

test('a new person with a taken email address is refused, and the existing person stays unchanged', async () => {
  const other = { ...newcomer, first_name: 'Nina', phone: null };
  const body = { ...other, organization: spot.organization, role: 'ADMIN' as const };
  const { status, error } = await at.call(createPerson, { body }, { token });
  expect([status, error.code, Object.keys(error.fields ?? {})]).toEqual([
    409,
    'conflict',
    ['email'],
  ]);
  const [kept] = await sql`select first_name from people where pk = ${pk}`;
  expect(kept).toEqual({ first_name: 'Nia' });
});

test('a new person needs an email address or a phone number and cannot be made a superuser', async () => {
  const body = { ...newcomer, email: null, phone: null, organization: spot.organization };
  const none = await at.call(createPerson, { body: { ...body, role: 'VALET' } }, { token });
  expect(none.error.fields).toEqual({ email: 'Please enter a valid email' });
  const greedy = { ...body, phone: '+16025550111', role: 'VALET', superuser: true };
  const refused = await at.call(createPerson, { body: greedy as never }, { token });
  expect(refused.error.fields).toEqual({ superuser: 'Unknown field.' });
});

test('a person’s new or removed role counts on their next request', async () => {
  const give = (role: 'ADMIN' | null) => giveRole(pk, role);
  const theirSession = await at.sessions.start(pk, null);
  const reads = async () =>
    (
      await at.call(
        listAuditEntries,
        { params: { id }, query: { page: 1 } },
        { token: theirSession },
      )
    ).status;
  expect(await reads()).toBe(403);
  await give('ADMIN');
  await expect.poll(reads).toBe(200);
  expect((await give(null)).body.affiliations).toEqual([]);
  await expect.poll(reads).toBe(404);
  expect((await audit()).results.slice(0, 2).map(({ act }) => act)).toEqual(['remove', 'change']);
});

test('the last Admin stays even when the last two are removed at once', async () => {
  const second = await makePerson(sql);
  await affiliate(sql, second, { pk: spot.organization }, 'ADMIN');
  const answers = await Promise.all([giveRole(adminPk, null), giveRole(second.pk, null)]);
  expect(answers.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([200, 409]);
  const admins = await sql`
    select person_pk from affiliations where organization_id = ${spot.organization} and role = 'ADMIN'`;
  expect(admins).toHaveLength(1);
});

test('the audit log can be downloaded as a file without formulas in its texts', async () => {
  await at.call(updateOrganization, { params: { id }, body: { name: '=1+1 Parking' } }, { token });
  const { response } = await at.call(downloadAuditEntries, { params: { id } }, { token });
  expect(response.headers['content-type']).toBe('text/csv; charset=utf-8');
  expect(response.headers['content-disposition']).toMatch(
    /^attachment; filename="audit-log [\w-]+\.csv"/,
  );
  const [header, newest] = response.body.replace('\uFEFF', '').split('\r\n');
  expect(header).toBe('time,person,act,of,changes');
  expect(newest).toContain('Name: ');
  expect(newest).toContain('=1+1 Parking');
  expect(newest).not.toMatch(/(^|,)"?[=+@-]/);
});
