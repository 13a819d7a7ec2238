import { fromIso } from '@lotkeeper/contract/kernel/calendar';
import { hourMs } from '@lotkeeper/contract/kernel/durations';
import {
  calendarMessages,
  calendarTries,
  createCalendarFeed,
  listCalendarFeeds,
  readCalendar,
  removeCalendarFeed,
} from '@lotkeeper/contract/operations/calendar-feeds';
import ICAL from 'ical.js';
import { beforeEach, describe, expect, test } from 'vitest';
import { recordPayouts } from '../../../records/money/entries.ts';
import { makeEvent } from '../../../testing/events.factory.ts';
import {
  makeOrganization,
  signedInMember,
  signedInSuperuser,
} from '../../../testing/people.factory.ts';
import { recording } from '../../../testing/rentals.factory.ts';
import type { TestSpot } from '../../../testing/spots.factory.ts';
import { makeSpot } from '../../../testing/spots.factory.ts';
import { testApp } from '../../../testing/test-app.ts';

const at = await testApp({
  now: '2026-06-15T19:00:00Z',
  settings: { PUBLIC_URL: 'https://lots.example' },
});
const sql = at.database.system;

let organization: { pk: number };
let spot: TestSpot;
let admin: { pk: number; token: string };
beforeEach(async () => {
  at.clock.set('2026-06-15T19:00:00Z');
  organization = await makeOrganization(sql);
  spot = await makeSpot(sql, { organization, name: 'Café, Garage; "A"' });
  admin = await signedInMember(at, organization, 'ADMIN');
});

const params = () => ({ orgId: String(organization.pk) });
type Body = Parameters<typeof at.call<typeof createCalendarFeed>>[1]['body'];
const create = (body: Body, { token } = admin) =>
  at.call(createCalendarFeed, { params: params(), body }, { token });
const list = ({ token } = admin) => at.call(listCalendarFeeds, { params: params() }, { token });
const tokenIn = (path: string) => /calendars\/([\w-]+)\/lotkeeper\.ics$/.exec(path)?.[1] ?? 'none';
const read = (path: string) => at.call(readCalendar, { params: { token: tokenIn(path) } });

/** What another program's parser finds in a calendar. */
async function parse(path: string) {
  const { status, response } = await read(path);
  expect(status).toBe(200);
  expect(response.headers['content-type']).toBe('text/calendar; charset=utf-8');
  const calendar = new ICAL.Component(ICAL.parse(response.body));
  const events = calendar.getAllSubcomponents('vevent').map((component) => {
    const event = new ICAL.Event(component);
    return {
      uid: event.uid,
      summary: event.summary,
      description: event.description,
      allDay: event.startDate.isDate,
      start: event.startDate.isDate
        ? event.startDate.toString()
        : event.startDate.toJSDate().toISOString(),
      end: event.endDate.isDate ? event.endDate.toString() : event.endDate.toJSDate().toISOString(),
      busy: component.getFirstPropertyValue('x-microsoft-cdo-busystatus'),
      link: component.getFirstPropertyValue('url'),
    };
  });
  return { name: calendar.getFirstPropertyValue('x-wr-calname'), events, text: response.body };
}

async function events() {
  const { body } = await create({ kind: 'events', spot: spot.pk });
  return parse(body.path);
}

describe('events of a property', () => {
  test('each day of an event is an item with its times, and a closing of a whole day is busy', async () => {
    const game = await makeEvent(sql, spot, {
      name: 'Game; "one", \\two\nthree 🏈',
      display_price: 4000 as never,
    });
    await makeEvent(sql, spot, {
      name: 'Paving',
      date: '2026-06-20' as never,
      start_time: '00:00:00',
      end_time: '24:00:00',
      is_lot_closed: true,
    });
    const { name, events: items } = await events();
    expect(name).toBe('Café, Garage; "A": events');
    expect(items).toEqual([
      {
        uid: `event-${game}-2026-06-15@lots.example`,
        summary: 'Game; "one", \\two\nthree 🏈',
        description: '40 spaces, $40 flat',
        allDay: false,
        start: '2026-06-16T01:00:00.000Z',
        end: '2026-06-16T05:30:00.000Z',
        busy: 'FREE',
        link: `https://lots.example/organization/${organization.pk}/spots/${spot.pk}/events?date=2026-06-15`,
      },
      expect.objectContaining({
        summary: 'Closed: Paving',
        allDay: true,
        start: '2026-06-20',
        end: '2026-06-21',
        busy: 'BUSY',
      }),
    ]);
  });

  test('a weekly event in New York keeps its local time when the clocks change', async () => {
    spot = await makeSpot(sql, { organization, timezone: 'America/New_York' });
    await makeEvent(sql, spot, { interval: 'weekly', date: null, repeat_on_day: 6 });
    const { events: items } = await events();
    const starts = items.map(({ start }) => start);
    // Clocks go back on Sunday, November 1.
    expect(starts).toContain('2026-10-25T22:00:00.000Z');
    expect(starts).toContain('2026-11-01T23:00:00.000Z');
    expect(new Set(items.map(({ uid }) => uid)).size).toBe(items.length);
  });

  test('what was changed is newer than what programs have, so that they take it', async () => {
    const game = await makeEvent(sql, spot);
    const { body } = await create({ kind: 'events', spot: spot.pk });
    const readRevision = async () => {
      const { response } = await read(body.path);
      const find = (name: string) => new RegExp(`^${name}:(.*)\\r$`, 'm').exec(response.body)?.[1];
      return ['UID', 'SEQUENCE', 'DTSTAMP', 'LAST-MODIFIED'].map(find);
    };
    const uid = `event-${game}-2026-06-15@lots.example`;
    // Minutes since 1970.
    expect(await readRevision()).toEqual([uid, '29692500', '20260615T190000Z', '20260615T190000Z']);
    await sql`update events set start_time = '17:00:00'`;
    at.clock.set('2026-06-15T19:01:30Z');
    expect(await readRevision()).toEqual([uid, '29692501', '20260615T190100Z', '20260615T190100Z']);
  });

  test.each([
    ['Outlook, which offers a sign-in', 'GET', { authorization: 'Bearer' }],
    ['a program that guesses a sign-in', 'GET', { authorization: 'Basic Og==' }],
    ['Google', 'GET', { 'user-agent': 'Google-Calendar-Importer', accept: '*/*' }],
    ['a program without a name', 'GET', { 'user-agent': '', accept: 'text/html' }],
    ['a program that looks first', 'HEAD', {}],
  ] as const)('%s reads a calendar', async (_, method, headers) => {
    const { body } = await create({ kind: 'events', spot: spot.pk });
    const response = await at.app.inject({ method, url: body.path, headers });
    expect([response.statusCode, response.headers['content-type']]).toEqual([
      200,
      'text/calendar; charset=utf-8',
    ]);
  });

  test('lines are no longer than 75 bytes, whatever people typed', async () => {
    await makeEvent(sql, spot, { name: 'Ein sehr langer Name ü 🅿️ '.repeat(8) });
    const { text } = await events();
    const longest = Math.max(...text.split('\r\n').map((line) => Buffer.byteLength(line)));
    expect(longest).toBeLessThanOrEqual(75);
  });

  test('a property without events has a calendar without items', async () => {
    expect((await events()).events).toEqual([]);
  });
});

test('payouts, the next one and alerts are in the other calendar, without plates', async () => {
  const payout = (external_id: string, amount: number) => ({
    source: 'sandbox',
    external_id,
    paid_at: at.clock(),
    local_date: '2026-06-05' as never,
    amount: amount as never,
    statement_descriptor: 'May',
  });
  await recording(sql, organization.pk, (recorder) =>
    recordPayouts(recorder, [
      payout('one', 123_456),
      payout('two', 500),
      { ...payout('three', -500), returns: 'two' },
    ]),
  );
  await sql`
    insert into payout_accounts ${sql.values({
      organization_id: organization.pk,
      processor: 'sandbox',
      account_ref: 'a',
      bank_ref: 'b',
      bank_name: 'Bank',
      bank_last_four: '1234',
    })}`;
  const alert = (kind: string, facts: object, ended_at: number | null) => sql`
    insert into alerts ${sql.values({
      organization_id: organization.pk,
      kind,
      spot_pk: spot.pk,
      subject: kind,
      since: at.clock() - hourMs,
      opened_at: at.clock(),
      changed_at: at.clock(),
      ended_at,
      facts: sql.json(facts),
    })}`;
  await alert('occupancy_high', { cars: 97, spaces: 100, percent: 97, limit: 95 }, null);
  await alert('watched_plate', { plate: 'ABC123', purpose: 'enforcement', visit_pk: 1 }, null);
  const { body } = await create({ kind: 'payouts' });
  const { name, events: items, text } = await parse(body.path);
  expect(name).toBe('Desert Parking: payouts and alerts');
  expect(items.map(({ summary, start, end }) => [summary, start, end])).toEqual([
    ['Payout of $1,234.56 sent', '2026-06-05', '2026-06-06'],
    ['Payout of $5.00 came back', '2026-06-05', '2026-06-06'],
    ['Next payout', '2026-07-05', '2026-07-06'],
    [expect.stringContaining('97'), '2026-06-15T18:00:00.000Z', '2026-06-15T20:00:00.000Z'],
  ]);
  expect(text).not.toContain('ABC123');
});

describe('links', () => {
  test('a new link takes the place of the old one, which is dead', async () => {
    const first = (await create({ kind: 'events', spot: spot.pk })).body;
    const second = (await create({ kind: 'events', spot: spot.pk })).body;
    expect(second.pk).toBe(first.pk);
    const dead = await read(first.path);
    expect([dead.status, dead.error?.detail]).toEqual([404, calendarMessages.dead]);
    expect((await read(second.path)).status).toBe(200);
    expect((await list()).body).toEqual([
      {
        pk: second.pk,
        kind: 'events',
        spot: spot.pk,
        created_at: at.clock(),
        last_read_at: fromIso('2026-06-15T19:00:00Z'),
      },
    ]);
    const stored = await sql`select calendar_feeds::text as all from calendar_feeds`;
    expect(JSON.stringify(stored)).not.toContain(tokenIn(second.path));
  });

  test('a person sees and removes their own links only', async () => {
    const { pk, path } = (await create({ kind: 'payouts' })).body;
    const other = await signedInMember(at, organization, 'ADMIN');
    expect((await list(other)).body).toEqual([]);
    const remove = ({ token }: { token: string }) =>
      at.call(removeCalendarFeed, { params: { ...params(), feed: String(pk) } }, { token });
    expect((await remove(other)).body).toEqual({ removed: false });
    expect((await read(path)).status).toBe(200);
    expect((await remove(admin)).body).toEqual({ removed: true });
    expect((await read(path)).status).toBe(404);
  });

  test('Employees subscribe to events, and to payouts only Admins', async () => {
    const employee = await signedInMember(at, organization, 'EMPLOYEE');
    const refused = await create({ kind: 'payouts' }, employee);
    expect([refused.status, refused.error?.detail]).toEqual([403, calendarMessages.admin]);
    expect((await create({ kind: 'events', spot: spot.pk }, employee)).status).toBe(200);
  });

  test('a superuser’s link works as long as they are one', async () => {
    const superuser = await signedInSuperuser(at);
    const { path } = (await create({ kind: 'payouts' }, superuser)).body;
    expect((await read(path)).status).toBe(200);
    await sql`update people set superuser = false where pk = ${superuser.pk}`;
    expect((await read(path)).status).toBe(404);
  });

  test('who leaves or loses the role has a dead link', async () => {
    const events = (await create({ kind: 'events', spot: spot.pk })).body.path;
    const payouts = (await create({ kind: 'payouts' })).body.path;
    await sql`update affiliations set role = 'EMPLOYEE' where person_pk = ${admin.pk}`;
    expect([(await read(events)).status, (await read(payouts)).status]).toEqual([200, 404]);
    await sql`delete from affiliations where person_pk = ${admin.pk}`;
    expect((await read(events)).status).toBe(404);
  });

  test('a property of another organization is refused', async () => {
    const elsewhere = await makeSpot(sql);
    const { status, error } = await create({ kind: 'events', spot: elsewhere.pk });
    expect([status, error.fields]).toEqual([400, { spot: calendarMessages.property }]);
  });

  test('guesses are limited by network', async () => {
    const guess = () => read(`/api/calendars/${'x'.repeat(43)}/lotkeeper.ics`);
    at.clock.set('2026-06-20T19:00:00Z');
    for (let tries = 0; tries < calendarTries; tries++) await guess();
    expect((await guess()).status).toBe(429);
  });
});
