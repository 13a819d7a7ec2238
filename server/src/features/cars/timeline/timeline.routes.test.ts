import { randomUUID } from 'node:crypto';
import type { TimelineEvent } from '@lotkeeper/contract/cars/timeline';
import { getTimeline, timelinePageDays } from '@lotkeeper/contract/cars/timeline';
import type { LocalDate } from '@lotkeeper/contract/kernel/calendar';
import {
  addDays,
  eachDay,
  fromEpochSeconds,
  fromIso,
  instant,
  toIso,
  toLocalDate,
} from '@lotkeeper/contract/kernel/calendar';
import { hourMs } from '@lotkeeper/contract/kernel/durations';
import { removeRate, updateRate } from '@lotkeeper/contract/operations/rates';
import { removeMember } from '@lotkeeper/contract/people/team';
import { updateSpot } from '@lotkeeper/contract/platform/spot-fields';
import { beforeEach, expect, test } from 'vitest';
import type { NoteInput } from '../../../records/cars/timeline-notes.ts';
import { recordNotes } from '../../../records/cars/timeline-notes.ts';
import { makeEvent } from '../../../testing/events.factory.ts';
import { signedInMember, signedInSuperuser } from '../../../testing/people.factory.ts';
import { makeRate } from '../../../testing/rates.factory.ts';
import {
  moveMoney,
  movement,
  record,
  recording,
  rental,
} from '../../../testing/rentals.factory.ts';
import { makeImage } from '../../../testing/seals.factory.ts';
import type { TestSpot } from '../../../testing/spots.factory.ts';
import { makeSpot } from '../../../testing/spots.factory.ts';
import { testApp } from '../../../testing/test-app.ts';
import { makeStaffedSpot } from '../../../testing/test-property.ts';
import { makeViolation } from '../../../testing/violations.factory.ts';

const at = await testApp({ now: '2026-06-15T19:00:00Z' });
const sql = at.database.system;
const { token: superuser } = await signedInSuperuser(at);
let spot: TestSpot;
let admin: string;

// In Phoenix, where a day begins at 7:00Z all year.
beforeEach(async () => {
  at.clock.set('2026-06-15T19:00:00Z');
  ({ spot, token: admin } = await makeStaffedSpot(at));
});

async function page(offset?: number, { token = admin, of = spot } = {}) {
  const query = offset === undefined ? {} : { offset };
  const answer = await at.call(getTimeline, { params: { id: of.uuid }, query }, { token });
  expect(answer.status).toBe(200);
  return answer.body;
}

/** Every entry, page after page, like a reader who scrolls to the end. */
async function everyEntry(property = spot): Promise<TimelineEvent[]> {
  const all: TimelineEvent[] = [];
  for (let offset: number | undefined; ; offset = all.at(-1)?.timestamp) {
    const { events, next } = await page(offset, { of: property });
    all.push(...events);
    if (!next) return all;
    expect(events).not.toEqual([]);
  }
}

const note = (happened: string, overrides: Partial<NoteInput> = {}): NoteInput => ({
  source: 'test',
  external_id: randomUUID(),
  spot_pk: spot.pk,
  kind: 'maintenance',
  title: 'Stall lines repainted',
  description: 'Rows A to C.',
  images: [],
  happened_at: fromIso(happened),
  ...overrides,
});
const write = (...notes: NoteInput[]) =>
  recording(sql, spot.organization, (recorder) => recordNotes(recorder, notes));
const seconds = (iso: string) => fromIso(iso) / 1000;
const kinds = (events: readonly TimelineEvent[]) => events.map(({ event }) => event);

// 1000 with 80 tax and 31 fee at 10 %: 1080 − 80 − 31 = 969 adjusted, 97 commission, 872 net.
test('a day with one rental shows its revenue once, as 1080 gross and 872 net, at the start of the day', async () => {
  const paid = movement('2026-06-14T18:00:00Z', 1080, {
    tax: 80 as never,
    processing_fee: 31 as never,
  });
  await record(sql, spot, [rental(spot, '2026-06-14T18:00:00Z', 1080, { movements: [paid] })]);
  const day = { event: 'daily_revenue', timestamp: seconds('2026-06-14T07:00:00Z') };
  const details = { total_rentals: 1, gmv: 1080, income: 872 };
  expect(await page()).toEqual({ events: [{ ...day, details }], next: false });
});

test('a day with only refunds shows 0 rentals, 0 gross, and a negative income', async () => {
  const refund = movement('2026-06-14T18:00:00Z', 500, { kind: 'refund' });
  await moveMoney(sql, spot, [refund]);
  const [entry] = (await page()).events;
  expect(entry?.details).toEqual({ total_rentals: 0, gmv: 0, income: -450 });
});

test('a day shows its enforcement revenue with the images of its violations by signed URLs', async () => {
  await record(sql, spot, [
    rental(spot, '2026-06-14T18:00:00Z', 700, { auto_started: true }),
    rental(spot, '2026-06-13T18:00:00Z', 600, { auto_started: true }),
  ]);
  const { uuid: image } = await makeImage(at, spot, 'a plate', { kind: 'plate' });
  // 23:59 in Phoenix: still the 14th.
  await makeViolation(sql, spot, { image, created_at: fromIso('2026-06-15T06:59:00Z') });
  const { events } = await page();
  expect(kinds(events)).toEqual(['enforcement', 'daily_revenue', 'enforcement', 'daily_revenue']);
  const [newest, , older] = events;
  const url = expect.stringContaining(`/api/pictures/${spot.organization}.${image}.`);
  expect(newest?.details).toEqual({
    autostarted_count: 1,
    autostarted_revenue: 700,
    images: [{ url, thumbnail_url: url }],
  });
  expect(older?.details).toMatchObject({ autostarted_revenue: 600, images: [] });
});

test('a day shows its notes by time, newest first, before its revenue', async () => {
  await record(sql, spot, [rental(spot, '2026-06-14T18:00:00Z', 700)]);
  await write(
    note('2026-06-14T15:00:00Z'),
    note('2026-06-14T20:00:00Z', { kind: 'snapshot', title: 'Snapshot of the week' }),
  );
  const { events } = await page();
  expect(kinds(events)).toEqual(['snapshot', 'maintenance', 'daily_revenue']);
  expect(events[1]).toEqual({
    event: 'maintenance',
    timestamp: seconds('2026-06-14T15:00:00Z'),
    details: { title: 'Stall lines repainted', description: 'Rows A to C.', images: [] },
  });
});

test('a one-time event is shown, a repeated event only next to something else, and a daily event never', async () => {
  await record(sql, spot, [rental(spot, '2026-06-14T18:00:00Z', 700)]);
  await makeEvent(sql, spot, { date: '2026-06-10' as LocalDate });
  const since = { date: '2026-01-01' as LocalDate };
  // 2026-06-14 is a Sunday.
  await makeEvent(sql, spot, { ...since, name: 'Brunch', interval: 'weekly', repeat_on_day: 6 });
  await makeEvent(sql, spot, { ...since, name: 'Evenings', interval: 'daily' });
  await makeEvent(sql, spot, { name: 'To come', date: '2026-06-20' as LocalDate });
  const { events, next } = await page();
  expect(next).toBe(false);
  expect(events.map(({ details }) => 'title' in details && details.title)).toEqual([
    'Brunch',
    false,
    'Game',
  ]);
  expect(events[2]).toEqual({
    event: 'event',
    timestamp: seconds('2026-06-11T01:00:00Z'),
    details: {
      title: 'Game',
      description: '40 spaces are open to the public.',
      images: [],
      until: seconds('2026-06-11T05:30:00Z'),
    },
  });
});

test('a property without any history has an empty timeline', async () => {
  expect(await page()).toEqual({ events: [], next: false });
  expect(await page(0)).toEqual({ events: [], next: false });
  expect(await page(4_000_000_000)).toEqual({ events: [], next: false });
});

const prices = async (token: string) =>
  (await page(undefined, { token })).events.map(({ event, details }) => [
    event,
    'title' in details && details.title,
    'prices' in details && details.prices,
  ]);

test('the timeline shows a property’s own rate and price changes, even those of a deleted rate', async () => {
  const beside = await makeSpot(sql, { organization: { pk: spot.organization } });
  for (const one of [spot, beside]) {
    const rate = String(await makeRate(sql, one, { name: `Night at ${one.pk}` }));
    const call = { params: { id: rate } };
    await at.call(updateRate, { ...call, body: { price: 450 } }, { token: superuser });
    at.clock.forward(hourMs);
    await at.call(removeRate, call, { token: superuser });
    at.clock.forward(hourMs);
  }
  const params = { id: String(spot.pk) };
  const body = { price_hourly: 725 as never, name: 'Renamed' };
  await at.call(updateSpot, { params, body }, { token: superuser });
  const name = `Night at ${spot.pk}`;
  expect(await prices(admin)).toEqual([
    ['price_change', 'Prices changed', [{ name: 'Hourly', before: 500, after: 725 }]],
    ['price_change', `Rate removed: ${name}`, [{ name: 'Price', before: 450, after: null }]],
    ['price_change', `Rate changed: ${name}`, [{ name: 'Price', before: 400, after: 450 }]],
  ]);
});

test('the timeline does not show a property change that leaves the prices alone', async () => {
  const params = { id: String(spot.pk) };
  await at.call(updateSpot, { params, body: { name: 'Renamed' } }, { token: superuser });
  expect((await page()).events).toEqual([]);
});

test('the timeline shows team changes to an Admin but not to an Employee', async () => {
  const { token, pk } = await signedInMember(at, { pk: spot.organization }, 'EMPLOYEE');
  const leaver = await signedInMember(at, { pk: spot.organization }, 'VALET');
  const params = { id: String(spot.organization), memberId: String(leaver.pk) };
  await at.call(removeMember, { params, query: {} }, { token: admin });
  await sql`
      insert into audit_entries (organization_id, person_pk, act, subject_type, subject_pk, after, happened_at)
      values (${spot.organization}, ${pk}, 'accept', 'invitation', 7, '{"role": "EMPLOYEE"}',
        ${at.clock() - hourMs})`;
  const events = (await page()).events.map(({ event, details }) => [event, details]);
  const images: never[] = [];
  expect(events).toEqual([
    ['team_change', { title: 'Robin Reyes left the team', description: '', images }],
    [
      'team_change',
      { title: 'Robin Reyes joined the team', description: 'Role: Employee', images },
    ],
  ]);
  expect(await page(undefined, { token })).toEqual({ events: [], next: false });
});

test('an Employee sees counts but no amounts on the timeline', async () => {
  await record(sql, spot, [rental(spot, '2026-06-14T18:00:00Z', 700, { auto_started: true })]);
  await makeRate(sql, spot);
  const rate = { params: { id: String(await makeRate(sql, spot)) } };
  await at.call(removeRate, rate, { token: superuser });
  const { token } = await signedInMember(at, { pk: spot.organization }, 'EMPLOYEE');
  const { events } = await page(undefined, { token });
  expect(events.map(({ event, details }) => [event, details])).toEqual([
    ['price_change', { title: 'Rate removed: Hourly', description: '', images: [] }],
    ['enforcement', { autostarted_count: 1, images: [] }],
    ['daily_revenue', { total_rentals: 1 }],
  ]);
});

test('timeline pages lose and repeat nothing when many items share a timestamp or lie a year apart', async () => {
  const day = '2026-06-14T18:00:00Z';
  const many = Array.from({ length: 60 }, (_, index) => note(day, { title: `Note ${index}` }));
  await write(...many, note('2025-05-01T18:00:00Z', { title: 'Long ago' }));
  const days = eachDay('2026-04-01' as LocalDate, '2026-06-14' as LocalDate);
  await record(
    sql,
    spot,
    days.map((one) => rental(spot, `${one}T18:00:00Z`, 100)),
  );
  const first = await page();
  expect(first.next).toBe(true);
  expect(first.events).toHaveLength(60 + timelinePageDays);
  const all = await everyEntry();
  expect(all).toHaveLength(60 + days.length + 1);
  expect(new Set(all.map((one) => JSON.stringify(one))).size).toBe(all.length);
  expect(all.map(({ timestamp }) => timestamp)).toEqual(
    all.map(({ timestamp }) => timestamp).toSorted((a, b) => b - a),
  );
});

test('a timeline page begins with the day before the offset’s day, at any time of that day', async () => {
  await write(note('2026-06-10T08:00:00Z'), note('2026-06-11T08:00:00Z', { title: 'Later' }));
  const before = async (iso: string) => (await page(seconds(iso))).events.length;
  expect(await before('2026-06-12T07:00:00Z')).toBe(2);
  expect(await before('2026-06-12T06:59:59Z')).toBe(1);
  expect(await before('2026-06-11T07:00:00Z')).toBe(1);
  expect(await before('2026-06-11T06:59:59Z')).toBe(0);
});

test.each([
  ['2026-03-08', 23, '04'],
  ['2025-11-02', 25, '05'],
] as const)(
  'the timeline shows every item of %s in New York, a day of %i hours, on that day',
  async (day, length, midnight) => {
    const timezone = 'America/New_York';
    const property = await makeSpot(sql, { organization: { pk: spot.organization }, timezone });
    const evening = fromIso(`${addDays(day as LocalDate, -1)}T04:00:00Z`);
    const hours = Array.from({ length: 72 }, (_, hour) =>
      note(toIso(instant(evening + hour * hourMs)), {
        spot_pk: property.pk,
        title: `Hour ${hour}`,
      }),
    );
    await write(...hours);
    await record(sql, property, [rental(property, `${day}T17:00:00Z`, 100)]);
    const all = await everyEntry(property);
    expect(all).toHaveLength(73);
    const there = all.filter(
      ({ timestamp }) => toLocalDate(fromEpochSeconds(timestamp), timezone) === day,
    );
    expect(there).toHaveLength(length + 1);
    const next = addDays(day as LocalDate, 1);
    const jumped = await page(seconds(`${next}T${midnight}:00:00Z`), { of: property });
    expect(jumped.events[0]).toEqual(there[0]);
  },
);

test('a timeline offset that is not a timestamp is refused', async () => {
  const url = `/api/spots/${spot.uuid}/timeline/?offset=yesterday`;
  const headers = { authorization: `Token ${admin}` };
  expect((await at.app.inject({ method: 'GET', url, headers })).statusCode).toBe(400);
});
