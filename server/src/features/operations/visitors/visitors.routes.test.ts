import { createCar } from '@lotkeeper/contract/cars/cars';
import type { LocalDate } from '@lotkeeper/contract/kernel/calendar';
import { fromIso, instant } from '@lotkeeper/contract/kernel/calendar';
import { hourMs } from '@lotkeeper/contract/kernel/durations';
import { updateEvent } from '@lotkeeper/contract/operations/events';
import { validateVisitor } from '@lotkeeper/contract/operations/kiosks';
import {
  createVisitor,
  listVisitors,
  removeVisitor,
  updateVisitor,
} from '@lotkeeper/contract/operations/visitors';
import { beforeEach, describe, expect, test } from 'vitest';
import { recordVisitors } from '../../../records/operations/visitors.ts';
import { makeEvent } from '../../../testing/events.factory.ts';
import { signedInMember } from '../../../testing/people.factory.ts';
import { recording } from '../../../testing/rentals.factory.ts';
import type { TestSpot } from '../../../testing/spots.factory.ts';
import { makeSpot } from '../../../testing/spots.factory.ts';
import { testApp } from '../../../testing/test-app.ts';
import { makeVisitor, makeVisitorCode, until } from '../../../testing/visitors.factory.ts';

let spot: TestSpot;
const logged: string[] = [];

const at = await testApp({
  now: '2026-06-15T19:00:00Z',
  settings: { LOG_LEVEL: 'debug' },
  logTo: { write: (line) => void logged.push(line) },
});
const sql = at.database.system;
const first = await makeSpot(sql);
const organization = { pk: first.organization };
const token = (await signedInMember(at, organization, 'EMPLOYEE')).token;

beforeEach(async () => {
  at.clock.set('2026-06-15T19:00:00Z');
  spot = await makeSpot(sql, { organization });
});

const code = (overrides: Parameters<typeof makeVisitorCode>[2] = {}) =>
  makeVisitorCode(sql, spot, overrides);
const add = (overrides: object) => {
  const car = { plate: 'abc 123', state: 'AZ', country: 'US' as const };
  const body = { spot: spot.pk, validation_source: 'dashboard' as const, ...car, ...overrides };
  return at.call(createVisitor, { body }, { token });
};
const list = async (
  filters: { page?: number; expiring?: 'true' | 'false'; search?: string } = {},
) => {
  const query = {
    spot: String(spot.pk),
    page: 1,
    expiring: 'false' as const,
    search: '',
    ...filters,
  };
  return (await at.call(listVisitors, { query }, { token })).body;
};
const change = (pk: number, body: object) =>
  at.call(updateVisitor, { params: { id: String(pk) }, body }, { token });
const remove = (pk: number) => at.call(removeVisitor, { params: { id: String(pk) } }, { token });
const recordMany = (count: number, build: (n: number) => { plate: string; grants: object[] }) =>
  recording(sql, organization.pk, (recorder) =>
    recordVisitors(
      recorder,
      Array.from({ length: count }, (_, n) => {
        const { plate, grants } = build(n);
        const car = { plate, state: 'AZ', country: 'US' as const };
        const more = { name: null, phone: null, validation_source: 'dashboard', at: instant(0) };
        return { spot_pk: spot.pk, car, grants, ...more } as never;
      }),
    ),
  );
const day = (iso: string) => iso as LocalDate;
const seconds = (iso: string) => fromIso(iso) / 1000;
const plates = async (query: Parameters<typeof list>[0] = {}) =>
  (await list(query)).results.map(({ car_details }) => car_details.plate);

test('a new visitor is returned and listed with plate, code, and end', async () => {
  const { pk, code: word } = await code({ code: 'GUEST4', hours_valid: 4 });
  const { body } = await add({ codes: [pk], name: ' Ada ', phone: '(602) 555-0147' });
  expect(body).toMatchObject({
    name: 'Ada',
    phone: '+16025550147',
    codes: [{ pk, code: word }],
    car_details: { plate: 'ABC 123', state: 'AZ', country: 'US' },
    validation_source: 'dashboard',
    validity_reason: 'By code GUEST4',
    is_always_valid: false,
    valid_until: seconds('2026-06-15T23:00:00Z'),
    created_at: '2026-06-15T19:00:00.000Z',
  });
  expect(body.visitor_sessions).toHaveLength(1);
  expect(await list()).toEqual({ results: [body], count: 1 });
});

test('a car may be sent as answers have it; a body with both forms is refused', async () => {
  const { pk } = await code({ code: 'GUEST4', hours_valid: 4 });
  const send = (body: object) => at.call(createVisitor, { body: body as never }, { token });
  const fields = { spot: spot.pk, validation_source: 'dashboard', codes: [pk] };
  const car = { plate: 'abc 123', state: 'AZ', country: 'US' };
  const { body: added } = await send({ ...fields, car_details: car });
  expect(added.car_details).toEqual({ ...car, plate: 'ABC 123' });
  const moved = { ...car, plate: 'NEW 7' };
  expect((await change(added.pk, { car_details: moved })).body.car_details).toEqual(moved);
  for (const body of [
    { ...fields, ...car, car_details: car },
    { ...fields, car_details: { ...car, spot: 2 } },
    { ...fields, car_details: 'ABC 123' },
    { ...fields, car_details: { plate: 'ABC 123' } },
  ]) {
    expect(await send(body)).toMatchObject({ status: 400 });
  }
});

test('a visitor with an always valid code has no end, and one with a repeated event is valid during events', async () => {
  await add({ codes: [(await code()).pk] });
  const fair = await makeEvent(sql, spot, {
    interval: 'weekly',
    repeat_on_day: 0,
  });
  const byEvent = await code({ events: [fair] });
  await add({ codes: [byEvent.pk], plate: 'XYZ 9' });
  expect((await list()).results).toMatchObject([
    { is_always_valid: true, valid_until: null, validity_reason: 'Always valid' },
    { is_always_valid: false, valid_until: null, validity_reason: 'During events' },
  ]);
});

test('a visitor with a code for one event is valid until the event ends', async () => {
  // In Phoenix it ends at 22:30, which is 5:30 of the next day in UTC.
  const game = await makeEvent(sql, spot);
  const { body } = await add({ codes: [(await code({ events: [game] })).pk] });
  expect(body.valid_until).toBe(seconds('2026-06-16T05:30:00Z'));
});

test('a visitor who is added again with another spelling of the plate stays one row with the later end', async () => {
  const long = await code({ days_valid: 2, code: 'LONG' });
  const short = await code({ hours_valid: 1, code: 'SHORT' });
  const first = await add({ codes: [long.pk], name: 'Ada', phone: '602 555 0147' });
  at.clock.forward(hourMs / 2);
  const { body } = await add({ codes: [short.pk], plate: 'A-BC123', name: 'Ada Stone' });
  expect(body).toMatchObject({
    pk: first.body.pk,
    name: 'Ada Stone',
    // Only sent values are returned: adding a plate doesn't search for its driver.
    phone: null,
    valid_until: first.body.valid_until,
  });
  expect(body.codes.map((one) => one.code)).toEqual(['LONG', 'SHORT']);
  expect(await list()).toMatchObject({ count: 1, results: [{ phone: '+16025550147' }] });
});

test('a visitor who is added twelve times at once has one row', async () => {
  const { pk } = await code({ hours_valid: 4 });
  const answers = await Promise.all(
    Array.from({ length: 12 }, (_, n) => add({ codes: [pk], name: `Ada ${n}` })),
  );
  expect(new Set(answers.map(({ body }) => body.pk)).size).toBe(1);
  expect((await list()).count).toBe(1);
});

test('a visitor with the same plate in another state is another visitor', async () => {
  const { pk } = await code();
  await add({ codes: [pk] });
  await add({ codes: [pk], state: 'ON', country: 'CA' });
  expect((await list()).count).toBe(2);
});

test('a visitor with several wrong fields is refused with an error for each of them', async () => {
  expect((await add({ plate: ' ', state: '', codes: [] })).error.fields).toEqual({
    plate: 'This is required',
    codes: 'This is required',
    state: 'License PLate state is required',
  });
});

test.each([
  [{ state: 'XX' }, 'state', 'License PLate state is required'],
  [{ state: 'AZ', country: 'CA' }, 'state', 'License PLate state is required'],
  [{ plate: 'ABCDEFGH12345' }, 'plate', 'At most 12 letters and digits.'],
  [{ plate: '- -' }, 'plate', 'Must contain a letter or a digit.'],
  [
    { plate: "';DROP" },
    'plate',
    "Only letters, digits, spaces and dashes. “'”, “;” can’t be part of a plate.",
  ],
  [{ phone: '12345' }, 'phone', 'Invalid phone number'],
  [{ phone: 'call me' }, 'phone', 'Invalid phone number'],
  [{ codes: undefined }, 'codes', 'This is required'],
  [{ name: 'a\u0000b' }, 'name', 'Contains characters that can’t be stored.'],
  [{ is_always_valid: true }, 'is_always_valid', 'Unknown field.'],
  [{ validation_source: 'superuser' }, 'validation_source', expect.any(String)],
])('a visitor with %j is refused', async (overrides, field, message) => {
  const { pk } = await code();
  const { status, error } = await add({ codes: [pk], ...overrides });
  expect([status, error.fields]).toEqual([400, { [field]: message }]);
});

test('a visitor with a foreign, expired, or missing code is refused with the same message', async () => {
  const other = await makeSpot(sql, { organization });
  const foreign = await makeSpot(sql);
  const codes = [
    await makeVisitorCode(sql, other),
    await makeVisitorCode(sql, foreign),
    await code({ expiration_date: '2026-06-14' }),
    { pk: 999_999 },
  ];
  for (const { pk } of codes) {
    const { status, error } = await add({ codes: [pk] });
    expect([status, error.fields]).toEqual([
      400,
      { codes: 'Invalid code. Please try with a different one.' },
    ]);
  }
  expect((await list()).count).toBe(0);
});

test('the visitors list shows 20 current visitors per page, those who expire first at the top', async () => {
  for (let n = 0; n < 23; n++) {
    const end = `2026-06-${20 + (n % 5)}T00:00:0${n % 10}Z`;
    await makeVisitor(sql, spot, { plate: `P${n}`, grants: [until(end)] });
  }
  await makeVisitor(sql, spot, {
    plate: 'OVER',
    grants: [until('2026-06-15T18:59:59Z')],
  });
  await makeVisitor(sql, spot, { plate: 'WAITS', grants: [] });
  const first = await list();
  const second = await list({ page: 2 });
  expect([first.count, first.results.length, second.count, second.results.length]).toEqual([
    23, 20, 23, 3,
  ]);
  const ends = [...first.results, ...second.results].map(({ valid_until }) => valid_until ?? 0);
  expect(ends).toEqual(ends.toSorted((a, b) => a - b));
  expect(new Set([...first.results, ...second.results].map(({ pk }) => pk)).size).toBe(23);
  expect((await list({ page: 9 })).results).toEqual([]);
});

test('the list of visitors who expire soon has those who expire within 24 hours', async () => {
  const ends = {
    OVER: '2026-06-15T19:00:00Z',
    NOW: '2026-06-15T19:00:01Z',
    HOUR: '2026-06-15T20:30:00Z',
    LAST: '2026-06-16T19:00:00Z',
    LATER: '2026-06-16T19:00:01Z',
  };
  for (const [plate, end] of Object.entries(ends)) {
    await makeVisitor(sql, spot, { plate, grants: [until(end)] });
  }
  await makeVisitor(sql, spot, { plate: 'EVER' });
  expect(await plates({ expiring: 'true' })).toEqual(['NOW', 'HOUR', 'LAST']);
  expect((await list({ expiring: 'true' })).count).toBe(3);
  expect(await plates()).toEqual(['NOW', 'HOUR', 'LAST', 'LATER', 'EVER']);
  expect((await list()).count).toBe(5);
});

test('the visitors list counts as many as its pages show, after changes, deletions, and expirations', async () => {
  const recorded = await recordMany(60, (n) => ({
    plate: `R${n}`,
    grants: n % 7 === 0 ? [] : [until(`2026-06-1${5 + (n % 4)}T${10 + (n % 14)}:30:00Z`)],
  }));
  await remove(recorded[2]?.pk ?? 0);
  await remove(recorded[3]?.pk ?? 0);
  const { pk } = await code({ days_valid: 9 });
  await change(recorded[4]?.pk ?? 0, { codes: [pk] });
  for (const hours of [0, 3.5, 20, 31, 80]) {
    at.clock.set('2026-06-15T19:00:00Z');
    at.clock.forward(hours * hourMs);
    for (const expiring of ['true', 'false'] as const) {
      const pages = await Promise.all([1, 2, 3].map((page) => list({ page, expiring })));
      const shownCount = pages.reduce((sum, { results }) => sum + results.length, 0);
      expect(pages[0]?.count, `${expiring} after ${hours} hours`).toBe(shownCount);
    }
  }
});

describe('searches', () => {
  beforeEach(async () => {
    const people = [
      ['KLM-4711', 'Zoë Ångström', '+16025550147'],
      ['QRS 100', 'María de la Cruz', '+14805559900'],
      ['100%_X', null, null],
      ['GONE 1', 'Zoë Gone', null],
    ] as const;
    for (const [plate, name, phone] of people) {
      const grants = plate === 'GONE 1' ? [until('2026-06-15T18:00:00Z')] : undefined;
      await makeVisitor(sql, spot, {
        plate,
        name,
        phone,
        ...(grants && { grants }),
      });
    }
  });

  test.each([
    ['klm4711', ['KLM-4711']],
    ['lm 47', ['KLM-4711']],
    ['zoë', ['KLM-4711']],
    ['ångst', ['KLM-4711']],
    ['DE LA', ['QRS 100']],
    ['(602) 555-01', ['KLM-4711']],
    ['+1 480', ['QRS 100']],
    ['100', ['QRS 100', '100%_X']],
    ['100%', ['QRS 100', '100%_X']],
    ['%%%', []],
    ["'; drop table visitors; --", []],
    ['nobody', []],
  ])('a search for %s finds %j', async (search, found) => {
    expect((await plates({ search })).toSorted()).toEqual(found.toSorted());
    expect((await list({ search })).count).toBe(found.length);
  });

  test('a search for two characters is ignored', async () => {
    expect((await list({ search: 'kl' })).count).toBe(3);
  });

  test('a search among visitors who expire soon finds only them', async () => {
    await makeVisitor(sql, spot, {
      plate: 'KLM 5',
      grants: [until('2026-06-16T10:00:00Z')],
    });
    expect(await plates({ search: 'klm', expiring: 'true' })).toEqual(['KLM 5']);
  });

  test('a search returns up to 1,000 visitors', async () => {
    const always = { code_pk: null, kind: 'always', ends_at: null };
    await recordMany(1010, (n) => ({ plate: `MANY${n}`, grants: [always] }));
    const { count, results } = await list({ search: 'many', page: 50 });
    expect([count, results.length]).toEqual([1000, 20]);
  });
});

test('a visitor’s new code replaces the previous one, even when it ends earlier', async () => {
  const long = await code({ code: 'LONG', always_valid: true });
  const short = await code({ code: 'SHORT', hours_valid: 1 });
  const { body } = await add({ codes: [long.pk], name: 'Ada' });
  const changed = await change(body.pk, { codes: [short.pk], name: '', phone: '602 555 0100' });
  expect(changed.body).toMatchObject({
    name: null,
    phone: '+16025550100',
    codes: [{ pk: short.pk, code: 'SHORT' }],
    is_always_valid: false,
    valid_until: seconds('2026-06-15T20:00:00Z'),
  });
  expect(await plates({ search: '5550100' })).toEqual(['ABC 123']);
});

test('a visitor whose time is over is found by no change, as by no list', async () => {
  const { pk } = await makeVisitor(sql, spot, {
    plate: 'OVER 1',
    grants: [until('2026-06-15T20:00:00Z')],
  });
  expect((await change(pk, { shown: { name: 'No' } })).status).toBe(409);
  at.clock.set('2026-06-15T20:00:01Z');
  for (const body of [{}, { shown: { name: 'No', phone: '1' } }]) {
    expect((await change(pk, body)).status).toBe(404);
  }
});

const makeOver = async () => {
  const { pk } = await makeVisitor(sql, spot, {
    plate: 'ABC 123',
    name: 'Cody Patel',
    phone: '+16025550100',
    grants: [until('2026-06-15T20:00:00Z')],
  });
  at.clock.set('2026-06-15T20:00:01Z');
  return pk;
};

test.each([
  ['asks at a kiosk', { validation_source: 'kiosk' as const }],
  ['gets a code', null],
])('nothing is left of a visitor whose time is over, once their car %s', async (_, asks) => {
  const pk = await makeOver();
  const added = await add(asks ?? { codes: [(await code()).pk] });
  expect(added.body).toMatchObject({ pk, name: null, phone: null });
  expect((await change(pk, {})).body).toMatchObject({ name: null, phone: null });
  expect((await change(pk, { shown: { name: 'No' } })).status).toBe(409);
});

test('who asked a day ago and wasn’t validated is found by no change', async () => {
  const { body } = await add({ validation_source: 'kiosk' });
  expect((await change(body.pk, {})).status).toBe(200);
  at.clock.set('2026-06-16T19:00:01Z');
  expect((await change(body.pk, {})).status).toBe(404);
});

test('a guest of an event that is over doesn’t come back when the event is moved', async () => {
  const game = await makeEvent(sql, spot, { start_time: '12:00:00', end_time: '13:00:00' });
  const { pk, code: word } = await code({ events: [game] });
  await add({ codes: [pk], name: 'Cody Patel' });
  at.clock.set('2026-06-20T19:00:00Z');
  expect(await plates()).toEqual([]);
  const { token: admin } = await signedInMember(at, organization, 'ADMIN');
  const body = { date: day('2026-06-25') };
  const moved = await at.call(
    updateEvent,
    { params: { id: String(game) }, body },
    { token: admin },
  );
  expect([moved.status, word.length > 0]).toEqual([200, true]);
  expect(await plates()).toEqual([]);
});

test('who asked a day ago isn’t validated any more', async () => {
  const { body } = await add({ validation_source: 'kiosk', name: 'Ada' });
  at.clock.set('2026-06-16T19:00:01Z');
  const input = { visitor_pk: body.pk, validation_source: 'dashboard' as const, minutes: 60 };
  expect((await at.call(validateVisitor, { body: input }, { token })).status).toBe(409);
});

test('removing a visitor is in the audit log; one whose time is over isn’t removed', async () => {
  const { body } = await add({ codes: [(await code()).pk], plate: 'GONE 1' });
  const over = await makeOver();
  await remove(body.pk);
  await remove(over);
  expect(
    await sql`select subject_pk, act from audit_entries where act = 'remove'
      and subject_type = 'visitor' and subject_pk in (${body.pk}, ${over})`,
  ).toEqual([{ subject_pk: body.pk, act: 'remove' }]);
  expect(await sql`select name from visitors where pk = ${over}`).toEqual([{ name: 'Cody Patel' }]);
});

test('a visitor gets the plate of one whose time is over', async () => {
  await makeOver();
  const { body } = await add({ codes: [(await code()).pk], plate: 'NEW 1' });
  const car = { plate: 'ABC 123', state: 'AZ', country: 'US' as const };
  expect((await change(body.pk, car)).status).toBe(200);
  expect(await plates({ search: 'abc123' })).toEqual(['ABC 123']);
});

test('a visitor whose plate is changed is found only by the new plate', async () => {
  const { body } = await add({ codes: [(await code()).pk] });
  await change(body.pk, { plate: 'new 77', state: 'NM', country: 'US' });
  expect(await plates({ search: 'new77' })).toEqual(['NEW 77']);
  expect(await plates({ search: 'abc' })).toEqual([]);
});

test('a visitor cannot get the plate of another visitor, nor a plate without a state', async () => {
  const { pk } = await code();
  await add({ codes: [pk] });
  const { body } = await add({ codes: [pk], plate: 'SECOND' });
  const changed = await change(body.pk, { plate: 'ABC-123', state: 'AZ', country: 'US' });
  expect(changed.error.fields).toEqual({ plate: 'There is already a visitor with this plate.' });
  expect((await change(body.pk, { plate: 'HALF' })).status).toBe(400);
});

test('a change to another property’s code is refused, and the visitor stays as they were', async () => {
  const other = await makeVisitorCode(sql, await makeSpot(sql, { organization }));
  const { body } = await add({ codes: [(await code()).pk], name: 'Ada' });
  const { error } = await change(body.pk, { codes: [other.pk], name: 'Bea' });
  expect(error.fields).toEqual({ codes: 'Invalid code. Please try with a different one.' });
  expect((await list()).results).toMatchObject([{ name: 'Ada', is_always_valid: true }]);
});

test('a deleted visitor is gone with their name and phone number, and can be added again as a new one', async () => {
  const { pk } = await code();
  const { body } = await add({ codes: [pk], name: 'Marked Person', phone: '602 555 0199' });
  expect([(await remove(body.pk)).status, (await remove(body.pk)).status]).toEqual([204, 204]);
  expect((await change(body.pk, { name: 'x' })).status).toBe(404);
  expect((await list()).count).toBe(0);
  const [row] = await sql`select v::text as text from visitors v where pk = ${body.pk}`;
  expect(String(row?.text)).not.toMatch(/Marked|5550199/i);
  const again = await add({ codes: [pk] });
  expect(again.body.pk).not.toBe(body.pk);
  expect(again.body.name).toBeNull();
});

test('a car is created once and found by any spelling of its plate', async () => {
  const car = (plate: string) => {
    const body = { spot: spot.pk, plate, state: 'AZ', country: 'US' as const };
    return at.call(createCar, { body }, { token });
  };
  const first = await car('car 1-2');
  expect(first.body).toMatchObject({ plate: 'CAR 1-2', state: 'AZ', country: 'US' });
  expect((await car('CAR12')).body.pk).toBe(first.body.pk);
});

test('the log contains no name, phone number, or plate of a visitor', async () => {
  logged.length = 0;
  const { pk } = await code();
  await add({ codes: [pk], plate: 'LOGPLATE', name: 'Loggia Name', phone: '602 555 0188' });
  await list({ search: 'LOGPLATE' });
  await add({ codes: [pk], plate: 'LOGPLATE', name: 'Loggia Name', phone: 'LOGPHONE' });
  expect(logged.length).toBeGreaterThan(0);
  expect(logged.filter((line) => /LOGPLATE|Loggia|5550188|LOGPHONE/i.test(line))).toEqual([]);
});

describe('a visitor until a time, without a code', () => {
  test('is added and listed with the end, and parks free until then', async () => {
    const end = seconds('2026-06-15T23:00:00Z');
    const { status, body } = await add({ valid_until: end });
    expect([status, body.valid_until, body.codes, body.validity_reason]).toEqual([
      200,
      end,
      [],
      'Validated by staff',
    ]);
    const [row] = await sql<{ kind: string; code_pk: number | null; ends_at: number }[]>`
      select kind, code_pk, extract(epoch from ends_at)::int as ends_at from visitor_sessions
      where organization_id = ${organization.pk} and visitor_pk = ${body.pk}`;
    expect(row).toEqual({ kind: 'until', code_pk: null, ends_at: end });
    expect(await plates()).toEqual(['ABC 123']);
    at.clock.set('2026-06-15T23:00:01Z');
    expect(await plates()).toEqual([]);
  });

  test('needs a time that is to come, within 366 days, and no code beside it', async () => {
    const { pk } = await code({ hours_valid: 4 });
    const now = seconds('2026-06-15T19:00:00Z');
    const year = 366 * 24 * 60 * 60;
    const refusals = [
      [{ valid_until: now }, 'valid_until', 'Choose a time that is still to come.'],
      [{ valid_until: now + year + 1 }, 'valid_until', 'Choose a time within the next 366 days.'],
      [{ valid_until: now + 60, codes: [pk] }, 'valid_until', 'Send either codes or valid_until.'],
      [{}, 'codes', 'This is required'],
      [{ valid_until: now + 60, validation_source: 'kiosk' }, 'codes', 'This is required'],
    ] as const;
    for (const [more, field, message] of refusals) {
      const { status, error } = await add(more);
      expect([status, error.fields?.[field]]).toEqual([400, message]);
    }
    expect((await add({ valid_until: now + year })).status).toBe(200);
  });

  test('can get another time, or a code instead; a form that showed an earlier time is refused', async () => {
    const [early, late] = [seconds('2026-06-15T20:00:00Z'), seconds('2026-06-16T07:00:00Z')];
    const { body } = await add({ valid_until: late });
    const changed = await change(body.pk, { valid_until: early, shown: { valid_until: late } });
    expect([changed.status, changed.body.valid_until]).toEqual([200, early]);
    const outdated = await change(body.pk, { valid_until: late, shown: { valid_until: late } });
    expect([outdated.status, outdated.error.detail]).toEqual([
      409,
      'You changed this while you had it open: Valid until from 2026-06-16 00:00 to 2026-06-15 13:00.',
    ]);
    const { pk } = await code({ hours_valid: 4 });
    const coded = await change(body.pk, { codes: [pk] });
    expect([coded.body.valid_until, coded.body.codes.length]).toEqual([
      seconds('2026-06-15T23:00:00Z'),
      1,
    ]);
  });
});
