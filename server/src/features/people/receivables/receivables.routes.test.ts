import { fromIso } from '@lotkeeper/contract/kernel/calendar';
import { cents } from '@lotkeeper/contract/kernel/money';
import type { DiscountType } from '@lotkeeper/contract/operations/promo-codes';
import { discountedMonth } from '@lotkeeper/contract/operations/promo-codes';
import { applySlotPromoCode } from '@lotkeeper/contract/people/drivers';
import { downloadReceivables, listReceivables } from '@lotkeeper/contract/people/receivables';
import { expect, test } from 'vitest';
import type { RentalInput } from '../../../records/people/rentals.ts';
import { makeAppeal } from '../../../testing/appeals.factory.ts';
import { makePromoCode } from '../../../testing/promo-codes.factory.ts';
import { countPagesRead, openScope } from '../../../testing/query-plans.ts';
import { movement, record, rental } from '../../../testing/rentals.factory.ts';
import { makeSpot } from '../../../testing/spots.factory.ts';
import { testApp } from '../../../testing/test-app.ts';
import { makeStaffedSpot } from '../../../testing/test-property.ts';
import { makeViolation } from '../../../testing/violations.factory.ts';
import { readReceivablesPage } from './receivables.queries.ts';

const at = await testApp({ now: '2026-06-15T19:00:00Z' });
const sql = at.database.system;
const start = async () => {
  const { spot, token } = await makeStaffedSpot(at);
  const organization = { pk: spot.organization };
  const query = { organization: String(organization.pk), page: 1 };
  return {
    spot,
    token,
    other: await makeSpot(sql, { organization, name: 'Second Street Lot' }),
    read: async (filters: object = {}) =>
      (await at.call(listReceivables, { query: { ...query, ...filters } }, { token })).body,
  };
};
type Spot = Awaited<ReturnType<typeof start>>['spot'];

const monthly = (spot: Spot, more: Partial<RentalInput> = {}) =>
  rental(spot, '2026-04-10T19:00:00Z', 12_000, {
    rental_type: 'monthly',
    end_date: null,
    price_monthly: cents(12_000),
    paid: false,
    movements: [movement('2026-04-10T19:00:00Z', 0)],
    ...more,
  });
const lease = async (spot: Spot, invoice_status: string, description = invoice_status) => {
  const [row] = await sql<[{ pk: number; uuid: string }]>`
    insert into bulk_rentals ${sql.values({
      organization_id: spot.organization,
      spot_pk: spot.pk,
      description,
      owner_email: 'acme@example.com',
      slot_count: 4,
      price_per_slot: 9000,
      invoice_status,
      start_date: fromIso('2026-01-01T19:00:00Z'),
    })} returning pk, uuid`;
  return row;
};

test('a violation whose appeal nobody has decided says so, in the list, the sum and the file', async () => {
  const { spot, token, read } = await start();
  const open = await makeAppeal(at, spot);
  const decided = await makeAppeal(at, spot);
  await sql`
    update appeals set decision = 'upheld', decided_at = now(), answer = 'It stands.'
    where organization_id = ${spot.organization} and pk = ${decided.pk}`;
  const { results, total_amount, appealed_amount } = await read();
  expect(new Map(results.map(({ uuid, appeal }) => [uuid, appeal]))).toEqual(
    new Map([
      [open.violation.uuid, open.pk],
      [decided.violation.uuid, null],
    ]),
  );
  expect([total_amount, appealed_amount]).toEqual([11_000, 5500]);
  const query = { organization: String(spot.organization) };
  const { response } = await at.call(downloadReceivables, { query }, { token });
  const lines = response.body.trim().split('\r\n');
  expect(lines[0]).toMatch(/,Owed,Appealed$/);
  expect(lines.filter((line) => line.endsWith(',Yes'))).toHaveLength(1);
  expect(lines).toHaveLength(3);
});

test('open violations of all properties are listed largest first with their sum, and downloaded, by age', async () => {
  const { spot, other, token, read } = await start();
  const make = (where: Spot, created: string, amount: number, more: object = {}) =>
    makeViolation(sql, where, { created_at: fromIso(created), amount: cents(amount), ...more });
  expect(await read()).toEqual({ count: 0, total_amount: 0, appealed_amount: 0, results: [] });
  // 60 days, a few days, and exactly 30 days old.
  const old = await make(other, '2026-04-16T19:00:00Z', 4500);
  await make(spot, '2026-06-12T19:00:00Z', 6000);
  await make(spot, '2026-05-16T19:00:00Z', 5500);
  await make(spot, '2026-04-01T19:00:00Z', 9900, { status: 'Paid' });
  await makeViolation(sql, await makeSpot(sql), { created_at: fromIso('2026-04-01T19:00:00Z') });
  const all = await read();
  // $45 + $60 + $55.
  expect([all.count, all.total_amount]).toEqual([3, 16_000]);
  expect(all.results.map(({ amount }) => amount)).toEqual([6000, 5500, 4500]);
  expect(all.results[2]).toEqual({
    kind: 'violation',
    uuid: old.uuid,
    code: old.code,
    debtor: 'ABC 123 AZ',
    since: fromIso('2026-04-16T19:00:00Z') / 1000,
    amount: 4500,
    appeal: null,
    spot: { pk: other.pk, name: 'Second Street Lot', timezone: 'America/Phoenix' },
  });
  expect(await read({ older_than: '30' })).toMatchObject({ count: 1, total_amount: 4500 });
  const query = { organization: String(spot.organization) };
  const { response } = await at.call(downloadReceivables, { query }, { token });
  const lines = response.body.replace('\uFEFF', '').trim().split('\r\n');
  expect(lines[0]).toBe('Property,For,Number,Who,Since,Days,Owed,Appealed');
  expect(lines[3]).toBe(`Second Street Lot,Violation,${old.code},ABC 123 AZ,2026-04-16,60,45.00,`);
  expect(lines).toHaveLength(4);
});

test('monthly drivers owe a month since their last paid month, and tenants a month of all spaces', async () => {
  const { spot, other, read } = await start();
  const car = { plate: 'ABC 123', state: 'AZ', country: 'US' as const };
  const renter = { first_name: 'Ada', last_name: 'Stone', email: 'ada@example.com', phone: null };
  await record(sql, spot, [
    monthly(spot, { car, movements: [movement('2026-04-10T19:00:00Z', 12_000)] }),
    monthly(spot, { renter }),
    monthly(spot, { paid: true }),
    monthly(spot, { start_date: fromIso('2026-07-01T19:00:00Z') }),
    monthly(spot, { rental_type: 'hourly' }),
  ]);
  const acme = await lease(other, 'past_due', 'Acme');
  await record(sql, other, [
    rental(other, '2026-03-01T19:00:00Z', 9000, {
      rental_type: 'bulk_rental',
      bulk_rental_pk: acme.pk,
      end_date: null,
    }),
  ]);
  for (const status of ['paid', 'void', 'draft']) await lease(other, status);
  const { results, ...sums } = await read();
  expect(sums).toMatchObject({ count: 3, total_amount: 12_000 + 12_000 + 36_000 });
  expect(results.map(({ kind, debtor, amount, since }) => [kind, debtor, amount, since])).toEqual([
    ['tenant', 'Acme', 36_000, fromIso('2026-04-01T19:00:00Z') / 1000],
    ['monthly', 'ABC 123 AZ', 12_000, fromIso('2026-05-10T19:00:00Z') / 1000],
    ['monthly', 'Ada Stone', 12_000, fromIso('2026-04-10T19:00:00Z') / 1000],
  ]);
  expect(results[0]?.uuid).toBe(acme.uuid);
  expect(await read({ kind: 'monthly' })).toMatchObject({ count: 2, total_amount: 24_000 });
  expect(await read({ kind: 'tenant', older_than: '90' })).toMatchObject({ count: 0 });
});

test('a monthly rental that was removed owes a month only if it lasted longer than what was paid', async () => {
  const { spot, read } = await start();
  const ended = (end: string, more: Partial<RentalInput> = {}) =>
    monthly(spot, { end_date: fromIso(end), ...more });
  await record(sql, spot, [
    ended('2026-04-10T19:00:00Z'),
    ended('2026-04-10T20:00:00Z'),
    ended('2026-05-01T19:00:00Z', { movements: [movement('2026-04-10T19:00:00Z', 12_000)] }),
  ]);
  expect(await read()).toMatchObject({ count: 0, total_amount: 0 });
  await record(sql, spot, [
    ended('2026-05-20T19:00:00Z'),
    ended('2026-05-20T19:00:00Z', { movements: [movement('2026-04-10T19:00:00Z', 12_000)] }),
  ]);
  expect(await read()).toMatchObject({ count: 2, total_amount: 24_000 });
});

test.each<[DiscountType, number, number]>([
  ['value', 2000, 12_000],
  ['value', 20_000, 12_000],
  ['percentage_discount', 15, 12_345],
  ['percentage_discount', 50, 12_345],
  ['percentage_discount', 50, 12_347],
  ['percentage_discount', 33, 9999],
  ['rate_override', 5000, 12_000],
  ['minutes_to_discount', 60, 12_000],
])(
  'a discount of %s %i is taken off what a monthly driver owes',
  async (discount_type, amount, price) => {
    const { spot, token, read } = await start();
    const [made] = await record(sql, spot, [monthly(spot, { price_monthly: cents(price) })]);
    const { code: promo_code } = await makePromoCode(sql, spot, { discount_type, amount });
    const input = { params: { id: String(made?.pk) }, body: { promo_code } };
    expect((await at.call(applySlotPromoCode, input, { token })).status).toBe(200);
    expect((await read()).total_amount).toBe(discountedMonth(cents(price), discount_type, amount));
  },
);

test('what is owed is found without reading rentals that are paid', async () => {
  const { spot } = await start();
  const paid = Array.from({ length: 12_000 }, () => monthly(spot, { paid: true }));
  await record(sql, spot, [...paid, monthly(spot)]);
  await sql`analyze rentals`;
  const scope = openScope(at.database, spot);
  const pages = await countPagesRead(scope, (reader) =>
    readReceivablesPage(reader, { page: 1, now: at.clock() }),
  );
  expect(pages).toBeLessThan(60);
});
