import {
  ingestPayments,
  ingestRefunds,
  ingestRentals,
  ingestVisits,
} from '@lotkeeper/contract/intake/ingest';
import type { LocalDate } from '@lotkeeper/contract/kernel/calendar';
import { addDays, fromIso } from '@lotkeeper/contract/kernel/calendar';
import { cents } from '@lotkeeper/contract/kernel/money';
import { importBankFile } from '@lotkeeper/contract/money/bank';
import { importRemittance, setSiteRate } from '@lotkeeper/contract/money/remittances';
import { setTaxRate } from '@lotkeeper/contract/money/taxes';
import { must } from '../kernel/must.ts';
import { recordPayouts } from '../records/money/entries.ts';
import { chargeItem, makeOutside, rentalItem } from './ingest.factory.ts';
import { signedInMember } from './people.factory.ts';
import { recording } from './rentals.factory.ts';
import { makeSpot } from './spots.factory.ts';
import type { TestApp } from './test-app.ts';
import { settling } from './visits.factory.ts';

const timezone = 'America/New_York';
const day = (number: number) => addDays('2026-10-01' as LocalDate, number - 1);

/** A charge of a price and 8.875 % tax, with the processor's 2.9 %, at 11 AM in New York. */
export const cardCharge = (id: string, on: string, price: number, more: { tax?: number } = {}) => {
  const tax = more.tax ?? Math.round(price * 0.08875);
  const processing_fee = Math.round((price + tax) * 0.029);
  const times = { occurred_at: `${on}T15:00:00Z`, processing_fee };
  return chargeItem(id, price + tax, { ...times, ...more, tax });
};

const twoHours = (on: string) => ({ start_date: `${on}T15:00:00Z`, end_date: `${on}T17:00:00Z` });

/** A stay of two hours, paid by card. */
export const cardStay = (
  spot: { pk: number },
  id: string,
  on: string,
  price: number,
  more: { tax?: number; processing_fee?: number; occurred_at?: string } = {},
) => rentalItem(spot, id, { ...twoHours(on), charges: [cardCharge(id, on, price, more)] });

const carOf = (plate: string) => ({ car: { plate, state: 'NY', country: 'US' } });

/** A SpotHero booking, whose amount has tax in it. */
function booking(spot: { pk: number }, id: string, on: string, amount: number, more: object = {}) {
  const tax = Math.round((amount * 8.875) / 108.875);
  const charges = [chargeItem(id, amount, { occurred_at: `${on}T15:00:00Z`, tax })];
  const ofSite = { source: 'spothero', rental_type: 'daily' };
  return rentalItem(spot, id, { ...ofSite, ...twoHours(on), charges, ...more });
}

export const visitOf = (spot: { pk: number }, plate: string, from: string, to: string) => ({
  source: 'gate',
  external_id: `visit of ${plate}`,
  spot: spot.pk,
  plate,
  state: 'NY',
  country: 'US',
  entrance_at: from,
  exit_at: to,
});

/** A line of a remittance file: price, what the site kept, and what it remitted. */
export const remittanceLine = (
  id: string,
  lot: string,
  on: number,
  [gross, kept, net]: readonly [number, number, number],
  status = 'Completed',
) => [id, lot, day(on), day(on), gross, kept, net, status].join();

export type MonthOfErrors = Awaited<ReturnType<typeof openMonth>>;

/** One organization with two lots in New York and daily payouts, and what sends for it. */
async function openMonth(at: TestApp) {
  const sql = at.database.system;
  const outside = await makeOutside(at);
  const { organization, spot: alpha } = outside;
  await sql`update spots set name = 'Alpha Garage', timezone = ${timezone} where pk = ${alpha.pk}`;
  await sql`update organizations set payout_schedule = 'daily' where pk = ${organization.pk}`;
  const beta = await makeSpot(sql, { organization, name: 'Beta Lot', timezone });
  const by = { token: (await signedInMember(at, organization, 'ADMIN')).token };
  const params = { orgId: String(organization.pk) };
  const upload = (lines: readonly string[]) => Buffer.from(lines.join('\n'));
  return {
    sql,
    outside,
    organization,
    alpha,
    beta,
    by,
    params,
    /** Sends items; all of them must be new. */
    send: async (endpoint: Parameters<typeof outside.send>[0], items: readonly object[]) => {
      const wrong = (await outside.reasons(endpoint, items)).filter((one) => one !== 'recorded');
      if (wrong.length > 0) throw new Error(wrong.join('\n'));
    },
    settle: async () => {
      for (const spot of [alpha, beta]) await settling(at.database, at.clock).settle(spot);
    },
    setTax: (starts_on: string, rate: number) => {
      const rental_groups = ['transient' as const];
      const spots = [alpha.pk, beta.pk];
      const body = {
        authority: 'State',
        starts_on,
        spots,
        level: 'state' as const,
        rate,
        rental_groups,
      };
      return at.call(setTaxRate, { params, body }, by);
    },
    remit: (...lines: string[]) => {
      const names = 'Rental ID,Facility,Starts,Ends,Gross,Commission,Net,Status';
      const body = upload([names, ...lines]);
      return at.call(importRemittance, { params, query: { source: 'spothero' }, body }, by);
    },
    deposit: (...lines: string[]) => {
      const body = upload(['Date,Description,Amount', ...lines]);
      return at.call(importBankFile, { params, query: {}, body }, by);
    },
    /** L6: $50.00 more in the payment of October 9; less puts it back. */
    alter: (amount: number) =>
      sql.begin(async (tx) => {
        await tx`set local session_replication_role = replica`;
        await tx`
          update ledger_entries set gross = gross + ${amount}
          where organization_id = ${organization.pk} and external_id = 'card-9'`;
      }),
  };
}

/** A card payment a day at Alpha, and the errors in the ledger. */
async function plantCharges({ setTax, send, alpha, beta }: MonthOfErrors) {
  await setTax('2026-01-01', 8875);
  // T1: 7 % of $160.00. T2: no tax.
  const wrongTaxes = new Map([
    [3, 1120],
    [7, 0],
  ]);
  const usual = Array.from({ length: 31 }, (_, index) => {
    const tax = wrongTaxes.get(index + 1);
    const [price, more] = tax === undefined ? [15_000 + 40 * index] : [16_000, { tax }];
    return cardStay(alpha, `card-${index + 1}`, day(index + 1), price, more);
  });
  await send(ingestRentals, [
    ...usual,
    // L7: 5 % of $21.78 instead of 2.9 %: 109 cents instead of 63.
    cardStay(beta, 'L7', '2026-10-11', 2000, { processing_fee: 109 }),
    cardStay(beta, 'L4-first', '2026-10-13', 875),
    {
      ...cardStay(alpha, 'L2', '2026-10-30', 4000),
      rental_type: 'daily',
      end_date: '2026-11-02T17:00:00Z',
      charges: [
        cardCharge('L2-october', '2026-10-30', 4000),
        cardCharge('L2-november', '2026-11-01', 4000),
      ],
    },
    // L5: paid at 23:40 before the clocks changed, and sent with the offset after it.
    {
      ...cardStay(beta, 'L5', '2026-10-31', 1000, { occurred_at: '2026-10-31T23:40:00-05:00' }),
      ...carOf('LFIVE05'),
      start_date: '2026-10-31T23:40:00-04:00',
      end_date: '2026-11-01T02:40:00-05:00',
    },
  ]);
  const of = (external_id: string) => ({ source: 'gate', rental: { source: 'gate', external_id } });
  const again = cardCharge('L4-second', '2026-10-13', 875);
  await send(ingestPayments, [{ ...again, ...of('L4-first'), kind: 'charge' }]);
  const back = { occurred_at: '2026-11-03T15:00:00Z', amount: 1000, tax: 82 };
  await send(ingestRefunds, [{ external_id: 'L1-refund', ...of('card-12'), ...back }]);
}

/** Eight bookings, and a remittance file with the errors. */
async function plantBookings(at: TestApp, month: MonthOfErrors) {
  const { organization, by, send, remit, alpha, beta } = month;
  const agreed = { organization: organization.pk, source: 'spothero', spot: null } as const;
  await at.call(setSiteRate, { body: { ...agreed, start_date: '2026-01-01', rate: 1500 } }, by);
  await send(ingestRentals, [
    booking(alpha, 'SH-10', day(2), 2000),
    booking(beta, 'SH-1', day(8), 2095),
    booking(alpha, 'SH-2', day(9), 1481),
    booking(beta, 'SH-3', day(14), 1544),
    booking(beta, 'SH-4', day(15), 1415, carOf('RFOUR04')),
    booking(beta, 'SH-5', day(20), 2536),
    booking(alpha, 'SH-6', day(21), 1200),
    booking(beta, 'SH-11', day(30), 2000),
  ]);
  const twice = remittanceLine('SH-2', 'Alpha Garage', 9, [14.81, 2.22, 12.59]);
  await remit(
    remittanceLine('SH-10', 'Alpha Garage', 2, [20, 3, 17]),
    twice,
    twice,
    remittanceLine('SH-3', 'Beta Lot', 14, [5.44, 0.82, 4.62]),
    remittanceLine('SH-4', 'Beta Lot', 15, [0, 0, 0], 'Cancelled'),
    remittanceLine('SH-5', 'Alpha Garage', 20, [25.36, 3.8, 21.56]),
    remittanceLine('SH-6', 'Alpha Garage', 21, [12, 1.86, 10.14]),
    remittanceLine('SH-8', 'Beta Lot', 22, [40, 6, 34]),
    remittanceLine('SH-9', 'Gamma Deck', 23, [50, 7.5, 42.5]),
    remittanceLine('SH-11', 'Beta Lot', 30, [20, 3, 17]),
  );
}

/** Each day's payout two days later, and a bank file with the errors. */
async function plantPayouts({ sql, organization, deposit }: MonthOfErrors) {
  const earned = await sql<{ sent: LocalDate; net: number }[]>`
    select local_date + 2 as sent, sum(gross - refund - tax - processing_fee - commission)::bigint as net
    from ledger_entries where organization_id = ${organization.pk} and local_date < '2026-11-01'
    group by 1 order by 1`;
  // P1
  const moved = new Map([
    ['2026-10-14', -10_000],
    ['2026-10-15', 10_000],
  ]);
  const due = new Map(earned.map(({ sent, net }) => [sent, net + (moved.get(sent) ?? 0)]));
  const pay = (on: string) => must(due.get(on as LocalDate), on);
  const payout = (on: LocalDate, amount: number) => ({
    source: 'payout',
    external_id: on,
    paid_at: fromIso(`${on}T17:00:00Z`),
    local_date: on,
    amount: cents(amount),
    statement_descriptor: `LOTKEEPER ${on}`,
  });
  // B6b
  const cameBack = {
    ...payout('2026-10-24' as LocalDate, -pay('2026-10-22')),
    external_id: 'returned',
    returns: '2026-10-22',
  };
  const payouts = Array.from(due, ([on, amount]) => payout(on, amount));
  await recording(sql, organization.pk, (recorder) =>
    recordPayouts(recorder, [...payouts, cameBack]),
  );
  // B1, B5 and B7 have no deposit of their own in time; B2 and B4 one of less.
  const without = ['2026-10-05', '2026-10-18', '2026-10-19', '2026-10-28'];
  const lacks = new Map([
    ['2026-10-07', 3750],
    ['2026-10-12', 2500],
  ]);
  const write = (on: string, amount: number, words: string) => `${on},${words},${amount / 100}`;
  await deposit(
    ...Array.from(due.keys())
      .filter((on) => !without.includes(on))
      .map((on) => write(addDays(on, 1), pay(on) - (lacks.get(on) ?? 0), `LOTKEEPER ${on}`)),
    write('2026-10-10', pay('2026-10-09'), 'LOTKEEPER 2026-10-09'), // B3
    write('2026-10-19', pay('2026-10-18') + pay('2026-10-19'), 'LOTKEEPER'), // B5
    write('2026-10-25', -pay('2026-10-20'), 'ACH RETURN R03 LOTKEEPER'), // B6
    write('2026-11-07', pay('2026-10-28'), 'LOTKEEPER 2026-10-28'), // B7
    write('2026-10-16', 41_200, 'STRIPE TRANSFER'), // B8
    write('2026-11-15', -1000, 'RENT'),
  );
}

/** An October with every error of money at once. L3 is refused; L6 is altered last, when the days are sealed. */
export async function plantMonth(at: TestApp): Promise<MonthOfErrors> {
  const month = await openMonth(at);
  await plantCharges(month);
  await plantBookings(at, month);
  await month.send(ingestVisits, [
    visitOf(month.beta, 'RFOUR04', '2026-10-15T15:02:00Z', '2026-10-15T16:50:00Z'),
    visitOf(month.beta, 'LFIVE05', '2026-10-31T23:41:00-04:00', '2026-11-01T01:40:00-05:00'),
  ]);
  await month.settle();
  await plantPayouts(month);
  return month;
}
