import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { zstdDecompressSync } from 'node:zlib';
import { ingestRentals } from '@lotkeeper/contract/cars/ingest';
import type { BasisPoints } from '@lotkeeper/contract/kernel/money';
import { cents, computeShare } from '@lotkeeper/contract/kernel/money';
import { expect, test } from 'vitest';
import { migrateJobsAt } from './kernel/data/jobs.ts';
import { listMigrationNames } from './kernel/data/migration-files.ts';
import { migrate } from './kernel/data/migrations.ts';
import { listDisagreements } from './records/ledger.ts';
import { verifySeals } from './records/verify-seals.ts';
import { makeApiKey } from './testing/api-keys.factory.ts';
import { atEnd } from './testing/at-end.ts';
import { lastOfFirstRelease, linkFirstRelease, loadRows } from './testing/releases/release-data.ts';
import type { RecordedPages } from './testing/releases/release-pages.ts';
import { recordedAt, recordPages } from './testing/releases/release-pages.ts';
import { testApp } from './testing/test-app.ts';
import { unmigratedDatabase } from './testing/test-database.ts';

const releases = join(import.meta.dirname, 'testing/releases');
const readRecorded = (name: string) =>
  zstdDecompressSync(readFileSync(join(releases, name))).toString();

const database = await unmigratedDatabase();
const folder = mkdtempSync(join(tmpdir(), 'lotkeeper-release-'));
atEnd(() => rmSync(folder, { recursive: true }));
linkFirstRelease(folder);
await migrate(database, { folder });
await loadRows(database, readRecorded('0.1.0.sql.zst'));
await database.system`analyze`;
const applied = await migrate(database);
await migrateJobsAt(database.url);

test('the demo of release 0.1.0 gets every migration since then', async () => {
  const names = await listMigrationNames();
  expect(applied).toEqual(names.filter((name) => Number(name.slice(0, 4)) > lastOfFirstRelease));
});

test('after the upgrade, every rollup agrees with the ledger and every seal with its rows', async () => {
  expect(await listDisagreements(database.system)).toEqual([]);
  const { seals, rows, differing } = await verifySeals(database.system);
  expect({ seals, differing }).toEqual({ seals: 2, differing: 0 });
  expect(rows).toBeGreaterThan(1000);
});

test('after the upgrade, pages show the figures that release 0.1.0 showed', async () => {
  const recorded = JSON.parse(readRecorded('0.1.0.pages.json.zst')) as RecordedPages;
  const pages = await recordPages(database.system, await testApp({ now: recordedAt, database }));
  expect(Object.keys(recorded).length).toBeGreaterThan(30);
  // A later release may return more fields.
  expect(pages).toMatchObject(recorded);
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
  // What was agreed before there were bases: 1080 − 80 − 31 = 969, at the rate that the organization has.
  const [entry] = await database.system<[{ commission: number; rate: number }]>`
    select commission, commission_rate as rate from ledger_entries e join organizations o on o.pk = e.organization_id
    where source = 'gate'`;
  expect(entry.commission).toBe(computeShare(cents(969), entry.rate as BasisPoints));
  expect(await listDisagreements(database.system)).toEqual([]);
});
