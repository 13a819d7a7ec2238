import { open } from 'node:fs/promises';
import { fromIso } from '@lotkeeper/contract/kernel/calendar';
import { expect, test } from 'vitest';
import { loadDemo } from '../demo/load-demo.ts';
import { makeDaySealer } from '../features/trust/seals/seals.jobs.ts';
import { listDisagreements } from '../records/money/ledger.ts';
import { openSealKey } from '../records/trust/seal-key.ts';
import { verifyImages } from '../records/trust/verify-images.ts';
import { verifySeals } from '../records/trust/verify-seals.ts';
import { locateRecords, readAllAnswers } from '../testing/all-answers.ts';
import { exportToFile } from '../testing/exported-organization.ts';
import { recordPages } from '../testing/releases/release-pages.ts';
import { testApp } from '../testing/test-app.ts';
import { importOrganization } from './import-organization.ts';
import { verifyExport } from './verify-export.ts';

const now = '2026-06-15T19:05:00Z';
const made = { now: fromIso(now) };
const old = await testApp({ now });
await loadDemo(old.database, { now: made.now, days: 2, files: old.files });
const seal = ({ database, clock, secretBox }: typeof old) =>
  makeDaySealer({ sql: database.system, clock, secretBox })();
await seal(old);
const [organization] = await old.database.system<[{ pk: number }]>`
  select organization_id as pk from ledger_entries group by 1 order by count(*) desc limit 1`;
const path = await exportToFile({ ...old, ...made }, organization.pk);
const fresh = await testApp({ now });
const trustedKey = openSealKey(old.secretBox).fingerprint;
const imported = await importOrganization({ ...fresh, path, trustedKey });
const { system: sql } = fresh.database;

async function readManifest(file: string) {
  const handle = await open(file);
  try {
    return (await verifyExport(handle)).manifest;
  } finally {
    await handle.close();
  }
}

test('an imported organization agrees with its ledger, its seals, and its images', async () => {
  expect(imported.rows).toBeGreaterThan(3000);
  expect(imported.seals).toBe(1);
  expect(imported.images).toBeGreaterThan(500);
  expect(await listDisagreements(sql)).toEqual([]);
  expect(await verifySeals(sql)).toMatchObject({ seals: 1, differing: 0 });
  expect(await verifyImages(sql, fresh.files, () => undefined)).toMatchObject({ differing: 0 });
});

test('an export of the imported organization has the same bytes in every file', async () => {
  const again = await exportToFile({ ...fresh, ...made }, organization.pk);
  expect(await readManifest(again)).toEqual(await readManifest(path));
});

/** Answers that differ after an import, and why; none of them is a figure. */
const differing = {
  getOperationsRegion: 'Regions belong to the installation.',
  getPayoutAccount: 'The bank is connected again.',
  getSetup: 'So the set-up is missing it.',
  listMembers: 'When a member signed in last belongs to the installation.',
};

test('every call that reads has the same answer, except four that show no figures', async () => {
  const location = await locateRecords(old.database, organization.pk);
  const before = await readAllAnswers(old, location);
  const after = await readAllAnswers(fresh, location);
  const names = [...before.keys()];
  const others = names.filter((name) => before.get(name) !== after.get(name));
  expect(others).toEqual(Object.keys(differing));
  const answered = names.filter((name) => before.get(name)?.startsWith('200'));
  expect(answered.length).toBeGreaterThan(110);
});

test('the pages of the imported organization show the same figures', async () => {
  const pages = await recordPages(sql, fresh);
  const before = await recordPages(old.database.system, old);
  const urls = Object.keys(pages);
  expect(urls.length).toBeGreaterThan(15);
  expect(pages).toEqual(Object.fromEntries(urls.map((url) => [url, before[url]])));
});

test('an installation that has an organization is refused, and so are another key and none', async () => {
  await expect(importOrganization({ ...old, path, trustedKey })).rejects.toThrow(
    'This installation isn’t empty',
  );
  const empty = await testApp({ now });
  const importing = importOrganization({ ...empty, path, trustedKey: 'a'.repeat(64) });
  await expect(importing).rejects.toThrow('not with the one named by --key');
  const unknown = importOrganization({ ...empty, path, trustedKey: undefined });
  await expect(unknown).rejects.toThrow(`it is signed with the key ${trustedKey}, and anyone can`);
  expect(await empty.database.system`select from organizations`).toEqual([]);
});

test('days after the import are sealed as a continuation of the imported seals', async () => {
  fresh.clock.forward(24 * 60 * 60 * 1000);
  await sql`
    insert into audit_entries (organization_id, person_pk, act, happened_at, subject_type)
    select ${organization.pk}, min(pk), 'change', now(), 'organization' from people`;
  await seal(fresh);
  expect(await verifySeals(sql)).toMatchObject({ seals: 2, differing: 0 });
});
