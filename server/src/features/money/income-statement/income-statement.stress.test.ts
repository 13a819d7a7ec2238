import type { IncomingMessage } from 'node:http';
import { request } from 'node:http';
import type { AddressInfo } from 'node:net';
import { createInterface } from 'node:readline';
import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import { createApiKey, listApiKeys } from '@lotkeeper/contract/intake/api-keys';
import { downloadMovements } from '@lotkeeper/contract/money/income-statement';
import { beforeAll, expect, test } from 'vitest';
import type { TestSpot } from '../../../testing/spots.factory.ts';
import type { TestApp } from '../../../testing/test-app.ts';
import { addressOf } from '../../../testing/test-app.ts';
import { testProperty } from '../../../testing/test-property.ts';

const rows = 100_000;
/** How much the heap may grow, in bytes; all rows at once would take about ten times as much. */
const maxGrowth = 8 * 1024 * 1024;

setFlagsFromString('--expose-gc');
const collectGarbage = runInNewContext('gc') as () => void;

function heapInUse(): number {
  collectGarbage();
  return process.memoryUsage().heapUsed;
}

let at: TestApp;
let spot: TestSpot;
let token: string;

beforeAll(async () => {
  ({ at, spot, token } = await testProperty({ now: '2026-06-15T12:00:00Z' }));
  const sql = at.database.system;
  await sql`
    insert into ledger_entries (organization_id, spot_pk, kind, rental_type, occurred_at, local_date,
      local_hour, source, external_id, gross, tax)
    select ${spot.organization}, ${spot.pk}, 'charge', 'hourly', timestamptz '2025-01-01 07:00Z' + n * interval '5 minutes',
      date '2025-01-01' + n / 288, n / 12 % 24, 'test', 'movement-' || n, 100 + n, n % 100
    from generate_series(0, ${rows - 1}) n`;
  // As autovacuum does for any server in use: without it, each read is planned for an empty table.
  await sql`analyze`;
  await at.app.listen({ port: 0, host: '127.0.0.1' });
});

function startDownload(): Promise<IncomingMessage> {
  const { port } = at.app.server.address() as AddressInfo;
  const path = addressOf(downloadMovements, {
    query: { spot: spot.uuid, start_date: '2025-01-01', end_date: '2025-12-31' },
  });
  return new Promise((resolve, reject) => {
    const headers = { authorization: `Token ${token}` };
    request({ port, path, headers, agent: false }, resolve).on('error', reject).end();
  });
}

test('a file of 100,000 ledger entries is sent completely, each ledger entry once, in constant memory', async () => {
  const before = heapInUse();
  let count = 0;
  let cents = 0;
  let last = '';
  let most = 0;
  for await (const line of createInterface({ input: await startDownload() })) {
    if (count > 0) cents += Math.round(Number(line.split(',')[7]) * 100);
    count += 1;
    last = line;
    if (count % 10_000 === 0) most = Math.max(most, heapInUse() - before);
  }
  expect(count).toBe(1 + rows);
  expect(cents).toBe(100 * rows + (rows * (rows - 1)) / 2);
  expect(last).toContain(`movement-${rows - 1},1000.99,`);
  expect(most).toBeLessThan(maxGrowth);
});

test('clients that abort a download do not keep anyone else from reading or writing', async () => {
  const halted = await Promise.all(Array.from({ length: 12 }, startDownload));
  const params = { id: String(spot.organization) };
  const body = { name: 'Gate', grants: ['reviews' as const] };
  const made = await at.call(createApiKey, { params, body }, { token });
  const list = await at.call(listApiKeys, { params }, { token });
  expect([made.status, list.status]).toEqual([200, 200]);
  for (const answer of halted) answer.destroy();
});
