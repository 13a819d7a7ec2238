import type { LocalDate } from '@lotkeeper/contract/kernel/calendar';
import { fromIso } from '@lotkeeper/contract/kernel/calendar';
import { cents } from '@lotkeeper/contract/kernel/money';
import {
  createRate,
  listExperimentDays,
  listRateDays,
  removeRate,
  updateRate,
} from '@lotkeeper/contract/operations/rates';
import { getSpot } from '@lotkeeper/contract/platform/spots';
import { listAuditEntries } from '@lotkeeper/contract/trust/audit-entries';
import { beforeEach, expect, test } from 'vitest';
import { signedInSuperuser } from '../../../testing/people.factory.ts';
import { makeRate } from '../../../testing/rates.factory.ts';
import type { TestSpot } from '../../../testing/spots.factory.ts';
import { makeSpot } from '../../../testing/spots.factory.ts';
import { testApp } from '../../../testing/test-app.ts';

const at = await testApp({ now: '2026-06-15T19:00:00Z' });
const sql = at.database.system;
const superuser = await signedInSuperuser(at);
const { token } = superuser;
let spot: TestSpot;

// In Phoenix, where 5:00 is 12:00Z all year.
beforeEach(async () => {
  spot = await makeSpot(sql);
});

const day = (text: string) => text as LocalDate;
const days = (start: string, end = start) => ({
  query: { spot: String(spot.pk), start: day(start), end: day(end) },
});
const list = async (start: string, end = start) =>
  (await at.call(listRateDays, days(start, end), { token })).body.results;
const night = {
  name: 'Night',
  curve: { kind: 'static' as const },
  unit: 'hour' as const,
  price: 300,
  dynamic_daily_max: 900,
  interval: 'daily' as const,
  priority: 5,
  start_date: day('2026-06-20'),
  end_date: day('2026-06-21') as LocalDate | null,
};
const create = (more: object = {}) =>
  at.call(createRate, { body: { ...night, ...more, spot: spot.pk } }, { token });
const change = (pk: number, body: object) =>
  at.call(updateRate, { params: { id: String(pk) }, body }, { token });

test('the rates of each day are listed with all their fields, from 5 a.m. to 5 a.m., highest priority first', async () => {
  const hourly = await makeRate(sql, spot);
  const { body } = await create();
  const results = await list('2026-06-19', '2026-06-22');
  expect(results.map((one) => [one.date_string, one.name])).toEqual([
    ['2026-06-20', 'Night'],
    ['2026-06-21', 'Night'],
    ['2026-06-19', 'Hourly'],
    ['2026-06-20', 'Hourly'],
    ['2026-06-21', 'Hourly'],
    ['2026-06-22', 'Hourly'],
  ]);
  expect(results[0]).toEqual({
    ...night,
    pk: body.pk,
    spot: spot.pk,
    pricing_model_type: 'static',
    date_string: '2026-06-20',
    start: '2026-06-20T12:00:00.000Z',
    end: '2026-06-21T12:00:00.000Z',
  });
  expect(results[2]).toMatchObject({ pk: hourly, start_date: '2026-01-01', end_date: null });
});

test('a weekly rate is listed on the same weekday of each week', async () => {
  // June 20, 2026, is a Saturday.
  await create({ interval: 'weekly', end_date: null });
  expect((await list('2026-06-15', '2026-07-05')).map((one) => one.date_string)).toEqual([
    '2026-06-20',
    '2026-06-27',
    '2026-07-04',
  ]);
});

test('the experiments of each day are listed with their segments and the segments’ prices', async () => {
  const [experiment] = await sql<[{ pk: number }]>`
    insert into rate_experiments (organization_id, spot_pk, name, starts_at, ends_at)
    values (${spot.organization}, ${spot.pk}, 'Dearer', ${fromIso('2026-06-15T18:00:00Z')},
      ${fromIso('2026-06-17T12:00:00Z')}) returning pk`;
  const [segment] = await sql<[{ pk: number; uuid: string }]>`
    insert into rate_experiment_segments (organization_id, experiment_pk, name, percentage, price, unit)
    values (${spot.organization}, ${experiment.pk}, 'Half', 50, 600, 'hour') returning pk, uuid`;
  const { body } = await at.call(listExperimentDays, days('2026-06-14', '2026-06-18'), { token });
  expect(body.results.map((one) => [one.date_string, one.start, one.end])).toEqual([
    ['2026-06-15', '2026-06-15T18:00:00.000Z', '2026-06-16T12:00:00.000Z'],
    ['2026-06-16', '2026-06-16T12:00:00.000Z', '2026-06-17T12:00:00.000Z'],
  ]);
  expect(body.results[0]).toMatchObject({ pk: experiment.pk, name: 'Dearer' });
  expect(body.results[0]?.segments).toEqual([
    {
      uuid: segment.uuid,
      name: 'Half',
      percentage: 50,
      rates: [{ id: segment.pk, name: 'Half', price: 600, unit: 'hour' }],
    },
  ]);
});

test('a new rate with a stepwise curve gets the price of the curve’s first hour', async () => {
  const steps = [
    { minutes: 30, price: 200 },
    { minutes: 120, price: 700 },
  ];
  const { body } = await create({ curve: { kind: 'stepwise', steps }, price: null });
  expect(body).toMatchObject({ pricing_model_type: 'stepwise', price: 700 });
  expect((await list('2026-06-20'))[0]?.curve).toEqual({ kind: 'stepwise', steps });
});

test('a daily rate has no daily maximum, and a monthly rate cannot have a curve', async () => {
  expect((await create({ unit: 'day' })).body.dynamic_daily_max).toBeNull();
  const { error } = await create({ unit: 'month', curve: { kind: 'linear', start: 0 } });
  expect(error.fields).toEqual({
    unit: 'Only a static price can be per day, month or stay.',
  });
});

test('a rate with several errors is refused with all of them at once', async () => {
  const { status, error } = await create({ name: 'x', price: null, end_date: day('2026-06-19') });
  expect(status).toBe(400);
  expect(error.fields).toEqual({
    price: 'This is required',
    end_date: 'Must not be before the first day.',
  });
  const falling = { kind: 'moving_total', totals: [500, 400] };
  const wrong = await create({
    name: '',
    curve: falling,
    priority: -1,
    start_date: '2026-02-30',
  });
  expect(Object.keys(wrong.error.fields ?? {}).sort()).toEqual([
    'curve.totals',
    'name',
    'priority',
    'start_date',
  ]);
});

test('a rate that applies today is the property’s active rate, and one for another weekday is not', async () => {
  const active = async () => {
    const { body } = await at.call(getSpot, { params: { id: String(spot.pk) } }, { token });
    return [body.active_rate?.name, body.display_price];
  };
  const createWeekly = (name: string, start_date: string) =>
    create({ name, interval: 'weekly', start_date, end_date: null });
  expect(await active()).toEqual([undefined, 500]);
  await createWeekly('Saturdays', '2026-06-06');
  expect(await active()).toEqual([undefined, 500]);
  await createWeekly('Mondays', '2026-06-08');
  expect(await active()).toEqual(['Mondays', 300]);
});

test('changing some fields keeps the other fields and the rate’s start time', async () => {
  const starts = fromIso('2026-06-01T17:30:00Z');
  const pk = await makeRate(sql, spot);
  await sql`update rates set starts_at = ${starts} where pk = ${pk}`;
  const { body } = await change(pk, { name: 'Day', price: 450 });
  expect(body).toMatchObject({ name: 'Day', price: 450, unit: 'hour', start_date: '2026-06-01' });
  const [row] = await sql`select starts_at from rates where pk = ${pk}`;
  expect(row?.starts_at).toBe(starts);
});

test('a new last day ends the rate after that day, and a new curve sets its price', async () => {
  const { body } = await create();
  await change(body.pk, {
    end_date: day('2026-06-20'),
    curve: { kind: 'moving', prices: [cents(450), cents(200)] },
  });
  const results = await list('2026-06-20', '2026-06-22');
  expect(results.map((one) => [one.date_string, one.price])).toEqual([['2026-06-20', 450]]);
});

test('a change is checked together with the unchanged fields, and a rate cannot move to another property', async () => {
  const { body } = await create({ unit: 'day', dynamic_daily_max: null });
  const curve = { kind: 'linear', start: 100 };
  expect((await change(body.pk, { curve })).error.fields).toHaveProperty('unit');
  const other = await makeSpot(sql, { organization: { pk: spot.organization } });
  expect((await change(body.pk, { spot: other.pk })).error.fields).toEqual({
    spot: 'A rate can’t move to another property.',
  });
});

test('a deleted rate is gone, and its change and deletion are in the audit log', async () => {
  const { body } = await create();
  await change(body.pk, { price: 350 });
  const remove = () => at.call(removeRate, { params: { id: String(body.pk) } }, { token });
  const params = { id: String(spot.organization) };
  const log = async () => {
    const page = await at.call(listAuditEntries, { params, query: { page: 1 } }, { token });
    return page.body.results.map(({ act, subject, changes }) => [
      act,
      subject,
      changes.map(({ field, before, after }) => `${field} ${before} ${after}`)[0],
    ]);
  };
  expect((await log())[0]).toEqual(['change', 'rate Night', 'Price $3.00 $3.50']);
  expect((await remove()).status).toBe(204);
  expect((await remove()).status).toBe(404);
  expect(await list('2026-06-20')).toEqual([]);
  expect((await log())[0]?.slice(0, 2)).toEqual(['remove', 'rate Night']);
});
