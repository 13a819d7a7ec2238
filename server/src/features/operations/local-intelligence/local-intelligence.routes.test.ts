import type { LocalDate } from '@lotkeeper/contract/kernel/calendar';
import { addDays, eachDay } from '@lotkeeper/contract/kernel/calendar';
import {
  getLocalIntelligence,
  listDayNotes,
} from '@lotkeeper/contract/operations/local-intelligence';
import { expect, test } from 'vitest';
import { makeCamera, makeCameraFeed } from '../../../testing/cameras.factory.ts';
import { makeEvent } from '../../../testing/events.factory.ts';
import { signedInMember } from '../../../testing/people.factory.ts';
import { movement, record, rental } from '../../../testing/rentals.factory.ts';
import type { TestSpot } from '../../../testing/spots.factory.ts';
import { makeSpot } from '../../../testing/spots.factory.ts';
import { testProperty } from '../../../testing/test-property.ts';

/*
 * A property in Phoenix; now is Tuesday 2026-10-06, 05:00 there. From Monday July 27 to yesterday, Monday October 5,
 * are 71 days. Each day has 2 rentals of $5 at noon, with these exceptions:
 *   Labor Day, Monday September 7    1 rental
 *   Fair, Thursday September 17      6 rentals, one of them at 23:30, when it is Friday in UTC; $2 are refunded
 *   Sunday September 20              one of the two is a monthly rental of $200: a rental, but no transient net
 *   today                            9 rentals, which do not count yet
 * The organization keeps nothing, so $5 is net $5.
 */

const day = (date: string) => date as LocalDate;
const noon = (date: LocalDate) => `${date}T19:00:00Z`;

const countOn = (date: LocalDate) =>
  ({ '2026-09-07': 1, '2026-09-17': 5, '2026-09-20': 1, '2026-10-06': 9 })[date as string] ?? 2;

const { at, sql, organization, spot, token } = await testProperty(
  { now: '2026-10-06T12:00:00Z' },
  { commission_rate: 0 },
);
const empty = await makeSpot(sql, { organization });
const employee = (await signedInMember(at, organization, 'EMPLOYEE')).token;
const days = eachDay(day('2026-07-27'), day('2026-10-06'));
await record(sql, spot, [
  ...days.flatMap((date) =>
    Array.from({ length: countOn(date) }, () => rental(spot, noon(date), 500)),
  ),
  rental(spot, noon(day('2026-09-20')), 20_000, { rental_type: 'monthly' }),
  rental(spot, '2026-09-18T06:30:00Z', 500, {
    movements: [
      movement('2026-09-18T06:30:00Z', 500),
      movement('2026-09-18T06:40:00Z', 200, { kind: 'refund' }),
    ],
  }),
]);
await makeEvent(sql, spot, { name: 'Fair', date: day('2026-09-17') });
await makeEvent(sql, spot, { name: 'Fair', date: day('2026-10-15') });
await makeEvent(sql, spot, {
  name: 'Late hours',
  date: null,
  interval: 'daily',
  start_time: '20:00:00',
  end_time: '23:00:00',
});

const ask = async (property: TestSpot, by = token) =>
  (await at.call(getLocalIntelligence, { query: { spot: String(property.pk) } }, { token: by }))
    .body.data;

test('Labor Day with 1 rental instead of the usual 2 on Mondays has an effect of −50% on rentals and net', async () => {
  const { days, holidays } = await ask(spot);
  expect(days).toBe(71);
  expect(holidays).toEqual([
    expect.objectContaining({
      name: 'Labor Day',
      times: 1,
      same_way: 1,
      change: -0.5,
      low: -0.5,
      high: -0.5,
      last_date: '2026-09-07',
      net_change: -0.5,
      confidence: 'early',
    }),
  ]);
});

test('a fair day with 6 rentals and $28 is compared with Thursdays of 2 and $10, and a daily event counts as regular', async () => {
  const { events, regular_events } = await ask(spot);
  expect(events.map(({ name, change, net_change }) => [name, change, net_change])).toEqual([
    ['Fair', 2, 1.8],
  ]);
  expect(regular_events).toEqual(['Late hours']);
});

test('a typical weekday has 2 rentals and $10 net by local day, without the money of monthly rentals', async () => {
  const { weekdays } = await ask(spot);
  // Mondays from July 27 on without Labor Day are 10, the other weekdays 10, Thursdays 9 without the fair.
  expect(weekdays.map(({ dow, days, rentals, net }) => [dow, days, rentals, net])).toEqual([
    [1, 10, 2, 1000],
    [2, 10, 2, 1000],
    [3, 10, 2, 1000],
    [4, 9, 2, 1000],
    [5, 10, 2, 1000],
    [6, 10, 2, 1000],
    [7, 10, 2, 1000],
  ]);
  expect(weekdays[0]).toMatchObject({ change: 0, low: 0, high: 0 });
});

test('the next 60 days list holidays and events by date, with the usual 2 rentals but no expectation where effects may be chance', async () => {
  const { upcoming } = await ask(spot);
  expect(upcoming.map(({ date, holidays, events }) => [date, ...holidays, ...events])).toEqual([
    ['2026-10-12', 'Columbus Day'],
    ['2026-10-15', 'Fair'],
    ['2026-10-31', 'Halloween'],
    ['2026-11-11', 'Veterans Day'],
    ['2026-11-26', 'Thanksgiving Day'],
    ['2026-11-27', 'Day after Thanksgiving Day'],
  ]);
  expect(upcoming.map(({ usual, expected }) => [usual, expected])).toEqual(
    Array.from({ length: 6 }, () => [2, null]),
  );
});

test('an Employee sees the effects on rentals but no money', async () => {
  const found = await ask(spot, employee);
  expect(found.holidays[0]).toMatchObject({ name: 'Labor Day', change: -0.5 });
  expect(JSON.stringify(found)).not.toContain('"net');
});

test('a property without rentals has its upcoming holidays but no numbers for them', async () => {
  const found = await ask(empty);
  expect(found).toMatchObject({ days: 0, holidays: [], events: [], more_events: 0 });
  expect(found.upcoming.map(({ expected, usual }) => [expected, usual])).toEqual(
    Array.from({ length: 5 }, () => [null, null]),
  );
});

test('days are counted up to yesterday at the property, even when UTC is already a day ahead', async () => {
  at.clock.set('2026-10-08T05:00:00Z');
  // It's still Wednesday, October 7, 22:00 in Phoenix: the 72nd day is October 6.
  expect((await ask(spot)).days).toBe(72);
  at.clock.set('2026-10-06T12:00:00Z');
});

test('rentals from more than three years ago are not read', async () => {
  const other = await makeSpot(sql, { organization: { pk: spot.organization } });
  const first = addDays(day('2023-10-06'), -40);
  await record(sql, other, [rental(other, noon(first), 500)]);
  expect((await ask(other)).days).toBe(0);
});

test('the notes on days name holidays, events, and the cameras that made no read on a busy weekday', async () => {
  const organization = { pk: spot.organization };
  const feed = await makeCameraFeed(sql, organization, 'axis');
  const ended = await makeCameraFeed(sql, organization, 'axis', { revoked: true });
  const gate = await makeCamera(sql, organization, feed, { ref: 'North gate', spot });
  const removed = await makeCamera(sql, organization, ended, { ref: 'Old gate', spot });
  for (const camera of [gate, removed]) {
    await sql`
      insert into camera_hours (organization_id, camera_pk, local_date, local_hour, reads)
      select ${organization.pk}, ${camera.pk}, d::date, h, 5
      from generate_series('2026-08-01'::date, '2026-10-05', '1 day') d, generate_series(8, 12) h
      where d::date <> '2026-09-22'`;
  }
  const query = { spot: String(spot.pk), start: day('2026-09-01'), end: day('2026-10-20') };
  for (const by of [token, employee]) {
    expect((await at.call(listDayNotes, { query }, { token: by })).body).toEqual({
      results: [
        notes('2026-09-07', { holidays: ['Labor Day'] }),
        notes('2026-09-17', { events: ['Fair'] }),
        notes('2026-09-22', { silent_cameras: ['North gate'] }),
        notes('2026-10-12', { holidays: ['Columbus Day'] }),
        notes('2026-10-15', { events: ['Fair'] }),
      ],
      count: 5,
    });
  }
});

const notes = (date: string, more: object) => ({
  date,
  holidays: [],
  events: [],
  closed_by: [],
  silent_cameras: [],
  ...more,
});
