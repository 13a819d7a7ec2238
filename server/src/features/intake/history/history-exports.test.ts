import { historyMessages } from '@lotkeeper/contract/intake/history';
import { beforeEach, describe, expect, test } from 'vitest';
import { listDisagreements } from '../../../records/money/ledger.ts';
import { historySender } from '../../../testing/history.factory.ts';
import { makeOrganization, signedInMember } from '../../../testing/people.factory.ts';
import type { TestSpot } from '../../../testing/spots.factory.ts';
import { makeSpot } from '../../../testing/spots.factory.ts';
import { testApp } from '../../../testing/test-app.ts';

/** Files as other systems write them. */
let organization: { pk: number };
let spot: TestSpot;
let sender: ReturnType<typeof historySender>;

const at = await testApp({ now: '2026-11-29T19:00:00Z' });
const sql = at.database.system;

beforeEach(async () => {
  organization = await makeOrganization(sql);
  spot = await makeSpot(sql, { organization, timezone: 'America/Phoenix', name: 'North Lot' });
  const admin = await signedInMember(at, organization, 'ADMIN');
  sender = historySender(at, organization, admin.token);
});

/** Sums of the ledger by day, in cents. */
const sumDays = () => sql`
  select local_date::text as day, sum(gross)::int as gross, sum(refund)::int as refunds, sum(tax)::int as tax,
    sum(processing_fee)::int as fees
  from ledger_entries where organization_id = ${organization.pk} group by 1 order by 1`;

const sumAll = async () => {
  const [row] = await sql`
    select coalesce(sum(gross), 0)::int as gross, coalesce(sum(refund), 0)::int as refunds,
      coalesce(sum(processing_fee), 0)::int as fees
    from ledger_entries where organization_id = ${organization.pk}`;
  return row;
};

const fieldsOf = async (file: string) =>
  (await sender.preview(file)).body.columns.map(({ field }) => field);

const reasons = (problems: readonly { line: number; reason: string }[]) =>
  problems.map(({ line, reason }) => [line, reason]);

const stripePayments = `id,Description,Created (UTC),Amount,Amount Refunded,Currency,Converted Amount,Converted Amount Refunded,Fee,Tax,Status,Customer ID,Customer Email
ch_1,Lot stay,2026-09-03 17:00,20.00,0.00,usd,20.00,0.00,0.88,0.00,Paid,cus_1,a1@example.com
ch_2,Lot stay,2026-09-04 17:00,20.00,8.00,usd,20.00,8.00,0.88,0.00,Partial Refund,cus_2,a2@example.com
ch_3,Lot stay,2026-09-05 17:00,15.00,15.00,usd,15.00,15.00,0.74,0.00,Refunded,cus_3,a3@example.com
ch_4,Lot stay,2026-09-06 17:00,30.00,0.00,usd,30.00,0.00,0.00,0.00,Failed,cus_4,a4@example.com
`;

describe('Stripe', () => {
  test('what was refunded of a payment is read, and a failed one is left out by name', async () => {
    const { body } = await sender.preview(stripePayments);
    expect(body).toMatchObject({
      preset: 'stripe_payments',
      total: { rows: 3, amount: 5500, refunds: 2300, fees: 250 },
    });
    expect(reasons(body.problems)).toEqual([[5, historyMessages.notPaid('Failed')]]);
    await sender.finish(stripePayments);
    expect(await sumAll()).toEqual({ gross: 5500, refunds: 2300, fees: 250 });
  });

  test('the present header has the day of the refund, and a customer’s ID is no name', async () => {
    const file = `id,Created date (UTC),Amount,Amount Refunded,Currency,Captured,Refunded date (UTC),Fee,Status,Customer ID
ch_1,2026-09-03 17:00,20.00,5.00,usd,true,2026-10-02 17:00,0.88,Paid,cus_1
`;
    await sender.finish(file);
    expect(await sumDays()).toMatchObject([
      { day: '2026-09-03', gross: 2000, refunds: 0, fees: 88 },
      { day: '2026-10-02', gross: 0, refunds: 500 },
    ]);
    expect(
      await sql`select from rentals where organization_id = ${organization.pk} and renter_first_name is not null`,
    ).toEqual([]);
  });

  const balance = `balance_transaction_id,created_utc,available_on_utc,currency,gross,fee,net,reporting_category,source_id,description,charge_id
txn_1,2026-09-03 17:00:00,2026-09-05 00:00:00,usd,20.00,0.88,19.12,charge,ch_a,stay,ch_a
txn_2,2026-09-03 18:00:00,2026-09-05 00:00:00,usd,40.00,1.46,38.54,charge,ch_b,stay,ch_b
txn_3,2026-09-03 19:00:00,2026-09-05 00:00:00,usd,50.00,1.75,48.25,charge,ch_c,stay,ch_c
txn_4,2026-09-10 18:00:00,2026-09-10 00:00:00,usd,-5.00,0.00,-5.00,refund,re_a,refund,ch_a
txn_5,2026-09-12 18:00:00,2026-09-12 00:00:00,usd,5.00,0.00,5.00,refund_failure,re_a,refund failed,ch_a
txn_6,2026-09-14 18:00:00,2026-09-14 00:00:00,usd,-20.00,15.00,-35.00,dispute,dp_b,dispute,ch_b
txn_7,2026-09-24 18:00:00,2026-09-24 00:00:00,usd,20.00,-15.00,35.00,dispute_reversal,dp_b,dispute won,ch_b
txn_8,2026-09-25 18:00:00,2026-09-25 00:00:00,usd,-90.00,0.00,-90.00,payout,po_1,payout,
txn_9,2026-09-26 18:00:00,2026-09-26 00:00:00,usd,-0.40,0.00,-0.40,fee,,Radar fee,
txn_10,2026-09-27 18:00:00,2026-09-27 00:00:00,usd,90.00,0.00,90.00,payout_reversal,po_1,payout,
txn_11,2026-09-28 18:00:00,2026-09-28 00:00:00,usd,-3.00,0.00,-3.00,transfer,tr_1,,
`;

  test('refunds and disputes that came back lower refunds and fees, and payouts and fees are left out', async () => {
    const { body } = await sender.preview(balance);
    // 20 + 40 + 50; −5 + 5 −20 + 20; 0.88 + 1.46 + 1.75 + 15 − 15
    expect(body).toMatchObject({
      preset: 'stripe_balance',
      total: { rows: 7, amount: 11_000, refunds: 0, fees: 409 },
    });
    expect(reasons(body.problems)).toEqual([
      [9, historyMessages.payout],
      [10, historyMessages.processorFee],
      [11, historyMessages.payout],
      [12, historyMessages.transfer],
    ]);
    expect(await sender.finish(balance)).toMatchObject({ recorded: 7, refused: 4, refunds: 0 });
    expect(await sumAll()).toEqual({ gross: 11_000, refunds: 0, fees: 409 });
    expect(await sumDays()).toMatchObject([
      {},
      { day: '2026-09-10', refunds: 500 },
      { day: '2026-09-12', refunds: -500 },
      { day: '2026-09-14', refunds: 2000, fees: 1500 },
      { day: '2026-09-24', refunds: -2000, fees: -1500 },
    ]);
    expect(await sender.finish(balance)).toMatchObject({ recorded: 0, unchanged: 7 });
    expect(await listDisagreements(sql)).toEqual([]);
  });

  test('a refund of a payment from before the file is one of the property on its day, once', async () => {
    const later = balance
      .split('\n')
      .filter((line) => !/,charge,/.test(line))
      .join('\n');
    expect((await sender.preview(later)).body.total).toMatchObject({ refunds: 0, rows: 4 });
    const { pk } = await sender.finish(later);
    expect(await sumDays()).toMatchObject([
      { day: '2026-09-10', refunds: 500 },
      { day: '2026-09-12', refunds: -500 },
      { day: '2026-09-14', refunds: 2000 },
      { day: '2026-09-24', refunds: -2000 },
    ]);
    // Its payments come later, and the refunds again with them.
    expect(await sender.finish(balance)).toMatchObject({ recorded: 3, unchanged: 4 });
    expect(await sumAll()).toEqual({ gross: 11_000, refunds: 0, fees: 409 });
    expect((await sender.undo(pk)).undo).toMatchObject({ undone: 4, kept: 0 });
    expect(await listDisagreements(sql)).toEqual([]);
  });
});

const square = `Date,Time,Time Zone,Gross Sales,Net Sales,Tax,Tip,Partial Refunds,Total Collected,Fees,Net Total,Transaction ID,Payment ID,Card Brand,Device Name,Staff Name,Event Type,Location,Customer ID,Customer Name
2026-09-13,23:30:11,Eastern Time (US & Canada),$30.00,$27.00,$2.16,$2.00,$0.00,$31.16,-$0.93,$30.23,SQT1,SQP1,Visa,Gate iPad,Sam,Payment,North Lot,,
2026-09-30,23:30:00,Eastern Time (US & Canada),$20.00,$20.00,$1.60,$0.00,$0.00,$21.60,-$0.66,$20.94,SQT2,SQP2,Visa,Gate iPad,Sam,Payment,North Lot,,
2026-10-02,09:00:00,Eastern Time (US & Canada),-$10.00,-$10.00,-$0.80,$0.00,-$10.80,-$10.80,$0.31,-$10.49,SQT3,SQP2,Visa,Gate iPad,Sam,Refund,North Lot,,
2026-10-04,00:30:00,Eastern Time (US & Canada),-$12.00,-$12.00,-$0.96,$0.00,$0.00,-$12.96,$0.00,-$12.96,SQT5,SQP9,,Gate iPad,Sam,Refund,North Lot,,
`;

test('Square’s refunds count on their day, its times in their zone, and its tips not', async () => {
  const { body } = await sender.preview(square);
  expect(body).toMatchObject({ preset: 'square', questions: [], refused: 0 });
  await sender.finish(square);
  // Without the tip of 2.00; the fee of 0.31 was given back; 0:30 in New York is the evening before in Phoenix.
  expect(await sumDays()).toEqual([
    { day: '2026-09-13', gross: 2916, refunds: 0, tax: 216, fees: 93 },
    { day: '2026-09-30', gross: 2160, refunds: 0, tax: 160, fees: 66 },
    { day: '2026-10-02', gross: 0, refunds: 1080, tax: -80, fees: -31 },
    { day: '2026-10-03', gross: 0, refunds: 1296, tax: -96, fees: 0 },
  ]);
  const [first] = await sql`
    select to_char(occurred_at at time zone 'UTC', 'MM-DD HH24:MI') as at from ledger_entries
    where organization_id = ${organization.pk} order by occurred_at limit 1`;
  expect(first).toEqual({ at: '09-14 03:30' });
  expect(await sender.finish(square)).toMatchObject({ recorded: 0, unchanged: 4 });
});

describe('signs and statuses', () => {
  test.each([
    ['Dispute,-20.00', 'Dispute reversal,20.00'],
    ['Chargeback,-20.00', 'Chargeback,20.00'],
    ['Refund,20.00', 'Refund Canceled,20.00'],
    ['Reversal,-20.00', 'Canceled Reversal,20.00'],
  ])('%s and then %s take nothing in the end', async (taken, returned) => {
    const done = await sender.finish(
      `Date,Type,Amount,ID\n2026-09-01,Payment,20.00,A\n2026-09-02,${taken},B\n2026-09-03,${returned},C\n`,
    );
    expect(done).toMatchObject({ recorded: 3, refused: 0 });
    expect(await sumAll()).toEqual({ gross: 2000, refunds: 0, fees: 0 });
  });

  test.each([
    ['Completed', 1000, 0],
    ['Refunded', 1000, 1000],
    ['Charged back', 1000, 1000],
    ['Refund failed', 1000, 0],
    ['Not refunded', 1000, 0],
    ['Pending', 0, 0],
    ['Canceled', 0, 0],
    ['Voided', 0, 0],
    ['Partially refunded', 0, 0],
  ])(
    'a payment with the status “%s” is %i cents taken and %i given back',
    async (status, gross, refunds) => {
      await sender.finish(`Date,Amount,Status\n2026-09-01,10.00,${status}\n`);
      expect(await sumAll()).toMatchObject({ gross, refunds });
    },
  );

  test('a refund that failed or is pending gives nothing back', async () => {
    await sender.finish(
      'Date,Type,Amount,Status,ID\n2026-09-01,Payment,9.00,Paid,A\n2026-09-02,Refund,-4.00,Pending,B\n2026-09-03,Refund,-3.00,Failed,C\n2026-09-04,Refund,-2.00,Succeeded,D\n',
    );
    expect(await sumAll()).toMatchObject({ gross: 900, refunds: 200 });
  });
});

describe('columns', () => {
  test('IDs and names of rates, meters and customers aren’t people', async () => {
    expect(
      await fieldsOf(
        'Rate ID,Rate Name,Meter Name,Customer ID,Customer Name,Date,Amount\nR1,Daily Max,P1 North,cus_1,Ada,2026-09-01,5.00\n',
      ),
    ).toEqual(['ignore', 'rental_type', 'ignore', 'ignore', 'name', 'paid_at', 'amount']);
  });

  test('a session’s ID is the row’s own, and its fees of an app aren’t revenue', async () => {
    const file = `Parking Session ID,Location,Vehicle,Start Date,Start Time,End Date,End Time,Parking Cost,Service Fee,SMS Fee,Total Cost,Status
PBP-1,North Lot,QQ77ABC,2025-11-03,08:15,2025-11-03,10:15,4.00,0.35,0.10,4.45,Completed
PBP-3,North Lot,QQ77ABE,2025-11-05,08:15,2025-11-05,10:15,4.00,0.35,0.10,4.45,Refunded
`;
    const { body } = await sender.preview(file);
    expect(body).toMatchObject({ good: 2, questions: [], extras_included: true });
    expect(body.columns.map(({ field }) => field).slice(0, 3)).toEqual(['id', 'property', 'plate']);
    expect(await sender.finish(file)).toMatchObject({ recorded: 2, gross: 800, refunds: 400 });
  });

  test('whether an amount has an app’s fee or a tip in it is asked where nothing shows it', async () => {
    const file = 'Date,Total Charged,Convenience Fee,Tip\n2026-09-01,4.45,0.45,1.00\n';
    const { body } = await sender.preview(file);
    expect(body).toMatchObject({
      questions: [historyMessages.extras('Convenience Fee, Tip')],
      extras_included: null,
    });
    expect((await sender.start(file)).status).toBe(400);
    expect(await sender.finish(file, { extras_included: true })).toMatchObject({ gross: 300 });
    const beside = await sender.preview(file, { extras_included: false });
    expect(beside.body).toMatchObject({ questions: [], total: { amount: 445 } });
  });

  test('a column with the names of properties wins over one of their numbers', async () => {
    const file = 'Zone,Where,Date,Amount\n4410,North Lot,2026-09-01,5.00\n';
    const { body } = await sender.preview(file);
    expect(body.columns.map(({ field }) => field)).toEqual([
      'ignore',
      'property',
      'paid_at',
      'amount',
    ]);
    expect(body.spots).toEqual([{ name: 'North Lot', spot: spot.pk }]);
  });

  test.each([
    ['Eastern Time (US & Canada)', '14:00'],
    ['America/New_York', '14:00'],
    ['(GMT-05:00) Eastern Time', '14:00'],
    ['EST', '15:00'],
    ['-05:00', '15:00'],
    ['', '17:00'],
  ])('a row’s time zone may be written as “%s”', async (zone, utc) => {
    await sender.finish(`Date,Time Zone,Amount\n2026-09-01 10:00,${zone},5.00\n`);
    const [row] = await sql`
      select to_char(occurred_at at time zone 'UTC', 'HH24:MI') as at from ledger_entries
      where organization_id = ${organization.pk}`;
    expect(row).toEqual({ at: utc });
  });

  test('a zone that isn’t known is refused', async () => {
    const { body } = await sender.preview(
      'Date,Time Zone,Amount\n2026-09-01 10:00,Mars,5.00\n2026-09-01 10:00,EST,5.00\n',
    );
    expect(reasons(body.problems)).toEqual([[2, `zone: ${historyMessages.zone('Mars')}`]]);
  });

  test.each([
    'Datum;Betrag;Kennzeichen\n01.09.2026;5,00;ABC123\n',
    '日付,金額,ナンバー\n2026-09-01,5.00,ABC123\n',
  ])('a header in another language is a header: %s', async (file) => {
    const { body } = await sender.preview(file);
    expect(body.header_line).toBe(1);
    expect(body.columns.map(({ name }) => name)).toEqual(file.split('\n')[0]?.split(/[;,]/));
    const done = await sender.finish(file, { fields: ['paid_at', 'amount', 'plate'] });
    expect(done).toMatchObject({ recorded: 1, refused: 0, gross: 500 });
  });
});

describe('the preview', () => {
  /** Previews and imports a file; both say the same of each row. */
  const compare = async (file: string) => {
    const { body } = await sender.preview(file);
    const done = await sender.finish(file);
    expect(done.refused).toBe(body.refused);
    expect(done.recorded).toBe(body.good - body.unchanged);
    expect(done.unchanged).toBe(body.unchanged);
    expect(done.problems.map(({ line }) => line).sort((a, b) => a - b)).toEqual(
      body.problems.slice(0, done.problems.length).map(({ line }) => line),
    );
    return body;
  };

  test('says of each row what the import does with it', async () => {
    const file = `Date,Type,Transaction ID,Original Transaction ID,Amount
2026-02-01 10:00,Payment,P-1,,12.00
2026-02-01 10:00,Payment,P-1,,12.00
2026-02-01 11:00,Payment,P-1,,13.00
2026-02-01 12:00,Payment,P-2,P-1,5.00
2026-02-01 13:00,Payment,P-3,P-9,5.00
2026-02-02 10:00,Refund,R-1,P-1,-16.00
2026-02-02 11:00,Refund,R-2,P-1,-2.00
2026-02-02 12:00,Refund,R-3,P-1,-1.00
2026-02-02 13:00,Refund,R-4,,-3.00
`;
    const body = await compare(file);
    expect(reasons(body.problems)).toEqual([
      [4, historyMessages.sameId],
      [6, historyMessages.noRental],
      [8, historyMessages.overRefunded],
    ]);
    // 12 + 5, of which 16 + 1 were given back, and 3 of the property.
    expect(body).toMatchObject({ good: 6, unchanged: 1, total: { amount: 1700, refunds: 2000 } });
    expect(body.rows.filter(({ problem }) => problem !== null).map(({ line }) => line)).toEqual([
      4, 6, 8,
    ]);
    const again = await compare(file.replace('R-2,P-1,-2.00', 'R-5,P-1,-1.50'));
    expect(again).toMatchObject({ good: 6, unchanged: 6, refused: 3 });
    const changed = await compare(file.replace('R-1,P-1,-16.00', 'R-1,P-1,-15.00'));
    expect(reasons(changed.problems)[2]).toEqual([7, historyMessages.knownId]);
  });

  test('what was imported with other content is refused before the import', async () => {
    await sender.finish('ID,Date,Amount\nA,2026-02-01 10:00,5.00\n');
    const body = await compare(
      'ID,Date,Amount,Refunded\nA,2026-02-01 10:00,5.00,2.00\nB,2026-02-01 10:00,5.00,2.00\n',
    );
    expect(reasons(body.problems)).toEqual([[2, historyMessages.knownId]]);
  });

  test('what was undone can come again', async () => {
    const { pk } = await sender.finish(square);
    // A payment and its refund are taken back together.
    expect((await sender.undo(pk)).undo).toMatchObject({ kept: 0 });
    expect(await sumAll()).toEqual({ gross: 0, refunds: 0, fees: 0 });
    expect(await compare(square)).toMatchObject({ good: 4, unchanged: 0, refused: 0 });
  });

  test('more rows than are checked at a time are the same', async () => {
    const rows = Array.from(
      { length: 1100 },
      (_, index) =>
        `P-${index},,2026-02-01 10:00,Payment,5.00\nR-${index},P-${index},2026-02-02 10:00,Refund,-${index % 100 === 0 ? 6 : 5}.00`,
    );
    const body = await compare(`ID,Original Transaction ID,Date,Type,Amount\n${rows.join('\n')}\n`);
    expect(body).toMatchObject({ good: 2189, refused: 11 });
  });

  test('a net or total of the file that isn’t what the columns make is named by month', async () => {
    const file = `Date,Amount,Processing Fee,Adjustments,Net
2026-01-05,100.00,3.00,0.00,97.00
2026-02-05,100.00,3.00,-7.00,90.00
2026-02-06,50.00,1.50,0.00,48.50
`;
    expect((await sender.preview(file)).body.differences).toEqual([
      { month: '2026-02-01', column: 'net', file: 13_850, read: 14_550 },
    ]);
    const parking = `PAYMENT_ID,START_PARKING_ON_LOCAL,STOP_PARKING_ON_LOCAL,PARKING_AMOUNT,TOTAL_AMOUNT
A,2026-01-05 10:00,2026-01-05 11:00,4.00,4.45
`;
    expect((await sender.preview(parking)).body.differences).toEqual([
      { month: '2026-01-01', column: 'total', file: 445, read: 400 },
    ]);
  });

  test('a file whose net is right differs nowhere', async () => {
    expect((await sender.preview(square)).body.differences).toEqual([]);
  });
});
