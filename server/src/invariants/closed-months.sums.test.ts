import type { LocalDate } from '@lotkeeper/contract/kernel/calendar';
import { fromIso } from '@lotkeeper/contract/kernel/calendar';
import { expect, test } from 'vitest';
import { readUnpaid } from '../features/money/payouts/payout-orders.queries.ts';
import { closeMonths, closingDay } from '../records/money/closed-months.ts';
import { lifetimeRevenue } from '../records/money/revenue.ts';
import { record, rental } from '../testing/rentals.factory.ts';
import { makeSpot } from '../testing/spots.factory.ts';
import { testDatabase } from '../testing/test-database.ts';

const { system: sql } = await testDatabase();
const spot = await makeSpot(sql);

const pay = (...starts: string[]) =>
  record(
    sql,
    spot,
    starts.map((start) => rental(spot, start, 1000)),
  );
const closeBefore = (day: string) => closeMonths(sql, day as LocalDate);

/** What was earned in total, and what is unpaid up to the end of May, June and July. */
async function readSums() {
  const [lifetime] = await sql<[{ gross: number }]>`
    select coalesce(sum(gross), 0)::bigint as gross
    from ${lifetimeRevenue(sql, sql`organization_id = ${spot.organization}`)}`;
  const unpaid: number[] = [];
  for (const day of ['2026-05-31', '2026-06-30', '2026-07-31']) {
    unpaid.push(await sql.begin((tx) => readUnpaid(tx, spot.organization, day as LocalDate)));
  }
  return { lifetime: lifetime.gross, unpaid };
}

// The factory's organization takes 10 %: 900 of each 1000 is net.
test('sums of a lifetime and of what is unpaid stay the same when months close, and late entries still count', async () => {
  await pay('2026-04-10T19:00:00Z', '2026-05-10T19:00:00Z', '2026-06-10T19:00:00Z');
  await pay('2026-07-10T19:00:00Z');
  const sums = { lifetime: 4000, unpaid: [1800, 2700, 3600] };
  expect(await readSums()).toEqual(sums);
  for (const day of ['2026-05-01', '2026-06-01', '2026-07-01', '2026-07-01', '2026-05-01']) {
    await closeBefore(day);
    expect(await readSums(), day).toEqual(sums);
  }
  const [closing] = await sql`select closed_before from revenue_closing`;
  expect(closing).toEqual({ closed_before: '2026-07-01' });

  await pay('2026-05-20T19:00:00Z', '2026-07-20T19:00:00Z');
  expect(await readSums()).toEqual({ lifetime: 6000, unpaid: [2700, 3600, 5400] });
  const closed = await sql`select gross, rentals from revenue_closed_months`;
  expect([...closed]).toEqual([{ gross: 4000, rentals: 4 }]);
});

test('a month closes when two whole months have passed after it', () => {
  expect(closingDay(fromIso('2026-07-31T23:59:00Z'))).toBe('2026-05-01');
  expect(closingDay(fromIso('2026-08-01T00:00:00Z'))).toBe('2026-06-01');
});
