import type { LocalDate } from '@lotkeeper/contract/kernel/calendar';
import { fromIso } from '@lotkeeper/contract/kernel/calendar';
import {
  getDriverFrequency,
  getFrequencyBreakdown,
  getHourlyHeatmap,
  getMonthlyHeatmap,
  listTransientDrivers,
} from '@lotkeeper/contract/people/driver-insights';
import { driverGroupNames } from '@lotkeeper/contract/people/filter-words';
import { expect, test } from 'vitest';
import type { RentalInput } from '../../../records/people/rentals.ts';
import { signedInMember } from '../../../testing/people.factory.ts';
import { record, rental } from '../../../testing/rentals.factory.ts';
import type { TestSpot } from '../../../testing/spots.factory.ts';
import { makeSpot } from '../../../testing/spots.factory.ts';
import { testProperty } from '../../../testing/test-property.ts';

/*
 * A property in New York; now is Tuesday 2026-11-03, 12:00 there. Clocks went back on Sunday November 1.
 *   AAA1  7 visits: Monday Oct 19 08:30, six on Sunday Nov 1, one of them at 01:30 for the second time
 *   BBB2  2 visits: Monday Oct 26 09:00 and Monday Nov 2 09:10
 *   CCC3  1 visit: today 07:00, which no mean counts
 *   DDD4  1 monthly rental, Monday Nov 2 09:00, and 1 bulk rental: not transient
 *   EEE5  1 visit on Sunday Oct 18 23:59, the day before the window of the test
 * The first day with a transient rental is Sunday Oct 18; up to yesterday, Nov 2, there are
 * 3 Sundays (18, 25, 1), 3 Mondays (19, 26, 2) and 2 of every other weekday.
 */

const window = { start: '2026-10-19' as LocalDate, end: '2026-11-03' as LocalDate };

const visit = (plate: string, start: string, more: Partial<RentalInput> = {}) =>
  rental(spot, start, 500, { car: { plate, state: 'NY', country: 'US' }, ...more });

const now = '2026-11-03T17:00:00Z';
const timezone = 'America/New_York';
const { at, sql, organization, spot, token } = await testProperty({ now }, { timezone });
const empty = await makeSpot(sql, { organization, timezone });
const employee = (await signedInMember(at, organization, 'EMPLOYEE')).token;
const sunday = [5.5, 6.5, 15, 16, 17, 18].map((hour) =>
  visit(
    'AAA1',
    `2026-11-01T${String(Math.floor(hour)).padStart(2, '0')}:${hour % 1 ? '30' : '00'}:00Z`,
  ),
);
await record(sql, spot, [
  visit('AAA1', '2026-10-19T12:30:00Z'),
  ...sunday,
  visit('BBB2', '2026-10-26T13:00:00Z'),
  visit('BBB2', '2026-11-02T14:10:00Z', { rental_type: 'flat_rate' }),
  visit('CCC3', '2026-11-03T12:00:00Z', { rental_type: 'daily' }),
  visit('DDD4', '2026-11-02T14:00:00Z', { rental_type: 'monthly' }),
  visit('DDD4', '2026-11-02T14:00:00Z', { rental_type: 'bulk_rental' }),
  visit('EEE5', '2026-10-19T03:59:00Z'),
]);

const frequency = async (property = spot) =>
  (
    await at.call(
      getDriverFrequency,
      { query: { spot: String(property.pk), ...window } },
      { token },
    )
  ).body.data;

test('more than 5 visits are frequent, 2 to 5 returning, and 1 by a new driver one-time, without monthly rentals and tenants', async () => {
  expect(await frequency()).toEqual({
    power_drivers: { percentage: 33.3, threshold: 5, count: 1 },
    repeat_drivers: { percentage: 33.3, threshold: 1, count: 1 },
    one_time_drivers: { percentage: 33.3, threshold: 1, count: 1 },
  });
});

test('one-time drivers are new: who parked here before, also as a monthly driver, is a return driver', async () => {
  const organization = { pk: spot.organization };
  const [revisited, elsewhere] = [
    await makeSpot(sql, { organization, timezone }),
    await makeSpot(sql, { organization, timezone }),
  ];
  const stay = (property: TestSpot, plate: string, day: string, more: Partial<RentalInput> = {}) =>
    rental(property, `${day}T12:00:00Z`, 500, {
      car: { plate, state: 'NY', country: 'US' },
      ...more,
    });
  // FFF6 parked in September, GGG7 had a monthly rental, HHH8 parked at the other property only, III9 nowhere.
  await record(sql, elsewhere, [stay(elsewhere, 'HHH8', '2026-09-01')]);
  await record(sql, revisited, [
    stay(revisited, 'FFF6', '2026-09-01'),
    stay(revisited, 'GGG7', '2026-07-01', { rental_type: 'monthly' }),
    ...['FFF6', 'GGG7', 'HHH8', 'III9'].map((plate) => stay(revisited, plate, '2026-11-02')),
  ]);
  expect(await frequency(revisited)).toMatchObject({
    repeat_drivers: { percentage: 50, count: 2 },
    one_time_drivers: { percentage: 50, count: 2 },
  });
  const query = { spot: String(revisited.pk), ...window };
  const { body } = await at.call(getFrequencyBreakdown, { query }, { token });
  const [monday] = body.data;
  expect([monday?.repeat_drivers.count, monday?.one_time_drivers.count]).toEqual([2, 2]);
  const listGroup = async (group: string) =>
    (await listDrivers({ spot: String(revisited.pk), group })).results
      .map(({ plate }) => plate)
      .toSorted();
  expect(await listGroup('repeat')).toEqual(['FFF6', 'GGG7']);
  expect(await listGroup('one_time')).toEqual(['HHH8', 'III9']);
});

test('a driver counts once per weekday, by their visits in the whole window', async () => {
  const query = { spot: String(spot.pk), ...window };
  const { body } = await at.call(getFrequencyBreakdown, { query }, { token: employee });
  const counts = body.data.map((day) => [
    day.dow,
    day.power_drivers.count,
    day.repeat_drivers.count,
    day.one_time_drivers.count,
    day.total_drivers,
  ]);
  expect(counts).toEqual([
    [1, 1, 1, 0, 2],
    [2, 0, 0, 1, 1],
    [3, 0, 0, 0, 0],
    [4, 0, 0, 0, 0],
    [5, 0, 0, 0, 0],
    [6, 0, 0, 0, 0],
    [7, 1, 0, 0, 1],
  ]);
  expect(body.data[0]?.power_drivers.percentage).toBe(50);
});

const listDrivers = async (filters: object = {}) => {
  const query = { spot: String(spot.pk), ...window, page: 1, ...filters };
  return (await at.call(listTransientDrivers, { query }, { token: employee })).body;
};

test('the drivers of a group and weekday are listed, and are as many as it counts', async () => {
  const all = await listDrivers();
  expect(all.results.map(({ plate, visits }) => [plate, visits])).toEqual([
    ['AAA1', 7],
    ['BBB2', 2],
    ['CCC3', 1],
  ]);
  expect(all.results[1]).toMatchObject({
    state: 'NY',
    first_at: fromIso('2026-10-26T13:00:00Z'),
    last_at: fromIso('2026-11-02T14:10:00Z'),
  });
  const [last] = await sql<{ uuid: string }[]>`
    select uuid from rentals where spot_pk = ${spot.pk} and start_date = '2026-11-02 14:10Z'`;
  expect(all.results[1]?.last_rental).toEqual(last);
  const { body } = await at.call(
    getFrequencyBreakdown,
    { query: { spot: String(spot.pk), ...window } },
    { token },
  );
  for (const day of body.data) {
    expect((await listDrivers({ weekday: day.dow })).count).toBe(day.total_drivers);
    for (const group of driverGroupNames)
      expect((await listDrivers({ weekday: day.dow, group })).count).toBe(
        day[`${group}_drivers`].count,
      );
  }
  const counted = await frequency();
  for (const group of driverGroupNames)
    expect((await listDrivers({ group })).count).toBe(counted[`${group}_drivers`].count);
});

test('the pages of the drivers contain each of them once', async () => {
  const busy = await makeSpot(sql, { organization: { pk: spot.organization } });
  const plates = Array.from({ length: 23 }, (_, index) => `P${index}`);
  await record(
    sql,
    busy,
    plates.map((plate) =>
      rental(busy, '2026-11-02T12:00:00Z', 500, { car: { plate, state: 'NY', country: 'US' } }),
    ),
  );
  const pages = [];
  for (const page of [1, 2, 3]) pages.push(await listDrivers({ spot: String(busy.pk), page }));
  expect(pages.map(({ count, results }) => [count, results.length])).toEqual([
    [23, 20],
    [23, 3],
    [23, 0],
  ]);
  const listed = pages.flatMap(({ results }) => results.map(({ plate }) => plate));
  expect(listed.toSorted()).toEqual(plates.toSorted());
});

test.each([
  [{ weekday: 8 }, { weekday: 'Must be a weekday from 1 (Monday) to 7 (Sunday).' }],
  [{ start: '2026-05-07' }, { start: 'At most 180 days.' }],
])('a list of drivers of %j is refused', async (query, fields) => {
  expect(await listDrivers(query)).toMatchObject({ code: 'invalid_fields', fields });
});

test('a mean covers the days from the first rental to yesterday, and counts a repeated hour as one', async () => {
  const query = { spot_id: String(spot.pk) };
  const { body } = await at.call(getHourlyHeatmap, { query }, { token });
  const on = (dow: number, hour: number) =>
    body.data.find((one) => one.dow === dow && one.hour === hour)?.average_rentals;
  expect([on(7, 1), on(7, 10), on(7, 23)]).toEqual([0.67, 0.33, 0.33]);
  expect([on(1, 8), on(1, 9)]).toEqual([0.33, 0.67]);
  expect(body.data.some(({ dow }) => dow === 2)).toBe(false);
});

test('the monthly heatmap has each past weekday, with 0 where nobody parked', async () => {
  const query = { spot_id: String(spot.pk) };
  expect((await at.call(getMonthlyHeatmap, { query }, { token })).body.data).toEqual({
    '10-7': { average_rentals: 0.5 },
    '10-1': { average_rentals: 1 },
    '10-2': { average_rentals: 0 },
    '10-3': { average_rentals: 0 },
    '10-4': { average_rentals: 0 },
    '10-5': { average_rentals: 0 },
    '10-6': { average_rentals: 0 },
    '11-7': { average_rentals: 6 },
    '11-1': { average_rentals: 1 },
  });
});

test('a property without rentals has zeros and empty heatmaps', async () => {
  const query = { spot_id: String(empty.pk) };
  expect((await at.call(getHourlyHeatmap, { query }, { token })).body.data).toEqual([]);
  expect((await at.call(getMonthlyHeatmap, { query }, { token })).body.data).toEqual({});
  expect((await frequency(empty)).power_drivers).toEqual({ percentage: 0, threshold: 5, count: 0 });
});

test.each([
  ['2026-05-07', '2026-11-03', { start: 'At most 180 days.' }],
  ['2026-11-04', '2026-11-03', { end: 'Must not be before start.' }],
  ['2026-02-30', '2026-03-03', { start: 'Must be a day as YYYY-MM-DD.' }],
])('the window from %s to %s is refused', async (start, end, fields) => {
  const query = { spot: String(spot.pk), start: start as LocalDate, end: end as LocalDate };
  const { response, body } = await at.call(getDriverFrequency, { query }, { token });
  expect(response.statusCode).toBe(400);
  expect(body).toMatchObject({ code: 'invalid_fields', fields });
});
