import type { Statement } from '@lotkeeper/contract/income-statement';
import { getIncomeStatement } from '@lotkeeper/contract/income-statement';
import type { LocalDate } from '@lotkeeper/contract/kernel/calendar';
import { addDays, addMonths, daysBetween } from '@lotkeeper/contract/kernel/calendar';
import { rentalTypes } from '@lotkeeper/contract/rentals';
import type { SpotReport } from '@lotkeeper/contract/reports';
import { getSpotReport } from '@lotkeeper/contract/reports';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { signedInMember } from '../../testing/people.factory.ts';
import { makeTakings, someRange } from '../../testing/takings.factory.ts';
import { testApp } from '../../testing/test-app.ts';

const at = await testApp({ now: '2027-01-15T12:00:00Z' });
const { organization, spots } = await makeTakings(at.database.system);
const token = (await signedInMember(at, organization, 'ADMIN')).token;

const read = async (start_date: LocalDate, end_date: LocalDate) => {
  const query = { organization: organization.uuid, start_date, end_date };
  return (await at.call(getIncomeStatement, { query }, { token })).body;
};

const partsOf = ({ income_statement: is, revenue_uplift: up }: Statement) => ({ ...is, ...up });
type Parts = ReturnType<typeof partsOf>;

/** The same sums over the ledger's rows one by one, by the time of each and the zone of its lot. */
async function ledgerParts(from: LocalDate, to: LocalDate): Promise<Map<string, Parts>> {
  const types = (...names: string[]) => names;
  const monthly = types('monthly');
  const enterprise = types('enterprise', 'bulk_rental');
  const net = 'gross - refund - tax - processing_fee - commission';
  const sql = at.database.system;
  const sum = (what: string) => sql.unsafe(`coalesce(sum(${what}) filter (where kind <> 'payout'`);
  const of = (what: string, of: string[]) =>
    sql`${sum(what)} and rental_type = any (${of}::text[])), 0)::bigint`;
  const all = (what: string) => sql`${sum(what)}), 0)::bigint`;
  const transient = rentalTypes.filter((type) => ![...monthly, ...enterprise].includes(type));
  // The days of a zone as PostgreSQL knows it: another table of zones than ours.
  const rows = await sql<(Parts & { uuid: string })[]>`
    select s.uuid, ${all('gross')} as revenue, ${of('gross', monthly)} as revenue_monthly,
      ${of('gross', transient)} as revenue_transient, ${of('gross', enterprise)} as revenue_enterprise,
      ${all('refund')} as refunds, ${all('tax')} as tax_amount,
      ${all('processing_fee')} as client_payment_processing_fee,
      ${all('commission')} as contribution_amount_exclude_tax, ${all(net)} as net_income,
      ${of(net, monthly)} as net_income_monthly, ${of(net, transient)} as net_income_transient,
      ${of(net, enterprise)} as net_income_enterprise,
      ${all('enforcement')} as enforcement_revenue, ${all('marketing')} as marketing_revenue,
      ${all('dynamic_pricing')} as dynamic_pricing_revenue,
      ${of('gross', enterprise)} as enterprise_revenue
    from spots s left join ledger_entries e on e.organization_id = s.organization_id
      and e.spot_pk = s.pk
      and e.occurred_at >= timezone(s.timezone, ${from}::date::timestamp)
      and e.occurred_at < timezone(s.timezone, ${addDays(to, 1)}::date::timestamp)
    where s.organization_id = ${organization.pk} group by s.uuid`;
  return new Map(rows.map(({ uuid, ...parts }) => [uuid, parts]));
}

test('for any range, each property’s statement is the sum of its ledger, and the organization’s is the sum of those', async () => {
  await fc.assert(
    fc.asyncProperty(someRange, async ([from, to]) => {
      const [{ organization: whole, spots: each }, ledger] = await Promise.all([
        read(from, to),
        ledgerParts(from, to),
      ]);
      expect(new Map(each.map((one) => [one.uuid, partsOf(one)]))).toEqual(ledger);
      const total = partsOf(whole);
      for (const name of Object.keys(total) as (keyof Parts)[]) {
        const sum = each.reduce((so, one) => so + partsOf(one)[name], 0);
        expect([name, total[name]]).toEqual([name, sum]);
      }
    }),
    { numRuns: 80 },
  );
});

test('the net incomes of two adjacent ranges add up to the net income of both together', async () => {
  await fc.assert(
    fc.asyncProperty(someRange, fc.nat(), async ([from, to], n) => {
      fc.pre(from < to);
      const cut = addDays(from, n % daysBetween(from, to));
      const [whole, before, after] = await Promise.all([
        read(from, to),
        read(from, cut),
        read(addDays(cut, 1), to),
      ]);
      const net = [whole, before, after].map((one) => one.organization.income_statement.net_income);
      expect(net[0]).toBe(net.slice(1).reduce((so, one) => so + one, 0));
    }),
    { numRuns: 30 },
  );
});

test('net income is revenue minus refunds, taxes, processing fees and commission, and the sum over rental types', async () => {
  await fc.assert(
    fc.asyncProperty(someRange, async ([from, to]) => {
      const { organization: whole, spots: each } = await read(from, to);
      for (const { income_statement: is } of [whole, ...each]) {
        const gone = is.refunds + is.tax_amount + is.client_payment_processing_fee;
        expect(is.net_income).toBe(is.revenue - gone - is.contribution_amount_exclude_tax);
        const types = [is.net_income_monthly, is.net_income_transient, is.net_income_enterprise];
        expect(types.reduce((so, one) => so + one, 0)).toBe(is.net_income);
      }
    }),
    { numRuns: 30 },
  );
});

test('each month of a property’s report matches the income statement for that month', async () => {
  let compared = 0;
  for (const spot of spots) {
    const { body } = await at.call(getSpotReport, { query: { spot: spot.uuid } }, { token });
    for (const month of (body as SpotReport).monthly) {
      const first = month.date as LocalDate;
      const { spots: each } = await read(first, addDays(addMonths(first, 1), -1));
      const own = each.find((one) => one.uuid === spot.uuid);
      expect(own?.income_statement).toMatchObject({
        revenue: month.gross_revenue,
        net_income: month.net_revenue,
      });
      expect(own?.revenue_uplift).toMatchObject({
        enforcement_revenue: month.enforcement_revenue,
        marketing_revenue: month.marketing_revenue,
        dynamic_pricing_revenue: month.dynamic_pricing_revenue,
      });
      if (month.gross_revenue > 0) compared += 1;
    }
  }
  expect(compared).toBeGreaterThan(15);
});
