import type { LocalDate } from '@lotkeeper/contract/kernel/calendar';
import { addDays, addMonths, eachDay } from '@lotkeeper/contract/kernel/calendar';
import { namedByNumber } from '@lotkeeper/contract/kernel/month-year';
import {
  getCustomReport,
  maxHourlyDays,
  reportGroupingNames,
} from '@lotkeeper/contract/money/custom-reports';
import { downloadDailyReports, getDailyReports } from '@lotkeeper/contract/money/daily-reports';
import { getFigure } from '@lotkeeper/contract/money/figures';
import type { IncomeStatement } from '@lotkeeper/contract/money/income-statement';
import { getIncomeStatement } from '@lotkeeper/contract/money/income-statement';
import { getPayoutAccount } from '@lotkeeper/contract/money/payouts';
import type { ReportedType } from '@lotkeeper/contract/money/reported-types';
import { reportedTypeNames } from '@lotkeeper/contract/money/reported-types';
import type { SpotReport } from '@lotkeeper/contract/money/reports';
import { getSpotReport } from '@lotkeeper/contract/money/reports';
import { getRevenueByMonth, getRevenueByType } from '@lotkeeper/contract/money/revenue';
import { rentalTypes } from '@lotkeeper/contract/people/rentals';
import { getOrganization } from '@lotkeeper/contract/platform/organizations';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { makePayer } from '../features/money/payouts/payouts.jobs.ts';
import { must } from '../kernel/must.ts';
import { makePayoutAccount } from '../testing/payouts.factory.ts';
import { signedInMember } from '../testing/people.factory.ts';
import type { TestSpot } from '../testing/spots.factory.ts';
import { makeTakings, someRange } from '../testing/takings.factory.ts';
import { testApp } from '../testing/test-app.ts';

/*
 * Every page shows the same money. records/money/money-sums.test.ts compares the sums with the ledger; this compares each
 * page, with the days that it requests, with the income statement and with the other pages.
 */
const at = await testApp({ now: '2027-01-15T12:00:00Z' });
const { organization, spots } = await makeTakings(at.database.system);
const token = (await signedInMember(at, organization, 'ADMIN')).token;

async function readStatements(start_date: LocalDate, end_date: LocalDate) {
  const query = { organization: organization.uuid, start_date, end_date };
  return (await at.call(getIncomeStatement, { query }, { token })).body;
}

async function findStatement(spot: TestSpot, start_date: LocalDate, end_date: LocalDate) {
  const { spots: statements } = await readStatements(start_date, end_date);
  return must(
    statements.find(({ uuid }) => uuid === spot.uuid),
    'statement',
  );
}

const statementOf = async (...asked: Parameters<typeof findStatement>) =>
  (await findStatement(...asked)).income_statement;

async function dailyReports(spot: TestSpot, month: LocalDate, rental_type?: ReportedType) {
  const query = {
    spot: spot.uuid,
    ...namedByNumber(month),
    ...(rental_type && { rental_type }),
  };
  return (await at.call(getDailyReports, { query }, { token })).body;
}

const ofStatement = (statement: IncomeStatement) => [
  statement.revenue,
  statement.refunds,
  statement.tax_amount,
  statement.client_payment_processing_fee,
  statement.contribution_amount_exclude_tax,
  statement.net_income,
];

const add = (amounts: readonly number[]) => amounts.reduce((so, one) => so + one, 0);
const lastDay = (month: LocalDate) => addDays(addMonths(month, 1), -1);
const someSpot = fc.nat(3);

test('the months of Graphs, Revenue and Detail equal those of the reports, and Detail’s uplift the income statement’s', async () => {
  let compared = 0;
  for (const spot of spots) {
    const by = { token };
    const query = { spot_id: spot.uuid };
    const detail = await at.call(getSpotReport, { query: { spot: spot.uuid } }, by);
    const [mom, types] = await Promise.all([
      at.call(getRevenueByMonth, { query }, by),
      at.call(getRevenueByType, { query }, by),
    ]);
    const graphs = await dailyReports(spot, '2027-01-01' as LocalDate);
    const { monthly } = detail.body as SpotReport;
    for (const { date, gross_revenue, net_revenue } of mom.body) {
      const { total } = await dailyReports(spot, date as LocalDate);
      expect([gross_revenue, net_revenue]).toEqual([total.gross_revenue, total.net_revenue]);
      const byType = types.body.find((one) => one.date === date);
      const gross = reportedTypeNames.map((type) => byType?.[type].gross_revenue ?? Number.NaN);
      expect(add(gross)).toBe(gross_revenue);
      for (const other of [graphs.monthly, monthly]) {
        const same = other.find((one) => one.date === date);
        if (same) expect(same).toMatchObject({ gross_revenue, net_revenue });
        if (same) compared += 1;
      }
    }
    for (const { date, gross_revenue: _, net_revenue: _net, ...month } of monthly) {
      const first = date as LocalDate;
      const { revenue_uplift } = await findStatement(spot, first, lastDay(first));
      expect(revenue_uplift).toMatchObject(month);
    }
  }
  expect(compared).toBeGreaterThan(60);
});

test('a file of any range equals the income statement of that range, with a row for each day', async () => {
  await fc.assert(
    fc.asyncProperty(someSpot, someRange, async (n, [start_date, end_date]) => {
      const spot = spots[n] as TestSpot;
      const query = { spot: spot.uuid, start_date, end_date };
      const { response } = await at.call(downloadDailyReports, { query }, { token });
      const lines = response.body.trim().split('\r\n').slice(1);
      const [name, , gross, , refunds, tax, fee, , commission, net] = (lines.at(-1) ?? '').split(
        ',',
      );
      const inCents = [gross, refunds, tax, fee, commission, net].map((cell) =>
        Math.round(Number(cell) * 100),
      );
      expect([name, ...inCents]).toEqual([
        'Total',
        ...ofStatement(await statementOf(spot, start_date, end_date)),
      ]);
      // It is January 15: future days have no row.
      const until = end_date < '2027-01-15' ? end_date : '2027-01-15';
      const days = lines.slice(0, -1).map((line) => line.slice(0, 10));
      expect(days).toEqual(start_date <= until ? eachDay(start_date, until as LocalDate) : []);
    }),
    { numRuns: 25 },
  );
});

test('every grouping of a custom report adds up to the income statement, and to the same rentals and stays', async () => {
  const measures = 'gross,net,refunds,rentals,average_stay';
  await fc.assert(
    fc.asyncProperty(someSpot, someRange, async (n, [first, end_date]) => {
      const spot = spots[n] as TestSpot;
      // Hours of the day are limited to a year.
      const aYear = addDays(end_date, 1 - maxHourlyDays);
      const start_date = first < aYear ? aYear : first;
      const { revenue, net_income, refunds } = await statementOf(spot, start_date, end_date);
      const reports = await Promise.all(
        reportGroupingNames.map(async (group) => {
          const query = { spot: spot.uuid, measures, group, start_date, end_date };
          return (await at.call(getCustomReport, { query }, { token })).body;
        }),
      );
      for (const { groups, total } of reports) {
        const sumOf = (measure: 'gross' | 'net' | 'refunds' | 'rentals') =>
          add(groups.map(({ values }) => values[measure] ?? Number.NaN));
        expect([sumOf('gross'), sumOf('net'), sumOf('refunds')]).toEqual([
          revenue,
          net_income,
          refunds,
        ]);
        expect(total).toMatchObject({ values: { gross: revenue, net: net_income, refunds } });
        expect(sumOf('rentals')).toBe(total.values.rentals);
        // In zones with a half-hour offset, one-hour stays are counted in the nearest UTC hour.
        if (n !== 3) expect(total).toEqual(reports[0]?.total);
      }
    }),
    { numRuns: 15 },
  );
});

test('paid and future payouts add up to the net of all income statements', async () => {
  await makePayoutAccount(at, organization);
  const pay = makePayer({ database: at.database, clock: at.clock, processor: at.sandbox });
  const all = ['2025-11-01', '2027-01-31'] as [LocalDate, LocalDate];
  const read = async () => {
    const [earned, account] = await Promise.all([
      at.call(getOrganization, { params: { id: organization.uuid } }, { token }),
      at.call(getPayoutAccount, { query: { organization: organization.uuid } }, { token }),
    ]);
    const question = { organization: organization.uuid, start_date: all[0], end_date: all[1] };
    const owed = await at.call(getFigure, { query: { ...question, measure: 'owed' } }, { token });
    expect(owed.body.total).toBe(account.body.future_payout);
    return { paid: earned.body.total_payout ?? Number.NaN, future: account.body.future_payout };
  };
  const statements = await Promise.all(spots.map((spot) => statementOf(spot, ...all)));
  const net = add(statements.map((one) => one.net_income));
  expect(await read()).toEqual({ paid: 0, future: net });
  expect(await pay({ organization_id: organization.pk })).toBe('ordered');
  expect(await pay({ organization_id: organization.pk })).toBe('paid');
  const { paid, future } = await read();
  // January isn't over, so its revenue is still to be paid.
  const january = await Promise.all(
    spots.map((spot) => statementOf(spot, '2027-01-01' as LocalDate, '2027-01-31' as LocalDate)),
  );
  expect([paid + future, future]).toEqual([net, add(january.map((one) => one.net_income))]);
  expect(paid).toBeGreaterThan(0);
});

test('what these tests add up has entries of each kind and of each rental type', async () => {
  const sql = at.database.system;
  const [rule] = await sql<[{ text: string }]>`
    select pg_get_constraintdef(oid) as text from pg_constraint where conname = 'ledger_entries_kind_check'`;
  const kinds = [...rule.text.matchAll(/'(\w+)'::text/g)].map(([, kind]) => kind);
  expect(kinds.length).toBeGreaterThan(3);
  const entries = await sql<{ kind: string; rental_type: string | null }[]>`
    select distinct kind, rental_type from ledger_entries`;
  expect(new Set(entries.map(({ kind }) => kind))).toEqual(new Set(kinds));
  const types = entries.flatMap(({ rental_type }) => rental_type ?? []);
  expect(new Set(types)).toEqual(new Set(rentalTypes));
});
