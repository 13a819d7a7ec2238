import type { LocalDate } from '@lotkeeper/contract/kernel/calendar';
import { cents } from '@lotkeeper/contract/kernel/money';
import { expect, test } from 'vitest';
import { movement, record, rental } from '../../testing/rentals.factory.ts';
import { expectFoundCent, listRollupColumns } from '../../testing/rollup-cents.ts';
import { makeSpot } from '../../testing/spots.factory.ts';
import { testDatabase } from '../../testing/test-database.ts';
import { makeVisit } from '../../testing/visits.factory.ts';

const { system: sql } = await testDatabase();
const spot = await makeSpot(sql);
const car = { plate: 'AAA1', state: 'AZ', country: 'US' as const };
await record(
  sql,
  spot,
  ['2026-04-15T19:00:00Z', '2026-06-15T19:00:00Z'].map((start) =>
    rental(spot, start, 0, { car, movements: [movement(start, 1000, { tax: cents(80) })] }),
  ),
);
await makeVisit(sql, spot, '2026-06-15T19:00:00Z', {
  outcome: 'unexplained',
  local_date: '2026-06-15' as LocalDate,
  uncollected: cents(700),
});

test.each(await listRollupColumns(sql))(
  'a comparison finds one cent in $rollup.$column, and a rebuild repairs it',
  async (column) => {
    expect.hasAssertions();
    await expectFoundCent(sql, column);
  },
);
