import type { LocalDate } from '@lotkeeper/contract/kernel/calendar';
import { fromIso } from '@lotkeeper/contract/kernel/calendar';
import { cents } from '@lotkeeper/contract/kernel/money';
import type { ReportGrouping, ReportMeasure } from '@lotkeeper/contract/money/custom-reports';
import {
  createSavedReport,
  customReportMessages,
  deleteSavedReport,
  downloadCustomReport,
  getCustomReport,
  listSavedReports,
  maxSavedReports,
  renameSavedReport,
} from '@lotkeeper/contract/money/custom-reports';
import { describe, expect, test } from 'vitest';
import { makeCustomReport } from '../../../testing/custom-reports.factory.ts';
import { moveMoney, movement, record, rental } from '../../../testing/rentals.factory.ts';
import { makeSpot } from '../../../testing/spots.factory.ts';
import { testProperty } from '../../../testing/test-property.ts';

/*
 * A property in New York with 10 spaces, 10 % commission; now is Tuesday 2026-11-03, 12:30 there. Clocks went back on
 * November 1, so that Sunday has 25 hours.
 *   R1  Nov 2 (Monday) 09:00 to 11:00, hourly, from the gate, 1080 with 80 tax and 30 fee: net 970 − 97 = 873
 *   R2  Nov 1 (Sunday) 00:00 for 25 hours, to its end, daily, SpotHero, 2000: net 1800
 *   R3  Nov 3 08:00, monthly without an end, 9000: net 8100
 *   F1  Nov 2 at 20:00 a refund of 1580, hourly, gate: net −1580 + 158 = −1422
 */

const timezone = 'America/New_York';
const { at, sql, organization, spot, token } = await testProperty(
  { now: '2026-11-03T17:30:00Z' },
  { timezone, name: 'Pier 9' },
);
const empty = await makeSpot(sql, { organization, timezone });
await sql`update spots set quantity = 10 where pk = any (${[spot.pk, empty.pk]})`;
const taxed = movement('2026-11-02T14:00:00Z', 1080, {
  tax: cents(80),
  processing_fee: cents(30),
});
await record(sql, spot, [
  rental(spot, '2026-11-02T14:00:00Z', 1080, { source: 'gate', movements: [taxed] }),
  rental(spot, '2026-11-01T04:00:00Z', 2000, {
    source: 'spothero',
    rental_type: 'daily',
    end_date: fromIso('2026-11-02T05:00:00Z'),
  }),
  rental(spot, '2026-11-03T13:00:00Z', 9000, { rental_type: 'monthly', end_date: null }),
]);
const back = movement('2026-11-03T01:00:00Z', 1580, { kind: 'refund' });
await moveMoney(sql, spot, [{ source: 'gate', ...back }]);

const dates = { start_date: '2026-11-01' as LocalDate, end_date: '2026-11-03' as LocalDate };
const ask = (
  group: ReportGrouping,
  measures: ReportMeasure[],
  more: object = {},
  property = spot,
) => {
  const query = {
    spot: String(property.pk),
    measures: measures.join(','),
    group,
    ...dates,
    ...more,
  };
  return at.call(getCustomReport, { query }, { token });
};
const read = async (group: ReportGrouping, measures: ReportMeasure[], more = {}, property = spot) =>
  (await ask(group, measures, more, property)).body;

test('a custom report has the amounts of each day, negative where refunds are larger, and the total', async () => {
  const { groups, total } = await read('day', ['gross', 'net', 'rentals', 'refunds']);
  expect(groups.map(({ key, values }) => [key, ...Object.values(values)])).toEqual([
    ['2026-11-01', 2000, 1800, 1, 0],
    ['2026-11-02', 1080, 873 - 1422, 1, 1580],
    ['2026-11-03', 9000, 8100, 1, 0],
  ]);
  expect(total).toEqual({
    days: 3,
    values: { gross: 12_080, net: 9351, refunds: 1580, rentals: 3 },
  });
});

test('a custom report groups amounts by week, month, weekday, hour, rental type, and source', async () => {
  const gross = async (group: ReportGrouping) =>
    (await read(group, ['gross'])).groups
      .filter(({ values }) => values.gross !== 0)
      .map(({ key, days, values }) => [key, days, values.gross]);
  expect(await gross('week')).toEqual([
    ['2026-10-26', 1, 2000],
    ['2026-11-02', 2, 10_080],
  ]);
  expect(await gross('month')).toEqual([['2026-11-01', 3, 12_080]]);
  expect(await gross('weekday')).toEqual([
    ['7', 1, 2000],
    ['1', 1, 1080],
    ['2', 1, 9000],
  ]);
  expect(await gross('hour')).toEqual([
    ['0', 3, 2000],
    ['8', 3, 9000],
    ['9', 3, 1080],
  ]);
  expect(await gross('rental_type')).toEqual([
    ['hourly', 0, 1080],
    ['daily', 0, 2000],
    ['monthly', 0, 9000],
  ]);
  expect(await gross('source')).toEqual([
    ['test', 0, 9000],
    ['spothero', 0, 2000],
    ['gate', 0, 1080],
  ]);
});

test('the average stay counts the minutes of rentals by their start, without monthly rentals', async () => {
  const stays = async (group: ReportGrouping) => {
    const { groups, total } = await read(group, ['average_stay']);
    return [
      ...groups.map(({ key, values }) => [key, values.average_stay]),
      total.values.average_stay,
    ];
  };
  // (120 + 1500) ÷ 2 = 810
  expect(await stays('day')).toEqual([
    ['2026-11-01', 1500],
    ['2026-11-02', 120],
    ['2026-11-03', null],
    810,
  ]);
  expect(await stays('rental_type')).toEqual([['hourly', 120], ['daily', 1500], 810]);
  const hours = await stays('hour');
  expect([hours[0], hours[9], hours[8], hours.at(-1)]).toEqual([
    ['0', 1500],
    ['9', 120],
    ['8', null],
    810,
  ]);
});

// Sunday: one of ten spaces for all of its 25 hours. Monday: 2 of 240. Tuesday to 12:00: 4 of 12 hours × 10.
test('occupancy is the share of taken spaces, up to the last full hour', async () => {
  const { groups, total } = await read('day', ['occupancy']);
  expect(groups.map(({ values }) => values.occupancy)).toEqual([0.1, 0.0083, 0.0333]);
  // (25 + 2 + 4) ÷ (25 + 24 + 12) ÷ 10
  expect(total.values.occupancy).toBe(0.0508);
  const { groups: hours } = await read('hour', ['occupancy']);
  // 1 o'clock occurred twice on Sunday: 2 of 4 hours; 9 o'clock: Sunday's, R1, and the monthly one.
  expect([hours[1]?.values.occupancy, hours[9]?.values.occupancy]).toEqual([0.05, 0.1]);
});

test('occupancy counts rentals that began before the range', async () => {
  const late = { start_date: '2026-11-03', end_date: '2026-11-03' };
  expect((await read('day', ['occupancy'], late)).groups[0]?.values.occupancy).toBe(0.0333);
  const monday = { start_date: '2026-11-02', end_date: '2026-11-02' };
  expect((await read('day', ['occupancy'], monday)).groups[0]?.values.occupancy).toBe(0.0083);
});

test('the average stay follows a rental whose end changes', async () => {
  const other = await makeSpot(sql, { organization: { pk: spot.organization } });
  const [made] = await record(sql, other, [rental(other, '2026-11-02T14:10:20Z', 500)]);
  const stay = async () =>
    (await read('day', ['average_stay'], {}, other)).total.values.average_stay;
  expect(await stay()).toBe(120);
  await sql`update rentals set end_date = end_date + interval '90 minutes' where pk = ${made?.pk ?? 0}`;
  expect(await stay()).toBe(210);
  await sql`update rentals set end_date = null where pk = ${made?.pk ?? 0}`;
  expect(await stay()).toBeNull();
});

test('a custom report of a property without history has zeros and no averages', async () => {
  const measures = ['gross', 'rentals', 'average_stay', 'occupancy'] as ReportMeasure[];
  const { groups, total } = await read('day', measures, {}, empty);
  expect(groups).toHaveLength(3);
  const none = { gross: 0, rentals: 0, average_stay: null, occupancy: null };
  expect([total.values, groups[0]?.values]).toEqual([none, none]);
  expect((await read('source', ['gross'], {}, empty)).groups).toEqual([]);
});

test('a custom report has no future days', async () => {
  const later = { end_date: '2026-11-30' };
  expect((await read('day', ['gross'], later)).groups).toHaveLength(3);
  const next = { start_date: '2026-12-01', end_date: '2026-12-31' };
  expect(await read('day', ['gross', 'occupancy'], next)).toEqual({
    groups: [],
    total: { days: 0, values: { gross: 0, occupancy: null } },
  });
});

const { measures: none, occupancy, order, tooLong, tooLongForHours } = customReportMessages;
const overYear = { start_date: '2025-11-01' };
test.each([
  ['occupancy by source', ['occupancy'], 'source', {}, occupancy],
  ['no measure', [], 'day', {}, none],
  ['over three years', ['net'], 'day', { start_date: '2023-11-03' }, tooLong],
  ['hours of over a year', ['net'], 'hour', overYear, tooLongForHours],
  ['occupancy of over a year', ['occupancy'], 'month', overYear, tooLongForHours],
  ['a range backwards', ['net'], 'day', { end_date: '2026-10-01' }, order],
] as [string, ReportMeasure[], ReportGrouping, object, string][])(
  'a custom report refuses %s with a message',
  async (_, measures, group, more, message) => {
    const { status, body } = await ask(group, measures, more);
    expect([status, Object.values((body as never as { fields: object }).fields)]).toEqual([
      400,
      [message],
    ]);
  },
);

test('a custom report refuses an unknown measure', async () => {
  expect((await ask('day', ['toString' as never])).status).toBe(400);
});

test('the file of a custom report has a row for each group and the total', async () => {
  const query = {
    spot: String(spot.pk),
    measures: 'gross,average_stay,occupancy',
    group: 'weekday' as const,
    ...dates,
  };
  const { response } = await at.call(downloadCustomReport, { query }, { token });
  expect(response.headers['content-disposition']).toContain(
    'custom-report pier-9 weekday 2026-11-01 2026-11-03.csv',
  );
  expect(response.body.replace('\uFEFF', '').trim().split('\r\n')).toEqual([
    'Weekday,Days,Gross revenue,Average stay (minutes),Occupancy (%)',
    'Sunday,1,20.00,1500,10',
    'Monday,1,10.80,120,0.83',
    'Tuesday,1,90.00,,3.33',
    'Total,3,120.80,810,5.08',
  ]);
});

describe('saved reports', () => {
  const body = {
    name: 'Weekdays of the year',
    measures: ['net', 'occupancy'] as ReportMeasure[],
    group: 'weekday' as const,
    range: 'this_year' as const,
  };
  const save = (more: object = {}, property = empty) =>
    at.call(createSavedReport, { body: { spot: property.pk, ...body, ...more } }, { token });
  const list = async (property = empty) =>
    (await at.call(listSavedReports, { query: { spot: String(property.pk) } }, { token })).body;

  test('a saved report can be renamed and deleted, and each change has an audit entry', async () => {
    const { body: made } = await save();
    expect(made).toEqual({ pk: made.pk, ...body, start_date: null, end_date: null });
    const params = { id: String(made.pk) };
    await at.call(renameSavedReport, { params, body: { name: 'Week' } }, { token });
    expect((await list()).map(({ name }) => name)).toEqual(['Week']);
    expect(await list(spot)).toEqual([]);
    for (const status of [204, 404]) {
      expect((await at.call(deleteSavedReport, { params }, { token })).status).toBe(status);
    }
    expect(await list()).toEqual([]);
    const acts = await sql`
      select act, subject_type, subject_name from audit_entries
      where organization_id = ${empty.organization} order by pk`;
    expect(acts.map(({ act, subject_name }) => [act, subject_name])).toEqual([
      ['create', 'Weekdays of the year'],
      ['change', 'Week'],
      ['remove', 'Week'],
    ]);
    expect(new Set(acts.map(({ subject_type }) => subject_type))).toEqual(
      new Set(['custom report']),
    );
  });

  test('names of saved reports are unique per property, regardless of case and simultaneous saves', async () => {
    const twice = await Promise.all([save({ name: 'Rush' }), save({ name: 'RUSH' })]);
    expect(twice.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([200, 409]);
    expect((await save({ name: 'rush' })).body).toMatchObject({
      fields: { name: customReportMessages.taken },
    });
    expect((await save({ name: 'Rush' }, spot)).status).toBe(200);
    const other = await save({ name: 'Calm' });
    const renamed = { params: { id: String(other.body.pk) }, body: { name: 'rush' } };
    expect((await at.call(renameSavedReport, renamed, { token })).status).toBe(409);
  });

  test('a saved report with a fixed range needs two valid dates, and other ranges take none', async () => {
    const fixed = { range: 'fixed', ...dates };
    expect((await save({ name: 'Fixed', ...fixed })).body).toMatchObject(fixed);
    for (const wrong of [
      { range: 'fixed' },
      { range: 'fixed', start_date: '2026-01-01' },
      { ...dates },
      { ...fixed, end_date: '2026-01-01' },
      { ...fixed, start_date: '2020-01-01' },
      { measures: [] },
      { group: 'source' },
      { name: ' ' },
    ]) {
      expect((await save({ name: 'Wrong', ...wrong })).status, JSON.stringify(wrong)).toBe(400);
    }
  });

  test(`a property can save no more than ${maxSavedReports} reports`, async () => {
    const full = await makeSpot(sql, { organization: { pk: empty.organization } });
    for (let n = 0; n < maxSavedReports; n += 1) {
      await makeCustomReport(sql, full, { name: `Report ${n}` });
    }
    const { status, body: refusal } = await save({}, full);
    expect([status, refusal]).toMatchObject([409, { detail: customReportMessages.full }]);
  });
});
