import { createCar } from '@lotkeeper/contract/cars/cars';
import { cents } from '@lotkeeper/contract/kernel/money';
import {
  applySlotPromoCode,
  createSlot,
  listBulkRentals,
  listSlots,
  removeSlot,
  updateSlot,
} from '@lotkeeper/contract/people/drivers';
import type { RentalType } from '@lotkeeper/contract/people/rentals';
import { rentalGroups } from '@lotkeeper/contract/people/rentals';
import { beforeEach, describe, expect, test } from 'vitest';
import type { RentalInput } from '../../../records/people/rentals.ts';
import { makePromoCode } from '../../../testing/promo-codes.factory.ts';
import { record, rental } from '../../../testing/rentals.factory.ts';
import type { TestSpot } from '../../../testing/spots.factory.ts';
import { makeSpot } from '../../../testing/spots.factory.ts';
import { testApp } from '../../../testing/test-app.ts';
import { makeStaffedSpot } from '../../../testing/test-property.ts';

let token: string;
let spot: TestSpot;

const at = await testApp({ now: '2026-06-15T19:00:00Z' });
const sql = at.database.system;

beforeEach(async () => {
  at.clock.set('2026-06-15T19:00:00Z');
  ({ spot, token } = await makeStaffedSpot(at));
  await sql`update spots set price_monthly = 12000 where pk = ${spot.pk}`;
});

const list = async (filters: object = {}) => {
  const query = {
    spotId: String(spot.pk),
    page: 1,
    state: 'ACTIVE' as const,
    rentalType: 'monthly',
    searchTerm: '',
    ...filters,
  };
  return (await at.call(listSlots, { query }, { token })).body;
};
const ada = {
  first_name: 'Ada',
  last_name: 'Stone_100%',
  email: 'ada@example.com',
  phone: '+16025550147',
};
const monthly = (overrides: Partial<RentalInput> = {}) =>
  rental(spot, '2026-06-01T10:00:00Z', 12000, {
    rental_type: 'monthly',
    end_date: null,
    price_monthly: cents(12000),
    car: { plate: 'ABC 123', state: 'AZ', country: 'US' },
    renter: ada,
    ...overrides,
  });
const make = async (overrides: Partial<RentalInput> = {}) => {
  const [made] = await record(sql, spot, [monthly(overrides)]);
  const [row] = await sql<[{ uuid: string }]>`
    select uuid from rentals where pk = ${made?.pk ?? 0}`;
  return { pk: made?.pk ?? 0, uuid: row.uuid };
};
const add = (overrides: object = {}) => {
  const body = { spot: spot.pk, email: 'ada@example.com', cars: [], ...overrides };
  return at.call(createSlot, { body }, { token });
};
const apply = (pk: number, promo_code: string) =>
  at.call(applySlotPromoCode, { params: { id: String(pk) }, body: { promo_code } }, { token });
const remove = (uuid: string) => at.call(removeSlot, { params: { id: uuid } }, { token });

test('the driver list shows a monthly driver with car, contact, price, and discount', async () => {
  const { pk, uuid } = await make({ external_id: 'one' });
  expect(await list()).toEqual({
    count: 1,
    results: [
      {
        pk,
        uuid,
        rental_type: 'monthly',
        cars_detail: [{ plate: 'ABC 123', state: 'AZ', country: 'US' }],
        contact_shown: true,
        renter_first_name: 'Ada',
        renter_last_name: 'Stone_100%',
        renter_email: 'ada@example.com',
        renter_phone: '+16025550147',
        start_date: '2026-06-01T10:00:00.000Z',
        end_date: null,
        price_monthly: 12000,
        price_monthly_after_promo: 12000,
        paid: true,
        promo_code_info: null,
        auto_started: false,
      },
    ],
  });
});

test('the driver list separates active, upcoming, and ended rentals', async () => {
  await make({ car: null });
  await make({ start_date: at.clock() + 86_400_000 } as Partial<RentalInput>);
  const ended = await make({ end_date: (at.clock() - 1000) as never });
  expect((await list()).count).toBe(1);
  expect((await list()).results[0]?.cars_detail).toEqual([]);
  expect((await list({ state: 'UPCOMING' })).count).toBe(1);
  expect(await list({ state: 'ENDED' })).toMatchObject({ count: 1, results: [{ pk: ended.pk }] });
});

test('ended rentals are listed by their end, the last one first, and found by plate', async () => {
  const end = (hours: number, plate: string) =>
    make({
      external_id: plate,
      end_date: (at.clock() - hours * 3_600_000) as never,
      car: { plate, state: 'AZ', country: 'US' },
    });
  await end(5, 'EEE 5');
  await end(1, 'AAA 1');
  await end(3, 'CCC 3');
  const plates = async (filters: object = {}) =>
    (await list({ state: 'ENDED', ...filters })).results.map(
      ({ cars_detail: [car] }) => car?.plate,
    );
  expect(await plates()).toEqual(['AAA 1', 'CCC 3', 'EEE 5']);
  expect(await plates({ searchTerm: 'ccc3' })).toEqual(['CCC 3']);
  expect(await plates({ rentalType: 'hourly' })).toEqual([]);
});

test('the states of rentals are written as the overview writes them', async () => {
  const query = { spotId: String(spot.pk), state: 'active' };
  const { status, error } = await at.call(listSlots, { query } as never, { token });
  expect([status, error?.fields?.['state']]).toEqual([
    400,
    'Must be one of: ACTIVE, UPCOMING, ENDED.',
  ]);
});

test('the driver list has 20 rows per page, and a page past the end still has the count', async () => {
  await record(
    sql,
    spot,
    Array.from({ length: 23 }, () => monthly()),
  );
  const [first, second] = [await list(), await list({ page: 2 })];
  const beyond = await list({ page: 9 });
  expect([first.results.length, second.results.length]).toEqual([20, 3]);
  expect(beyond).toEqual({ count: 23, results: [] });
  const pks = [...first.results, ...second.results].map(({ pk }) => pk);
  expect(new Set(pks).size).toBe(23);
});

test('the driver list is searched by plate, name, email, and phone, and is unfiltered for one or two characters', async () => {
  await make();
  await make({ car: { plate: 'ZZZ 9', state: 'AZ', country: 'US' }, renter: null });
  const found = {
    1: ['abc-12', 'ADA sto', 'Ada@Ex', '602 555 01', 'stone_100%', '%'],
    0: ['zz9z', '_____', '%%%', '602 x'],
    2: ['AB', 'a@', 'S'],
  };
  for (const [count, terms] of Object.entries(found))
    for (const searchTerm of terms)
      expect((await list({ searchTerm })).count, searchTerm).toBe(Number(count));
});

/** What each setting of a property shows: the types that the list calls so. */
const shownBy = {
  contact_info_hourly: ['hourly', 'hourly'],
  contact_info_daily: ['daily'],
  contact_info_flat: ['flat'],
};

test('transient drivers’ contacts are shown and searched only where the rate allows it', async () => {
  const parked = { renter: ada, end_date: (at.clock() + 3_600_000) as never };
  const rentalOf = (rental_type: RentalType) =>
    rental(spot, '2026-06-15T18:00:00Z', 900, { ...parked, rental_type });
  await record(sql, spot, rentalGroups.transient.map(rentalOf));
  const types = { rentalType: 'daily,flat,hourly' };
  for (const [setting, shownTypes] of Object.entries(shownBy)) {
    const [hourly, daily, flat] = Object.keys(shownBy).map((one) => one === setting) as [
      boolean,
      boolean,
      boolean,
    ];
    await sql`
      update spots set contact_info_hourly = ${hourly}, contact_info_daily = ${daily}, contact_info_flat = ${flat}
      where pk = ${spot.pk}`;
    const { results } = await list(types);
    const { shown = [], hidden = [] } = Object.groupBy(results, ({ contact_shown }) =>
      contact_shown ? 'shown' : 'hidden',
    );
    expect(shown.map(({ rental_type }) => rental_type).toSorted()).toEqual(shownTypes);
    for (const one of shown) expect(one.renter_email).toBe('ada@example.com');
    expect(hidden).toHaveLength(rentalGroups.transient.length - shown.length);
    for (const one of hidden)
      expect(one).toMatchObject({
        renter_first_name: null,
        renter_last_name: null,
        renter_email: null,
        renter_phone: null,
      });
    const found = await list({ ...types, searchTerm: 'ada@example' });
    expect(found.results.map(({ rental_type }) => rental_type).toSorted()).toEqual(shownTypes);
  }
});

describe('added drivers', () => {
  const car = { plate: 'new 42', state: 'AZ', country: 'US' as const };

  test('an added driver parks monthly from now on, at the property’s price, with nothing paid', async () => {
    const { body } = await add({ first_name: 'Ada', cars: [car] });
    expect(body).toMatchObject({
      rental_type: 'monthly',
      renter_email: 'ada@example.com',
      renter_last_name: null,
      cars_detail: [{ plate: 'NEW 42', state: 'AZ', country: 'US' }],
      start_date: '2026-06-15T19:00:00.000Z',
      end_date: null,
      price_monthly: 12000,
      paid: false,
    });
    const [sums] = await sql`
      select sum(gross)::int as gross, sum(rentals)::int as rentals from ledger_entries
      where rental_pk = ${body.pk}`;
    expect(sums).toEqual({ gross: 0, rentals: 1 });
    expect((await list()).results).toEqual([body]);
  });

  test('the same request sent twice at once adds one driver', async () => {
    const request = crypto.randomUUID();
    const answers = await Promise.all([add({ request }), add({ request }), add({ request })]);
    expect(new Set(answers.map(({ body }) => body.pk)).size).toBe(1);
  });

  test.each([
    [{ email: 'nobody' }, 'email', 'Invalid email'],
    [{ email: '' }, 'email', 'Invalid email'],
    [{ cars: [car, { ...car, plate: 'B 2' }] }, 'cars', 'One car per rental.'],
    [{ cars: [{ ...car, state: '' }] }, 'cars.0.state', 'License PLate state is required'],
    [{ first_name: 'a\u0000' }, 'first_name', 'Contains characters that can’t be stored.'],
  ])('adding a driver with %j is refused', async (overrides, field, message) => {
    const { status, error } = await add(overrides);
    expect([status, error.fields]).toEqual([400, { [field]: message }]);
  });

  test('adding a driver is refused where support has not enabled it', async () => {
    await sql`
      update organizations set can_add_driver = false where pk = ${spot.organization}`;
    expect((await add()).status).toBe(403);
    expect((await list()).count).toBe(0);
  });
});

describe('changes of rentals', () => {
  const makeCar = async (plate: string) => {
    const body = { spot: spot.pk, plate, state: 'AZ', country: 'US' } as const;
    return (await at.call(createCar, { body }, { token })).body.pk;
  };
  const change = (pk: number, car: number) =>
    at.call(updateSlot, { params: { id: String(pk) }, body: { cars: [car] } }, { token });

  test('a rental can be moved to another car', async () => {
    const { pk } = await make();
    const { status, body } = await change(pk, await makeCar('NEW 42'));
    expect([status, body.cars_detail[0]?.plate]).toEqual([200, 'NEW 42']);
  });

  test('a rental cannot be moved to another organization’s car', async () => {
    const { pk } = await make();
    const foreign = await makeSpot(sql);
    await record(sql, foreign, [monthly({ spot_pk: foreign.pk })]);
    const [car] = await sql<[{ pk: number }]>`
      select pk from cars where organization_id = ${foreign.organization}`;
    const { status, error } = await change(pk, car.pk);
    expect([status, error.fields]).toEqual([400, { cars: 'There is no such car.' }]);
  });

  const plate = { plate: 'NEW 42', state: 'AZ', country: 'US' } as const;
  const update = (pk: number, body: object) =>
    at.call(updateSlot, { params: { id: String(pk) }, body }, { token });

  test('one call changes the car of a rental and applies a discount code', async () => {
    await makePromoCode(sql, spot);
    const { pk } = await make();
    const { body } = await update(pk, { car: plate, promo_code: 'spring15' });
    expect(body).toMatchObject({
      cars_detail: [plate],
      promo_code_info: { code: 'SPRING15' },
    });
    const acts = await sql`
      select after from audit_entries where subject_type = 'rental' and subject_pk = ${pk}`;
    expect(acts).toEqual([{ after: { car: expect.any(Number), promo_code: 'SPRING15' } }]);
  });

  test.each([
    ['does not exist', 'NONE'],
    ['has expired', 'OLD'],
  ])(
    'a rental keeps its car when it is sent with a discount code that %s',
    async (_, promo_code) => {
      await makePromoCode(sql, spot, { code: 'OLD', expiration: '2026-06-14' });
      const { pk } = await make();
      const [before] = (await list()).results;
      const { status, error } = await update(pk, { car: plate, promo_code });
      expect([status, Object.keys(error.fields ?? {})]).toEqual([400, ['promo_code']]);
      expect((await list()).results).toEqual([before]);
      const [{ cars }] = await sql<[{ cars: number }]>`
      select count(*) as cars from cars
      where organization_id = ${spot.organization} and plate_key = 'NEW42'`;
      expect(cars).toBe(0);
    },
  );

  test.each([
    [{}, { cars: 'Send cars, car or promo_code.' }],
    [{ cars: [1], car: plate }, { car: 'Send either cars or car.' }],
    [{ car: { ...plate, state: 'ZZ' } }, { 'car.state': 'License PLate state is required' }],
  ])('changing a rental with %j is refused', async (body, fields) => {
    const { pk } = await make();
    const { status, error } = await update(pk, body);
    expect([status, error.fields]).toEqual([400, fields]);
  });

  test('an ended rental refuses another car or a discount code', async () => {
    const { pk } = await make({ end_date: (at.clock() - 1000) as never });
    expect((await change(pk, await makeCar('NEW 42'))).status).toBe(409);
    await makePromoCode(sql, spot);
    expect((await apply(pk, 'SPRING15')).status).toBe(409);
  });

  test('a removed rental ends at once, and a second removal changes nothing', async () => {
    const { uuid } = await make();
    expect((await remove(uuid)).status).toBe(204);
    expect((await list()).count).toBe(0);
    at.clock.forward(60_000);
    expect((await remove(uuid)).status).toBe(204);
    const [row] = await sql`
      select (extract(epoch from end_date) * 1000)::bigint as ended from rentals where uuid = ${uuid}`;
    expect(row?.ended).toBe(at.clock() - 60_000);
  });

  test('a removed upcoming rental never begins', async () => {
    const { uuid } = await make({ start_date: (at.clock() + 86_400_000) as never });
    expect((await remove(uuid)).status).toBe(204);
    expect((await list({ state: 'UPCOMING' })).count).toBe(0);
    at.clock.forward(2 * 86_400_000);
    expect((await list()).count).toBe(0);
  });

  test('a rental that is not monthly cannot be removed', async () => {
    expect((await remove((await make({ rental_type: 'daily' })).uuid)).status).toBe(404);
  });
});

describe('discount codes', () => {
  const code = (overrides: Parameters<typeof makePromoCode>[2] = {}) =>
    makePromoCode(sql, spot, overrides);

  test.each([
    ['percentage_discount', 15, 10200, '15% off'],
    ['value', 500, 11500, '$5 off'],
    ['value', 50_000, 0, '$500 off'],
    ['rate_override', 8000, 8000, '$80 instead of the usual price'],
    ['minutes_to_discount', 60, 12000, '1 hour free'],
  ])(
    'a discount code of type %s and amount %i changes $120 a month to %i cents',
    async (discount_type, amount, after, words) => {
      await code({ discount_type, amount });
      const { pk } = await make();
      const { body } = await apply(pk, 'spring15');
      expect(body).toMatchObject({
        price_monthly_after_promo: after,
        promo_code_info: { code: 'SPRING15', formatted_value: words },
      });
    },
  );

  test('the last use of a discount code goes to one of three rentals, and the others are refused', async () => {
    const made = await code({ number_of_uses: 1 });
    const rentals = [await make(), await make(), await make()];
    const answers = await Promise.all(rentals.map(({ pk }) => apply(pk, 'SPRING15')));
    expect(answers.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([200, 409, 409]);
    const refused = answers.find(({ status }) => status === 409);
    expect(refused?.error.detail).toBe('This discount code has no uses left.');
    const [row] = await sql`
      select total_uses, (select count(*) from promo_uses where promo_code_pk = ${made.pk}) as uses
      from promo_codes where pk = ${made.pk}`;
    expect(row).toEqual({ total_uses: 1, uses: 1 });
  });

  test('a discount code is refused beyond its limit of simultaneous rentals', async () => {
    await code({ maximum_number_of_simultaneous_rentals: 1 });
    const [one, two] = [await make(), await make()];
    expect((await apply(one.pk, 'SPRING15')).status).toBe(200);
    expect((await apply(two.pk, 'SPRING15')).status).toBe(409);
  });

  test('a second discount code on a rental is refused', async () => {
    await code();
    const { pk } = await make();
    await apply(pk, 'SPRING15');
    await code({ code: 'OTHER' });
    const { status, error } = await apply(pk, 'OTHER');
    expect([status, error.detail]).toEqual([409, 'This rental already has a discount code.']);
  });

  test('an expired, unknown or other property’s discount code, or one for other rental types, is refused', async () => {
    await code({ code: 'OLD', expiration: '2026-06-14' });
    await code({ code: 'HOURS' });
    await sql`
      update promo_codes set applicable_rental_types = array['hourly'] where code = 'HOURS'`;
    const beside = await makeSpot(sql, { organization: { pk: spot.organization } });
    await makePromoCode(sql, beside, { code: 'BESIDE' });
    const { pk } = await make();
    const applyCode = async (word: string) => (await apply(pk, word)).error.fields;
    expect(await applyCode('OLD')).toEqual({ promo_code: 'This discount code has expired.' });
    const none = { promo_code: 'This property has no such discount code.' };
    expect(await applyCode('NONE')).toEqual(none);
    expect(await applyCode('BESIDE')).toEqual(none);
    expect(await applyCode('HOURS')).toEqual({
      promo_code: 'This discount code is not for this kind of rental.',
    });
  });
});

test('a tenant is listed with their spaces, active rentals, and invoice', async () => {
  const [bulk] = await sql<[{ pk: number; uuid: string }]>`
    insert into bulk_rentals ${sql.values({
      organization_id: spot.organization,
      spot_pk: spot.pk,
      description: 'Acme',
      owner_email: 'acme@example.com',
      slot_count: 4,
      price_per_slot: 9000,
      invoice_status: 'past_due',
      start_date: at.clock() - 86_400_000,
    })} returning pk, uuid`;
  await make({ rental_type: 'bulk_rental', bulk_rental_pk: bulk.pk });
  await make({ rental_type: 'bulk_rental', bulk_rental_pk: bulk.pk, end_date: at.clock() });
  const { body } = await at.call(listBulkRentals, { query: { spot: String(spot.pk) } }, { token });
  expect(body).toEqual([
    {
      uuid: bulk.uuid,
      description: 'Acme',
      slot_count: 4,
      active_rentals: 1,
      price_per_slot: 9000,
      invoice_status: 'past_due',
      owner: { email: 'acme@example.com' },
      start_date: '2026-06-14T19:00:00.000Z',
      end_date: null,
    },
  ]);
});
