import type { LocalDate } from '@lotkeeper/contract/kernel/calendar';
import { fromIso } from '@lotkeeper/contract/kernel/calendar';
import type { Interval } from '@lotkeeper/contract/operations/recurrence';
import {
  createVisitorCode,
  listVisitorCodes,
  refreshVisitorCodes,
  removeVisitorCode,
  updateVisitorCode,
} from '@lotkeeper/contract/operations/visitor-codes';
import { createVisitor, listVisitors } from '@lotkeeper/contract/operations/visitors';
import { expect, test } from 'vitest';
import { refreshEventVisitors } from '../../../records/operations/visitor-grants.ts';
import { makeEvent } from '../../../testing/events.factory.ts';
import { recording } from '../../../testing/rentals.factory.ts';
import type { TestSpot } from '../../../testing/spots.factory.ts';
import { makeSpot } from '../../../testing/spots.factory.ts';
import { testProperty } from '../../../testing/test-property.ts';
import { makeVisitor, makeVisitorCode, until } from '../../../testing/visitors.factory.ts';

let names = 0;

const now = '2026-06-15T19:00:00Z';
const { at, sql, spot, token } = await testProperty({ now }, {}, 'EMPLOYEE');

const day = (text: string) => text as LocalDate;
const newCode = () => `CODE${++names}`;
const create = (overrides: object = { always_valid: true }, code = newCode()) =>
  at.call(createVisitorCode, { body: { spot: spot.pk, code, ...overrides } }, { token });
const update = (pk: number, body: object) =>
  at.call(updateVisitorCode, { params: { id: String(pk) }, body }, { token });
const list = async (property: TestSpot = spot) =>
  (await at.call(listVisitorCodes, { query: { spot: String(property.pk) } }, { token })).body;
const nothing = {
  always_valid: false,
  days_valid: null,
  hours_valid: null,
  expiration_date: null,
  events: [],
  event_names: [],
};

test.each([
  [{ always_valid: true }, { always_valid: true }],
  [{ days_valid: 2 }, { days_valid: 2, hours_valid: 0 }],
  [
    { hours_valid: 4, days_valid: null },
    { days_valid: 0, hours_valid: 4 },
  ],
  [{ expiration_date: '2026-07-01' }, { expiration_date: '2026-07-01' }],
  // Of several kinds, the first counts, and the fields of the others are cleared.
  [
    { hours_valid: 1, always_valid: true, expiration_date: '2026-07-01' },
    { days_valid: 0, hours_valid: 1 },
  ],
])('a new validation code of %j is stored as %j', async (sent, kept) => {
  const { body } = await create(sent);
  expect(body).toMatchObject({ ...nothing, ...kept, custom: true, name: '', spot: spot.pk });
  expect((await list()).results.find(({ pk }) => pk === body.pk)).toEqual(body);
});

test('a new validation code for events lists each event once, by name', async () => {
  const game = await makeEvent(sql, spot, { name: 'Game' });
  const fair = await makeEvent(sql, spot, {
    name: 'Fair',
    interval: 'weekly',
    repeat_on_day: 0,
  });
  expect((await create({ events: [game, fair, game], always_valid: true })).body).toMatchObject({
    ...nothing,
    events: [fair, game],
    event_names: ['Fair', 'Game'],
  });
});

test.each([
  [{ events: [] }, 'events', 'Please select an event'],
  [{ days_valid: 0, hours_valid: 0 }, 'days_valid', 'Please choose amount of days or hours'],
  [{ hours_valid: null }, 'days_valid', 'Please choose amount of days or hours'],
  [{ expiration_date: null }, 'expiration_date', 'Please select a date'],
  [{ always_valid: false }, 'always_valid', 'Please select an option'],
  [{}, 'always_valid', 'Please select an option'],
  [{ code: ' ', always_valid: true }, 'code', 'This is required'],
  [{ days_valid: -1 }, 'days_valid', 'Must not be negative.'],
  [{ days_valid: 1.5 }, 'days_valid', 'Please choose amount of days or hours'],
  [{ expiration_date: '2026-02-30' }, 'expiration_date', 'Must be a day as YYYY-MM-DD.'],
  [{ always_valid: true, organization_id: 1 }, 'organization_id', 'Unknown field.'],
])('a new validation code of %j is refused', async (sent, field, message) => {
  const { status, error } = await create(sent);
  expect([status, error.fields]).toEqual([400, { [field]: message }]);
});

test('a new validation code for another property’s event is refused like one for a missing event', async () => {
  const elsewhere = await makeSpot(sql, {
    organization: { pk: spot.organization },
  });
  const pk = await makeEvent(sql, elsewhere);
  const foreign = await create({ events: [pk] });
  const absent = await create({ events: [999_999] });
  expect(foreign.error.fields).toEqual({ events: 'Please select an event' });
  expect(foreign.response.body).toBe(absent.response.body);
});

test('a code that the property already has is refused in any case, even when several are created at once', async () => {
  const code = newCode();
  const answers = await Promise.all([
    create(undefined, code),
    create(undefined, code.toLowerCase()),
    create(undefined, code),
  ]);
  expect(answers.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([200, 400, 400]);
  const refused = answers.find(({ status }) => status === 400);
  expect(refused?.error.fields).toEqual({
    code: 'Invalid code. Please try with a different one.',
  });
  const other = await makeSpot(sql, { organization: { pk: spot.organization } });
  expect((await create({ spot: other.pk, always_valid: true }, code)).status).toBe(200);
});

test('a validation code that changes its kind loses its previous fields, and a new name alone keeps them', async () => {
  const { body } = await create({ days_valid: 3 });
  expect((await update(body.pk, { name: 'Crew' })).body).toMatchObject({
    days_valid: 3,
    name: 'Crew',
  });
  const { body: after } = await update(body.pk, { expiration_date: '2026-08-01' });
  expect(after).toMatchObject({ ...nothing, expiration_date: '2026-08-01', name: 'Crew' });
  const pk = await makeEvent(sql, spot);
  await update(body.pk, { events: [pk] });
  expect((await update(body.pk, { always_valid: true })).body).toMatchObject({
    ...nothing,
    always_valid: true,
  });
});

test('a validation code cannot be renamed to a code that already exists', async () => {
  const first = await create();
  const second = await create();
  const { status, error } = await update(second.body.pk, { code: first.body.code.toLowerCase() });
  expect([status, error.fields]).toEqual([
    400,
    { code: 'Invalid code. Please try with a different one.' },
  ]);
});

test('a validation code cannot be changed to an empty list of events', async () => {
  const { body } = await create();
  expect((await update(body.pk, { events: [] })).error.fields).toEqual({
    events: 'Please select an event',
  });
});

test('creating, changing, and deleting a validation code leave one audit entry each', async () => {
  const { body } = await create({ hours_valid: 2 });
  await update(body.pk, { hours_valid: 3 });
  const remove = () => at.call(removeVisitorCode, { params: { id: String(body.pk) } }, { token });
  expect([(await remove()).status, (await remove()).status]).toEqual([204, 204]);
  expect((await update(body.pk, { name: 'x' })).status).toBe(404);
  const acts = await sql<{ act: string; before: object; after: object }[]>`
    select act, before, after from audit_entries
    where subject_type = 'validation code' and subject_pk = ${body.pk} order by pk`;
  expect(acts.map(({ act }) => act)).toEqual(['create', 'change', 'remove']);
  expect(acts[1]).toMatchObject({ before: { hours_valid: 2 }, after: { hours_valid: 3 } });
});

test('a deleted validation code is refused and can be created again, and its visitors keep their time', async () => {
  const place = await makeSpot(sql, { organization: { pk: spot.organization } });
  const code = newCode();
  const made = await create({ spot: place.pk, hours_valid: 5 }, code);
  const guest = (plate: string, codes: number[]) => {
    const car = { plate, state: 'AZ', country: 'US' } as const;
    const body = { spot: place.pk, validation_source: 'dashboard' as const, codes, ...car };
    return at.call(createVisitor, { body }, { token });
  };
  const before = await guest('KEPT 1', [made.body.pk]);
  await at.call(removeVisitorCode, { params: { id: String(made.body.pk) } }, { token });
  expect((await guest('LATE 1', [made.body.pk])).error.fields).toEqual({
    codes: 'Invalid code. Please try with a different one.',
  });
  const query = { spot: String(place.pk), page: 1, expiring: 'false' as const, search: '' };
  const { body } = await at.call(listVisitors, { query }, { token });
  expect(body.results).toMatchObject([
    { pk: before.body.pk, valid_until: before.body.valid_until },
  ]);
  expect((await create({ spot: place.pk, always_valid: true }, code)).status).toBe(200);
});

test('the visitors of a validation code for events follow its events', async () => {
  const place = await makeSpot(sql, { organization: { pk: spot.organization } });
  const game = await makeEvent(sql, place, { date: day('2026-06-20'), end_time: '13:00:00' });
  const fair = await makeEvent(sql, place, { interval: 'weekly', repeat_on_day: 0 });
  const code = await makeVisitorCode(sql, place, { events: [game] });
  const grants = [
    { code_pk: code.pk, kind: 'events' as const, ends_at: fromIso('2026-06-20T20:00:00Z') },
  ];
  await makeVisitor(sql, place, { plate: 'FAN', grants });
  await makeVisitor(sql, place, { plate: 'ELSE', grants: [until('2026-06-18T00:00:00Z')] });
  const listed = async () => {
    const query = { spot: String(place.pk), page: 1, expiring: 'false' as const, search: '' };
    const { body } = await at.call(listVisitors, { query }, { token });
    return Object.fromEntries(
      body.results.map((one) => [one.car_details.plate, one.valid_until ?? one.validity_reason]),
    );
  };
  const other = { ELSE: fromIso('2026-06-18T00:00:00Z') / 1000 };
  expect(await listed()).toEqual({ FAN: fromIso('2026-06-20T20:00:00Z') / 1000, ...other });
  await update(code.pk, { events: [fair] });
  expect(await listed()).toEqual({ FAN: 'During events', ...other });
  const late = await makeEvent(sql, place, { date: day('2026-06-16'), end_time: '18:00:00' });
  await update(code.pk, { events: [late] });
  expect(await listed()).toEqual({ FAN: fromIso('2026-06-17T01:00:00Z') / 1000, ...other });
  await sql`delete from events where pk = ${late}`;
  await recording(sql, place.organization, (recorder) =>
    refreshEventVisitors(recorder, place.pk, at.clock()),
  );
  expect(await listed()).toEqual(other);
});

test('refreshing gives each temporary code 6 new characters without look-alikes and keeps the other codes', async () => {
  const place = await makeSpot(sql, { organization: { pk: spot.organization } });
  const kept = await create({ spot: place.pk, always_valid: true });
  await create({ spot: place.pk, days_valid: 1 });
  await create({ spot: place.pk, hours_valid: 1 });
  const before = (await list(place)).results;
  const query = { query: { spot: String(place.pk) } };
  const { body } = await at.call(refreshVisitorCodes, query, { token });
  expect(body).toEqual((await list(place)).results);
  const drawn = body.filter(({ pk }) => pk !== kept.body.pk);
  expect(drawn).toHaveLength(2);
  for (const { pk, code, custom } of drawn) {
    expect(code).toMatch(/^[2-9A-HJ-NP-Z]{6}$/);
    expect(custom).toBe(false);
    expect(before.find((one) => one.pk === pk)?.code).not.toBe(code);
  }
  expect(body.find(({ pk }) => pk === kept.body.pk)?.code).toBe(kept.body.code);
});

test('refreshing the codes from another site with a cookie gets a 401 and changes nothing', async () => {
  const { body } = await create({ hours_valid: 1 });
  const url = `/api/refreshCodes?spot=${spot.pk}`;
  const bySite = await at.app.inject({
    url,
    headers: {
      cookie: `auth=${token}`,
      'sec-fetch-site': 'cross-site',
      'sec-fetch-mode': 'no-cors',
    },
  });
  expect(bySite.statusCode).toBe(401);
  expect((await list()).results.find(({ pk }) => pk === body.pk)?.code).toBe(body.code);
});

test('the events to choose from are the property’s events that are not over', async () => {
  const place = await makeSpot(sql, { organization: { pk: spot.organization } });
  const event = (name: string, date: string, interval: Interval = 'one_time') =>
    makeEvent(sql, place, {
      name,
      date: day(date),
      interval,
      ...(interval === 'weekly' ? { repeat_on_day: 0 } : {}),
    });
  await event('Over', '2026-06-14');
  await event('Later', '2026-06-20');
  await event('Today', '2026-06-15');
  await event('Market', '2026-01-01', 'weekly');
  await makeEvent(sql, spot, { name: 'Elsewhere', date: day('2026-06-20') });
  expect((await list(place)).events.map(({ name }) => name)).toEqual(['Today', 'Later', 'Market']);
});
