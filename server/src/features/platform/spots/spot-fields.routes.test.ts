import {
  createSpot,
  getSpotFields,
  listEditableFields,
  newSpotRules,
  superusersOnlyMessage,
  updateSpot,
} from '@lotkeeper/contract/platform/spot-fields';
import { listSpots } from '@lotkeeper/contract/platform/spots';
import { listAuditEntries } from '@lotkeeper/contract/trust/audit-entries';
import { expect, test } from 'vitest';
import {
  makeOrganization,
  signedInMember,
  signedInSuperuser,
} from '../../../testing/people.factory.ts';
import { record, rental } from '../../../testing/rentals.factory.ts';
import { makeSpot } from '../../../testing/spots.factory.ts';
import { testApp } from '../../../testing/test-app.ts';

const at = await testApp({ now: '2026-06-15T19:00:00Z' });
const sql = at.database.system;
const spot = await makeSpot(sql);
const params = { id: String(spot.pk) };
const superuser = await signedInSuperuser(at);
const admin = await signedInMember(at, { pk: spot.organization }, 'ADMIN');

const audit = async (organization = spot.organization, reader: { token: string } = admin) =>
  (
    await at.call(
      listAuditEntries,
      { params: { id: String(organization) }, query: { page: 1 } },
      reader,
    )
  ).body;
const update = (body: object, caller: { token: string } = admin) =>
  at.call(updateSpot, { params, body }, caller);

const northLot = {
  name: 'North Lot',
  address_line1: '2 North St',
  city: 'Phoenix',
  state: 'AZ',
  timezone: 'America/Phoenix' as never,
  classification: 'Airport Lot' as const,
  quantity: 40,
};

test('an Admin adds the first property of their organization, with enforcement off, and the list has it at once', async () => {
  const organization = await makeOrganization(sql);
  const owner = await signedInMember(at, organization, 'ADMIN');
  const list = () =>
    at.call(listSpots, { query: { organization: String(organization.pk) } }, owner);
  expect((await list()).body).toEqual([]);
  const body = { ...northLot, organization: organization.pk, price_hourly: 300 };
  const { status, body: made } = await at.call(createSpot, { body }, owner);
  expect(status).toBe(200);
  expect((await list()).body).toMatchObject([
    { pk: made.pk, name: 'North Lot', classification: 'Airport Lot', price_hourly: 300 },
  ]);
  const fields = await at.call(getSpotFields, { params: { id: made.uuid } }, owner);
  expect(fields.body).toMatchObject({ enforcement_enabled: false, penalty_amount: 5500 });
  const { results } = await audit(organization.pk, owner);
  expect(results[0]).toMatchObject({ act: 'create', superuser: false });
  expect(results[0]?.changes).toContainEqual({
    field: 'Enforcement is on',
    before: '–',
    after: 'No',
  });
});

test('an Admin changes every field that is theirs, and the audit log has the previous values', async () => {
  const before = await at.call(getSpotFields, { params }, admin);
  const body = {
    name: 'Roosevelt East',
    address_line1: '9 Roosevelt St',
    city: 'Denver',
    state: 'CO',
    timezone: 'America/Denver',
    quantity: 90,
    quantity_monthly: 20,
    price_hourly: 725,
    price_daily: 2500,
    price_monthly: 20_000,
    price_flat: 1500,
    daily_min: 500,
    daily_max: 3000,
    contact_info_hourly: true,
    contact_info_flat: true,
    contact_info_daily: false,
    webflow_page_url: 'https://lot.example/',
  };
  expect(Object.keys(body).toSorted()).toEqual(
    [...listEditableFields({ superuser: false }, 'existing')].toSorted(),
  );
  const { organization: _, ...others } = before.body;
  expect((await update(body)).body).toEqual({ ...others, ...body });
  const [entry] = (await audit()).results;
  expect(entry).toMatchObject({ act: 'change', superuser: false, happened_at: at.clock() });
  expect(entry?.subject).toMatch(/^property [A-Z]/);
  expect(entry?.changes).toContainEqual({
    field: 'Hourly price',
    before: '$5.00',
    after: '$7.25',
  });
  expect(entry?.changes).toContainEqual({
    field: 'Booking link',
    before: '–',
    after: 'https://lot.example/',
  });
});

test.each([
  ['classification', 'Garage'],
  ['visibility_page_section', 'none'],
  ['show_timeline', false],
  ['enforcement_enabled', true],
  ['grace_minutes', 5],
  ['penalty_amount', 9900],
  ['min_charge_confidence', 85],
  ['second_read', 'before_charge'],
  ['hold_after_outage', false],
  ['hold_above_posted', false],
  ['hold_above_amount', 4000],
  ['hold_above_hours', null],
  ['desk_shows', 'held'],
  ['desk_days', 7],
  ['hidden', true],
])(
  'an Admin who changes %s is refused in words, and nothing of the change is saved',
  async (field, value) => {
    const { body: before } = await at.call(getSpotFields, { params }, admin);
    const { status, error } = await update({ [field]: value, quantity: 1 });
    expect([status, error.detail, error.fields]).toEqual([
      403,
      `Only superusers may change ${field}.`,
      { [field]: superusersOnlyMessage },
    ]);
    expect((await at.call(getSpotFields, { params }, admin)).body).toEqual(before);
    expect((await update({ [field]: value }, superuser)).body).toMatchObject({ [field]: value });
  },
);

test('rules for charges are audited by the labels and choices of the form', async () => {
  const rules = { second_read: 'not_needed', desk_shows: 'all', hold_above_amount: 2500 } as const;
  expect((await update(rules, superuser)).body).toMatchObject(rules);
  const [entry] = (await audit()).results;
  expect(entry?.changes).toEqual(
    expect.arrayContaining([
      {
        field: 'A charge needs two reads',
        before: 'Before the car is charged',
        after: 'No, one is enough',
      },
      {
        field: 'The plate desk shows',
        before: 'Cars whose charge is held',
        after: 'Every unexplained car',
      },
      { field: 'Hold charges above', before: '$40.00', after: '$25.00' },
    ]),
  );
});

test('an Admin who adds a property can’t set what superusers set', async () => {
  const body = { ...northLot, organization: spot.organization, penalty_amount: 1, hidden: true };
  const { status, error } = await at.call(createSpot, { body }, admin);
  expect([status, Object.keys(error.fields ?? {})]).toEqual([403, ['penalty_amount', 'hidden']]);
});

test.each(['EMPLOYEE', 'ENFORCER', 'VALET'] as const)(
  'a member with the role %s neither adds, reads nor changes how a property is set up',
  async (role) => {
    const member = await signedInMember(at, { pk: spot.organization }, role);
    const body = { ...northLot, organization: spot.organization };
    const answers = [
      await at.call(createSpot, { body }, member),
      await at.call(getSpotFields, { params }, member),
      await update({ quantity: 1 }, member),
    ];
    expect(answers.map(({ status }) => status)).toEqual([403, 403, 403]);
  },
);

test('a superuser adds a property with all fields to an organization that they don’t belong to', async () => {
  const extra = { enforcement_enabled: true, penalty_amount: 7500, hidden: true };
  const body = { ...northLot, organization: spot.organization, ...extra };
  const { body: made } = await at.call(createSpot, { body }, superuser);
  const fields = await at.call(getSpotFields, { params: { id: String(made.pk) } }, superuser);
  expect(fields.body).toMatchObject(extra);
});

test('a property update without changes leaves no audit entry', async () => {
  const { body } = await at.call(getSpotFields, { params }, admin);
  const { count } = await audit();
  expect((await update({ quantity: body.quantity })).status).toBe(200);
  expect((await audit()).count).toBe(count);
});

test.each([
  [{ webflow_page_url: 'javascript:alert(1)' }, 'webflow_page_url'],
  [{ webflow_page_url: 'http://lot.example/' }, 'webflow_page_url'],
  [{ timezone: 'Mars/Olympus' }, 'timezone'],
  [{ quantity: -1 }, 'quantity'],
  [{ price_hourly: 0 }, 'price_hourly'],
  [{ min_charge_confidence: 101 }, 'min_charge_confidence'],
  [{ hold_above_hours: 0 }, 'hold_above_hours'],
  [{ second_read: 'sometimes' }, 'second_read'],
  [{ desk_days: 91 }, 'desk_days'],
  [{ organization: 1 }, 'organization'],
])('a property update with %j is refused', async (body, field) => {
  const { status, error } = await update(body);
  expect([status, Object.keys(error.fields ?? {})]).toEqual([400, [field]]);
});

test('a property that does not exist gets a 404 when it is read or updated', async () => {
  const absent = { params: { id: '999999' } };
  expect((await at.call(getSpotFields, absent, superuser)).status).toBe(404);
  const change = await at.call(updateSpot, { ...absent, body: { hidden: true } }, superuser);
  expect(change.status).toBe(404);
});

test('a new time zone counts from the change on: recorded payments keep their day and hour', async () => {
  const lot = await makeSpot(sql, { organization: { pk: spot.organization } });
  // 22:30 on June 14 in Phoenix, and 1:30 on June 15 in New York.
  const late = '2026-06-15T05:30:00Z';
  await record(sql, lot, [rental(lot, late, 1000)]);
  const lotParams = { id: String(lot.pk) };
  const timezone = 'America/New_York' as never;
  await at.call(updateSpot, { params: lotParams, body: { timezone } }, admin);
  await record(sql, lot, [rental(lot, late, 2000)]);
  const days = await sql`
    select gross, local_date, local_hour from ledger_entries where spot_pk = ${lot.pk}
    order by gross`;
  expect(days).toEqual([
    { gross: 1000, local_date: '2026-06-14', local_hour: 22 },
    { gross: 2000, local_date: '2026-06-15', local_hour: 1 },
  ]);
});

test('a booking link and a zone are stored as they are usually written, and others are refused', async () => {
  const sent = { webflow_page_url: ' https://lot.example/book ', timezone: 'america/denver' };
  expect((await update(sent)).body).toMatchObject({
    webflow_page_url: 'https://lot.example/book',
    timezone: 'America/Denver',
  });
  for (const webflow_page_url of [
    'HTTPS://lot.example',
    'https:lot.example',
    'http://lot.example',
  ]) {
    expect((await update({ webflow_page_url })).status).toBe(400);
  }
});

test('an organization’s Admins can add 50 properties a day, and superusers more', async () => {
  const organization = await makeOrganization(sql);
  const owner = await signedInMember(at, organization, 'ADMIN');
  const add = (caller: { token: string }) =>
    at.call(createSpot, { body: { ...northLot, organization: organization.pk } }, caller);
  for (let count = 0; count < newSpotRules.perDay; count++) {
    expect((await add(owner)).status).toBe(200);
  }
  expect((await add(owner)).status).toBe(429);
  expect((await add(superuser)).status).toBe(200);
});
