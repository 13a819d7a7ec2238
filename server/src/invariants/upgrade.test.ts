// The only test in which the migrations after the schema meet rows, 10,700 of the demo, as they do at every operator's.
// The rows are of 0.1.0, the first release: they keep guarding the way from it once it's tagged.
import { ingestRentals } from '@lotkeeper/contract/intake/ingest';
import type { BasisPoints } from '@lotkeeper/contract/kernel/money';
import { cents, computeShare } from '@lotkeeper/contract/kernel/money';
import { expect, test } from 'vitest';
import { listMigrationNames } from '../kernel/data/migration-files.ts';
import { migrate } from '../kernel/data/migrations.ts';
import { listDisagreements } from '../records/money/ledger.ts';
import { verifySeals } from '../records/trust/verify-seals.ts';
import { makeApiKey } from '../testing/api-keys.factory.ts';
import { readRelease, restoreRelease } from '../testing/releases/release-data.ts';
import { recordedAt, recordPages } from '../testing/releases/release-pages.ts';
import { testApp } from '../testing/test-app.ts';
import { unmigratedDatabase } from '../testing/test-database.ts';

const release = '0.1.0';
const recorded = readRelease(release);
const database = await unmigratedDatabase();
await restoreRelease(database, release);
const applied = await migrate(database);

test(`the demo of release ${release} gets every migration since then`, async () => {
  const names = await listMigrationNames();
  expect(applied).toEqual(names.filter((name) => !recorded.migrations.includes(name)));
});

test('after the upgrade, every rollup agrees with the ledger and every seal with its rows', async () => {
  expect(await listDisagreements(database.system)).toEqual([]);
  const { seals, rows, differing } = await verifySeals(database.system);
  expect({ seals, differing }).toEqual({ seals: 2, differing: 0 });
  expect(rows).toBeGreaterThan(1000);
});

test(`after the upgrade, pages show the figures that release ${release} showed`, async () => {
  const pages = await recordPages(database.system, await testApp({ now: recordedAt, database }));
  expect(Object.keys(recorded.pages).length).toBeGreaterThan(30);
  // A later release may return more fields.
  expect(pages).toMatchObject(recorded.pages);
});

test('after the upgrade, a new rental is recorded and counted', async () => {
  const { call } = await testApp({ now: recordedAt, database });
  const [spot] = await database.system<[{ pk: number; organization_id: number }]>`
    select pk, organization_id from spots order by pk limit 1`;
  const { key } = await makeApiKey(database.system, { pk: spot.organization_id }, ['rentals']);
  const start_date = '2026-06-15T09:30:00-07:00';
  const amounts = { amount: 1080, tax: 80, processing_fee: 31 };
  const item = {
    source: 'gate',
    external_id: 'after-upgrade',
    spot: spot.pk,
    rental_type: 'hourly' as const,
    start_date,
    end_date: '2026-06-15T11:30:00-07:00',
    car: { plate: 'ABC 123', state: 'AZ', country: 'US' as const },
    charges: [{ external_id: 'c', occurred_at: start_date, ...amounts }],
  };
  const { body } = await call(ingestRentals, { body: { items: [item] } }, { token: key });
  expect(body.results).toMatchObject([{ outcome: 'recorded' }]);
  // Without another base, it's a share of gross revenue.
  const [entry] = await database.system<[{ commission: number; rate: number }]>`
    select commission, commission_rate as rate from ledger_entries e join organizations o on o.pk = e.organization_id
    where source = 'gate'`;
  expect(entry.commission).toBe(computeShare(cents(1080), entry.rate as BasisPoints));
  expect(await listDisagreements(database.system)).toEqual([]);
});
