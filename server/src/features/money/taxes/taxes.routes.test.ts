import type { LocalDate } from '@lotkeeper/contract/kernel/calendar';
import { addDays, addMonths, fromIso, startOfMonth } from '@lotkeeper/contract/kernel/calendar';
import { cents } from '@lotkeeper/contract/kernel/money';
import { getMonthClose } from '@lotkeeper/contract/money/close';
import { listFigureEntries } from '@lotkeeper/contract/money/figures';
import { getIncomeStatement } from '@lotkeeper/contract/money/income-statement';
import type { Taxes } from '@lotkeeper/contract/money/taxes';
import {
  downloadTaxes,
  getTaxes,
  removeTaxRate,
  setTaxRate,
  taxMessages,
} from '@lotkeeper/contract/money/taxes';
import fc from 'fast-check';
import { beforeEach, expect, test } from 'vitest';
import type { RentalInput } from '../../../records/people/rentals.ts';
import { makeOrganization, signedInMember } from '../../../testing/people.factory.ts';
import { moveMoney, movement, record, rental } from '../../../testing/rentals.factory.ts';
import type { TestSpot } from '../../../testing/spots.factory.ts';
import { makeSpot } from '../../../testing/spots.factory.ts';
import { testApp } from '../../../testing/test-app.ts';

const at = await testApp({ now: '2026-07-20T19:00:00Z' });
const sql = at.database.system;

let organization: { pk: number; uuid: string };
let spot: TestSpot;
let token: string;

beforeEach(async () => {
  organization = await makeOrganization(sql);
  spot = await makeSpot(sql, { organization });
  token = (await signedInMember(at, organization, 'ADMIN')).token;
});

const params = () => ({ orgId: String(organization.pk) });

const setRate = (authority: string, from: string, rate: number, more: object = {}) =>
  at.call(
    setTaxRate,
    {
      params: params(),
      body: {
        authority,
        starts_on: from,
        spots: [spot.pk],
        level: 'city',
        rate,
        rental_groups: ['transient', 'monthly', 'enterprise'],
        ...more,
      },
    },
    { token },
  );

const read = async (month = '2026-06-01', months: '1' | '3' = '1') =>
  (await at.call(getTaxes, { params: params(), query: { month, months } }, { token })).body;

/** What is owed, as authority, first day, rate and cents. */
const list = ({ authorities }: Taxes) =>
  authorities.flatMap(({ authority, lines }) =>
    lines.map(({ start_date, rate, owed }) => [authority, start_date, rate, owed]),
  );

/** A charge on a day of $10.00 and its tax. */
const charge = (day: string, tax: number) =>
  movement(`${day}T18:00:00Z`, 1000 + tax, { tax: cents(tax) });

test('a change within the month gives each authority two lines, from the tax as it was taken', async () => {
  await setRate('City', '2026-01-01', 5000);
  await setRate('State', '2026-01-01', 3000, { level: 'state' });
  await setRate('City', '2026-06-15', 6000);
  await moveMoney(sql, spot, [charge('2026-06-10', 80), charge('2026-06-20', 90)]);
  const taxes = await read();
  // 80 at 5 and 3 percent; 90 at 6 and 3 percent.
  expect(list(taxes)).toEqual([
    ['City', '2026-06-01', 5000, 50],
    ['City', '2026-06-15', 6000, 60],
    ['State', '2026-06-01', 3000, 30],
    ['State', '2026-06-15', 3000, 30],
  ]);
  expect(taxes).toMatchObject({ total: 170, unassigned: [], wrong: [] });
});

test('a refund lowers what is owed on its own day, and penalties aren’t compared', async () => {
  await setRate('City', '2026-06-01', 10_000);
  await moveMoney(sql, spot, [
    charge('2026-06-10', 100),
    movement('2026-06-12T18:00:00Z', 550, { kind: 'refund', tax: cents(50) }),
    movement('2026-06-12T19:00:00Z', 4500, { kind: 'penalty' }),
  ]);
  const taxes = await read();
  expect(list(taxes)).toEqual([['City', '2026-06-01', 10_000, 50]]);
  expect(taxes.wrong).toEqual([]);
});

test('tax without a rate is not assigned, and a quarter has all its months', async () => {
  await setRate('City', '2026-06-01', 8000);
  await moveMoney(sql, spot, [charge('2026-05-10', 70), charge('2026-06-10', 80)]);
  const taxes = await read('2026-04-01', '3');
  expect(taxes.total).toBe(150);
  expect(taxes.unassigned).toMatchObject([{ property: { pk: spot.pk }, owed: 70 }]);
  expect(list(taxes)).toEqual([['City', '2026-06-01', 8000, 80]]);
});

test('days that were taxed at another rate are found, and close the month with that cause', async () => {
  await setRate('City', '2026-01-01', 8000);
  await setRate('City', '2026-06-15', 9000);
  await moveMoney(sql, spot, [
    charge('2026-06-10', 80),
    charge('2026-06-16', 80),
    charge('2026-06-17', 80),
    charge('2026-06-18', 90),
  ]);
  // Of 1080, 9 % on top of the price is 89.17…
  expect((await read()).wrong).toMatchObject([
    {
      days: [{ start_date: '2026-06-16', end_date: '2026-06-17' }],
      taken: 160,
      by_rates: 178,
      taken_rate: 8000,
      rates_in_force: [9000],
    },
  ]);
  const close = await at.call(
    getMonthClose,
    { params: params(), query: { month: '2026-06-01' } },
    { token },
  );
  const causes = close.body.links.flatMap((link) => link.causes);
  expect(causes.find(({ cause }) => cause === 'wrong_taxes')).toMatchObject({
    value: -18,
    certainty: 'found',
    detail: expect.stringContaining('taxed at 8 % instead of 9 % on Jun 16 – 17'),
  });
});

/** Days of wrong entries, as first and last. */
const listDays = ({ wrong }: Taxes) =>
  wrong.flatMap(({ days }) => days.map(({ start_date, end_date }) => [start_date, end_date]));

test('one wrong charge among 40 of a day is found, and errors of a day don’t cancel', async () => {
  await setRate('City', '2026-01-01', 8000);
  await moveMoney(sql, spot, [
    ...Array.from({ length: 40 }, () => charge('2026-06-10', 80)),
    charge('2026-06-10', 60),
    charge('2026-06-11', 70),
    charge('2026-06-11', 90),
    charge('2026-06-12', 81),
    charge('2026-06-14', 0),
  ]);
  const taxes = await read();
  // 8 % of 1060 is 78.5…, of 1070 79.3, of 1090 80.7, of 1000 74.1; 81 of 1081 is within a cent.
  expect(taxes.wrong).toMatchObject([
    { taken: 60 + 70 + 90, by_rates: 79 + 79 + 81 },
    { taken: 0, by_rates: 74, taken_rate: 0 },
  ]);
  expect(listDays(taxes)).toEqual([
    ['2026-06-10', '2026-06-11'],
    ['2026-06-14', '2026-06-14'],
  ]);
});

test('the difference opens exactly the wrong entries, with the same total', async () => {
  await setRate('City', '2026-01-01', 5000);
  await setRate('State', '2026-01-01', 3000);
  await setRate('City', '2026-06-15', 6000);
  await setRate('City', '2026-06-20', 1000, { rental_groups: ['monthly'] });
  await stay('2026-06-14', charge('2026-06-16', 80), charge('2026-06-16', 90));
  await stay('2026-06-16', charge('2026-06-16', 80), charge('2026-06-16', 90));
  await moveMoney(sql, spot, [
    charge('2026-06-16', 0),
    movement('2026-06-18T18:00:00Z', 1080, { kind: 'refund', tax: cents(80) }),
    { ...charge('2026-06-21', 90), rental_type: 'monthly' },
  ]);
  const [transient, monthly] = (await read()).wrong;
  const list = (rental_group: 'transient' | 'monthly') =>
    at.call(
      listFigureEntries,
      {
        query: {
          measure: 'tax_difference',
          spot: String(spot.pk),
          start_date: '2026-06-16',
          end_date: '2026-06-21',
          rental_group,
          order: 'oldest',
        },
      },
      { token },
    );
  // 8 % of 1090 is 80.7, 9 % of 1080 89.2 and of 1000 82.6; 4 % of 1090 is 41.9.
  const { body } = await list('transient');
  expect(body.results.map(({ amount }) => amount).sort((a, b) => a - b)).toEqual([-83, -9, 9, 9]);
  expect(body.total).toBe((transient?.taken ?? 0) - (transient?.by_rates ?? 0));
  expect(body).toMatchObject({ total: -83 - 9 + 9 + 9, count: 4 });
  expect((await list('monthly')).body).toMatchObject({ total: 48, count: 1 });
  expect(monthly).toMatchObject({ taken: 90, by_rates: 42, rates_in_force: [4000] });
});

test('an entry is wrong if its tax is more than a cent off, whatever its amount and the others', async () => {
  const rates = fc.integer({ min: 0, max: 30_000 });
  const entry = fc.record({
    amount: fc.integer({ min: 0, max: 1_000_000 }),
    off: fc.integer({ min: -3, max: 3 }),
    kind: fc.constantFrom('charge' as const, 'refund' as const),
  });
  let day = '2026-01-01' as LocalDate;
  await fc.assert(
    fc.asyncProperty(rates, fc.array(entry, { minLength: 1, maxLength: 5 }), async (rate, all) => {
      day = addDays(day, 1);
      await setRate('City', day, rate);
      const entries = all.map(({ amount, off, kind }) => {
        const exact = (amount * rate) / (100_000 + rate);
        const tax = Math.min(amount, Math.max(0, Math.round(exact) + off));
        return { kind, amount, tax, isWrong: Math.abs(tax - exact) > 1.5 };
      });
      await moveMoney(
        sql,
        spot,
        entries.map(({ kind, amount, tax }) =>
          movement(`${day}T18:00:00Z`, amount, { kind, tax: cents(tax) }),
        ),
      );
      const { wrong } = await read(startOfMonth(day));
      const found = wrong.some(({ days }) => days.some(({ end_date }) => end_date === day));
      expect(found).toBe(entries.some(({ isWrong }) => isWrong));
    }),
    { numRuns: 60 },
  );
});

/** A stay from a day on, with its charge and refunds. */
const stay = (from: string, ...movements: RentalInput['movements']) =>
  record(sql, spot, [rental(spot, `${from}T18:00:00Z`, 0, { movements })]);

test('a stay has the rates of its first day, also where it is charged and refunded after a change', async () => {
  await setRate('City', '2026-05-01', 8000);
  await setRate('City', '2026-06-01', 10_000);
  await setRate('City', '2026-06-15', 12_000);
  await stay('2026-05-31', charge('2026-06-02', 80));
  await stay(
    '2026-06-14',
    charge('2026-06-14', 100),
    movement('2026-06-20T18:00:00Z', 550, { kind: 'refund', tax: cents(50) }),
  );
  await stay('2026-06-16', charge('2026-06-16', 120));
  const taxes = await read();
  expect(taxes).toMatchObject({ wrong: [], total: 250 });
  const [city] = taxes.authorities;
  const lines = city?.lines.map((line) => [
    line.start_date,
    line.end_date,
    line.rate,
    line.receipts,
    line.owed,
  ]);
  expect(lines?.sort()).toEqual([
    ['2026-05-01', '2026-05-31', 8000, 1000, 80],
    ['2026-06-01', '2026-06-14', 10_000, 500, 50],
    ['2026-06-15', '2026-06-30', 12_000, 1000, 120],
  ]);
});

test('what is paid ahead has the rates of the day it’s paid, so a later rate changes nothing in a month before', async () => {
  await setRate('City', '2026-01-01', 8000);
  await stay('2026-07-03', charge('2026-06-28', 80), charge('2026-07-01', 100));
  await stay('2026-07-04', charge('2026-06-28', 80));
  const june = await read();
  expect(list(june)).toEqual([['City', '2026-06-01', 8000, 160]]);
  await setRate('City', '2026-07-01', 10_000);
  await setRate('Port', '2026-07-02', 2000);
  expect(await read()).toMatchObject({ authorities: june.authorities, unassigned: [], wrong: [] });
  expect(list(await read('2026-07-01'))).toEqual([['City', '2026-07-01', 10_000, 100]]);
  expect((await read('2026-07-01')).wrong).toEqual([]);
  await setRate('City', '2026-06-28', 7000);
  expect((await read()).wrong).toMatchObject([{ taken: 160, by_rates: 142 }]);
});

/** What is owed to each authority, with its taxable receipts. */
const listOwed = ({ authorities }: Taxes) =>
  Object.fromEntries(
    authorities.map(({ authority, owed, lines }) => [
      authority,
      [owed, lines.reduce((sum, { receipts }) => sum + receipts, 0)],
    ]),
  );

/** The total of the Ledger's entries with other tax, and their number. */
async function openDifference(month: string) {
  const query = {
    measure: 'tax_difference' as const,
    spot: String(spot.pk),
    start_date: month,
    end_date: addDays(addMonths(month as LocalDate, 1), -1),
  };
  const { body } = await at.call(listFigureEntries, { query }, { token });
  return { total: body.total, count: body.count };
}

test('in Miami the state’s tax is on the city’s surcharge too, to the cent', async () => {
  await setRate('City of Miami', '2026-01-01', 15_000);
  await setRate('Florida', '2026-01-01', 7000, { level: 'state', on_taxes: true });
  // $10.00 with a surcharge of $1.50, and 7 % of $11.50.
  await moveMoney(
    sql,
    spot,
    Array.from({ length: 20 }, () => charge('2026-06-10', 150 + 81)),
  );
  await moveMoney(sql, spot, [
    movement('2026-06-20T18:00:00Z', 1231, { kind: 'refund', tax: cents(231) }),
    movement('2026-06-12T19:00:00Z', 4500, { kind: 'penalty' }),
  ]);
  const taxes = await read();
  expect(taxes).toMatchObject({ wrong: [], unassigned: [], total: 19 * 231 });
  expect(listOwed(taxes)).toEqual({
    'City of Miami': [19 * 150, 19 * 1000],
    Florida: [19 * 81, 19 * 1150],
  });
  expect(await openDifference('2026-06-01')).toEqual({ total: 0, count: 0 });
  await moveMoney(sql, spot, [charge('2026-06-11', 220)]);
  // 23.05 % of 1220 with its tax is 228.5….
  expect((await read()).wrong).toMatchObject([
    { taken: 220, by_rates: 229, taken_rate: 22_000, rates_in_force: [23_050] },
  ]);
  expect(await openDifference('2026-06-01')).toEqual({ total: -9, count: 1 });
});

test('in Chicago the county has no tax on small charges, and another rate for longer stays', async () => {
  await setRate('Chicago', '2026-01-01', 23_250);
  const day = { level: 'county', above: 200, max_days: 6 };
  await setRate('Cook County', '2026-01-01', 6000, day);
  const week = { level: 'county', above: 1000, min_days: 7, rental_groups: ['transient'] };
  await setRate('Cook County, week', '2026-01-01', 9000, week);
  const month = { level: 'county', above: 4000, rental_groups: ['monthly'] };
  await setRate('Cook County, month', '2026-01-01', 9000, month);
  const of = (price: number, tax: number) =>
    movement('2026-06-10T18:00:00Z', price + tax, { tax: cents(tax) });
  await moveMoney(sql, spot, [
    ...Array.from({ length: 10 }, () => of(1000, 233 + 60)),
    ...Array.from({ length: 10 }, () => of(200, 47)),
  ]);
  await record(sql, spot, [
    rental(spot, '2026-06-10T18:00:00Z', 0, {
      end_date: fromIso('2026-06-17T18:00:00Z'),
      movements: [of(10_000, 2325 + 900)],
    }),
  ]);
  await moveMoney(sql, spot, [
    { ...of(20_000, 4650 + 1800), rental_type: 'monthly' },
    { ...of(4000, 930), rental_type: 'monthly' },
  ]);
  const taxes = await read();
  expect(taxes).toMatchObject({ wrong: [], unassigned: [] });
  expect(listOwed(taxes)).toEqual({
    Chicago: [5125 + 4650 + 930, 22_000 + 24_000],
    'Cook County': [600, 10_000],
    'Cook County, week': [900, 10_000],
    'Cook County, month': [1800, 20_000],
  });
  await moveMoney(sql, spot, [of(200, 47 + 12)]);
  expect((await read()).wrong).toMatchObject([{ taken: 59, rates_in_force: [23_250] }]);
  expect((await openDifference('2026-06-01')).count).toBe(1);
});

test('in Manhattan a monthly driver with a certificate owes 10.375 % instead of 18.375 %', async () => {
  const monthly = { rental_groups: ['monthly'] };
  await setRate('New York', '2026-01-01', 10_375, monthly);
  await setRate('Manhattan', '2026-01-01', 8000, { ...monthly, may_be_exempt: true });
  const month = (tax: number, more: object = {}) => ({
    ...movement('2026-06-10T18:00:00Z', 50_000 + tax, { tax: cents(tax), ...more }),
    rental_type: 'monthly' as const,
  });
  // 18.375 % of $500.00 is $91.88, and 10.375 % is $51.88.
  await moveMoney(sql, spot, [
    month(9188),
    month(5188),
    month(5188),
    month(5188, { kind: 'refund' }),
  ]);
  const taxes = await read();
  expect(taxes).toMatchObject({ wrong: [], unassigned: [], total: 9188 + 5188 });
  expect(listOwed(taxes)).toEqual({ 'New York': [10_376, 100_000], Manhattan: [4000, 50_000] });
  expect(await openDifference('2026-06-01')).toEqual({ total: 0, count: 0 });
  await moveMoney(sql, spot, [month(7000)]);
  // 18.375 % of 57000 with its tax is 8848.0.
  expect((await read()).wrong).toMatchObject([
    { taken: 7000, by_rates: 8848, rates_in_force: [18_375] },
  ]);
  expect(await openDifference('2026-06-01')).toEqual({ total: -1848, count: 1 });
});

test('the audit log has the terms of a rate that has any', async () => {
  await setRate('State', '2026-01-01', 5000);
  await setRate('County', '2026-01-01', 6000, { on_taxes: true, above: 200, max_days: 6 });
  const entries = await sql`
    select subject_name as name, after ->> 'terms' as terms from audit_entries
    where organization_id = ${organization.pk} and subject_type = 'tax rate' order by pk`;
  expect(entries).toEqual([
    { name: 'State', terms: null },
    { name: 'County', terms: 'on other taxes too, above $2.00, stays of up to 6 days' },
  ]);
});

test('a longest stay below the shortest is refused', async () => {
  const { error } = await setRate('City', '2026-01-01', 1000, { min_days: 3, max_days: 2 });
  expect(error.fields).toEqual({ max_days: taxMessages.days });
});

test('taxable receipts are before tax, less refunds, without penalties that have no tax', async () => {
  await setRate('City', '2026-01-01', 10_000);
  await moveMoney(sql, spot, [
    charge('2026-06-10', 100),
    charge('2026-06-11', 100),
    movement('2026-06-12T18:00:00Z', 330, { kind: 'refund', tax: cents(30) }),
    movement('2026-06-12T19:00:00Z', 4500, { kind: 'penalty' }),
    movement('2026-06-12T20:00:00Z', 2200, { kind: 'penalty', tax: cents(200) }),
  ]);
  // 1000 + 1000 − 300 + 2000, and 100 + 100 − 30 + 200.
  const [city] = (await read()).authorities;
  expect(city?.lines).toMatchObject([{ receipts: 3700, owed: 370 }]);
});

test('an authority in another case and with other spaces is the same', async () => {
  await setRate('City of Denver', '2026-01-01', 8000);
  await setRate('city of  Denver', '2026-06-01', 9000);
  expect((await read()).rates.map(({ authority }) => authority)).toEqual([
    'City of Denver',
    'City of Denver',
  ]);
  await moveMoney(sql, spot, [charge('2026-06-10', 90)]);
  expect(list(await read())).toEqual([['City of Denver', '2026-06-01', 9000, 90]]);
});

test('a rate for one group of rentals leaves that of the others', async () => {
  await setRate('City', '2026-01-01', 8000);
  await setRate('City', '2026-06-15', 5000, { rental_groups: ['monthly'] });
  await moveMoney(sql, spot, [
    charge('2026-06-20', 80),
    { ...charge('2026-06-21', 50), rental_type: 'monthly' },
  ]);
  const taxes = await read();
  expect(taxes).toMatchObject({ unassigned: [], wrong: [], total: 130 });
  expect(list(taxes).filter(([, , , owed]) => owed !== 0)).toEqual([
    ['City', '2026-06-15', 8000, 80],
    ['City', '2026-06-15', 5000, 50],
  ]);
});

test('penalties of the day don’t hide a charge with other tax', async () => {
  await setRate('City', '2026-01-01', 9000);
  const penalties = Array.from({ length: 25 }, () =>
    movement('2026-06-10T19:00:00Z', 4500, { kind: 'penalty' }),
  );
  await moveMoney(sql, spot, [charge('2026-06-10', 80), ...penalties]);
  expect((await read()).wrong).toMatchObject([{ taken: 80, by_rates: 89 }]);
});

test('tax that is still taken after its end is found', async () => {
  await setRate('City', '2026-01-01', 8000);
  await setRate('City', '2026-06-15', 0);
  await moveMoney(sql, spot, [charge('2026-06-20', 80)]);
  const { wrong, unassigned } = await read();
  expect(wrong).toMatchObject([{ taken: 80, by_rates: 0, rates_in_force: [0] }]);
  expect(unassigned).toMatchObject([{ owed: 80 }]);
});

test('a rate that begins on the same day is replaced, and one that is removed leaves the one before', async () => {
  await setRate('City', '2026-01-01', 5000);
  await setRate('City', '2026-06-01', 6000);
  await setRate('City', '2026-06-01', 7000);
  expect((await read()).rates.map(({ rate }) => rate)).toEqual([5000, 7000]);
  const remove = () =>
    at.call(
      removeTaxRate,
      { params: params(), body: { authority: 'City', starts_on: '2026-06-01', spot: spot.pk } },
      { token },
    );
  expect((await remove()).body).toEqual({ removed: true });
  expect((await remove()).body).toEqual({ removed: false });
  await moveMoney(sql, spot, [charge('2026-06-10', 50)]);
  expect(list(await read())).toEqual([['City', '2026-06-01', 5000, 50]]);
});

test('a property of another organization can’t get a rate, and a rate is 0 to 50 percent', async () => {
  const stranger = await makeSpot(sql);
  const foreign = await setRate('City', '2026-06-01', 5000, { spots: [stranger.pk] });
  expect(foreign.error.fields).toEqual({ spots: taxMessages.spots });
  const much = await setRate('City', '2026-06-01', 50_001);
  expect(much.error.fields).toEqual({ rate: taxMessages.rate });
});

test('a closed month keeps its rates until it’s reopened', async () => {
  await setRate('City', '2026-01-01', 5000);
  const remove = (starts_on: string) =>
    at.call(
      removeTaxRate,
      { params: params(), body: { authority: 'City', starts_on, spot: spot.pk } },
      { token },
    );
  await sql`
    insert into month_closings (organization_id, month, newest_entry, content, content_hash, sums, adjustments,
      closed_by, closed_at)
    select ${organization.pk}, '2026-05-01', 0, '', '', '{}', '[]', max(pk), now() from people`;
  const refused = await setRate('City', '2026-05-31', 6000);
  expect(refused.error.fields).toEqual({ starts_on: taxMessages.closed });
  expect((await remove('2026-01-01')).error.detail).toBe(taxMessages.closed);
  expect((await setRate('City', '2026-06-01', 6000)).status).toBe(200);
  expect((await remove('2026-06-01')).body).toEqual({ removed: true });
  expect((await read()).rates.map(({ rate }) => rate)).toEqual([5000]);
  await sql`update month_closings set reopened_at = now(), reopened_by = closed_by`;
  expect((await setRate('City', '2026-05-31', 6000)).status).toBe(200);
});

test('the file has a row for each line and escapes formulas', async () => {
  await setRate('=City', '2026-06-01', 9625);
  await moveMoney(sql, spot, [charge('2026-06-10', 96)]);
  const query = {
    organization: String(organization.pk),
    month: '2026-06-01',
    months: '1' as const,
  };
  const { response } = await at.call(downloadTaxes, { query }, { token });
  expect(response.body).toContain("'=City,City,");
  expect(response.body).toContain('2026-06-01,2026-06-30,9.625,10.00,0.96');
});

test('what is owed to all adds up to the taxes of the income statement', async () => {
  const other = await makeSpot(sql, { organization });
  await setRate('City', '2026-06-05', 4625, { spots: [spot.pk, other.pk] });
  await setRate('State', '2026-06-10', 2900, { rental_groups: ['transient'] });
  await setRate('City', '2026-06-20', 0);
  const entries = fc.array(
    fc.record({
      day: fc.integer({ min: 1, max: 30 }),
      tax: fc.integer({ min: 0, max: 900 }),
      kind: fc.constantFrom('charge' as const, 'refund' as const, 'penalty' as const),
      type: fc.constantFrom('hourly' as const, 'monthly' as const, 'enterprise' as const),
      isOther: fc.boolean(),
    }),
    { minLength: 1, maxLength: 30 },
  );
  await fc.assert(
    fc.asyncProperty(entries, async (all) => {
      for (const { day, tax, kind, type, isOther } of all) {
        const date = `2026-06-${String(day).padStart(2, '0')}`;
        await moveMoney(sql, isOther ? other : spot, [
          { ...movement(`${date}T18:00:00Z`, 5000, { kind, tax: cents(tax) }), rental_type: type },
        ]);
      }
      const taxes = await read();
      const statement = await at.call(
        getIncomeStatement,
        {
          query: {
            organization: String(organization.pk),
            start_date: '2026-06-01',
            end_date: '2026-06-30',
          },
        },
        { token },
      );
      const owed = [...taxes.authorities, ...taxes.unassigned].reduce(
        (sum, part) => sum + part.owed,
        0,
      );
      expect(owed).toBe(taxes.total);
      expect(statement.body.organization.income_statement.tax_amount).toBe(taxes.total);
    }),
    { numRuns: 8 },
  );
});
