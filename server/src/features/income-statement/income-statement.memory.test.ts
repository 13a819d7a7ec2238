import { request } from 'node:http';
import type { AddressInfo } from 'node:net';
import { createInterface } from 'node:readline';
import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import { downloadMovements } from '@lotkeeper/contract/income-statement';
import type { LocalDate } from '@lotkeeper/contract/kernel/calendar';
import { expect, test } from 'vitest';
import { signedInMember } from '../../testing/people.factory.ts';
import { makeSpot } from '../../testing/spots.factory.ts';
import { addressOf, testApp } from '../../testing/test-app.ts';

const rows = 100_000;
/** What the heap may grow by, in bytes; all rows at once would take about ten times as much. */
const mostGrowth = 8 * 1024 * 1024;

setFlagsFromString('--expose-gc');
const collectGarbage = runInNewContext('gc') as () => void;

function heapInUse(): number {
  collectGarbage();
  return process.memoryUsage().heapUsed;
}

test('a year of 100,000 movements is sent whole, in constant memory', async () => {
  const at = await testApp({ now: '2026-06-15T12:00:00Z' });
  const sql = at.database.system;
  const spot = await makeSpot(sql);
  const { token } = await signedInMember(at, { pk: spot.organization }, 'ADMIN');
  await sql`
    insert into ledger_entries (organization_id, spot_pk, kind, rental_type, occurred_at, local_date,
      local_hour, source, external_id, gross, tax)
    select ${spot.organization}, ${spot.pk}, 'charge', 'hourly', timestamptz '2025-01-01 07:00Z' + n * interval '5 minutes',
      date '2025-01-01' + n / 288, n / 12 % 24, 'test', 'movement-' || n, 100 + n, n % 100
    from generate_series(0, ${rows - 1}) n`;
  await at.app.listen({ port: 0, host: '127.0.0.1' });
  const { port } = at.app.server.address() as AddressInfo;
  const query = {
    spot: spot.uuid,
    start_date: '2025-01-01' as LocalDate,
    end_date: '2025-12-31' as LocalDate,
  };
  const path = addressOf(downloadMovements, { query });

  const before = heapInUse();
  let count = 0;
  let last = '';
  let most = 0;
  await new Promise<void>((resolve, reject) => {
    const asked = request(
      { port, path, headers: { authorization: `Token ${token}` } },
      (answer) =>
        void (async () => {
          for await (const line of createInterface({ input: answer })) {
            count += 1;
            last = line;
            if (count % 10_000 === 0) most = Math.max(most, heapInUse() - before);
          }
        })().then(resolve, reject),
    );
    asked.on('error', reject);
    asked.end();
  });
  expect(count).toBe(1 + rows);
  expect(last).toContain(`movement-${rows - 1},1000.99,`);
  expect(most).toBeLessThan(mostGrowth);
});
