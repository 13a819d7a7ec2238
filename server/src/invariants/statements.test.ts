import { getTimeline } from '@lotkeeper/contract/cars/timeline';
import { listTicketsByPlate } from '@lotkeeper/contract/cars/violations';
import { closeMessages, closeMonth } from '@lotkeeper/contract/money/close';
import { getDailyReports } from '@lotkeeper/contract/money/daily-reports';
import { getPayoutAccount } from '@lotkeeper/contract/money/payouts';
import { getSpotReport } from '@lotkeeper/contract/money/reports';
import { getRevenueByMonth, getRevenueByType } from '@lotkeeper/contract/money/revenue';
import { expect, test } from 'vitest';
import { emptyMonths, makeClosing } from '../testing/close.factory.ts';
import { record, rental } from '../testing/rentals.factory.ts';
import { testDatabase } from '../testing/test-database.ts';
import { testProperty } from '../testing/test-property.ts';

const sent: string[] = [];
const database = await testDatabase(undefined, 6, {}, { onStatement: (text) => sent.push(text) });
const { at, sql, spot, token } = await testProperty({ now: '2026-06-15T19:00:00Z', database });
await record(sql, spot, [rental(spot, '2026-06-10T19:00:00Z', 1000)]);

await makeClosing(sql, { pk: spot.organization, uuid: '' });

test('a month that is closed already is refused by one statement, and nothing is counted', async () => {
  const params = { orgId: String(spot.organization) };
  const close = () =>
    at.call(closeMonth, { params, body: { month: emptyMonths.closed } }, { token });
  await close();
  sent.length = 0;
  const { error } = await close();
  expect(error.detail).toBe(closeMessages.closed);
  // When a session was used is noted beside its calls.
  expect(sent.filter((text) => !/lotkeeper\.scope|sessions/.test(text))).toEqual([
    expect.stringContaining('month_closings'),
  ]);
});

/** How many statements a call sends besides the scope of its connections, once caches are filled. */
async function countStatements(call: () => Promise<{ status: number }>): Promise<number> {
  expect((await call()).status).toBe(200);
  sent.length = 0;
  await call();
  return sent.filter((text) => !/lotkeeper\.scope/.test(text)).length;
}

const by = { token };
const ofSpot = { spot: String(spot.pk) };

test.each([
  ['a month’s report', 1, () => at.call(getDailyReports, { query: ofSpot }, by)],
  ['a property’s report', 1, () => at.call(getSpotReport, { query: ofSpot }, by)],
  [
    'revenue by month',
    1,
    () => at.call(getRevenueByMonth, { query: { spot_id: String(spot.pk) } }, by),
  ],
  [
    'revenue by type',
    1,
    () => at.call(getRevenueByType, { query: { spot_id: String(spot.pk) } }, by),
  ],
  [
    'a page of the timeline',
    2,
    () => at.call(getTimeline, { params: { id: spot.uuid }, query: {} }, by),
  ],
  [
    'the payout account',
    2,
    () => at.call(getPayoutAccount, { query: { organization: String(spot.organization) } }, by),
  ],
  // Its log is a transaction: the purpose, the row that is extended, and the two around them.
  [
    'a search by plate',
    5,
    () => at.call(listTicketsByPlate, { query: { ...ofSpot, plate: 'ABC1' } }, by),
  ],
] as const)('%s is read by as few statements as before: %i', async (_, count, call) => {
  expect(await countStatements(call)).toBe(count);
});
