import type { LocalDate } from '@lotkeeper/contract/kernel/calendar';
import { cents } from '@lotkeeper/contract/kernel/money';
import {
  downloadIncomeStatement,
  downloadIncomeStatementPdf,
  downloadMovements,
  getIncomeStatement,
} from '@lotkeeper/contract/money/income-statement';
import { describe, expect, test } from 'vitest';
import { makeOrganization, signedInMember } from '../../../testing/people.factory.ts';
import { moveMoney, movement, record, rental } from '../../../testing/rentals.factory.ts';
import { makeSpot } from '../../../testing/spots.factory.ts';
import { testApp } from '../../../testing/test-app.ts';

/*
 * One operator, 10 % commission. Amounts in cents.
 *
 * Honolulu (UTC−10), the day of docs/money.md on June 15, whose sums are there:
 *   H1 hourly     1080, tax 80, fee 31      adjusted   969  commission  97
 *   H2 refund of H1, tax 80                 adjusted −1000  commission −100
 *   H3 daily      2592, tax 192, fee 75     adjusted  2325  commission 232   base price 2160
 *   H4 penalty    4500, fee 130             adjusted  4370  commission 437
 *   H5 flat rate  1620, tax 120, marketed   adjusted  1500  commission 150
 *   sum           9792 − 1080 − 312 − 236 = 8164, commission 816, net 7348
 * and the night of the month's end, the same instant at two properties, 03:30Z on July 1:
 *   H6 monthly    5000 on June 30 there     commission 500, net 4500
 * New York (UTC−4):
 *   N1 enterprise 7000 on June 30, 23:30    commission 700, net 6300
 * Boston, hidden from lists: B1 hourly 100 on June 20, commission 10, net 90
 */
const now = '2026-07-01T12:00:00Z';
const noon = '2026-06-15T22:00:00Z';
const turn = '2026-07-01T03:30:00Z';

let organization: { pk: number; uuid: string };

const day = (text: string) => text as LocalDate;
const range = (start: string, end: string) => ({ start_date: day(start), end_date: day(end) });
const june = range('2026-06-01', '2026-06-30');

const at = await testApp({ now });
const sql = at.database.system;
organization = await makeOrganization(sql, { name: 'Coast & Co', commission_rate: 1000 });
const honolulu = await makeSpot(sql, {
  organization,
  name: '=Lagoon Lot',
  timezone: 'Pacific/Honolulu',
});
const newYork = await makeSpot(sql, {
  organization,
  name: 'Rooftop',
  timezone: 'America/New_York',
});
const boston = await makeSpot(sql, { organization, name: 'Old Lot', timezone: 'America/New_York' });
await sql`update spots set hidden = true where pk = ${boston.pk}`;
const foreign = await makeSpot(sql);
const admin = (await signedInMember(at, organization, 'ADMIN')).token;
const employee = (await signedInMember(at, organization, 'EMPLOYEE')).token;
const taken = (amount: number, tax: number, fee: number, base: number | null = null) =>
  [
    movement(noon, amount, {
      tax: cents(tax),
      processing_fee: cents(fee),
      base_price: base === null ? null : cents(base),
    }),
  ] as const;
await record(sql, honolulu, [
  rental(honolulu, noon, 1080, { external_id: 'H1', movements: taken(1080, 80, 31) }),
  rental(honolulu, noon, 2592, { rental_type: 'daily', movements: taken(2592, 192, 75, 2160) }),
  rental(honolulu, noon, 1620, {
    rental_type: 'flat_rate',
    marketed: true,
    movements: taken(1620, 120, 0),
  }),
  rental(honolulu, turn, 5000, { rental_type: 'monthly' }),
  rental(newYork, '2026-07-01T03:30:00Z', 7000, { rental_type: 'enterprise' }),
  rental(boston, '2026-06-20T12:00:00Z', 100),
]);
await moveMoney(sql, honolulu, [
  movement(noon, 1080, { kind: 'refund', tax: cents(80) }),
  movement(noon, 4500, { kind: 'penalty', processing_fee: cents(130) }),
]);
await record(sql, foreign, [rental(foreign, noon, 77_777)]);

const read = (days: { start_date: LocalDate; end_date: LocalDate }, token = admin) => {
  const query = { organization: String(organization.pk), ...days };
  return at.call(getIncomeStatement, { query }, { token });
};

test('the statement lists each property’s revenue by UUID, including a hidden property', async () => {
  const { body } = await read(june);
  const revenue = body.spots.map((spot) => [spot.uuid, spot.income_statement.revenue]);
  expect(revenue).toEqual([
    [honolulu.uuid, 14_792],
    [boston.uuid, 100],
    [newYork.uuid, 7000],
  ]);
});

test('the statement for a range without money has only zeros', async () => {
  const { body } = await read(range('2019-01-01', '2025-12-31'));
  const { income_statement, revenue_uplift } = body.organization;
  expect(new Set(Object.values({ ...income_statement, ...revenue_uplift }))).toEqual(new Set([0]));
  expect(body.spots).toHaveLength(3);
});

test.each([
  ['2026-06-30', '2026-06-01', { end_date: 'Must not be before start_date.' }],
  ['2018-12-31', '2026-06-01', { start_date: 'Must not be before 2019-01-01.' }],
  ['2026-02-29', '2026-03-01', { start_date: 'Must be a day as YYYY-MM-DD.' }],
  ['2026-06-01', '9999-12-31', { end_date: 'Must be a day as YYYY-MM-DD.' }],
  ['2026-06-01T00:00Z', '2026-06-02', { start_date: 'Must be a day as YYYY-MM-DD.' }],
])('a range from %s to %s is refused', async (start, end, fields) => {
  const { status, error } = await read(range(start, end));
  expect([status, error.code]).toEqual([400, 'invalid_fields']);
  expect(error.fields).toMatchObject(fields);
});

const downloads = { downloadIncomeStatement, downloadIncomeStatementPdf, downloadMovements };
type Place = { organization?: string; spot?: string };
const fetchFile = (name: keyof typeof downloads, place: Place, token = admin) =>
  at.call(downloads[name], { query: { ...place, ...june } }, { token });
const linesOf = (body: string) => body.replace('\uFEFF', '').trimEnd().split('\r\n');

// All properties: Honolulu 9792 + 5000, New York 7000, Boston 100; refunds 1080; taxes 312; fees 236;
// commission 816 + 500 + 700 + 10 = 2026; net 7348 + 4500 + 6300 + 90 = 18 238.
test('the statement file has a row per property and a total, and a name that looks like a formula is escaped', async () => {
  const { response } = await fetchFile('downloadIncomeStatement', {
    organization: organization.uuid,
  });
  expect(response.headers['content-type']).toBe('text/csv; charset=utf-8');
  expect(response.headers['content-disposition']).toContain(
    'filename="income-statement coast-co 2026-06-01 2026-06-30.csv"',
  );
  const days = '2026-06-01,2026-06-30';
  expect(linesOf(response.body)).toEqual([
    'Property,First day,Last day,Gross revenue,Transient revenue,Monthly revenue,Enterprise and tenant revenue,Refunds,Taxes,Processing fee,Commission,Net revenue,Transient net revenue,Monthly net revenue,Enterprise and tenant net revenue,Enforcement uplift,Marketing uplift,Dynamic pricing uplift,Enterprise and tenant uplift',
    `'=Lagoon Lot,${days},147.92,97.92,50.00,0.00,10.80,3.12,2.36,13.16,118.48,73.48,45.00,0.00,45.00,16.20,4.32,0.00`,
    `Old Lot,${days},1.00,1.00,0.00,0.00,0.00,0.00,0.00,0.10,0.90,0.90,0.00,0.00,0.00,0.00,0.00,0.00`,
    `Rooftop,${days},70.00,0.00,0.00,70.00,0.00,0.00,0.00,7.00,63.00,0.00,0.00,63.00,0.00,0.00,0.00,70.00`,
    `All properties,${days},218.92,98.92,50.00,70.00,10.80,3.12,2.36,20.26,182.38,74.38,45.00,63.00,45.00,16.20,4.32,70.00`,
  ]);
});

test('the statement file of one property has only its row and is named after it', async () => {
  const { response } = await fetchFile('downloadIncomeStatement', { spot: newYork.uuid });
  expect(response.headers['content-disposition']).toContain('income-statement rooftop 2026');
  expect(linesOf(response.body)).toHaveLength(2);
  expect(linesOf(response.body)[1]).toMatch(/^Rooftop,.*,70\.00$/);
});

test('the ledger file lists every ledger entry by property, with plain amounts and a negative tax for a refund', async () => {
  const { response } = await fetchFile('downloadMovements', {
    organization: String(organization.pk),
  });
  const lines = linesOf(response.body);
  expect(lines).toHaveLength(1 + 8);
  expect(lines[0]).toBe(
    'Property,Date,Moment (UTC),Kind,Rental type,Source,Reference,Gross revenue,Refunds,Taxes,Processing fee,Commission,Net revenue,Enforcement uplift,Marketing uplift,Dynamic pricing uplift',
  );
  const properties = lines.slice(1).map((line) => line.split(',')[0]);
  expect([...new Set(properties)]).toEqual(["'=Lagoon Lot", 'Old Lot', 'Rooftop']);
  const refund = lines.find((line) => line.includes(',refund,'))?.split(',');
  expect(refund?.slice(7, 13)).toEqual(['0.00', '10.80', '-0.80', '0.00', '-1.00', '-9.00']);
});

test('the ledger file of one property has only its own ledger entries, dated by its local calendar', async () => {
  const { response } = await fetchFile('downloadMovements', { spot: String(newYork.pk) });
  expect(response.headers['content-disposition']).toContain('movements rooftop 2026-06-01');
  expect(linesOf(response.body)).toHaveLength(2);
  expect(linesOf(response.body)[1]).toMatch(
    /^Rooftop,2026-06-30,2026-07-01T03:30:00.000Z,charge,enterprise,test,/,
  );
});

test('the 61st ledger file of a member within an hour is refused, and they may download again after that hour', async () => {
  const own = { spot: newYork.uuid };
  const { token } = await signedInMember(at, organization, 'ADMIN');
  for (let n = 0; n < 60; n += 1) await fetchFile('downloadMovements', own, token);
  const { status, error } = await fetchFile('downloadMovements', own, token);
  expect([status, error.code, error.detail]).toEqual([
    429,
    'too_many_requests',
    'Too many downloads. Wait an hour and try again.',
  ]);
  expect((await fetchFile('downloadMovements', own)).status).toBe(200);
  at.clock.forward(3_600_000);
  expect((await fetchFile('downloadMovements', own, token)).status).toBe(200);
});

describe.each(Object.keys(downloads) as (keyof typeof downloads)[])('%s', (name) => {
  // Access for an organization: server/src/invariants/access.
  test('a property’s money is refused to an Employee, and another organization’s property gets the answer for a missing one', async () => {
    expect((await fetchFile(name, { spot: newYork.uuid }, employee)).status).toBe(403);
    const hidden = await fetchFile(name, { spot: foreign.uuid });
    const absent = await fetchFile(name, { spot: '999999999' });
    expect([hidden.status, hidden.response.body]).toEqual([404, absent.response.body]);
  });

  test('a download for both an organization and a property, or for neither, is refused', async () => {
    const both = { organization: organization.uuid, spot: foreign.uuid };
    for (const place of [both, {}]) {
      const { status, error } = await fetchFile(name, place);
      expect([status, error.fields]).toEqual([
        400,
        { organization: 'Send either an organization or a spot.' },
      ]);
    }
  });
});
