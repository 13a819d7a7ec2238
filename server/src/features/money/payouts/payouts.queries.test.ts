import type { LocalDate } from '@lotkeeper/contract/kernel/calendar';
import { cents } from '@lotkeeper/contract/kernel/money';
import { expect, test } from 'vitest';
import { scopeMaker } from '../../../kernel/access/scope.ts';
import { recordPayouts } from '../../../records/money/entries.ts';
import { countPagesRead } from '../../../testing/query-plans.ts';
import { record, recording, rental } from '../../../testing/rentals.factory.ts';
import type { TestSpot } from '../../../testing/spots.factory.ts';
import { makeSpot } from '../../../testing/spots.factory.ts';
import { testProperty } from '../../../testing/test-property.ts';
import { readUnpaid } from './payout-orders.queries.ts';
import { listPayoutRows, readPayoutAccount, readPayouts } from './payouts.queries.ts';

const { at, sql, organization, spot, token } = await testProperty({ now: '2026-06-15T19:00:00Z' });

/** Forty payouts; the bank returned every fourth. */
async function makePayouts(organizationId: number): Promise<void> {
  const payout = (n: number) => ({
    source: 'payout',
    external_id: `n-${n}`,
    paid_at: (at.clock() - n * 86_400_000) as never,
    local_date: '2026-05-01' as never,
    amount: cents(100 + n),
    statement_descriptor: `LOTKEEPER ${n}`,
  });
  const payouts = Array.from({ length: 40 }, (_, n) => payout(n));
  const returned = payouts
    .filter((_, n) => n % 4 === 0)
    .map((one) => ({
      ...one,
      external_id: `returned ${one.external_id}`,
      returns: one.external_id,
      amount: cents(-one.amount),
    }));
  await recording(at.database.system, organizationId, (recorder) =>
    recordPayouts(recorder, [...payouts, ...returned]),
  );
}

/** Charges written directly to the ledger, ten a second from 2024 on. */
async function fillLedger(spot: TestSpot, from: number, to: number): Promise<void> {
  await sql`
    insert into ledger_entries (organization_id, spot_pk, kind, rental_type, occurred_at, local_date,
      local_hour, source, external_id, gross)
    select ${spot.organization}, ${spot.pk}, 'charge', 'hourly', occurred_at, '2024-01-01', 0, 'payout',
      'charge-' || n, 100
    from (select n, timestamptz '2024-01-01 08:00:00Z' + n * interval '100 milliseconds' as occurred_at
      from generate_series(${from}::int, ${to}::int) n) made`;
  await sql`vacuum analyze ledger_entries`;
}

async function measureReads() {
  const session = await at.sessions.find(token);
  if (!session) throw new Error('The member has no session.');
  const scope = scopeMaker(at.database).organization(session.person, organization.pk);
  const account = { processor: 'sandbox', now: at.clock() };
  return {
    list: await countPagesRead(scope, (counted) => listPayoutRows(counted, 1)),
    file: await countPagesRead(scope, (counted) => readPayouts(counted)),
    account: await countPagesRead(scope, (counted) =>
      // The result is the plan instead of a row, so the caller's parsing fails.
      readPayoutAccount(counted, account).catch(() => null),
    ),
  };
}

test('reading payouts takes about as many database pages when the ledger is a hundred times as long', async () => {
  await makePayouts(organization.pk);
  await fillLedger(spot, 1, 300);
  const short = await measureReads();
  await fillLedger(spot, 301, 30_000);
  const long = await measureReads();
  // The indexes may grow by one level, which adds a page for each of the 40 payouts.
  expect(long.list).toBeLessThanOrEqual(short.list + 15);
  // In a short ledger all entries are on a few pages; in a long one each of the 40 is looked up with its return and its
  // order, instead of 600 pages read.
  expect(long.file).toBeLessThanOrEqual(short.file + 200);
  expect(long.account).toBeLessThanOrEqual(short.account + 2);
});

// The factory's organization takes 10 %: 900 of each 1000 is net.
test('what is unpaid up to a day is all that was earned by then, wherever in its month the day is', async () => {
  const other = await makeSpot(sql);
  const starts = ['2026-04-10', '2026-05-10', '2026-06-10', '2026-06-25'];
  await record(
    sql,
    other,
    starts.map((day) => rental(other, `${day}T19:00:00Z`, 1000)),
  );
  const unpaid: Record<string, number> = {};
  for (const day of ['2026-04-30', '2026-05-09', '2026-05-31', '2026-06-20', '2026-06-25'])
    unpaid[day] = await sql.begin((tx) => readUnpaid(tx, other.organization, day as LocalDate));
  expect(unpaid).toEqual({
    '2026-04-30': 900,
    '2026-05-09': 900,
    '2026-05-31': 1800,
    '2026-06-20': 2700,
    '2026-06-25': 3600,
  });
});
