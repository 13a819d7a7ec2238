import { ingestRentals } from '@lotkeeper/contract/intake/ingest';
import { grants } from '@lotkeeper/contract/kernel/access';
import type { BodyOf } from '@lotkeeper/contract/kernel/endpoint';
import {
  checkPromoCode,
  createPromoCode,
  deletePromoCode,
  generatePromoQrCode,
  getPromoReport,
  listPromoCodes,
  promoMessages,
  updatePromoCode,
} from '@lotkeeper/contract/operations/promo-codes';
import { beforeEach, expect, test } from 'vitest';
import { makeApiKey } from '../../../testing/api-keys.factory.ts';
import { makePromoCode } from '../../../testing/promo-codes.factory.ts';
import type { TestSpot } from '../../../testing/spots.factory.ts';
import { makeSpot } from '../../../testing/spots.factory.ts';
import { testApp } from '../../../testing/test-app.ts';
import { makeStaffedSpot } from '../../../testing/test-property.ts';

// 23:30 on June 15 in Phoenix, where the property is.
const at = await testApp({ now: '2026-06-16T06:30:00Z' });
const sql = at.database.system;
let spot: TestSpot;
let token: string;
let key: string;

beforeEach(async () => {
  ({ spot, token } = await makeStaffedSpot(at, {}, 'EMPLOYEE'));
  key = (await makeApiKey(sql, { pk: spot.organization }, grants)).key;
});

type Body = BodyOf<typeof createPromoCode>;

const create = (overrides: Partial<Body> | { expiration: string }) => {
  const summer = { code: 'summer', notes: 'Summer sale', applicable_rental_types: ['hourly'] };
  const body = { spot: spot.pk, ...summer, ...overrides } as never;
  return at.call(createPromoCode, { body }, { token });
};
const remove = (pk: number) => at.call(deletePromoCode, { params: { id: String(pk) } }, { token });

const list = async (usable_codes: 'true' | 'false', page = 1) => {
  const query = { spot: String(spot.pk), usable_codes, page };
  return (await at.call(listPromoCodes, { query }, { token })).body;
};

const rental = (external_id: string, promo_code: string, start_date = '2026-06-15T18:00:00Z') => ({
  source: 'booking-site',
  external_id,
  spot: spot.pk,
  rental_type: 'hourly' as const,
  start_date,
  end_date: '2026-06-16T08:00:00Z',
  car: null,
  promo_code,
  charges: [],
});

const send = async (...items: ReturnType<typeof rental>[]) =>
  (await at.call(ingestRentals, { body: { items } }, { token: key })).body;

const check = async (code: string) =>
  (await at.call(checkPromoCode, { query: { spot: spot.uuid, code } }, { token: key })).body;

test.each([
  [{ value: 500 }, '$5 off'],
  [{ percentage_discount: 100 }, '100% off'],
  [{ minutes_to_discount: 45 }, '45 minutes free'],
  [{ hours_to_discount: 1, minutes_to_discount: 1 }, '1 hour 1 minute free'],
  [{ rate_override: 1250 }, '$12.50 instead of the usual price'],
])('a new discount code with %j reads %j', async (discount, text) => {
  const { body } = await create(discount);
  expect(body).toMatchObject({ code: 'SUMMER', formatted_value: text, total_uses: 0 });
  expect((await list('true')).results).toEqual([body]);
});

test.each([
  [{ code: '', value: 500 }, { code: promoMessages.code }],
  [{ code: 'A-B', value: 500 }, { code: promoMessages.letters }],
  [{ notes: ' ', value: 500 }, { notes: promoMessages.notes }],
  [{ value: 0 }, { value: promoMessages.dollars }],
  [{ value: 1 }, { value: promoMessages.dollars }],
  [{ value: 2.5 }, { value: promoMessages.dollars }],
  [{ percentage_discount: 101 }, { percentage_discount: promoMessages.percentage }],
  [{ percentage_discount: 0 }, { percentage_discount: promoMessages.percentage }],
  [{ minutes_to_discount: -5 }, { minutes_to_discount: promoMessages.minutes }],
  [
    { value: 500, applicable_rental_types: [] },
    { applicable_rental_types: promoMessages.rentalTypes },
  ],
  [{ value: 500, number_of_uses: 0 }, { number_of_uses: promoMessages.uses }],
  [
    { value: 500, maximum_number_of_simultaneous_rentals: 0 },
    { maximum_number_of_simultaneous_rentals: promoMessages.uses },
  ],
] as const)(
  'a new discount code with %j is refused with the message of its field',
  async (overrides, fields) => {
    expect(await create(overrides as Partial<Body>)).toMatchObject({
      status: 400,
      body: { fields },
    });
  },
);

test('a new discount code with no discount or with two discounts is refused', async () => {
  expect((await create({})).status).toBe(400);
  expect((await create({ value: 500, percentage_discount: 5 })).status).toBe(400);
});

test('a new discount code may expire today at the property, but not the day before', async () => {
  expect((await create({ value: 500, expiration: '2026-06-15' })).status).toBe(200);
  const past = await create({ code: 'OLD', value: 500, expiration: '2026-06-14' });
  expect(past.status).toBe(400);
  expect(past.body).toMatchObject({ fields: { expiration: promoMessages.expiration } });
});

test('a new discount code needs its own name, regardless of case, until the other code is deleted', async () => {
  const { body: first } = await create({ value: 500 });
  const second = await create({ code: 'SuMMer', value: 700 });
  expect([second.status, second.body]).toMatchObject([409, { detail: promoMessages.taken }]);
  await remove(first.pk);
  expect((await create({ value: 700 })).status).toBe(200);
});

test('when eight discount codes are created at once under one name, only one is created', async () => {
  const made = await Promise.all(Array.from({ length: 8 }, () => create({ value: 500 })));
  expect(made.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([
    200,
    ...Array(7).fill(409),
  ]);
});

test('creating and deleting a discount code leave one audit entry each', async () => {
  const { body } = await create({ value: 500 });
  for (let twice = 0; twice < 2; twice += 1) await remove(body.pk);
  const acts = await sql`
      select act, subject_type, code, subject_name from audit_entries a
      join promo_codes c on c.organization_id = a.organization_id and c.pk = a.subject_pk
      where a.organization_id = ${spot.organization} order by a.pk`;
  expect([...acts]).toEqual([
    { act: 'create', subject_type: 'discount code', code: 'SUMMER', subject_name: null },
    { act: 'remove', subject_type: 'discount code', code: 'SUMMER', subject_name: 'SUMMER' },
  ]);
});

test('the discount codes list has the usable codes, and all codes if requested', async () => {
  await makePromoCode(sql, spot, { code: 'LAST', number_of_uses: 1 });
  await makePromoCode(sql, spot, { code: 'OVER', expiration: '2026-06-14' });
  await makePromoCode(sql, spot, { code: 'TODAY', expiration: '2026-06-15' });
  await send(rental('r-1', 'last'));
  const codes = ({ results }: { results: { code: string }[] }) => results.map(({ code }) => code);
  expect(codes(await list('true'))).toEqual(['TODAY']);
  expect(codes(await list('false'))).toEqual(['TODAY', 'OVER', 'LAST']);
  expect((await list('false')).results).toMatchObject([
    { expired: false },
    { expired: true },
    { expired: false, total_uses: 1, number_of_uses: 1 },
  ]);
});

test('the discount codes list shows 20 codes per page, newest first', async () => {
  for (let made = 0; made < 21; made += 1) await makePromoCode(sql, spot, { code: `N${made}` });
  const first = await list('true');
  expect([first.results.length, first.current_page, first.total_pages]).toEqual([20, 1, 2]);
  expect((await list('true', 2)).results.map(({ code }) => code)).toEqual(['N0']);
});

test('a discount code’s use counts once, even when its rental is sent again', async () => {
  await makePromoCode(sql, spot);
  expect(await send(rental('r-1', 'SPRING15'), rental('r-2', 'spring15'))).toMatchObject({
    recorded: 2,
  });
  await send(rental('r-1', 'SPRING15'));
  expect((await list('true')).results).toMatchObject([{ total_uses: 2 }]);
});

test('a rental with a code that its property never had is refused, and the other rental is recorded', async () => {
  await makePromoCode(sql, spot);
  const other = await makeSpot(sql, { organization: { pk: spot.organization } });
  await makePromoCode(sql, other, { code: 'ELSEWHERE' });
  const answer = await send(rental('r-1', 'ELSEWHERE'), rental('r-2', 'SPRING15'));
  expect(answer).toMatchObject({ recorded: 1, refused: 1 });
  expect(answer.results[0]).toMatchObject({
    fields: { promo_code: 'This property has no such discount code.' },
  });
  const rentals = await sql`
      select external_id, marketed from rentals where organization_id = ${spot.organization}`;
  expect([...rentals]).toEqual([{ external_id: 'r-2', marketed: true }]);
});

test('a use of a deleted discount code still counts in the report', async () => {
  const { pk } = await makePromoCode(sql, spot);
  await remove(pk);
  await send(rental('r-1', 'SPRING15'));
  const query = { spot: String(spot.pk), month: 6, year: 2026 };
  const { body } = await at.call(getPromoReport, { query }, { token });
  expect(body).toEqual({ promo_uses: { SPRING15: 1 } });
});

test('a use of a discount code belongs to the month of its rental by the property’s calendar', async () => {
  await makePromoCode(sql, spot);
  // The last minute of May and the first of June in Phoenix.
  await send(
    rental('r-1', 'SPRING15', '2026-06-01T06:59:00Z'),
    rental('r-2', 'SPRING15', '2026-06-01T07:00:00Z'),
  );
  const uses = async (month: number) => {
    const query = { spot: String(spot.pk), month, year: 2026 };
    return (await at.call(getPromoReport, { query }, { token })).body.promo_uses;
  };
  expect([await uses(5), await uses(6), await uses(7)]).toEqual([
    { SPRING15: 1 },
    { SPRING15: 1 },
    {},
  ]);
});

test('uses of discount codes by ten senders at once are all counted', async () => {
  await makePromoCode(sql, spot);
  await makePromoCode(sql, spot, { code: 'AUTUMN' });
  const codes = ['SPRING15', 'AUTUMN'];
  await Promise.all(
    Array.from({ length: 10 }, (_, sender) =>
      send(...[0, 1, 2].map((n) => rental(`r-${sender}-${n}`, codes[(sender + n) % 2] ?? ''))),
    ),
  );
  expect((await list('true')).results.map(({ total_uses }) => total_uses)).toEqual([15, 15]);
});

test('a discount code for "flat rate" is one for flat_rate', async () => {
  const { body } = await create({ value: 500, applicable_rental_types: ['flat rate' as never] });
  expect(body.applicable_rental_types).toEqual(['flat_rate']);
});

test('an API client sees what a discount code is worth', async () => {
  await makePromoCode(sql, spot, { discount_type: 'value', amount: 500 });
  expect(await check('spring15')).toEqual({
    usable: true,
    reason: null,
    discount_type: 'value',
    amount: 500,
    applicable_rental_types: ['hourly', 'flat_rate', 'daily', 'monthly'],
  });
});

test.each([
  ['OVER', { expiration: '2026-06-14' }, 'This discount code has expired.'],
  ['LAST', { number_of_uses: 1 }, 'This discount code has no uses left.'],
  [
    'BUSY',
    { maximum_number_of_simultaneous_rentals: 1 },
    'This code has reached its limit of simultaneous rentals.',
  ],
])(
  'a check of the discount code %s returns the reason why it cannot be used',
  async (code, overrides, reason) => {
    await makePromoCode(sql, spot, { code, ...overrides });
    await send(rental('r-1', code));
    expect(await check(code)).toMatchObject({ usable: false, reason });
  },
);

test('an API client learns nothing about the codes of another property or organization', async () => {
  const stranger = await makeSpot(sql);
  await makePromoCode(sql, stranger);
  expect(await check('SPRING15')).toMatchObject({ usable: false, amount: null });
  const query = { spot: String(stranger.pk), code: 'SPRING15' };
  expect((await at.call(checkPromoCode, { query }, { token: key })).status).toBe(404);
});

const update = (pk: number, body: object) =>
  at.call(updatePromoCode, { params: { id: String(pk) }, body }, { token });
const readOne = async (pk: number) => (await list('false')).results.find((code) => code.pk === pk);
const markUsed = (pk: number) => sql`update promo_codes set total_uses = 2 where pk = ${pk}`;

test('an unused discount code can be changed completely, and the change is in the audit log', async () => {
  const { pk } = await makePromoCode(sql, spot);
  const changed = {
    notes: 'Fall',
    applicable_rental_types: ['daily'],
    expiration: '2026-06-15',
    number_of_uses: 9,
    maximum_number_of_simultaneous_rentals: 3,
  };
  const { status, body } = await update(pk, { ...changed, code: 'fall20', value: 2000 });
  const shown = { ...changed, code: 'FALL20', formatted_value: '$20 off', amount: 2000 };
  expect([status, body]).toMatchObject([200, shown]);
  expect(await readOne(pk)).toEqual(body);
  const [act] = await sql`
      select act, before, after from audit_entries
      where act = 'change' and subject_type = 'discount code' and subject_pk = ${pk}`;
  expect(act).toMatchObject({
    act: 'change',
    before: { code: 'SPRING15', discount_type: 'percentage_discount', amount: 15 },
    after: { code: 'FALL20', discount_type: 'value', amount: 2000, notes: 'Fall' },
  });
});

test('a change keeps the fields it does not name, and null removes a limit', async () => {
  const { pk } = await makePromoCode(sql, spot, { number_of_uses: 5, expiration: '2026-07-01' });
  expect((await update(pk, { number_of_uses: null, expiration: null })).body).toMatchObject({
    code: 'SPRING15',
    notes: 'Spring',
    amount: 15,
    number_of_uses: null,
    expiration: null,
  });
});

test('a used discount code keeps its name and discount, and a change of either is refused at its field', async () => {
  const { pk } = await makePromoCode(sql, spot);
  await markUsed(pk);
  const renamed = await update(pk, { code: 'OTHER' });
  expect([renamed.status, renamed.error.fields]).toEqual([400, { code: promoMessages.usedCode }]);
  const cheaper = await update(pk, { percentage_discount: 50 });
  expect(cheaper.error.fields).toEqual({ percentage_discount: promoMessages.usedDiscount });
  const another = await update(pk, { value: 500 });
  expect(another.error.fields).toEqual({ value: promoMessages.usedDiscount });
  const same = { code: 'spring15', percentage_discount: 15 };
  const kept = await update(pk, { ...same, notes: 'Longer', number_of_uses: 2 });
  const shown = { notes: 'Longer', total_uses: 2, number_of_uses: 2 };
  expect([kept.status, kept.body]).toMatchObject([200, shown]);
});

test.each([
  ['a past day', { expiration: '2026-06-14' }, { expiration: promoMessages.expiration }],
  ['an empty description', { notes: ' ' }, { notes: promoMessages.notes }],
  [
    'no rental type',
    { applicable_rental_types: [] },
    { applicable_rental_types: promoMessages.rentalTypes },
  ],
  ['0 uses', { number_of_uses: 0 }, { number_of_uses: promoMessages.uses }],
  ['a property', { spot: 1 }, { spot: 'Unknown field.' }],
])('a change of a discount code with %s is refused', async (_, change, fields) => {
  const { pk } = await makePromoCode(sql, spot);
  const { status, error } = await update(pk, change);
  expect([status, error.fields]).toEqual([400, fields]);
});

test('an expired discount code may keep its last day when it is edited', async () => {
  const { pk } = await makePromoCode(sql, spot, { expiration: '2026-06-01' });
  expect((await update(pk, { notes: 'Was for May', expiration: '2026-06-01' })).status).toBe(200);
});

test('a discount code cannot take another code’s name, and a deleted code cannot be changed', async () => {
  await makePromoCode(sql, spot, { code: 'TAKEN' });
  const { pk } = await makePromoCode(sql, spot);
  const renamed = await update(pk, { code: 'taken' });
  expect([renamed.status, renamed.error.fields]).toEqual([409, { code: promoMessages.taken }]);
  await remove(pk);
  expect((await update(pk, { notes: 'Gone' })).status).toBe(404);
});

test('a discount that reduces none of its rental types is refused', async () => {
  const free = { hours_to_discount: 1, applicable_rental_types: ['monthly' as const] };
  const refused = { applicable_rental_types: promoMessages.freeMonth };
  const { status, error } = await create(free);
  expect([status, error.fields]).toEqual([400, refused]);
  const types = ['monthly' as const, 'hourly' as const];
  const made = await create({ ...free, applicable_rental_types: types, code: 'both' });
  expect(made.status).toBe(200);
  const change = { params: { id: String(made.body.pk) }, body: free };
  expect((await at.call(updatePromoCode, change, { token })).error.fields).toEqual(refused);
});

test('a flyer for a property without a booking link is refused with the message that the link is missing', async () => {
  const { pk } = await makePromoCode(sql, spot);
  await sql`update spots set webflow_page_url = null where pk = ${spot.pk}`;
  const asked = await at.call(generatePromoQrCode, { body: { promo_code_pk: pk } }, { token });
  expect([asked.status, asked.error.detail]).toEqual([409, promoMessages.noLink]);
});
