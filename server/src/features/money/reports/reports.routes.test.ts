import { fromIso, instant, toEpochSeconds } from '@lotkeeper/contract/kernel/calendar';
import { cents } from '@lotkeeper/contract/kernel/money';
import type { SpotReport } from '@lotkeeper/contract/money/reports';
import { getSpotReport } from '@lotkeeper/contract/money/reports';
import { getMultidayPricingHistory } from '@lotkeeper/contract/operations/pricing';
import type { RentalType } from '@lotkeeper/contract/people/rentals';
import { getSlotOverview } from '@lotkeeper/contract/people/rentals';
import { getReviewReport, listReviews } from '@lotkeeper/contract/people/reviews';
import { getOrganization, listOrganizations } from '@lotkeeper/contract/platform/organizations';
import { listSpots } from '@lotkeeper/contract/platform/spots';
import { beforeAll, describe, expect, test } from 'vitest';
import type { MovementInput } from '../../../records/money/entries.ts';
import { recordPayouts } from '../../../records/money/entries.ts';
import { recordPricePoints } from '../../../records/operations/price-points.ts';
import type { RentalInput } from '../../../records/people/rentals.ts';
import { recordReviews } from '../../../records/people/reviews.ts';
import { makeOrganization, signedInMember } from '../../../testing/people.factory.ts';
import {
  moveMoney,
  movement,
  record,
  recording,
  rental,
} from '../../../testing/rentals.factory.ts';
import type { TestSpot } from '../../../testing/spots.factory.ts';
import { makeSpot } from '../../../testing/spots.factory.ts';
import type { TestApp } from '../../../testing/test-app.ts';
import { testApp } from '../../../testing/test-app.ts';

/*
 * One operator, 10 % commission, two properties. Unless it says otherwise, a rental lasts two hours, is hourly and
 * untaxed, and was paid when it began. "Now" is 2026-11-01, 04:30 in UTC: the night when New York
 * leaves daylight saving time. In Phoenix (UTC−7) it is still October 31, 21:30; in New York (UTC−4 until
 * 06:00Z, then −5) it is November 1, 00:30.
 *
 * Phoenix:
 *   P1  Oct 31 00:00 local  1000   the first moment of today
 *   P2  Oct 31 09:15         2000   with 160 tax and 60 fee
 *   P3  Oct 31 09:45          500
 *   P4  Oct 31 21:29         1500   at a base price of 1200; still going on
 *   P5  Oct 30 23:59          700   the last minute of yesterday
 *   P6  Oct 25 00:00         1100   the first of the last seven days (25 … 31)
 *   P7  Oct 24 23:59         1300   the eighth day back; auto-started
 *   P8  Oct  1 00:00         3000   the first moment of the month; marketed; 30 days back counts Oct 2 on
 *   P9  Sep 30 23:59         9000   the last minute of September
 *   P10 May  1 00:00         4000   the first moment of the chart's six months, monthly
 *   P11 Apr 30 23:59         5000   just before them
 *   P12 Jan  1 00:00         6000   the first moment of the year
 *   P13 Dec 31 23:59         8000   of 2025
 *   P14 Oct 31 10:00  penalty 4500, and Oct 30 12:00 refund of 700 (P5's) with no tax
 *   P15 Oct 26, bulk rental of 20 slots, 2 of them rented (enterprise and bulk_rental, 0 each), one over
 * New York:
 *   N1  Oct 31 23:59:59 local  2500   (03:59:59Z)
 *   N2  Nov  1 00:00           1700   (04:00Z)
 */
const now = '2026-11-01T04:30:00Z';

let organization: { pk: number; uuid: string };

const inPhoenix = (start: string, amount: number, more: Partial<RentalInput> = {}) =>
  rental(phoenix, `${start}-07:00`, amount, more);
const paid = (start: string, amount: number, more: Partial<MovementInput>) => ({
  movements: [movement(`${start}-07:00`, amount, more)] as const,
});
const typed = (rental_type: RentalType) => ({ rental_type, end_date: null });

async function recordPhoenix(): Promise<void> {
  await record(sql, phoenix, [
    inPhoenix('2026-10-31T00:00:00', 1000),
    inPhoenix('2026-10-31T09:15:00', 2000, {
      ...paid('2026-10-31T09:15:00', 2000, { tax: cents(160), processing_fee: cents(60) }),
    }),
    inPhoenix('2026-10-31T09:45:00', 500),
    inPhoenix('2026-10-31T21:29:00', 1500, {
      ...paid('2026-10-31T21:29:00', 1500, { base_price: cents(1200) }),
    }),
    inPhoenix('2026-10-30T23:59:00', 700),
    inPhoenix('2026-10-25T00:00:00', 1100),
    inPhoenix('2026-10-24T23:59:00', 1300, { auto_started: true }),
    inPhoenix('2026-10-01T00:00:00', 3000, { marketed: true }),
    inPhoenix('2026-09-30T23:59:00', 9000),
    inPhoenix('2026-05-01T00:00:00', 4000, { rental_type: 'monthly' }),
    inPhoenix('2026-04-30T23:59:00', 5000),
    inPhoenix('2026-01-01T00:00:00', 6000),
    inPhoenix('2025-12-31T23:59:00', 8000),
    inPhoenix('2026-10-26T08:00:00', 0, typed('enterprise')),
    inPhoenix('2026-10-26T08:00:00', 0, typed('bulk_rental')),
    inPhoenix('2026-10-26T08:00:00', 0, { rental_type: 'bulk_rental' }),
  ]);
  await moveMoney(sql, phoenix, [
    movement('2026-10-31T10:00:00-07:00', 4500, { kind: 'penalty' }),
    movement('2026-10-30T12:00:00-07:00', 700, { kind: 'refund' }),
  ]);
  await sql`
    insert into bulk_rentals (organization_id, spot_pk, description, owner_email, slot_count, price_per_slot, start_date)
    values (${organization.pk}, ${phoenix.pk}, 'Tenant', 't@example.com', 20, 0, ${fromIso('2026-10-26T15:00:00Z')})`;
}

const at = await testApp({ now });
const sql = at.database.system;
organization = await makeOrganization(sql, { commission_rate: 1000 });
const phoenix = await makeSpot(sql, { organization, name: 'Phoenix' });
const newYork = await makeSpot(sql, {
  organization,
  name: 'New York',
  timezone: 'America/New_York',
});
const admin = (await signedInMember(at, organization, 'ADMIN')).token;
const employee = (await signedInMember(at, organization, 'EMPLOYEE')).token;
await recordPhoenix();
await record(sql, newYork, [
  rental(newYork, '2026-11-01T03:59:59Z', 2500),
  rental(newYork, '2026-11-01T04:00:00Z', 1700),
]);
const payout = (paid_at: string, amount: number) => ({
  source: 'payouts',
  external_id: paid_at,
  paid_at: fromIso(paid_at),
  local_date: paid_at.slice(0, 10) as never,
  amount: cents(amount),
  statement_descriptor: 'LOTKEEPER',
});
await recording(sql, organization.pk, (recorder) =>
  recordPayouts(recorder, [
    payout('2026-10-05T12:00:00Z', 7000),
    payout('2026-09-05T12:00:00Z', 345),
  ]),
);

async function reportOf(spot: TestSpot): Promise<SpotReport> {
  const { body } = await at.call(
    getSpotReport,
    { query: { spot: String(spot.pk) } },
    { token: admin },
  );
  return body as SpotReport;
}

describe('the report of Phoenix, where it is still October 31', () => {
  let report: SpotReport;
  beforeAll(async () => {
    report = await reportOf(phoenix);
  });

  test('today’s revenue is grouped by local hour, without hours that have none', () => {
    expect(report.hourly_live).toEqual({
      '0': { gmv: 1000 },
      '9': { gmv: 2500 },
      '10': { gmv: 4500 },
      '21': { gmv: 1500 },
    });
  });

  // October gross: 1000 + 2000 + 500 + 1500 + 700 + 1100 + 1300 + 3000 + 4500 = 15 600. Net: − tax 160 − fee 60 −
  // refund 700 = 14 680 adjusted, less a commission of each entry by itself: 100 + 178 (of 1780) + 50 + 150 + 70 +
  // 110 + 130 + 300 + 450 − 70 = 1468.
  test('the monthly revenue covers six months, with zeros for empty months, and with net revenue and uplift', () => {
    expect(report.monthly.map((month) => [month.date, month.gross_revenue])).toEqual([
      ['2026-05-01', 4000],
      ['2026-06-01', 0],
      ['2026-07-01', 0],
      ['2026-08-01', 0],
      ['2026-09-01', 9000],
      ['2026-10-01', 15_600],
    ]);
    expect(report.monthly.at(-1)).toMatchObject({
      net_revenue: 13_212,
      enforcement_revenue: 5800,
      marketing_revenue: 3000,
      dynamic_pricing_revenue: 300,
    });
  });

  test('the yearly revenue adds up this year’s 39 600 and leaves out 2025', () => {
    expect(report.yearly.gross_revenue).toBe(39_600);
  });

  // October 1 to 30: 700 + 1100 + 1300 + 3000 = 6100. September has no 31st, and its 30th is a day that is over.
  test('the days of the month that are over are compared with the same days of a month and a year ago', () => {
    const span = (start_date: string, end_date: string, gross_revenue: number) => ({
      start_date,
      end_date,
      gross_revenue,
    });
    expect(report.same_days).toEqual({
      month: span('2026-10-01', '2026-10-30', 6100),
      month_ago: span('2026-09-01', '2026-09-30', 9000),
      year_ago: span('2025-10-01', '2025-10-30', 0),
    });
  });

  // Seven days, 25 to 31: 1000 + 2000 + 500 + 1500 + 700 + 1100 + 4500 = 11 300.
  // Thirty days, Oct 2 to 31: that + 1300 = 12 600, without October 1's 3000. Lifetime: 39 600 + 8000.
  test('the dynamic pricing uplift is 300 over the other revenue of 7 days, 30 days, and the lifetime', () => {
    expect(report.dynamic_pricing_uplift).toEqual({
      last_seven_days: 300 / 11_000,
      last_30_days: 300 / 12_300,
      lifetime: 300 / 47_300,
    });
  });

  test('the enforcement uplift counts penalties and auto-started rentals for 7 days, the month, and the year', () => {
    expect(report.enforcement_uplift).toEqual({
      seven_days: { enforcement_revenue: 4500, rental_count: 1 },
      month_to_date: { enforcement_revenue: 5800, rental_count: 2 },
      year_to_date: { enforcement_revenue: 5800, rental_count: 2 },
    });
  });

  test('the tenants have 20 slots and 2 active rentals, and a rental that is over does not count', () => {
    expect(report.bulk_rentals).toEqual({ total_slot_count: 20, total_active_rentals: 2 });
  });

  test('the report includes the time when it was created', () => {
    expect(report.last_updated_at).toBe(toEpochSeconds(fromIso(now)));
  });
});

test('today starts at New York’s local midnight, and the last second of October belongs to October', async () => {
  const report = await reportOf(newYork);
  expect(report.hourly_live).toEqual({ '0': { gmv: 1700 } });
  expect(report.monthly.slice(-2).map((month) => [month.date, month.gross_revenue])).toEqual([
    ['2026-10-01', 2500],
    ['2026-11-01', 1700],
  ]);
  expect(report.monthly[0]?.date).toBe('2026-06-01');
  expect(report.enforcement_uplift.month_to_date.enforcement_revenue).toBe(0);
});

describe('figures of the organization', () => {
  const params = () => ({ params: { id: String(organization.pk) } });

  // Phoenix is in October: 13 212. New York is in November: 1700 − 170 = 1530, and its October is over.
  test('an organization is owed the net of each property’s own local month and was paid the sum of its payouts', async () => {
    const { body } = await at.call(getOrganization, params(), { token: admin });
    expect([body.owed_funds, body.total_payout]).toEqual([14_742, 7345]);
  });

  test('the list of organizations has the same earnings for an Admin, and none for an Employee', async () => {
    const employee = await signedInMember(at, organization, 'EMPLOYEE');
    const listFor = async (token: string) => (await at.call(listOrganizations, {}, { token })).body;
    expect(await listFor(admin)).toMatchObject([{ owed_funds: 14_742, total_payout: 7345 }]);
    expect(Object.keys((await listFor(employee.token))[0] ?? {})).not.toContain('owed_funds');
  });

  test('the property list shows each property’s revenue of its own month and its active rentals', async () => {
    const query = { organization: organization.uuid };
    const { body } = await at.call(listSpots, { query }, { token: admin });
    expect(
      body.map((spot) => [spot.name, spot.month_to_date_revenue, spot.active_rentals]),
    ).toEqual([
      ['New York', 1700, 2],
      // P4 and the two open tenants.
      ['Phoenix', 15_600, 3],
    ]);
  });

  test('an Employee sees no money in the organization, the property list, and the report', async () => {
    const place = { query: { spot: String(phoenix.pk) } };
    const answers = [
      await at.call(getOrganization, params(), { token: employee }),
      await at.call(listSpots, { query: { organization: organization.uuid } }, { token: employee }),
      await at.call(getSpotReport, place, { token: employee }),
    ];
    for (const { status, response } of answers) {
      expect(status).toBe(200);
      expect(response.body).not.toMatch(/revenue|owed|payout"|gmv|uplift|"net|gross/);
    }
    expect(answers[2]?.body).toEqual({
      bulk_rentals: { total_slot_count: 20, total_active_rentals: 2 },
      last_updated_at: toEpochSeconds(fromIso(now)),
    });
  });
});

const count = async (from: string, to: string) => {
  const query = {
    spot: String(phoenix.pk),
    start_date_from: toEpochSeconds(fromIso(from)),
    start_date_to: toEpochSeconds(fromIso(to)),
  };
  return (await at.call(getSlotOverview, { query }, { token: admin })).body;
};

test('the slot overview counts nothing in an empty range and refuses one that ends before it begins', async () => {
  const begun = '2026-10-31T09:15:00-07:00';
  expect(await count(begun, begun)).toEqual({ ACTIVE: 0, UPCOMING: 0, ENDED: 0 });
  await expect(count('2026-12-01T00:00:00Z', now)).resolves.toMatchObject({
    code: 'invalid_fields',
    fields: { start_date_to: 'Must not be before start_date_from.' },
  });
});

describe('price history', () => {
  const history = async (app: TestApp, spot: TestSpot, days: number) => {
    const input = { params: { id: spot.uuid }, query: { days } };
    return (await app.call(getMultidayPricingHistory, input, { token: admin })).body;
  };
  const set = (spot: TestSpot, points: [string, number][]) =>
    recording(sql, spot.organization, (recorder) =>
      recordPricePoints(
        recorder,
        points.map(([starts_at, price]) => ({
          spot_pk: spot.pk,
          starts_at: fromIso(starts_at),
          price: cents(price),
          base_price: cents(500),
          strategy: 'standard' as const,
        })),
      ),
    );

  test('the price history has one point per hour from midnight on, each with the price when the hour began', async () => {
    const spot = await makeSpot(sql, { organization });
    // 500 since long ago, 650 from exactly 10:00, 800 from 12:30, so from the hour of 13.
    await set(spot, [
      ['2026-09-01T00:00:00Z', 500],
      ['2026-10-31T17:00:00Z', 650],
      ['2026-10-31T19:30:00Z', 800],
      ['2026-11-01T05:00:00Z', 999],
    ]);
    const points = await history(at, spot, 0);
    expect(points).toHaveLength(22);
    expect(points[0]).toEqual({
      local_time: '2026-10-31 00:00',
      price: 500,
      price_formatted: '$5',
      base_price: 500,
      strategy: 'standard',
      multiplier: 1,
    });
    expect(points[10]).toMatchObject({
      local_time: '2026-10-31 10:00',
      price: 650,
      multiplier: 1.3,
      price_formatted: '$6.50',
    });
    expect([9, 12, 13, 21].map((hour) => points[hour]?.price)).toEqual([500, 650, 800, 800]);
  });

  test('the price history has 25 points on New York’s long day, with 1:00 twice, and 23 on its short day', async () => {
    const spot = await makeSpot(sql, { organization, timezone: 'America/New_York' });
    await set(spot, [['2026-01-01T00:00:00Z', 500]]);
    const autumn = await testApp({ now: '2026-11-02T04:59:00Z', database: at.database });
    const long = (await history(autumn, spot, 0)).map((point) => point.local_time.slice(11));
    expect(long).toHaveLength(25);
    expect(long.slice(0, 4)).toEqual(['00:00', '01:00', '01:00', '02:00']);
    const spring = await testApp({ now: '2026-03-09T03:59:00Z', database: at.database });
    await sql`update sessions set last_used_at = ${fromIso('2026-03-09T03:00:00Z')}`;
    const short = (await history(spring, spot, 0)).map((point) => point.local_time.slice(11));
    expect(short).toHaveLength(23);
    expect(short.slice(0, 4)).toEqual(['00:00', '01:00', '03:00', '04:00']);
  });

  test('the price history begins with the first recorded price', async () => {
    const spot = await makeSpot(sql, { organization });
    expect(await history(at, spot, 6)).toEqual([]);
    await set(spot, [['2026-11-01T02:00:00Z', 500]]);
    expect((await history(at, spot, 6)).map((point) => point.local_time)).toEqual([
      '2026-10-31 19:00',
      '2026-10-31 20:00',
      '2026-10-31 21:00',
    ]);
  });
});

const day = 86_400_000;

test('the review report covers the last 90 days from their first midnight up to now, to the millisecond', async () => {
  const first = 90 * day + (fromIso(now) % day);
  const review = (ago: number, rating: number, comment: string | null, reasons: string[] = []) => ({
    source: 'test',
    external_id: `${ago} ${rating}`,
    spot_pk: phoenix.pk,
    rating,
    comment,
    reasons,
    created_at: instant(fromIso(now) - ago),
  });
  await recording(sql, organization.pk, (recorder) =>
    recordReviews(recorder, [
      review(0, 5, 'newest', ['Clean', 'Easy']),
      review(1000, 4, 'second', ['Easy', 'Safe']),
      review(2000, 4, null, ['Easy', 'Clean']),
      review(2500, 5, 'newest'),
      review(3000, 3, 'not positive', ['Price', 'Price too']),
      review(first, 5, 'just in', ['Close']),
      review(first + 1, 1, 'just out'),
      review(-1, 1, 'not yet'),
    ]),
  );
  const query = { spot: String(phoenix.pk), days: 90 };
  const { body } = await at.call(getReviewReport, { query }, { token: employee });
  expect(body).toEqual({
    rating_report: { '1': 0, '2': 0, '3': 1, '4': 2, '5': 3 },
    last_positive_comments: ['newest', 'second', 'just in'],
    // Easy 3, Clean 2, then one each by name.
    top_3_reasons: ['Easy', 'Clean', 'Close'],
  });
  const list = async (filters: object = {}) =>
    (await at.call(listReviews, { query: { ...query, page: 1, ...filters } }, { token: employee }))
      .body;
  expect(await list()).toMatchObject({
    count: 6,
    results: [
      { rating: 5, comment: 'newest', reasons: ['Clean', 'Easy'], created_at: fromIso(now) },
      { comment: 'second' },
      { comment: null },
      { comment: 'newest' },
      { comment: 'not positive' },
      { comment: 'just in' },
    ],
  });
  for (const [level, count] of Object.entries(body.rating_report))
    expect((await list({ rating: Number(level) })).count).toBe(count);
  expect(await list({ page: 2 })).toEqual({ count: 6, results: [] });
  expect(await list({ rating: 6 })).toMatchObject({
    fields: { rating: 'Must be 1 to 5 stars.' },
  });
});
