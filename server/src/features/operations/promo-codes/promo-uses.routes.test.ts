import { ingestRentals } from '@lotkeeper/contract/intake/ingest';
import { grants } from '@lotkeeper/contract/kernel/access';
import { fromIso } from '@lotkeeper/contract/kernel/calendar';
import { deletePromoCode } from '@lotkeeper/contract/operations/promo-codes';
import {
  listPromoUses,
  promoUseMessages,
  promoUsesPageSize,
} from '@lotkeeper/contract/operations/promo-uses';
import { expect, test } from 'vitest';
import { makeApiKey } from '../../../testing/api-keys.factory.ts';
import { makePromoCode } from '../../../testing/promo-codes.factory.ts';
import { makeSpot } from '../../../testing/spots.factory.ts';
import { testProperty } from '../../../testing/test-property.ts';

const now = '2026-07-01T12:00:00Z';
const { at, sql, spot, token } = await testProperty({ now }, {}, 'EMPLOYEE');

interface Question {
  promo_code_pk?: number;
  code?: string;
  start_date?: string;
  end_date?: string;
  page?: number;
}

const list = ({ page = 1, promo_code_pk, ...query }: Question) =>
  at.call(
    listPromoUses,
    {
      query: {
        spot: spot.uuid,
        ...query,
        ...(promo_code_pk !== undefined && { promo_code_pk: String(promo_code_pk) }),
        page: String(page),
      },
    },
    { token },
  );

/** Bookings with SPRING15, one per minute from a given time on. */
const book = async (key: string, start: string, count: number) => {
  const items = Array.from({ length: count }, (_, n) => ({
    source: 'booking-site',
    external_id: `${start} ${n}`,
    spot: spot.pk,
    rental_type: 'hourly' as const,
    start_date: `${start}:${String(n).padStart(2, '0')}:00Z`,
    end_date: '2026-08-01T00:00:00Z',
    car: n % 2 ? null : { plate: `SAVE${n}`, state: 'AZ', country: 'US' as const },
    promo_code: 'SPRING15',
    charges: [],
  }));
  const { body } = await at.call(ingestRentals, { body: { items } }, { token: key });
  expect(new Set(body.results.map(({ outcome }) => outcome))).toEqual(new Set(['recorded']));
};

const { key } = await makeApiKey(sql, { pk: spot.organization }, grants);
const { pk: old } = await makePromoCode(sql, spot);
// 23:00 on May 31 and 0:00 on June 1 in Phoenix, where the property is.
await book(key, '2026-06-01T06', 3);
await at.call(deletePromoCode, { params: { id: String(old) } }, { token });
const { pk: live } = await makePromoCode(sql, spot);
await book(key, '2026-06-01T07', promoUsesPageSize + 2);

test('the uses of a code match its count and are listed newest first, page by page', async () => {
  const { body } = await list({ promo_code_pk: live });
  expect([body.count, body.results.length]).toEqual([promoUsesPageSize + 2, promoUsesPageSize]);
  const second = (await list({ promo_code_pk: live, page: 2 })).body;
  const all = [...body.results, ...second.results];
  const times = all.map(({ used_at }) => used_at);
  expect(times).toEqual(times.toSorted((a, b) => b - a));
  expect(new Set(all.map(({ pk }) => pk)).size).toBe(body.count);
  const [code] = await sql`select total_uses from promo_codes where pk = ${live}`;
  expect(code).toEqual({ total_uses: body.count });
});

test('a name includes every code that had it, and a range means the property’s own days', async () => {
  const count = async (query: Question) => (await list(query)).body.count;
  expect(await count({ code: 'spring15' })).toBe(promoUsesPageSize + 5);
  expect(await count({ code: 'SPRING15', promo_code_pk: old })).toBe(3);
  expect(await count({ code: 'SPRING15', end_date: '2026-05-31' })).toBe(3);
  expect(await count({ code: 'SPRING15', start_date: '2026-06-01' })).toBe(promoUsesPageSize + 2);
  expect(await count({ code: 'OTHER' })).toBe(0);
});

test('a use names its rental, its plate, and the system that sold it', async () => {
  const { results } = (await list({ promo_code_pk: old })).body;
  const [rental] = await sql<{ uuid: string }[]>`
    select uuid from rentals where external_id = '2026-06-01T06 0'`;
  expect(results.map(({ plate }) => plate)).toEqual(['SAVE2', null, 'SAVE0']);
  expect(results[2]).toMatchObject({
    used_at: fromIso('2026-06-01T06:00:00Z'),
    source: 'booking-site',
    external_id: '2026-06-01T06 0',
    rental,
  });
});

test('a missing code, an impossible code, and days in the wrong order are refused', async () => {
  const fields = async (query: Question) => (await list(query)).error.fields;
  expect(await fields({})).toEqual({ code: promoUseMessages.noCode });
  expect(Object.keys((await fields({ code: 'A-1' })) ?? {})).toEqual(['code']);
  const days = { start_date: '2026-06-02', end_date: '2026-06-01' };
  expect(Object.keys((await fields({ code: 'A1', ...days })) ?? {})).toEqual(['end_date']);
});

test('a code of another property has no uses here', async () => {
  const other = await makeSpot(sql, { organization: { pk: spot.organization } });
  const { pk } = await makePromoCode(sql, other, { code: 'THERE' });
  await sql`
    insert into promo_uses (organization_id, spot_pk, promo_code_pk, used_at, local_date, source, external_id)
    values (${spot.organization}, ${other.pk}, ${pk}, now(), current_date, 'test', 'there')`;
  expect((await list({ promo_code_pk: pk })).body).toEqual({ results: [], count: 0 });
});
