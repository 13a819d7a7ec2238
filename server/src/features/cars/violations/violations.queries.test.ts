import type { LocalDate } from '@lotkeeper/contract/kernel/calendar';
import { expect, test } from 'vitest';
import { countPagesRead, openSpotScope } from '../../../testing/query-plans.ts';
import { makeSpot } from '../../../testing/spots.factory.ts';
import { testApp } from '../../../testing/test-app.ts';
import { readTicketPage } from './violations.queries.ts';

const at = await testApp({ now: '2026-06-15T19:00:00Z' });
const sql = at.database.system;
const spot = await makeSpot(sql);

/** Violations of 2024; every thousandth is open. */
async function fillViolations(count: number): Promise<void> {
  await sql`
    insert into violations (organization_id, spot_pk, code, plate, plate_key, status, amount, created_at,
      source, external_id)
    select ${spot.organization}, ${spot.pk}, 'C' || n, 'ABC 123', 'ABC123',
      case when n % 1000 = 0 then 'Created' else 'Paid' end, 5500,
      timestamptz '2024-01-01 08:00:00Z' + n * interval '1 minute', 'test', 'v-' || n
    from generate_series(1, ${count}::int) n`;
  await sql`vacuum analyze violations`;
}

test('the lists of violations read few database pages even when 30,000 violations exist', async () => {
  await fillViolations(30_000);
  const scope = { ...openSpotScope(at.database, spot), role: 'ADMIN' as const };
  const open = { spot: spot.uuid, status: 'Created', page: 1 } as const;
  const { count, total_amount } = await readTicketPage(scope, open);
  expect([count, total_amount]).toEqual([30, 30 * 5500]);
  // 30,000 rows take up about 400 pages; 30 open ones are far apart in the table, each read no more than twice.
  expect(await countPagesRead(scope, (reader) => readTicketPage(reader, open))).toBeLessThan(80);
  // One day of 21, whose 1,440 violations are counted in the index: about 12 pages, and the page of rows.
  const day = '2024-01-10' as LocalDate;
  const ofDay = { spot: spot.uuid, start_date: day, end_date: day, page: 1 };
  expect((await readTicketPage(scope, ofDay)).count).toBe(1440);
  expect(await countPagesRead(scope, (reader) => readTicketPage(reader, ofDay))).toBeLessThan(40);
});
