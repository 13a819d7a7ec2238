import type { LocalDate } from '@lotkeeper/contract/kernel/calendar';
import { createEvent, listEvents } from '@lotkeeper/contract/operations/events';
import {
  createPromoCode,
  deletePromoCode,
  listPromoCodes,
} from '@lotkeeper/contract/operations/promo-codes';
import { listVisitorCodes } from '@lotkeeper/contract/operations/visitor-codes';
import { listVisitors } from '@lotkeeper/contract/operations/visitors';
import { expect, test } from 'vitest';
import { must } from '../kernel/must.ts';
import { examples, unknownThings } from '../testing/access.examples.ts';
import { makePromoCode } from '../testing/promo-codes.factory.ts';
import { makeSpot } from '../testing/spots.factory.ts';
import { testProperty } from '../testing/test-property.ts';

const { at, sql, organization, spot, token } = await testProperty({ now: '2026-06-15T19:00:00Z' });
const code = await makePromoCode(sql, spot);
await sql`update spots set price_hourly = null where pk = ${spot.pk}`;
const named = String(spot.pk);
const day = '2026-06-16' as LocalDate;
const refusal =
  'This property has no prices. Events and discount codes need an hourly, daily, monthly or flat price.';

const toInput = (name: string) =>
  must(examples[name], name).input({ ...unknownThings, spot: named }) as never;

const calls = {
  'listing events': () =>
    at.call(listEvents, { query: { spot: named, start: day, end: day } }, { token }),
  'adding an event': () => at.call(createEvent, toInput('createEvent'), { token }),
  'listing discount codes': () =>
    at.call(listPromoCodes, { query: { spot: named, page: 1, usable_codes: 'true' } }, { token }),
  'adding a discount code': () => at.call(createPromoCode, toInput('createPromoCode'), { token }),
  'deleting a discount code': () =>
    at.call(deletePromoCode, { params: { id: String(code.pk) } }, { token }),
};

test.each(Object.entries(calls))('%s is refused at a property without prices', async (_, call) => {
  const { status, error } = await call();
  expect([status, error.code, error.detail]).toEqual([403, 'not_allowed', refusal]);
});

test('a property with only a flat rate has events and discount codes', async () => {
  const flat = await makeSpot(sql, { organization });
  await sql`update spots set price_hourly = null, price_flat = 4000 where pk = ${flat.pk}`;
  const place = { spot: String(flat.pk) };
  const events = { query: { ...place, start: day, end: day } };
  const codes = { query: { ...place, page: 1, usable_codes: 'true' as const } };
  expect((await at.call(listEvents, events, { token })).status).toBe(200);
  expect((await at.call(listPromoCodes, codes, { token })).status).toBe(200);
});

test('visitors and validation codes are available at a property without prices', async () => {
  const codes = await at.call(listVisitorCodes, { query: { spot: named } }, { token });
  const query = { spot: named, page: 1, search: '', expiring: 'false' as const };
  const visitors = await at.call(listVisitors, { query }, { token });
  expect([codes.status, visitors.status]).toEqual([200, 200]);
});
