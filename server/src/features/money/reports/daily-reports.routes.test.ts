import type { LocalDate } from '@lotkeeper/contract/kernel/calendar';
import { cents } from '@lotkeeper/contract/kernel/money';
import { downloadDailyReports, getDailyReports } from '@lotkeeper/contract/money/daily-reports';
import { expect, test } from 'vitest';
import { makeOrganization, signedInMember } from '../../../testing/people.factory.ts';
import { moveMoney, movement, record, rental } from '../../../testing/rentals.factory.ts';
import { makeSpot } from '../../../testing/spots.factory.ts';
import { testProperty } from '../../../testing/test-property.ts';

/*
 * A property in New York, 10 % commission; now is 2026-11-03, 12:00 there. Clocks went back on November 1.
 *   R1  Nov 2 (Monday) 23:30, hourly, 1080 with 80 tax and 30 fee: adjusted 970, commission 97, net 873
 *   R2  Nov 1 (Sunday) 01:30, the second time, free until hourly, 500: adjusted 500, commission 50, net 450
 *   R3  Nov 3 09:00, daily, 2000: adjusted 2000, commission 200, net 1800. Today: not in the two weeks before.
 *   F1  Nov 2 a refund of 1580, hourly: adjusted −1580, commission −158, net −1422
 *   R4  Oct 20 (Tuesday) 00:00, monthly, 9000: the first moment of the two weeks. Commission 900, net 8100.
 *   R5  Oct 19 23:59, flat rate, 700: before them. Commission 70, net 630.
 */

const timezone = 'America/New_York';
const { at, sql, organization, spot, token } = await testProperty(
  { now: '2026-11-03T17:00:00Z' },
  { timezone, name: 'Pier 9' },
);
const empty = await makeSpot(sql, { organization, timezone });
const first = '2026-11-03T04:30:00Z';
const taxed = movement(first, 1080, { tax: cents(80), processing_fee: cents(30) });
await record(sql, spot, [
  rental(spot, first, 1080, { movements: [taxed] }),
  rental(spot, '2026-11-01T06:30:00Z', 500, { rental_type: 'free_until_hourly' }),
  rental(spot, '2026-11-03T14:00:00Z', 2000, { rental_type: 'daily' }),
  rental(spot, '2026-10-20T04:00:00Z', 9000, { rental_type: 'monthly' }),
  rental(spot, '2026-10-20T03:59:00Z', 700, { rental_type: 'flat_rate' }),
]);
const back = movement('2026-11-02T20:00:00Z', 1580, { kind: 'refund' });
await moveMoney(sql, spot, [back]);

const read = async (more: object = {}, property = spot) => {
  const query = { spot: String(property.pk), ...more };
  return (await at.call(getDailyReports, { query }, { token })).body;
};

test('the current month has a row per day and a total, and a day with more refunds than charges is negative', async () => {
  const { total, daily_reports } = await read();
  expect(daily_reports.map(({ date, net_revenue }) => [date, net_revenue])).toEqual([
    ['2026-11-01', 450],
    ['2026-11-02', 873 - 1422],
    ['2026-11-03', 1800],
  ]);
  expect(total).toEqual({
    count_of_rentals: 3,
    gross_revenue: 3580,
    gross_revenue_formatted: '$35.80',
    count_of_refunds: 1,
    refund_amount: 1580,
    refund_amount_formatted: '$15.80',
    tax_amount: 80,
    tax_amount_formatted: '$0.80',
    client_payment_processing_fee: 30,
    client_payment_processing_fee_formatted: '$0.30',
    adjusted_revenue: 1890,
    adjusted_revenue_formatted: '$18.90',
    contribution_amount_exclude_tax: 189,
    contribution_amount_exclude_tax_formatted: '$1.89',
    net_revenue: 1701,
    net_revenue_formatted: '$17.01',
  });
});

test('the hourly filter includes free-until-hourly rentals, and other rental types are separate', async () => {
  expect((await read({ rental_type: 'hourly' })).total.gross_revenue).toBe(1580);
  expect((await read({ rental_type: 'daily' })).total.gross_revenue).toBe(2000);
  expect((await read({ rental_type: 'bulk_rental' })).total.gross_revenue).toBe(0);
});

test('a chosen month shows all its days and the twelve months up to it', async () => {
  const { daily_reports, monthly } = await read({ month: 10, year: 2026 });
  expect(daily_reports).toHaveLength(31);
  expect(monthly).toHaveLength(12);
  expect(monthly[0]?.date).toBe('2025-11-01');
  expect(monthly.at(-1)).toMatchObject({ date: '2026-10-01', gross_revenue: 9700 });
  expect((await read({ month: 12, year: 2026 })).daily_reports).toEqual([]);
});

test('over the two weeks before today, rentals are counted by the weekday of their first charge and by the hour of their start', async () => {
  const { weekly_usage, hourly_usage } = await read();
  expect(weekly_usage.map((one) => one.count_of_rentals)).toEqual([1, 1, 0, 0, 0, 0, 1]);
  expect(hourly_usage.filter((one) => one.count_of_rentals > 0)).toEqual([
    { hour: 0, count_of_rentals: 1 },
    { hour: 1, count_of_rentals: 1 },
    { hour: 23, count_of_rentals: 1 },
  ]);
  expect(hourly_usage).toHaveLength(24);
  const monthly = await read({ rental_type: 'monthly' });
  expect(monthly.weekly_usage.map((one) => one.count_of_rentals)).toEqual([0, 1, 0, 0, 0, 0, 0]);
});

test('in a time zone with a half-hour offset, a rental counts in the hour that the clock shows', async () => {
  const organization = await makeOrganization(sql);
  const abroad = await makeSpot(sql, { organization, timezone: 'Asia/Kolkata' });
  await record(sql, abroad, [
    rental(abroad, '2026-11-01T18:29:00Z', 500),
    rental(abroad, '2026-11-01T18:30:00Z', 500),
  ]);
  const admin = await signedInMember(at, organization, 'ADMIN');
  const query = { spot: String(abroad.pk) };
  const { body } = await at.call(getDailyReports, { query }, { token: admin.token });
  expect(body.hourly_usage.filter((one) => one.count_of_rentals > 0)).toEqual([
    { hour: 0, count_of_rentals: 1 },
    { hour: 23, count_of_rentals: 1 },
  ]);
  expect(body.weekly_usage.map((one) => one.count_of_rentals)).toEqual([1, 0, 0, 0, 0, 0, 1]);
});

test('a rental that was paid days ahead counts on the weekday of its charge, as in the days, and in the hour of its start', async () => {
  const place = await makeSpot(sql, { organization, timezone });
  const paid = movement('2026-10-30T15:00:00Z', 900);
  await record(sql, place, [rental(place, '2026-11-01T19:00:00Z', 900, { movements: [paid] })]);
  const { weekly_usage, hourly_usage } = await read({ month: 10, year: 2026 }, place);
  // October 30 was a Friday, November 1 a Sunday.
  expect(weekly_usage.map((one) => one.count_of_rentals)).toEqual([0, 0, 0, 0, 1, 0, 0]);
  expect(hourly_usage.filter((one) => one.count_of_rentals > 0)).toEqual([
    { hour: 14, count_of_rentals: 1 },
  ]);
});

test('a property without any data has zeros', async () => {
  const { total, daily_reports } = await read({}, empty);
  expect([total.gross_revenue, total.net_revenue, daily_reports.length]).toEqual([0, 0, 3]);
});

test.each([
  ['a month without its year', { month: 3 }],
  ['a thirteenth month', { month: 13, year: 2026 }],
  ['a year before 2019', { month: 1, year: 2018 }],
  ['an unknown rental type', { rental_type: 'yearly' }],
])('%s is refused', async (_, more) => {
  const query = { spot: String(spot.pk), ...more } as { spot: string };
  expect((await at.call(getDailyReports, { query }, { token })).status).toBe(400);
});

const range = { start_date: '2026-11-01' as LocalDate, end_date: '2026-11-30' as LocalDate };

test('the file has a row per day up to today, a total, and a name with property, rental type, and dates', async () => {
  const query = { spot: spot.uuid, ...range, rental_type: 'hourly' as const };
  const { response } = await at.call(downloadDailyReports, { query }, { token });
  expect(response.headers['content-disposition']).toContain(
    'daily-reports pier-9 hourly 2026-11-01 2026-11-30.csv',
  );
  expect(response.body.replace('\uFEFF', '').trim().split('\r\n')).toEqual([
    'Date,Rentals,Gross revenue,Refund count,Refunds,Taxes,Processing fee,Adjusted revenue,Commission,Net revenue',
    '2026-11-01,1,5.00,0,0.00,0.00,0.00,5.00,0.50,4.50',
    '2026-11-02,1,10.80,1,15.80,0.80,0.30,-6.10,-0.61,-5.49',
    '2026-11-03,0,0.00,0,0.00,0.00,0.00,0.00,0.00,0.00',
    'Total,2,15.80,1,15.80,0.80,0.30,-1.10,-0.11,-0.99',
  ]);
});

test('a file whose rows cannot be read is an error, not a truncated file', async () => {
  const query = { spot: String(spot.pk), ...range };
  await sql.unsafe('alter table revenue_days rename to unreadable');
  try {
    const { status, response } = await at.call(downloadDailyReports, { query }, { token });
    expect(status).toBe(500);
    expect(response.headers['content-disposition']).toBeUndefined();
    expect(response.json()).toMatchObject({ code: 'internal' });
  } finally {
    await sql.unsafe('alter table unreadable rename to revenue_days');
  }
});
