import type { LocalDate } from '@lotkeeper/contract/kernel/calendar';
import { fromIso } from '@lotkeeper/contract/kernel/calendar';
import { cents } from '@lotkeeper/contract/kernel/money';
import type { EventChange } from '@lotkeeper/contract/operations/events';
import {
  createEvent,
  listEvents,
  removeEvent,
  updateEvent,
} from '@lotkeeper/contract/operations/events';
import { getSpot } from '@lotkeeper/contract/platform/spots';
import { listAuditEntries } from '@lotkeeper/contract/trust/audit-entries';
import { beforeEach, expect, test } from 'vitest';
import { makeEvent } from '../../../testing/events.factory.ts';
import { signedInMember } from '../../../testing/people.factory.ts';
import type { TestSpot } from '../../../testing/spots.factory.ts';
import { makeSpot } from '../../../testing/spots.factory.ts';
import { testApp } from '../../../testing/test-app.ts';
import { makeStaffedSpot } from '../../../testing/test-property.ts';
import { makeVisitor, makeVisitorCode } from '../../../testing/visitors.factory.ts';

/** The pk of a new validation code. */
const codeNamed = async (...args: Parameters<typeof makeVisitorCode>) =>
  (await makeVisitorCode(...args)).pk;

const at = await testApp({ now: '2026-06-15T19:00:00Z' });
const sql = at.database.system;
let spot: TestSpot;
let token: string;

beforeEach(async () => {
  ({ spot, token } = await makeStaffedSpot(at, { timezone: 'America/New_York' }));
});

const day = (text: string) => text as LocalDate;
const list = async (start: string, end = start) => {
  const query = { spot: String(spot.pk), start: day(start), end: day(end) };
  return (await at.call(listEvents, { query }, { token })).body;
};
const market = {
  name: 'Farmers market',
  start_time: '09:00:00',
  end_time: '17:00:00',
  interval: 'one_time' as const,
  quantity: 20,
  codes: [] as number[],
  is_lot_closed: false,
  spaceforce_multiplier: 1,
  date: day('2026-06-20'),
};
const fortyFlat = { display_price: cents(4000), price_unit: 'flat' } as const;
const create = (more: EventChange = {}) =>
  at.call(createEvent, { body: { ...market, ...more, spot: spot.pk } as never }, { token });
const change = (pk: number, body: EventChange & { spot?: number | string }) =>
  at.call(updateEvent, { params: { id: String(pk) }, body }, { token });
const remove = (pk: number) => at.call(removeEvent, { params: { id: String(pk) } }, { token });

test('the calendar shows every occurrence of events in the property’s time zone, with all fields', async () => {
  const pk = await makeEvent(sql, spot, { display_price: 2500 as never });
  const { results, count } = await list('2026-06-14', '2026-06-16');
  expect(count).toBe(1);
  expect(results).toEqual([
    {
      pk,
      name: 'Game',
      interval: 'one_time',
      date: '2026-06-15',
      date_string: '2026-06-15',
      start_time: '18:00:00',
      end_time: '22:30:00',
      start: '2026-06-15T22:00:00.000Z',
      end: '2026-06-16T02:30:00.000Z',
      repeat_on_day: null,
      repeat_on_week: null,
      quantity: 40,
      codes: [],
      is_lot_closed: false,
      spaceforce_multiplier: 1,
      display_price: 2500,
      price_unit: 'flat',
      spot: spot.pk,
      outranked_by: [],
    },
  ]);
});

test('the calendar has exactly the days of the range, and no events of another property', async () => {
  await makeEvent(sql, spot, { interval: 'daily', date: null });
  const other = await makeSpot(sql, { organization: { pk: spot.organization } });
  await makeEvent(sql, other, { interval: 'daily', date: null });
  await makeEvent(sql, other);
  expect((await list('2026-06-14', '2026-06-16')).results.map((one) => one.date_string)).toEqual([
    '2026-06-14',
    '2026-06-15',
    '2026-06-16',
  ]);
});

test('the calendar shows which event outranks an overlapping one', async () => {
  await makeEvent(sql, spot, { interval: 'weekly', repeat_on_day: 0, name: 'Monday' });
  await makeEvent(sql, spot, { name: 'Final' });
  expect((await list('2026-06-15')).results.map((one) => [one.name, one.outranked_by])).toEqual([
    ['Final', []],
    ['Monday', ['Final']],
  ]);
});

test('the calendar refuses days in the wrong order, too many days, and dates that do not exist', async () => {
  const asked = async (start: string, end: string) => {
    const query = { spot: String(spot.pk), start: day(start), end: day(end) };
    return (await at.call(listEvents, { query }, { token })).error.fields;
  };
  expect(await asked('2026-06-15', '2026-06-14')).toEqual({
    end: 'Must not be before the first day.',
  });
  expect(await asked('2026-06-01', '2026-09-09')).toEqual({
    end: 'Ask for no more than 100 days.',
  });
  expect(await asked('2026-02-30', '2026-03-01')).toHaveProperty('start');
});

test('the calendar leaves out validation codes that were deleted or are not for events', async () => {
  const event = await makeEvent(sql, spot);
  const code = await codeNamed(sql, spot, { code: 'GUEST', events: [event] });
  await codeNamed(sql, spot, { code: 'GONE', events: [event], deleted_at: 0 });
  await codeNamed(sql, spot, { code: 'ALWAYS', always_valid: true });
  const { results, codes } = await list('2026-06-15');
  expect(results[0]?.codes).toEqual([code]);
  expect(codes).toEqual([{ pk: code, code: 'GUEST', name: '', events: 1 }]);
});

test('a new event is stored and shown in the calendar', async () => {
  const { status, body } = await create();
  expect(status).toBe(200);
  const { results } = await list('2026-06-20');
  expect(results).toMatchObject([{ ...market, pk: body.pk, spot: spot.pk }]);
});

test('a new weekly event recurs on its weekday or that of its date, from today without a date', async () => {
  // June 15, 2026, is a Monday.
  await create({ interval: 'weekly', date: null, repeat_on_day: 2, name: 'Wednesdays' });
  await create({ interval: 'weekly', name: 'Saturdays' });
  const { results } = await list('2026-06-08', '2026-06-24');
  expect(results.map((one) => [one.name, one.date_string, one.repeat_on_day])).toEqual([
    ['Wednesdays', '2026-06-17', 2],
    ['Saturdays', '2026-06-20', 5],
    ['Wednesdays', '2026-06-24', 2],
  ]);
});

test('a new monthly event can recur on the last Friday of each month', async () => {
  await create({ interval: 'monthly', date: null, repeat_on_day: 4, repeat_on_week: -1 });
  expect((await list('2026-06-01', '2026-08-31')).results.map((one) => one.date_string)).toEqual([
    '2026-06-26',
    '2026-07-31',
    '2026-08-28',
  ]);
});

test('a new event that closes the property has no spaces and no enforcement, whatever was sent', async () => {
  const { body } = await create({ is_lot_closed: true, quantity: 50, spaceforce_multiplier: 2 });
  expect(body).toMatchObject({ is_lot_closed: true, quantity: 0, spaceforce_multiplier: 0 });
});

test('a new event that ends before its start is refused, with all its errors at once', async () => {
  const { status, error } = await create({
    date: null,
    end_time: '08:45:00',
    quantity: 0,
    codes: [999_999],
  });
  expect(status).toBe(400);
  expect(error.fields).toEqual({
    date: 'This is required',
    end_time: 'End time cannot be before start time.',
    quantity: 'Enter how many spaces are open to the public.',
    codes: 'This property has no such validation code for events.',
  });
  expect((await create({ end_time: '09:00:00' })).error.fields).toEqual({
    end_time: 'Start and end are the same time.',
  });
});

test('a new event needs a name, a real date, a known interval, and whole numbers', async () => {
  const { error } = await create({
    name: ' ',
    date: day('2026-06-31'),
    interval: 'yearly' as never,
    quantity: 1.5,
    start_time: '9:00',
    repeat_on_week: 5 as never,
  });
  expect(Object.keys(error.fields ?? {}).sort()).toEqual([
    'date',
    'interval',
    'name',
    'quantity',
    'repeat_on_week',
    'start_time',
  ]);
});

test('a new monthly event with only one of week and weekday is refused', async () => {
  const monthly = { interval: 'monthly' } as const;
  const noWeek = await create({ ...monthly, repeat_on_day: 0 });
  expect(noWeek.error.fields).toEqual({ repeat_on_week: 'This is required' });
  const noDay = await create({ ...monthly, repeat_on_week: 1 });
  expect(noDay.error.fields).toEqual({ repeat_on_day: 'This is required' });
});

test('a new event accepts only validation codes for events of its own property, each once', async () => {
  const own = await codeNamed(sql, spot, { code: 'OWN' });
  const sister = await makeSpot(sql, { organization: { pk: spot.organization } });
  const stranger = await makeSpot(sql);
  const others = [
    await codeNamed(sql, sister, { code: 'SISTER' }),
    await codeNamed(sql, stranger, { code: 'STRANGER' }),
    await codeNamed(sql, spot, { code: 'GONE', deleted_at: 0 }),
    await codeNamed(sql, spot, { code: 'ALWAYS', always_valid: true }),
  ];
  for (const other of others) {
    const { status, error } = await create({ codes: [own, other] });
    expect(status).toBe(400);
    expect(error.fields).toEqual({
      codes: 'This property has no such validation code for events.',
    });
  }
  expect((await create({ codes: [own] })).body.codes).toEqual([own]);
  expect((await create({ codes: [own, own] })).error.fields).toEqual({
    codes: 'Choose each one once',
  });
});

test('changing some fields of an event leaves the others', async () => {
  const { body } = await create();
  const { body: changed } = await change(body.pk, { name: 'Night market' });
  expect(changed).toEqual({ ...body, name: 'Night market' });
});

test('an event that closes the property loses spaces and enforcement, and enforcement opens it again', async () => {
  const { body } = await create();
  const closed = await change(body.pk, { is_lot_closed: true });
  expect(closed.body).toMatchObject({ quantity: 0, spaceforce_multiplier: 0 });
  expect((await change(body.pk, { spaceforce_multiplier: 1 })).error.fields).toEqual({
    quantity: 'Enter how many spaces are open to the public.',
  });
  const open = await change(body.pk, { spaceforce_multiplier: 1, quantity: 8 });
  expect(open.body).toMatchObject({ is_lot_closed: false, quantity: 8 });
});

test('changing an event’s interval clears the fields that it does not need', async () => {
  const { body } = await create({ interval: 'monthly', repeat_on_day: 5, repeat_on_week: 3 });
  const weekly = await change(body.pk, { interval: 'weekly' });
  expect(weekly.body).toMatchObject({ repeat_on_day: 5, repeat_on_week: null });
  const once = await change(body.pk, { interval: 'one_time' });
  expect(once.body).toMatchObject({ repeat_on_day: null, date: '2026-06-20' });
});

test('a change that ends an event before its kept start is refused', async () => {
  const { body } = await create();
  const { error } = await change(body.pk, { end_time: '08:00:00' });
  expect(error.fields).toEqual({ end_time: 'End time cannot be before start time.' });
});

test('changing an event’s codes keeps the links of deleted codes', async () => {
  const kept = await codeNamed(sql, spot, { code: 'KEPT' });
  const { body } = await create({ codes: [kept] });
  const gone = await codeNamed(sql, spot, {
    code: 'GONE',
    events: [body.pk],
    deleted_at: 0,
  });
  expect((await change(body.pk, { codes: [] })).body.codes).toEqual([]);
  const left = await sql`select code_pk from visitor_code_events where event_pk = ${body.pk}`;
  expect(left.map((row) => row.code_pk)).toEqual([gone]);
});

test('a change may name the event’s own property, and no other', async () => {
  const { body } = await create();
  expect((await change(body.pk, { spot: spot.uuid, name: 'A' })).status).toBe(200);
  const other = await makeSpot(sql, { organization: { pk: spot.organization } });
  const moved = await change(body.pk, { spot: other.pk });
  expect(moved.error.fields).toEqual({ spot: 'An event can’t move to another property.' });
});

test('two simultaneous changes of an event both take effect', async () => {
  const { body } = await create();
  await Promise.all([change(body.pk, { name: 'Both' }), change(body.pk, { quantity: 77 })]);
  expect((await list('2026-06-20')).results[0]).toMatchObject({ name: 'Both', quantity: 77 });
});

test('a deleted event is gone with its links, and its codes stay', async () => {
  const code = await codeNamed(sql, spot, { code: 'GUEST' });
  const { body } = await create({ codes: [code] });
  expect((await remove(body.pk)).status).toBe(204);
  expect((await remove(body.pk)).status).toBe(404);
  const { results, codes } = await list('2026-06-20');
  expect(results).toEqual([]);
  expect(codes).toMatchObject([{ code: 'GUEST', events: 0 }]);
});

test('the validity of an event’s visitors follows changes and deletion of the event', async () => {
  const code_pk = await codeNamed(sql, spot, { code: 'FAIR', events: [] });
  const { body } = await create({ codes: [code_pk] });
  const ends_at = fromIso('2026-06-20T21:00:00Z');
  await makeVisitor(sql, spot, { grants: [{ code_pk, kind: 'events', ends_at }] });
  const held = async () => {
    const [row] =
      await sql`select valid_until, during_events from visitors where spot_pk = ${spot.pk}`;
    return [row?.valid_until, row?.during_events];
  };
  await change(body.pk, { end_time: '18:00:00' });
  expect(await held()).toEqual([fromIso('2026-06-20T22:00:00Z'), false]);
  await change(body.pk, { interval: 'weekly' });
  expect(await held()).toEqual([null, true]);
  await remove(body.pk);
  expect(await held()).toEqual([null, false]);
  await create({ codes: [code_pk] });
  expect(await held()).toEqual([fromIso('2026-06-20T21:00:00Z'), false]);
});

test('changes of events are in the audit log, with codes as visitors type them', async () => {
  const code = await codeNamed(sql, spot, { code: 'GUEST' });
  const { body } = await create({ codes: [code] });
  await change(body.pk, { name: 'Night market' });
  const params = { id: String(spot.organization) };
  const log = async () => {
    const { body: page } = await at.call(
      listAuditEntries,
      { params, query: { page: 1 } },
      { token },
    );
    return page.results.map(({ act, subject, changes }) => [act, subject, changes.length]);
  };
  expect(await log()).toEqual([
    ['change', 'event Night market', 1],
    ['create', 'event Night market', 9],
  ]);
  await remove(body.pk);
  expect((await log())[0]).toEqual(['remove', 'event Night market', 9]);
  const [row] = await sql`
    select after->'codes' as codes from audit_entries
    where organization_id = ${spot.organization} and act = 'create'`;
  expect(row?.codes).toEqual(['GUEST']);
});

test('an Admin sets the price of an event, which the property then shows and closing takes away', async () => {
  const { body } = await create({ date: day('2026-06-15'), ...fortyFlat });
  expect(body).toMatchObject(fortyFlat);
  const shown = async () => {
    const { body: now } = await at.call(getSpot, { params: { id: spot.uuid } }, { token });
    return [now.active_rate, now.display_price];
  };
  // It's 3 PM there.
  expect(await shown()).toEqual([{ name: market.name, unit: 'flat', price: 4000 }, null]);
  await change(body.pk, { display_price: cents(900), price_unit: 'hour' });
  expect(await shown()).toEqual([{ name: market.name, unit: 'hour', price: 900 }, 900]);
  await change(body.pk, { start_time: '16:00:00' });
  expect(await shown()).toEqual([null, 500]);
  const closed = await change(body.pk, { is_lot_closed: true });
  expect(closed.body).toMatchObject({ display_price: null, price_unit: 'flat' });
  expect((await create({ display_price: cents(-1) })).status).toBe(400);
});

test('an Employee leaves the price of an event as it is', async () => {
  const { body } = await create(fortyFlat);
  const { token: employee } = await signedInMember(at, { pk: spot.organization }, 'EMPLOYEE');
  const send = (sent: EventChange) =>
    at.call(updateEvent, { params: { id: String(body.pk) }, body: sent }, { token: employee });
  const refused = await send({ display_price: null });
  expect([refused.status, refused.error.detail]).toEqual([
    403,
    'Only Admins set the price of an event, and close, move or delete one that has a price.',
  ]);
  const added = { body: { ...market, ...fortyFlat, spot: spot.pk } };
  expect((await at.call(createEvent, added, { token: employee })).status).toBe(403);
  expect((await send({ name: 'Night market' })).body).toMatchObject(fortyFlat);
  for (const sent of [
    { is_lot_closed: true, display_price: null },
    { is_lot_closed: true },
    { interval: 'daily' as const, start_time: '00:00:00', end_time: '24:00:00' },
  ]) {
    expect((await send(sent)).status).toBe(403);
  }
  const gone = { params: { id: String(body.pk) } };
  expect((await at.call(removeEvent, gone, { token: employee })).status).toBe(403);
  expect((await at.call(removeEvent, gone, { token })).status).toBe(204);
});

test('an Employee puts no event in the way of one that has a price', async () => {
  await create({ ...fortyFlat, name: 'Final' });
  await create({ ...fortyFlat, name: 'Sundays', interval: 'weekly', repeat_on_day: 6 });
  const { token: employee } = await signedInMember(at, { pk: spot.organization }, 'EMPLOYEE');
  const add = async (more: EventChange) => {
    const body = { ...market, ...more, spot: spot.pk } as never;
    return at.call(createEvent, { body }, { token: employee });
  };
  const refused = await add({});
  expect([refused.status, refused.error.detail]).toEqual([
    403,
    'Only Admins add or move an event that counts instead of Final, which has a price.',
  ]);
  const month = { interval: 'monthly', repeat_on_day: 6, repeat_on_week: 1 } as const;
  for (const more of [{ is_lot_closed: true }, { date: day('2026-06-28') }, month])
    expect((await add(more)).status).toBe(403);
  // The final counts instead of it, and on the day after nothing has a price.
  expect((await add({ interval: 'daily' })).status).toBe(200);
  const { body, status } = await add({ date: day('2026-06-22') });
  expect(status).toBe(200);
  const send = async (sent: EventChange) =>
    (
      await at.call(
        updateEvent,
        { params: { id: String(body.pk) }, body: sent },
        { token: employee },
      )
    ).status;
  expect([await send({ date: day('2026-06-20') }), await send({ name: 'Fair' })]).toEqual([
    403, 200,
  ]);
  expect((await create()).status).toBe(200);
});

test('a changed price of an event is in the audit log in words, and one changed meanwhile is refused', async () => {
  const { body } = await create();
  await change(body.pk, fortyFlat);
  const params = { id: String(spot.organization) };
  const log = await at.call(listAuditEntries, { params, query: { page: 1 } }, { token });
  expect(log.body.results[0]?.changes).toEqual([
    { field: 'Price', before: '–', after: '$40.00' },
    { field: 'Price unit', before: '–', after: 'Per stay' },
  ]);
  const stale = await at.call(
    updateEvent,
    {
      params: { id: String(body.pk) },
      body: { display_price: cents(5000), shown: { display_price: null, price_unit: 'flat' } },
    },
    { token },
  );
  expect([stale.status, stale.error.detail]).toEqual([
    409,
    expect.stringContaining('Price from – to $40.00'),
  ]);
});

test('the name of an event is stored without marks that change the writing direction', async () => {
  const { body } = await create({ name: '\u202eConcert \u2066at night\u2069' });
  expect(body.name).toBe('Concert at night');
  expect((await change(body.pk, { name: '\u202eFair' })).body.name).toBe('Fair');
  expect((await change(body.pk, { name: '\u202e' })).error.fields).toEqual({
    name: 'This is required',
  });
});
