import { changeRentals, endRentals, ingestRentals } from '@lotkeeper/contract/intake/ingest';
import { beforeEach, describe, expect, test } from 'vitest';
import type { Outside } from '../../../testing/ingest.factory.ts';
import { chargeItem, makeOutside, rentalItem } from '../../../testing/ingest.factory.ts';
import { makeSpot } from '../../../testing/spots.factory.ts';
import { testApp } from '../../../testing/test-app.ts';

const at = await testApp({ now: '2026-06-15T19:00:00Z' });
const sql = at.database.system;
let outside: Outside;
beforeEach(async () => {
  outside = await makeOutside(at);
  at.told.length = 0;
});

const rentalsOf = () => sql<Record<string, unknown>[]>`
  select r.*, c.plate from rentals r left join cars c using (organization_id)
  where r.organization_id = ${outside.organization.pk} and c.pk is not distinct from r.car_pk`;
const oneRental = async () => {
  const rows = await sql<Record<string, unknown>[]>`
    select r.*, (select plate from cars c where c.organization_id = r.organization_id and c.pk = r.car_pk) as plate
    from rentals r where r.organization_id = ${outside.organization.pk}`;
  expect(rows).toHaveLength(1);
  return rows[0] as Record<string, unknown>;
};
const entriesOf = () => sql<Record<string, unknown>[]>`
  select kind, gross, tax, processing_fee, commission, marketing, dynamic_pricing, rentals, external_id
  from ledger_entries where organization_id = ${outside.organization.pk} order by pk`;
const grossOf = async () => {
  const [row] = await sql<
    [{ gross: number }]
  >`select coalesce(sum(gross), 0)::bigint as gross from revenue_months
    where organization_id = ${outside.organization.pk}`;
  return row.gross;
};

describe('incoming rentals', () => {
  const car = { plate: 'abc-123', state: 'AZ', country: 'US' };

  test('a rental is recorded with its car, its driver, and its money in the ledger and the rollups', async () => {
    // 1080 − 80 tax − 31 fee = 969 adjusted; 10 % of it, 96.9, is 97.
    const charges = [chargeItem('c1', 1080, { tax: 80, processing_fee: 31, base_price: 1000 })];
    const renter = { first_name: 'Ana', phone: '602 555 0101' };
    const sent = rentalItem(outside.spot, 'r1', { car, renter, charges });
    expect(await outside.send(ingestRentals, [sent])).toEqual(['recorded']);
    const row = await oneRental();
    expect(row).toMatchObject({ source: 'gate', external_id: 'r1', spot_pk: outside.spot.pk });
    expect(row).toMatchObject({ plate: 'ABC-123', renter_first_name: 'Ana', paid: true });
    expect(row).toMatchObject({ renter_phone: '602 555 0101', start_local_date: '2026-06-15' });
    const [entry] = await entriesOf();
    expect(entry).toMatchObject({ gross: 1080, tax: 80, processing_fee: 31, commission: 97 });
    expect(entry).toMatchObject({ dynamic_pricing: 80, rentals: 1 });
    expect(await grossOf()).toBe(1080);
    expect(at.told).toEqual([['server:newRecords', outside.spot.pk]]);
  });

  test('a rental sent again, or twice in one call, is recorded once and reported as unchanged with the same pk', async () => {
    const item = rentalItem(outside.spot, 'r1');
    const { body } = await outside.call(ingestRentals, [item, item]);
    expect(body).toMatchObject({ recorded: 1, unchanged: 1, changed: 0, refused: 0 });
    expect(body.results[0]?.pk).toBe(body.results[1]?.pk);
    expect((await outside.call(ingestRentals, [item])).body.results).toEqual([
      { external_id: 'r1', outcome: 'unchanged', pk: body.results[0]?.pk },
    ]);
    expect(await grossOf()).toBe(1000);
    expect(at.told).toHaveLength(1);
  });

  test('a rental without charges counts as one rental of zero, and its external_id stays free for a charge', async () => {
    await outside.send(ingestRentals, [rentalItem(outside.spot, 'r1', { charges: [] })]);
    expect(await entriesOf()).toMatchObject([{ gross: 0, rentals: 1 }]);
    const end = { source: 'gate', external_id: 'r1', ended_at: '2026-06-15T18:00:00Z' };
    const charges = [chargeItem('r1', 700)];
    expect(await outside.send(endRentals, [{ ...end, charges }])).toEqual(['changed']);
    expect(await grossOf()).toBe(700);
  });

  test('a rental from a booking site or sent as marketed counts as marketing, and so do its later charges', async () => {
    const booked = { source: 'spothero', marketed: false };
    const coupon = { marketed: true };
    await outside.send(ingestRentals, [
      rentalItem(outside.spot, 'r1', booked),
      rentalItem(outside.spot, 'r2', coupon),
      rentalItem(outside.spot, 'r3'),
    ]);
    await outside.send(
      endRentals,
      ['gate', 'spothero'].flatMap((source) =>
        ['r1', 'r2', 'r3'].map((external_id) => ({
          source,
          external_id,
          ended_at: '2026-06-15T18:00:00Z',
          charges: [chargeItem(`${external_id}-more`, 100)],
        })),
      ),
    );
    const marketing = new Map((await entriesOf()).map((row) => [row.external_id, row.marketing]));
    expect(Object.fromEntries(marketing)).toEqual({
      r1: 1000,
      r2: 1000,
      r3: 0,
      'r1-more': 100,
      'r2-more': 100,
      'r3-more': 0,
    });
  });

  test.each([
    ['a fraction of a cent', { amount: 10.5 }],
    ['an amount as text', { amount: '1000' }],
    ['no amount', { amount: null }],
    ['a negative amount', { amount: -1 }],
    ['more than a million dollars', { amount: 100_000_001 }],
    ['more tax than amount', { tax: 1001 }],
    ['a fee above the amount', { processing_fee: 1001 }],
    ['a negative fee', { processing_fee: -1 }],
    ['an unknown field', { tip: 100 }],
    ['a time without offset', { occurred_at: '2026-06-15T16:00:00' }],
    ['a day that does not exist', { occurred_at: '2026-02-30T16:00:00Z' }],
    ['money from the day after tomorrow', { occurred_at: '2026-06-17T19:00:01Z' }],
    ['money from another century', { occurred_at: '1999-12-31T23:59:59Z' }],
  ])('a rental with %s is refused, and the rentals around it are recorded', async (_, wrong) => {
    const charges = [{ ...chargeItem('bad', 1000), ...wrong }];
    const items = [
      rentalItem(outside.spot, 'a'),
      rentalItem(outside.spot, 'bad', { charges }),
      rentalItem(outside.spot, 'b'),
    ];
    const { body } = await outside.call(ingestRentals, items);
    expect(body).toMatchObject({ recorded: 2, refused: 1 });
    const { external_id, outcome, fields } = body.results[1] ?? {};
    expect([external_id, outcome]).toEqual(['bad', 'refused']);
    const [name = '', value] = Object.entries(wrong)[0] ?? [];
    expect(Object.keys(fields ?? {})[0]).toBe(`charges.0.${name}`);
    expect(value).not.toBe(undefined);
    expect(await grossOf()).toBe(2000);
  });

  test.each([
    ['an end before its start', { end_date: '2026-06-15T15:59:59Z' }, 'end_date'],
    [
      'a start in eleven years',
      { start_date: '2037-06-15T15:59:59Z', end_date: null },
      'start_date',
    ],
    ['an empty plate', { car: { ...car, plate: ' - ' } }, 'car.plate'],
    ['a plate of 13 signs', { car: { ...car, plate: 'ABCDEFG 123456' } }, 'car.plate'],
    ['a state of another country', { car: { ...car, state: 'BC' } }, 'car.state'],
    ['no state', { car: { ...car, state: null } }, 'car.state'],
    ['an unknown type', { rental_type: 'weekly' }, 'rental_type'],
    ['a source with a slash', { source: 'a/b' }, 'source'],
    ['an empty id', { external_id: '  ' }, 'external_id'],
    ['a NUL in its id', { external_id: 'a\u0000b' }, 'external_id'],
    ['a property as text', { spot: '12' }, 'spot'],
    ['an unknown field', { organization_id: 1 }, 'organization_id'],
  ])('a rental with %s is refused', async (_, wrong, field) => {
    const { body } = await outside.call(ingestRentals, [rentalItem(outside.spot, 'r1', wrong)]);
    expect(body.refused).toBe(1);
    expect(Object.keys(body.results[0]?.fields ?? {})).toEqual([field]);
    expect(await rentalsOf()).toHaveLength(0);
  });

  test('a rental may name its property by UUID in lowercase or uppercase', async () => {
    const items = [outside.spot.uuid, outside.spot.uuid.toUpperCase()].map((spot, index) =>
      rentalItem(outside.spot, `r${index}`, { spot }),
    );
    expect(await outside.send(ingestRentals, items)).toEqual(['recorded', 'recorded']);
  });

  test('a rental at another organization’s property gets the same answer as one at a missing property', async () => {
    const foreign = await makeSpot(sql);
    const items = [foreign.pk, foreign.uuid, 999_999_999].map((spot) =>
      rentalItem(outside.spot, 'r1', { spot }),
    );
    expect(await outside.sentences(ingestRentals, items)).toEqual(
      items.map(() => 'There is no such property.'),
    );
  });

  test('a rental whose charge has a taken external_id is refused as a whole, and the others are recorded', async () => {
    await outside.send(ingestRentals, [rentalItem(outside.spot, 'r1')]);
    const charges = [chargeItem('r1', 500)];
    const items = [
      rentalItem(outside.spot, 'a'),
      rentalItem(outside.spot, 'thief', { charges }),
      rentalItem(outside.spot, 'b'),
    ];
    expect(await outside.sentences(ingestRentals, items)).toEqual([
      'recorded',
      'Another movement of money has this external_id.',
      'recorded',
    ]);
    expect(await grossOf()).toBe(3000);
    expect(await rentalsOf()).toHaveLength(3);
  });

  test('a rental that the database itself refuses is found among a hundred, and the other 99 are recorded', async () => {
    await sql`alter table rentals add constraint no_friday check (external_id <> 'friday')`;
    const items = Array.from({ length: 100 }, (_, index) =>
      rentalItem(outside.spot, index === 37 ? 'friday' : `r${index}`),
    );
    const { body } = await outside.call(ingestRentals, items);
    await sql`alter table rentals drop constraint no_friday`;
    expect(body).toMatchObject({ recorded: 99, refused: 1 });
    expect(body.results[37]).toMatchObject({ detail: 'This item can’t be stored.' });
    expect(await grossOf()).toBe(99_000);
  });
});

describe('rentals that are sent again with other content', () => {
  const charges = [
    chargeItem('c1', 1080, { tax: 80, processing_fee: 31, base_price: 900 }),
    chargeItem('c2', 500),
  ];
  const sent = (more: object = {}) => rentalItem(outside.spot, 'r1', { charges, ...more });
  const withCharge = (more: object) => sent({ charges: [{ ...charges[0], ...more }, charges[1]] });
  const undo =
    'To replace it, refund it with its tax (POST /api/ingest/refunds/), and send it as a payment with another external_id (POST /api/ingest/payments/).';
  beforeEach(async () => {
    expect(await outside.send(ingestRentals, [sent()])).toEqual(['recorded']);
  });

  test('any other value of a charge is refused with how to correct it', async () => {
    const changes = [
      { amount: 9999 },
      { amount: 1000 },
      { tax: 79 },
      { processing_fee: 40 },
      { processing_fee: 0 },
      { occurred_at: '2026-06-15T16:00:01Z' },
      { base_price: null },
      { external_id: 'c9' },
    ];
    expect(await outside.reasons(ingestRentals, changes.map(withCharge))).toEqual([
      'charges.0.amount: Recorded with 1080 cents, and recorded money never changes. Send the missing 8919 cents as another payment: POST /api/ingest/payments/.',
      'charges.0.amount: Recorded with 1080 cents, and recorded money never changes. Send the 80 cents that are too much as a refund: POST /api/ingest/refunds/.',
      `charges.0.tax: Recorded with 80 cents of tax, and recorded money never changes. ${undo}`,
      'charges.0.processing_fee: Recorded with a processing fee of 31 cents, and recorded money never changes. Add the missing 9 cents to the processing_fee of another payment or refund of the rental.',
      'charges.0.processing_fee: Recorded with a processing fee of 31 cents, and recorded money never changes. A fee can’t be taken back.',
      `charges.0.occurred_at: Recorded with the time 2026-06-15T16:00:00.000Z, and recorded money never changes. ${undo}`,
      `charges.0.base_price: Recorded with another base price, and recorded money never changes. ${undo}`,
      'charges.0: The rental is recorded without this charge. Send it as a payment of the rental: POST /api/ingest/payments/.',
    ]);
    expect(await grossOf()).toBe(1580);
  });

  test('a rental that is sent again without its charges is refused, because money would differ', async () => {
    expect(await outside.sentences(ingestRentals, [sent({ charges: [] })])).toEqual([
      'Recorded with charges, and recorded money never changes. To take them back, send refunds: POST /api/ingest/refunds/.',
    ]);
  });

  test('another type or start is refused, because it never changes', async () => {
    const items = [sent({ rental_type: 'daily' }), sent({ start_date: '2026-06-15T15:00:00Z' })];
    const never = (field: string) =>
      `${field}: Recorded with another ${field}, which never changes. To replace the rental, refund its payments (POST /api/ingest/refunds/), and send it again with other external_ids.`;
    const reasons = await outside.reasons(ingestRentals, items);
    expect(reasons).toEqual([never('rental_type'), never('start_date')]);
  });

  test('another property is refused, and the valid rentals of the call are recorded', async () => {
    const { pk } = await makeSpot(sql, { organization: outside.organization });
    const items = [sent({ spot: pk }), rentalItem(outside.spot, 'r2')];
    const { body } = await outside.call(ingestRentals, items);
    expect(body).toMatchObject({ refused: 1, recorded: 1 });
    expect(Object.keys(body.results[0]?.fields ?? {})).toEqual(['spot']);
  });

  test('a rental that was changed and ended since is unchanged when its original form is sent again', async () => {
    const name = { source: 'gate', external_id: 'r1' };
    const change = { ...name, changed_at: '2026-06-15T17:00:00Z', paid: false };
    await outside.send(changeRentals, [change]);
    const end = { ...name, ended_at: '2026-06-15T17:30:00Z', charges: [chargeItem('c3', 10)] };
    await outside.send(endRentals, [end]);
    expect(await outside.send(ingestRentals, [sent()])).toEqual(['unchanged']);
  });

  test('when two rentals of one call have the same id, the second is refused if its money differs', async () => {
    const items = [
      rentalItem(outside.spot, 'twice'),
      rentalItem(outside.spot, 'twice', { charges: [chargeItem('twice', 1)] }),
    ];
    const [, second] = await outside.sentences(ingestRentals, items);
    expect(second).toContain('Recorded with 1000 cents');
  });

  test('a final charge that is sent again with another amount is refused, and the end stays', async () => {
    const end = (amount: number) => ({
      source: 'gate',
      external_id: 'r1',
      ended_at: '2026-06-15T17:30:00Z',
      charges: [chargeItem('c3', amount)],
    });
    expect(await outside.send(endRentals, [end(250)])).toEqual(['changed']);
    expect(await outside.reasons(endRentals, [end(240)])).toEqual([
      'charges.0.amount: Recorded with 250 cents, and recorded money never changes. Send the 10 cents that are too much as a refund: POST /api/ingest/refunds/.',
    ]);
    expect(await outside.send(endRentals, [end(250)])).toEqual(['unchanged']);
  });
});

describe('changes of rentals', () => {
  const change = (changed_at: string, more: object) => ({
    source: 'gate',
    external_id: 'r1',
    changed_at,
    ...more,
  });
  const car = { plate: 'XYZ 9', state: 'NM', country: 'US' };
  beforeEach(async () => {
    const renter = { first_name: 'Ana', last_name: 'Ruiz' };
    await outside.send(ingestRentals, [rentalItem(outside.spot, 'r1', { renter })]);
  });

  test('a change updates only the fields it names and moves no money', async () => {
    const renter = { last_name: null, email: 'ana@example.com' };
    const more = { car, renter, end_date: '2026-06-15T20:00:00Z', price_monthly: 5000 };
    const sent = await outside.send(changeRentals, [change('2026-06-15T17:00:00Z', more)]);
    expect(sent).toEqual(['changed']);
    expect(await oneRental()).toMatchObject({
      plate: 'XYZ 9',
      renter_first_name: 'Ana',
      renter_last_name: null,
      renter_email: 'ana@example.com',
      price_monthly: 5000,
      paid: true,
    });
    expect(await grossOf()).toBe(1000);
  });

  test('a change that is not later than one already applied changes nothing, in one call or in several', async () => {
    const items = [
      change('2026-06-15T17:00:00Z', { paid: false }),
      change('2026-06-15T16:59:59Z', { paid: true }),
      change('2026-06-15T17:00:00Z', { paid: true }),
    ];
    expect(await outside.send(changeRentals, items)).toEqual(['changed', 'unchanged', 'unchanged']);
    expect(await outside.send(changeRentals, [items[1] as object])).toEqual(['unchanged']);
    expect(await oneRental()).toMatchObject({ paid: false });
  });

  test('a change can clear a rental’s end and its car', async () => {
    const items = [change('2026-06-15T17:00:00Z', { end_date: null, car: null })];
    expect(await outside.send(changeRentals, items)).toEqual(['changed']);
    expect(await oneRental()).toMatchObject({ end_date: null, car_pk: null });
  });

  test('a change that is empty, names another organization’s rental, or ends before the start is refused', async () => {
    const other = await makeOutside(at);
    const late = '2026-06-15T17:00:00Z';
    const early = change(late, { end_date: '2026-06-15T15:00:00Z' });
    expect(await other.sentences(changeRentals, [change(late, { paid: false })])).toEqual([
      'There is no such rental.',
    ]);
    expect(await outside.sentences(changeRentals, [change(late, {}), early])).toEqual([
      'body: Send at least one field to change.',
      'Must not be before the start of the rental.',
    ]);
    expect(await oneRental()).toMatchObject({ changed_at: null });
  });
});

describe('ends of rentals', () => {
  const end = (more: object = {}) => ({
    source: 'gate',
    external_id: 'r1',
    ended_at: '2026-06-15T17:00:00Z',
    ...more,
  });
  beforeEach(async () => {
    await outside.send(ingestRentals, [rentalItem(outside.spot, 'r1')]);
  });

  test('a rental is ended once, and its final charges are recorded once', async () => {
    const item = end({ charges: [chargeItem('r1-final', 250)] });
    expect(await outside.send(endRentals, [item, item])).toEqual(['changed', 'unchanged']);
    expect(await outside.send(endRentals, [end({ ended_at: '2026-06-15T18:30:00Z' })])).toEqual([
      'unchanged',
    ]);
    const row = await oneRental();
    expect(row.end_date).toBe(row.ended_at);
    expect(await grossOf()).toBe(1250);
    expect((await entriesOf()).map(({ rentals }) => rentals)).toEqual([1, 0]);
  });

  test('a forgotten charge sent with the same end again is recorded once', async () => {
    await outside.send(endRentals, [end()]);
    const item = end({ charges: [chargeItem('late', 300)] });
    expect(await outside.send(endRentals, [item])).toEqual(['changed']);
    expect(await outside.send(endRentals, [item])).toEqual(['unchanged']);
    expect(await grossOf()).toBe(1300);
  });

  test('an end before the start, or with a charge whose external_id is taken, is refused and ends nothing', async () => {
    const items = [
      end({ ended_at: '2026-06-15T15:00:00Z' }),
      end({ charges: [chargeItem('r1', 9, { occurred_at: '2026-06-15T17:00:00Z' })] }),
    ];
    expect(await outside.sentences(endRentals, items)).toEqual([
      'Must not be before the start of the rental.',
      expect.stringContaining('If this is other money, send it with another external_id.'),
    ]);
    expect(await oneRental()).toMatchObject({ ended_at: null });
  });
});
