import type { LocalDate } from '@lotkeeper/contract/kernel/calendar';
import { compareRanges } from '@lotkeeper/contract/money/changes';
import { expect, test } from 'vitest';
import { must } from '../../../kernel/must.ts';
import { countPagesRead, openSpotScope } from '../../../testing/query-plans.ts';
import { makeSpot } from '../../../testing/spots.factory.ts';
import { testApp } from '../../../testing/test-app.ts';
import { readPeriods } from './changes.queries.ts';

const at = await testApp({ now: '2026-06-15T19:00:00Z' });
const sql = at.database.system;
const spot = await makeSpot(sql);

/** Entries of April and May 2026; every five hundredth is a penalty, the others are rental charges. */
async function fillLedger(count: number): Promise<void> {
  await sql`
    insert into ledger_entries (organization_id, spot_pk, kind, rental_type, occurred_at, local_date, local_hour,
      source, external_id, gross, refund, tax, processing_fee, commission, rentals)
    select ${spot.organization}, ${spot.pk}, case when n % 500 = 0 then 'penalty' else 'charge' end, 'hourly',
      timestamptz '2026-04-01 19:00:00Z' + (n % 61) * interval '1 day',
      date '2026-04-01' + n % 61, 12, 'test', 'e-' || n, 1000, 0, 0, 0, 0, case when n % 500 = 0 then 0 else 1 end
    from generate_series(1, ${count}::int) n`;
  await sql`vacuum analyze`;
}

test('two months of 30,000 entries are read from rollups, and the penalties by their index', async () => {
  await fillLedger(30_000);
  const scope = openSpotScope(at.database, spot);
  const ranges = must(
    compareRanges('month', '2026-05-01' as LocalDate, '2026-06-15' as LocalDate),
    'ranges',
  );
  const [row] = await readPeriods(scope, ranges);
  const counts = row?.rows.map(({ entry_count, penalty_count }) => [entry_count, penalty_count]);
  expect(counts?.map(([entries = 0]) => entries).reduce((sum, entries) => sum + entries, 0)).toBe(
    30_000,
  );
  expect(counts?.map(([, penalties = 0]) => penalties).reduce((sum, some) => sum + some, 0)).toBe(
    60,
  );
  // 30,000 entries take up about 600 pages.
  expect(await countPagesRead(scope, (reader) => readPeriods(reader, ranges))).toBeLessThan(60);
});
