import type { LocalDate } from '@lotkeeper/contract/kernel/calendar';
import { weeksToCompare } from '@lotkeeper/contract/money/week';
import { expect, test } from 'vitest';
import { countPagesRead, openScope } from '../../../testing/query-plans.ts';
import { makeSpot } from '../../../testing/spots.factory.ts';
import { testApp } from '../../../testing/test-app.ts';
import { readTaken } from './week.queries.ts';

const at = await testApp({ now: '2026-06-15T19:00:00Z' });
const sql = at.database.system;
const spot = await makeSpot(sql);

/** Rentals of two hours each, one every half hour before June 15, 2026. */
async function fillRentals(count: number): Promise<void> {
  await sql`
    insert into rentals (organization_id, spot_pk, rental_type, source, external_id, start_date, end_date,
      start_local_date)
    select ${spot.organization}, ${spot.pk}, 'hourly', 'test', 'r-' || n, start, start + interval '2 hours',
      start::date
    from (select n, timestamptz '2026-06-15 07:00:00Z' - n * interval '30 minutes' as start
      from generate_series(1, ${count}::int) n) r`;
  await sql`vacuum analyze`;
}

test('what took spaces in three weeks of two years of rentals is read by indexes', async () => {
  await fillRentals(35_000);
  const scope = openScope(at.database, spot);
  const weeks = weeksToCompare('2026-06-15' as LocalDate);
  const spots = [{ pk: spot.pk, timezone: 'America/Phoenix' }];
  const rows = await readTaken(scope, spots, weeks);
  // Four rentals at any time, for 168 hours.
  expect(rows.map((row) => row.occupied_seconds / 3600)).toEqual([4 * 168, 4 * 168, 4 * 168]);
  // The rentals take up about 700 pages, each of their indexes about 300.
  expect(await countPagesRead(scope, (reader) => readTaken(reader, spots, weeks))).toBeLessThan(
    400,
  );
});
