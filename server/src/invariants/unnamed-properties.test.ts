import { createCar } from '@lotkeeper/contract/cars/cars';
import { getTicketByCode, listTicketsByPlate } from '@lotkeeper/contract/cars/violations';
import type { Role } from '@lotkeeper/contract/kernel/access';
import {
  getValetSessionByCode,
  listValetLots,
  listValetSessions,
  resendValetCode,
} from '@lotkeeper/contract/operations/valet';
import { listSlots } from '@lotkeeper/contract/people/drivers';
import { beforeEach, expect, test } from 'vitest';
import {
  affiliate,
  makeOrganization,
  makePerson,
  signedInMember,
  signedInSuperuser,
} from '../testing/people.factory.ts';
import { record, rental } from '../testing/rentals.factory.ts';
import type { TestSpot } from '../testing/spots.factory.ts';
import { makeSpot } from '../testing/spots.factory.ts';
import { testApp } from '../testing/test-app.ts';
import { makeValetSession } from '../testing/valet.factory.ts';
import { makeViolation } from '../testing/violations.factory.ts';

const at = await testApp({ now: '2026-06-15T19:00:00Z' });
const sql = at.database.system;

let organization: { pk: number };
let hidden: TestSpot;
let first: TestSpot;
let second: TestSpot;
let foreign: TestSpot;

beforeEach(async () => {
  organization = await makeOrganization(sql);
  second = await makeSpot(sql, { organization, name: 'B Lot' });
  first = await makeSpot(sql, { organization, name: 'a Lot' });
  hidden = await makeSpot(sql, { organization, name: 'A Hidden Lot' });
  await sql`update spots set hidden = true where pk = ${hidden.pk}`;
  foreign = await makeSpot(sql, { name: 'A Foreign Lot' });
});

const as = async (role: Role) => ({ token: (await signedInMember(at, organization, role)).token });

test('a valet call without a property lists the sessions of the first property that is not hidden', async () => {
  const session = await makeValetSession(at, first);
  for (const spot of [hidden, second, foreign]) await makeValetSession(at, spot);
  const query = { search: '', status: '' as const, page: 1 };
  const { status, body } = await at.call(listValetSessions, { query }, await as('VALET'));
  expect([status, body.results.map(({ pk }) => pk)]).toEqual([200, [session.pk]]);
});

test('a valet call without a property is for the lot that the valet dashboard lists first: one with sessions', async () => {
  const session = await makeValetSession(at, second);
  const by = await as('VALET');
  const lots = await at.call(
    listValetLots,
    { query: { organization: String(organization.pk) } },
    by,
  );
  const query = { search: '', status: '' as const, page: 1 };
  const { body } = await at.call(listValetSessions, { query }, by);
  expect(lots.body[0]?.pk).toBe(second.pk);
  expect(body.results.map(({ pk }) => pk)).toEqual([session.pk]);
});

test('a valet call without a property finds a session by its code there, and none elsewhere', async () => {
  const by = await as('VALET');
  const { code, pk } = await makeValetSession(at, first);
  const found = await at.call(getValetSessionByCode, { params: { code }, query: {} }, by);
  expect([found.status, found.body.pk]).toEqual([200, pk]);
  const other = await makeValetSession(at, foreign);
  const input = { params: { code: other.code }, query: {} };
  expect((await at.call(getValetSessionByCode, input, by)).status).toBe(404);
});

test('a valet call without a property texts the code again', async () => {
  await makeValetSession(at, first, { phone: '+16025550147' });
  const body = { phone: '6025550147', phone_country_code: '+1' };
  expect((await at.call(resendValetCode, { body }, await as('VALET'))).status).toBe(200);
});

test('a valet call without a property uses one where the caller has the role', async () => {
  const person = await makePerson(sql);
  await affiliate(sql, person, { pk: foreign.organization }, 'ENFORCER');
  await affiliate(sql, person, organization, 'VALET');
  const by = { token: await at.sessions.start(person.pk, null) };
  const session = await makeValetSession(at, first);
  const query = { search: '', status: '' as const, page: 1 };
  const { body } = await at.call(listValetSessions, { query }, by);
  expect(body.results.map(({ pk }) => pk)).toEqual([session.pk]);
});

test('a valet call without a property is refused to other roles, and asks a superuser for the property', async () => {
  const query = { search: '', status: '' as const, page: 1 };
  const refused = await at.call(listValetSessions, { query }, await as('ENFORCER'));
  expect([refused.status, refused.error.code]).toEqual([403, 'not_allowed']);
  const by = await signedInSuperuser(at);
  const { status, error } = await at.call(listValetSessions, { query }, by);
  expect([status, error.fields]).toEqual([400, { spot: 'This field is required.' }]);
});

test('a violation is found by number at every property of the organization and at no other', async () => {
  const by = await as('EMPLOYEE');
  const own = await makeViolation(sql, second);
  const found = await at.call(getTicketByCode, { params: { code: own.code }, query: {} }, by);
  expect([found.status, found.body.uuid]).toEqual([200, own.uuid]);
  const other = await makeViolation(sql, foreign);
  const input = { params: { code: other.code }, query: {} };
  expect((await at.call(getTicketByCode, input, by)).status).toBe(404);
});

test('a violation is found by plate at every property of the organization and at no other', async () => {
  const own = [await makeViolation(sql, first), await makeViolation(sql, second)];
  await makeViolation(sql, foreign);
  const query = { plate: 'ABC 123' };
  const { body } = await at.call(listTicketsByPlate, { query }, await as('EMPLOYEE'));
  expect(body.map(({ uuid }) => uuid).toSorted()).toEqual(own.map(({ uuid }) => uuid).toSorted());
});

test('a car is created in the caller’s organization by plate, state and country alone', async () => {
  const body = { plate: 'OPSCAR', state: 'CA', country: 'US' } as const;
  const made = await at.call(createCar, { body }, await as('ADMIN'));
  expect(made.status).toBe(200);
  const named = await at.call(createCar, { body: { ...body, spot: second.pk } }, await as('ADMIN'));
  expect(named.body).toEqual(made.body);
  const [car] = await sql`select organization_id from cars where pk = ${made.body.pk}`;
  expect(car).toEqual({ organization_id: organization.pk });
});

test('the rentals list has rentals of every type when none is requested', async () => {
  for (const rental_type of ['hourly', 'monthly'] as const) {
    await record(sql, first, [
      rental(first, '2026-06-15T10:00:00Z', 900, {
        rental_type,
        external_id: rental_type,
        end_date: null,
      }),
    ]);
  }
  const query = { spotId: String(first.pk), page: 1 };
  const { body } = await at.call(listSlots, { query } as never, await as('ADMIN'));
  expect(body.results.map(({ rental_type }) => rental_type).toSorted()).toEqual([
    'hourly',
    'monthly',
  ]);
});
