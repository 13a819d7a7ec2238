import { open, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { dayMs } from '@lotkeeper/contract/kernel/durations';
import { listAuditEntries } from '@lotkeeper/contract/trust/audit-entries';
import {
  createOrganizationExport,
  downloadOrganizationExport,
  exportMessages,
  listOrganizationExports,
} from '@lotkeeper/contract/trust/organization-exports';
import { beforeEach, expect, test } from 'vitest';
import { verifyExport } from '../../../organization-file/verify-export.ts';
import { makeOrganization, signedInMember } from '../../../testing/people.factory.ts';
import { record, rental } from '../../../testing/rentals.factory.ts';
import { makeSpot } from '../../../testing/spots.factory.ts';
import { testApp } from '../../../testing/test-app.ts';
import { makeExporter, makeExportSweeper } from './exports.jobs.ts';

const now = '2026-06-15T19:00:00Z';
const at = await testApp({ now });
let organization: { pk: number };
let by: { token: string };
let params: { id: string };

beforeEach(async () => {
  at.clock.set(now);
  const sql = at.database.system;
  organization = await makeOrganization(sql, { name: 'Sonoran Parking' });
  const spot = await makeSpot(sql, { organization });
  await record(sql, spot, [rental(spot, '2026-06-14T19:00:00Z', 1000)]);
  await record(sql, await makeSpot(sql), []);
  by = await signedInMember(at, organization, 'ADMIN');
  params = { id: String(organization.pk) };
});

const start = (confirm = 'sonoran parking') =>
  at.call(createOrganizationExport, { params, body: { confirm } }, by);
const deps = () => ({ ...at, sql: at.database.system });
const run = (pk: number) =>
  makeExporter(deps())({ organization_id: organization.pk, export_pk: pk });
const list = async () => (await at.call(listOrganizationExports, { params }, by)).body;
const downloadExport = (pk: number) =>
  at.call(downloadOrganizationExport, { params: { ...params, export: String(pk) } }, by);

test('an Admin exports everything, sees it done, downloads it, and the audit log has both', async () => {
  const { body, status } = await start();
  expect([status, body.state, body.done_rows]).toEqual([200, 'waiting', 0]);
  expect((await downloadExport(body.pk)).error.detail).toBe(exportMessages.notReady);
  await run(body.pk);
  const [done] = (await list()).exports;
  expect(done).toMatchObject({ state: 'done', expires_at: at.clock() + 7 * dayMs, downloads: 0 });
  expect(done?.done_rows).toBe(done?.all_rows);
  const { body: second } = await start();
  expect((await list()).exports.map(({ pk }) => pk)).toEqual([second.pk, body.pk]);
  const { response } = await downloadExport(body.pk);
  expect(response.headers['content-disposition']).toContain('everything sonoran-parking.zip');
  expect(response.rawPayload.length).toBe(done?.bytes);
  const path = join(at.filesFolder, 'download.zip');
  await writeFile(path, response.rawPayload);
  const handle = await open(path);
  const { manifest } = await verifyExport(handle);
  await handle.close();
  const rows = new Map(manifest.files.map((file) => [file.name, file.rows]));
  // One organization, its property and rental, with the charge; the Admin; nothing of the other organization.
  const names = ['organizations', 'spots', 'rentals', 'ledger_entries', 'affiliations'];
  expect(names.map((name) => rows.get(`data/${name}.csv`))).toEqual([1, 1, 1, 1, 1]);
  const { body: log } = await at.call(listAuditEntries, { params, query: { page: 1 } }, by);
  expect(log.results.map(({ act, subject_type }) => [act, subject_type])).toEqual([
    ['export', 'export of everything'],
    ['create', 'export of everything'],
    ['create', 'export of everything'],
  ]);
});

test('images with the same bytes count once, and deleted ones don’t', async () => {
  const sql = at.database.system;
  for (const [file, bytes] of [
    ['a', 100],
    ['a', 100],
    ['b', 50],
    ['c', 7],
  ] as const)
    await sql`insert into images (organization_id, kind, file, media_type, bytes, taken_at)
      values (${organization.pk}, 'note', ${file.repeat(64)}, 'image/png', ${bytes}, now())`;
  await sql`update images set kind = 'deleted', deletion = 1 where bytes = 7`;
  expect(await list()).toMatchObject({ images: 2, image_bytes: 150 });
});

test('another name, or a second export at the same time, is refused', async () => {
  expect((await start('Rival Parking')).error.fields).toEqual({ confirm: exportMessages.notSame });
  expect((await start()).status).toBe(200);
  const second = await start();
  expect([second.status, second.error.detail]).toEqual([409, exportMessages.isRunning]);
  expect((await list()).exports).toHaveLength(1);
});

test('an export that was interrupted is written again, and its first file is removed', async () => {
  const { body } = await start();
  const first = '11111111-1111-4111-8111-111111111111';
  await at.files.keep(
    first,
    (async function* () {
      yield Buffer.from('half of a ZIP');
    })(),
  );
  await at.database.system`
    update organization_exports set state = 'running', file = ${first} where pk = ${body.pk}`;
  expect((await downloadExport(body.pk)).status).toBe(404);
  await makeExportSweeper(deps())();
  await run(body.pk);
  expect(await at.files.open(first)).toBeNull();
  expect((await list()).exports[0]).toMatchObject({ state: 'done' });
});

test('while one export is written, another organization’s waits', async () => {
  const { body } = await start();
  await at.database.withSession(async (sql) => {
    await sql`select pg_advisory_lock(hashtextextended('export of everything', 0))`;
    await run(body.pk);
  });
  expect((await list()).exports[0]).toMatchObject({ state: 'waiting' });
});

test('an export that can’t be written fails, and offers nothing', async () => {
  const { body } = await start();
  const files = {
    ...at.files,
    keep: () => Promise.reject(new Error('The disk is full.')),
  };
  const writing = makeExporter({ ...deps(), files })({
    organization_id: organization.pk,
    export_pk: body.pk,
  });
  await expect(writing).rejects.toThrow('The export of an organization failed.');
  expect((await list()).exports[0]).toMatchObject({ state: 'failed', expires_at: null });
  expect((await downloadExport(body.pk)).status).toBe(404);
});

test('an export is removed after seven days', async () => {
  const { body } = await start();
  await run(body.pk);
  const [{ file }] = await at.database.system<[{ file: string }]>`
    select file from organization_exports where pk = ${body.pk}`;
  at.clock.forward(7 * dayMs);
  by = await signedInMember(at, organization, 'ADMIN');
  expect((await downloadExport(body.pk)).error.detail).toBe(exportMessages.notReady);
  await makeExportSweeper(deps())();
  expect(await at.files.open(file)).toBeNull();
  expect((await list()).exports[0]).toMatchObject({ state: 'removed' });
});
