import { downloadOpenTickets, listOpenTickets } from '@lotkeeper/contract/cars/violations';
import { fromIso } from '@lotkeeper/contract/kernel/calendar';
import { cents } from '@lotkeeper/contract/kernel/money';
import { expect, test } from 'vitest';
import { makeSpot } from '../../../testing/spots.factory.ts';
import { testProperty } from '../../../testing/test-property.ts';
import { makeViolation } from '../../../testing/violations.factory.ts';

const { at, sql, organization, spot, token } = await testProperty({ now: '2026-06-15T19:00:00Z' });
const other = await makeSpot(sql, { organization, name: 'Second Street Lot' });
const make = (where: typeof spot, created: string, amount: number, more: object = {}) =>
  makeViolation(sql, where, { created_at: fromIso(created), amount: cents(amount), ...more });

test('open violations of all properties are listed oldest first with their sum, and downloaded, by age', async () => {
  const query = { organization: organization.uuid };
  const read = async (older_than?: '30') =>
    (
      await at.call(
        listOpenTickets,
        { query: { ...query, ...(older_than && { older_than }), page: 1 } },
        { token },
      )
    ).body;
  expect(await read()).toEqual({ count: 0, total_amount: 0, results: [] });
  // 60 days, a few days, and exactly 30 days old.
  const old = await make(other, '2026-04-16T19:00:00Z', 4500);
  await make(spot, '2026-06-12T19:00:00Z', 6000);
  await make(spot, '2026-05-16T19:00:00Z', 5500);
  await make(spot, '2026-04-01T19:00:00Z', 9900, { status: 'Paid' });
  await makeViolation(sql, await makeSpot(sql), { created_at: fromIso('2026-04-01T19:00:00Z') });
  const all = await read();
  // $45 + $60 + $55.
  expect([all.count, all.total_amount]).toEqual([3, 16_000]);
  expect(all.results.map(({ amount }) => amount)).toEqual([4500, 5500, 6000]);
  expect(all.results[0]).toMatchObject({
    uuid: old.uuid,
    created_at: fromIso('2026-04-16T19:00:00Z') / 1000,
    spot: { pk: other.pk, name: 'Second Street Lot' },
  });
  expect(await read('30')).toMatchObject({ count: 1, total_amount: 4500 });
  const { response } = await at.call(downloadOpenTickets, { query }, { token });
  const lines = response.body.replace('\uFEFF', '').trim().split('\r\n');
  expect(lines[0]).toBe('Property,Number,License Plate,State,Created,Days,Penalty');
  expect(lines[1]).toBe(`Second Street Lot,${old.code},ABC 123,AZ,2026-04-16,60,45.00`);
  expect(lines).toHaveLength(4);
});
