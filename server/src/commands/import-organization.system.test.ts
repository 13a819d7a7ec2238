import { fromIso } from '@lotkeeper/contract/kernel/calendar';
import { expect, test } from 'vitest';
import { openSealKey } from '../records/trust/seal-key.ts';
import { exportToFile } from '../testing/exported-organization.ts';
import { makeOrganization } from '../testing/people.factory.ts';
import { dataFolder, runToEnd } from '../testing/processes.ts';
import { record, rental } from '../testing/rentals.factory.ts';
import { makeSpot } from '../testing/spots.factory.ts';
import { testApp } from '../testing/test-app.ts';
import { testDatabase } from '../testing/test-database.ts';

const program = 'commands/import-organization.ts';

test('import-organization imports a file once, and refuses what isn’t an empty installation', async () => {
  const now = '2026-06-15T19:05:00Z';
  const old = await testApp({ now });
  const organization = await makeOrganization(old.database.system, { name: 'Sonoran Parking' });
  const spot = await makeSpot(old.database.system, { organization });
  await record(old.database.system, spot, [rental(spot, '2026-06-14T19:00:00Z', 1000)]);
  const path = await exportToFile({ ...old, now: fromIso(now) }, organization.pk);
  const key = openSealKey(old.secretBox).fingerprint;
  const fresh = await testDatabase();
  const settings = { DATABASE_URL: fresh.url, DATA_DIR: dataFolder() };
  const first = await runToEnd(program, settings, [path, '--key', key]);
  expect([first.code, first.error]).toEqual([0, '']);
  expect(first.out).toContain(`Imported Sonoran Parking as of 2026-06-15T19:05:00.000Z: `);
  expect(first.out).toContain('0 sums differ from the ledger, and 0 seals match their rows.');
  expect(first.out).toContain(`The file is signed with the key ${key}.`);
  const [{ gross }] = await fresh.system<[{ gross: number }]>`
    select sum(gross)::bigint as gross from revenue_days`;
  expect(gross).toBe(1000);
  const second = await runToEnd(program, settings, [path]);
  expect([second.code, second.error.includes('This installation isn’t empty')]).toEqual([1, true]);
  const wrong = await runToEnd(program, settings, []);
  expect([wrong.code, wrong.error.startsWith('Usage: ')]).toEqual([1, true]);
});
