import { downloadRefusedHistory, historyMessages } from '@lotkeeper/contract/intake/history';
import { getPayoutAccount } from '@lotkeeper/contract/money/payouts';
import { beforeEach, expect, test } from 'vitest';
import { listDisagreements } from '../../../records/money/ledger.ts';
import { historySender } from '../../../testing/history.factory.ts';
import { makeOrganization, signedInMember } from '../../../testing/people.factory.ts';
import { makePromoCode } from '../../../testing/promo-codes.factory.ts';
import type { TestSpot } from '../../../testing/spots.factory.ts';
import { makeSpot } from '../../../testing/spots.factory.ts';
import { testApp } from '../../../testing/test-app.ts';
import { makeValetSession } from '../../../testing/valet.factory.ts';
import { makeVisit } from '../../../testing/visits.factory.ts';

let organization: { pk: number };
let spot: TestSpot;
let admin: { pk: number; token: string };
let sender: ReturnType<typeof historySender>;

const at = await testApp({ now: '2026-06-15T19:00:00Z' });
const sql = at.database.system;

beforeEach(async () => {
  at.clock.set('2026-06-15T19:00:00Z');
  organization = await makeOrganization(sql);
  spot = await makeSpot(sql, { organization, timezone: 'America/Phoenix' });
  admin = await signedInMember(at, organization, 'ADMIN');
  sender = historySender(at, organization, admin.token, { undoneAtOnce: 3 });
});

/** Sums of the ledger by month, in cents. */
const sumMonths = () => sql<
  { month: string; gross: number; refunds: number; tax: number; fees: number; rentals: number }[]
>`
  select local_date::text as month, sum(gross)::bigint as gross, sum(refunds)::bigint as refunds, sum(tax)::bigint as tax,
    sum(processing_fee)::bigint as fees, sum(rentals)::bigint as rentals
  from revenue_months where organization_id = ${organization.pk} group by 1 order by 1`;

const readRentals = () => sql`
  select r.external_id, r.rental_type, r.start_date, r.end_date, c.plate, c.state
  from rentals r left join cars c on c.organization_id = r.organization_id and c.pk = r.car_pk
  where r.organization_id = ${organization.pk} and r.removed_at is null order by r.external_id`;

const sessions = `Ticket Number,Entry Time,Exit Time,Total,Tax,Processing Fee,License Plate,State
T-1,01/14/2026 9:00 AM,01/14/2026 11:30 AM,$10.80,$0.80,$0.31,ABC123,AZ
T-2,01/31/2026 11:00 PM,02/01/2026 1:00 AM,"$1,025.92",$1.92,$0.75,,
T-3,02/02/2026 8:00 AM,02/04/2026 8:00 AM,$16.20,$1.20,$0.00,XYZ 789,
`;

test('rentals with their payments are previewed, imported on the day they were paid, and known when they come again', async () => {
  const { body } = await sender.preview(sessions);
  expect(body).toMatchObject({
    preset: null,
    contents: 'payments',
    zone: 'property',
    date_order: 'mdy',
    needs_date_order: false,
    money_form: 'point',
    needs_money_form: false,
    spot: spot.pk,
    missing: [],
    questions: [],
    good: 3,
    refused: 0,
    first_day: '2026-01-14',
    last_day: '2026-02-02',
    // 1080 + 102592 + 1620, 80 + 192 + 120, 31 + 75
    total: { rows: 3, amount: 105_292, refunds: 0, tax: 392, fees: 106 },
    months: [
      { month: '2026-01-01', rows: 2, amount: 103_672, tax: 272, fees: 106 },
      { month: '2026-02-01', rows: 1, amount: 1620, tax: 120, fees: 0 },
    ],
  });
  expect(body.columns.map(({ field }) => field)).toEqual([
    'id',
    'starts_at',
    'ends_at',
    'amount',
    'tax',
    'fee',
    'plate',
    'state',
  ]);
  const done = await sender.finish(sessions);
  expect(done).toMatchObject({
    state: 'done',
    row_count: 3,
    done_rows: 3,
    recorded: 3,
    unchanged: 0,
    refused: 0,
    gross: 105_292,
    first_day: '2026-01-14',
    last_day: '2026-02-02',
  });
  expect(await sumMonths()).toEqual([
    { month: '2026-01-01', gross: 103_672, refunds: 0, tax: 272, fees: 106, rentals: 2 },
    { month: '2026-02-01', gross: 1620, refunds: 0, tax: 120, fees: 0, rentals: 1 },
  ]);
  expect(await readRentals()).toMatchObject([
    { external_id: 'T-1', rental_type: 'hourly', plate: 'ABC123', state: 'AZ' },
    { external_id: 'T-2', plate: null },
    { external_id: 'T-3', rental_type: 'daily', plate: 'XYZ 789', state: 'AZ' },
  ]);
  expect(await sender.finish(sessions)).toMatchObject({
    recorded: 0,
    unchanged: 3,
    refused: 0,
    gross: 0,
  });
  expect(await sumMonths()).toHaveLength(2);
  expect(await listDisagreements(sql)).toEqual([]);
});

test('nothing of what was imported is paid out, and nobody takes a share of it', async () => {
  await sender.finish(sessions);
  const [commission] = await sql`
    select sum(commission)::int as sum from ledger_entries where organization_id = ${organization.pk}`;
  expect(commission).toEqual({ sum: 0 });
  const { body } = await at.call(
    getPayoutAccount,
    { query: { organization: String(organization.pk) } },
    { token: admin.token },
  );
  expect(body).toMatchObject({ future_payout: 0, next_payout: { amount: 0 } });
  expect(body.collected_elsewhere).toBeGreaterThan(0);
});

test('refunds refer to payments that come later in the file, and never exceed them', async () => {
  const done = await sender.finish(`Date,Type,Transaction ID,Original Transaction ID,Amount
2026-02-03 10:00,Refund,R-1,P-1,-4.00
2026-02-03 11:00,Refund,R-2,P-1,-9.00
2026-02-03 12:00,Refund,R-3,P-9,-1.00
2026-02-01 10:00,Payment,P-1,,12.00
2026-02-01 11:00,Payout,P-2,,500.00
`);
  // 4 of P-1, and 1 of a payment that was before the file.
  expect(done).toMatchObject({ recorded: 3, unchanged: 0, refused: 2, gross: 1200, refunds: 500 });
  expect(done.problems).toEqual([
    { line: 3, reason: historyMessages.overRefunded },
    { line: 6, reason: historyMessages.payout },
  ]);
  expect(await sumMonths()).toMatchObject([{ gross: 1200, refunds: 500, rentals: 1 }]);
  const { response } = await at.call(
    downloadRefusedHistory,
    { params: { orgId: String(organization.pk), import: String(done.pk) } },
    { token: admin.token },
  );
  expect(response.body).toContain(historyMessages.overRefunded);
});

test('what is refunded in the row of its payment gives back its share of the tax', async () => {
  await sender.finish(`Paid at,Amount,Tax,Refunded\n2026-03-02 10:00,10.80,0.80,5.40\n`);
  expect(await sumMonths()).toMatchObject([{ gross: 1080, refunds: 540, tax: 40 }]);
});

test('rows without an ID are known by their content, and equal rows are counted', async () => {
  const january =
    'Paid at,Amount\n2026-01-02 10:00,5.00\n2026-01-02 10:00,5.00\n2026-01-03 10:00,7.00\n';
  expect(await sender.finish(january)).toMatchObject({ recorded: 3 });
  const longer = `${january}2026-01-02 10:00,5.00\n2026-01-04 10:00,1.00\n`;
  expect(await sender.finish(longer)).toMatchObject({ recorded: 2, unchanged: 3 });
  expect(await sumMonths()).toMatchObject([{ gross: 2300, rentals: 5 }]);
});

test('monthly drivers park from their start on, with their price and nothing charged', async () => {
  const done = await sender.finish(
    `Name,Email,Plate,Plate State,Monthly Rate,Start Date,End Date
Ada Lovelace,ada@lot.example,MON 1,AZ,$120.00,2025-11-01,
Grace Hopper,,MON 2,NV,$95.50,2025-12-01,2026-03-01
,,,,$10.00,2025-12-01,
`,
  );
  expect(done).toMatchObject({ recorded: 2, refused: 1, gross: 0 });
  expect(done.problems).toEqual([{ line: 4, reason: historyMessages.nobody }]);
  const rows = await sql`
    select renter_first_name, renter_last_name, renter_email, price_monthly, paid, end_date is null as is_open
    from rentals where organization_id = ${organization.pk} order by price_monthly desc`;
  expect(rows).toEqual([
    {
      renter_first_name: 'Ada',
      renter_last_name: 'Lovelace',
      renter_email: 'ada@lot.example',
      price_monthly: 12_000,
      paid: true,
      is_open: true,
    },
    {
      renter_first_name: 'Grace',
      renter_last_name: 'Hopper',
      renter_email: null,
      price_monthly: 9550,
      paid: true,
      is_open: false,
    },
  ]);
});

test('an undo leaves all figures as they were, and the file can be imported again', async () => {
  await sender.finish('ID,Paid at,Amount\nA-1,2026-01-05 10:00,3.00\n');
  const before = await sumMonths();
  const { pk } = await sender.finish(
    `${sessions}T-4,03/02/2026 9:00 AM,03/02/2026 11:30 AM,$5.00,,,,\n`,
  );
  const refund = await sender.finish(
    'Paid at,Type,Original Transaction ID,Amount\n2026-02-05 9:00,Refund,T-1,-2.00\n',
  );
  at.clock.set('2026-06-16T19:00:00Z');
  // T-1 has a refund of another import, so it stays until that is undone.
  expect((await sender.undo(refund.pk)).undo).toMatchObject({ state: 'done', undone: 1, kept: 0 });
  const undone = await sender.undo(pk);
  expect(undone.undo).toMatchObject({ state: 'done', undone: 4, kept: 0 });
  expect(undone.undo_until).toBeNull();
  const after = (await sumMonths()).filter(({ gross, rentals }) => gross !== 0 || rentals !== 0);
  expect(after).toEqual(before);
  expect(await readRentals()).toMatchObject([{ external_id: 'A-1' }]);
  expect(await listDisagreements(sql)).toEqual([]);
  const counts = await sql`
    select sum(rentals)::int as rentals from rental_days where organization_id = ${organization.pk}`;
  expect(counts).toEqual([{ rentals: 1 }]);
  expect(await sender.finish(sessions)).toMatchObject({ recorded: 3, unchanged: 0, refused: 0 });
  expect(await sender.finish(sessions)).toMatchObject({ recorded: 0, unchanged: 3, refused: 0 });
  expect(await listDisagreements(sql)).toEqual([]);
});

/** What may refer to a rental; null = not to an imported one, which no site booked and no card paid. */
const references: Record<string, ((rental: number) => Promise<unknown>) | null> = {
  charge_refunds: null,
  disputes: null,
  refund_orders: null,
  remittance_lines: null,
  ledger_entries: () =>
    sender.finish(
      'Paid at,Type,Original Transaction ID,Amount\n2026-02-05 9:00,Refund,T-1,-2.00\n',
    ),
  holds: (rental_pk) => {
    const placed = { reason: 'A lawsuit', placed_by: admin.pk, placed_at: at.clock() };
    return sql`insert into holds ${sql.values({ organization_id: organization.pk, rental_pk, ...placed })}`;
  },
  promo_uses: async (rental_pk) => {
    const { pk } = await makePromoCode(sql, spot);
    return sql`insert into promo_uses ${sql.values({
      organization_id: organization.pk,
      spot_pk: spot.pk,
      promo_code_pk: pk,
      rental_pk,
      used_at: at.clock(),
      local_date: '2026-06-15',
      source: 'test',
      external_id: 'use-1',
    })}`;
  },
  valet_sessions: async (rental) => {
    const { pk } = await makeValetSession(at, spot);
    return sql`update valet_sessions set rental_pk = ${rental} where pk = ${pk}`;
  },
  visits: (rental_pk) => makeVisit(sql, spot, '2026-01-14T16:00:00Z', { rental_pk }),
};

test('every table that refers to rentals is tried by the undo of an import', async () => {
  const tables = await sql<{ name: string }[]>`
    select conrelid::regclass::text as name from pg_constraint
    where contype = 'f' and confrelid = 'rentals'::regclass and conparentid = 0 order by 1`;
  expect(tables.map(({ name }) => name)).toEqual(Object.keys(references).toSorted());
});

test.each(Object.entries(references).flatMap(([name, add]) => (add ? [{ name, add }] : [])))(
  'a rental that $name refer to stays with its money when its import is undone',
  async ({ name, add }) => {
    const { pk } = await sender.finish(sessions);
    const [rental] = await sql<[{ pk: number }]>`
      select pk from rentals where organization_id = ${organization.pk} and external_id = 'T-1'`;
    await add(rental.pk);
    expect((await sender.undo(pk)).undo).toMatchObject({ undone: 2, kept: 1 });
    expect(await readRentals()).toMatchObject([{ external_id: 'T-1' }]);
    const refunds = name === 'ledger_entries' ? 200 : 0;
    expect(
      (await sumMonths()).filter(({ gross, refunds }) => gross !== 0 || refunds !== 0),
    ).toMatchObject([
      { month: '2026-01-01', gross: 1080, rentals: 1 },
      ...(refunds > 0 ? [{ month: '2026-02-01', gross: 0, refunds, rentals: 0 }] : []),
    ]);
    expect((await sender.startUndo(pk)).error.detail).toBe(historyMessages.undone);
  },
);

test('an import can be undone for seven days', async () => {
  const { pk } = await sender.finish(sessions);
  at.clock.set('2026-06-22T18:59:00Z');
  expect((await sender.list())[0]?.undo_until).toBe('2026-06-22T19:00:00.000Z');
  at.clock.set('2026-06-22T19:00:00Z');
  expect((await sender.startUndo(pk)).error.detail).toBe(historyMessages.undoExpired);
  await sender.tidy();
  expect(
    await sql`select 1 from history_records where organization_id = ${organization.pk}`,
  ).toEqual([]);
});

test('a property is guessed by its name, or by the only one that begins like the file’s', async () => {
  const named = (name: string) => makeSpot(sql, { organization, name });
  const copper = await named('Copper Square Garage');
  await named('Harbor North');
  await named('Harbor South');
  await named('Z');
  const file = `Ticket Number,Facility,Entry Time,Total
1,copper square garage,2026-06-01 10:00,$5.00
2,Copper Square,2026-06-01 10:00,$5.00
3,Harbor,2026-06-01 10:00,$5.00
4,Zebra,2026-06-01 10:00,$5.00
`;
  const { body } = await sender.preview(file);
  expect(body.spots).toEqual([
    { name: 'copper square garage', spot: copper.pk },
    { name: 'Copper Square', spot: copper.pk },
    { name: 'Harbor', spot: null },
    { name: 'Zebra', spot: null },
  ]);
});

test('columns that an Admin chose are remembered for the next file with the same names', async () => {
  const file = (id: string) => `Nummer,Wann,Wieviel\n${id},2026-01-05 09:00,$5.00\n`;
  const fields = ['id', 'paid_at', 'amount'] as const;
  const before = await sender.preview(file('1'));
  expect(before.body.missing).not.toEqual([]);
  await sender.finish(file('1'), { fields: [...fields] });
  const { body } = await sender.preview(file('2'));
  expect(body.columns.map(({ field }) => field)).toEqual(fields);
  expect(body).toMatchObject({ missing: [], questions: [] });
  expect(await sender.finish(file('2'))).toMatchObject({ recorded: 1 });
});
