import { listAuditEntries } from '@lotkeeper/contract/trust/audit-entries';
import { createEvidencePacket } from '@lotkeeper/contract/trust/evidence';
import {
  createPrivacyRequest,
  downloadPrivacyRequest,
  erasePrivacyRequest,
  getPrivacyRequest,
  listPrivacyRequests,
  requestMessages,
} from '@lotkeeper/contract/trust/privacy-requests';
import { readZip } from '@lotkeeper/evidence/packet-files';
import { verifyPacket } from '@lotkeeper/evidence/verify-packet';
import { beforeEach, expect, test } from 'vitest';
import { openSealKey } from '../../../records/trust/seal-key.ts';
import { signedInMember } from '../../../testing/people.factory.ts';
import {
  driver,
  eraseDriver,
  longAfter,
  makeDriver,
} from '../../../testing/privacy-requests.factory.ts';
import { sealAt } from '../../../testing/seals.factory.ts';
import type { TestSpot } from '../../../testing/spots.factory.ts';
import { makeSpot } from '../../../testing/spots.factory.ts';
import { testApp } from '../../../testing/test-app.ts';

let spot: TestSpot;
let params: { id: string };
let by: { token: string };

const at = await testApp({ now: longAfter });
const sql = at.database.system;

beforeEach(async () => {
  at.clock.set(longAfter);
  spot = await makeSpot(sql);
  params = { id: String(spot.organization) };
  by = await signedInMember(at, { pk: spot.organization }, 'ADMIN');
});

type Kind = 'plate' | 'email' | 'phone';

const open = async (value: string, kind: Kind = 'plate'): Promise<{ pk: number }> =>
  (await at.call(createPrivacyRequest, { params, body: { kind, value } }, by)).body;

const find = async (value: string, kind: Kind = 'plate') => {
  const { pk } = await open(value, kind);
  return (await at.call(getPrivacyRequest, { params: { ...params, request: pk } }, by)).body;
};

const download = (request: number) =>
  at.call(downloadPrivacyRequest, { params: { ...params, request } }, by);
const erase = (request: number, confirm: string) =>
  at.call(erasePrivacyRequest, { params: { ...params, request }, body: { confirm } }, by);

const countFound = (findings: Awaited<ReturnType<typeof find>>['findings']) =>
  Object.fromEntries((findings ?? []).map((row) => [row.class, [row.found, row.due]]));

test('a plate is found however it is written, with what erasing would do to each class', async () => {
  await makeDriver(at, spot);
  const { request, findings, plates } = await find(' qrz-77 81');
  expect(request).toMatchObject({ kind: 'plate', hint: 'QR•••81', state: 'open', erased: [] });
  expect(plates).toEqual([{ plate: driver.plate, state: 'AZ', country: 'US' }]);
  // Found, and what would be erased: money stays.
  expect(countFound(findings)).toEqual({
    rentals: [1, 1],
    ledger_entries: [1, 0],
    visits: [2, 2],
    plate_reads: [3, 3],
    images: [4, 4],
    camera_messages: [1, 1],
    visitors: [1, 1],
    service_cars: [1, 1],
    // With its alert.
    watched_plates: [2, 2],
    uploads: [3, 3],
    violations: [1, 1],
    appeals: [1, 1],
    valet_sessions: [1, 1],
    texts: [8, 8],
  });
});

test('a person is found by email and phone, with the plates of their rentals', async () => {
  await makeDriver(at, spot);
  const byPhone = await find('(602) 555-9911', 'phone');
  expect(byPhone.request.hint).toBe('•••11');
  expect(byPhone.plates).toEqual([{ plate: driver.plate, state: 'AZ', country: 'US' }]);
  expect(countFound(byPhone.findings)).toEqual({
    rentals: [1, 1],
    ledger_entries: [1, 0],
    images: [2, 2],
    visitors: [1, 1],
    uploads: [3, 3],
    appeals: [1, 1],
    valet_sessions: [1, 1],
    texts: [4, 4],
  });
  const byEmail = await find('MINA.Quackenbush@example.org', 'email');
  expect(byEmail.request.hint).toBe('m•••@•••.org');
  expect(countFound(byEmail.findings)).toEqual({
    rentals: [1, 1],
    ledger_entries: [1, 0],
    images: [1, 1],
    bulk_rentals: [1, 1],
    appeals: [1, 1],
    texts: [1, 1],
  });
});

test('searches for a driver are found, and stay', async () => {
  const { pk } = await signedInMember(at, { pk: spot.organization }, 'EMPLOYEE');
  const row = { organization_id: spot.organization, person_pk: pk, page: 'visitors' };
  for (const [term, term_key] of [
    [driver.plate, driver.key],
    ['QRZ', 'QRZ'],
  ] as const) {
    const times = { searched_at: at.clock(), last_searched_at: at.clock() };
    await sql`
      insert into plate_searches ${sql.values({ ...row, ...times, term, term_key, first_key: 'QRZ' })}`;
  }
  expect((await find(driver.plate)).findings).toEqual([
    { class: 'plate_searches', found: 1, due: 0, remaining: [{ reason: 'access', count: 1 }] },
  ]);
});

test('nothing is found for a plate that never came', async () => {
  await makeDriver(at, spot);
  expect((await find('QRZ 7782')).findings).toEqual([]);
  expect((await find('QRZ 778')).findings).toEqual([]);
});

test('an impossible plate, email, or phone is refused', async () => {
  const refuse = async (kind: Kind, value: string, plate_state?: string) => {
    const body = { kind, value, ...(plate_state ? { plate_state } : {}) };
    return (await at.call(createPrivacyRequest, { params, body }, by)).error.fields;
  };
  expect(await refuse('plate', ' - ')).toEqual({ value: requestMessages.notPlate });
  expect(await refuse('email', 'robin')).toEqual({ value: requestMessages.notEmail });
  expect(await refuse('phone', '555')).toEqual({ value: requestMessages.notPhone });
  expect(await refuse('phone', '6025550147', 'AZ')).toEqual({
    plate_state: requestMessages.stateOfPlate,
  });
});

test('an export has what a direct query finds, and its images', async () => {
  await makeDriver(at, spot);
  const { pk } = await open(driver.plate);
  const { response } = await download(pk);
  expect(response.headers['content-type']).toBe('application/zip');
  const files = new Map(
    (await readZip(response.rawPayload)).map(({ name, bytes }) => [name, Buffer.from(bytes)]),
  );
  const readRows = (name: string): Record<string, unknown>[] =>
    JSON.parse(files.get(`${name}.json`)?.toString() ?? '[]');
  const readPks = (name: string) => readRows(name).map((row) => row.pk);
  const query = async (table: string, condition = 'true') =>
    (
      await sql<{ pk: number }[]>`
        select pk from ${sql.identifier(table)}
        where organization_id = ${spot.organization} and ${sql.unsafe(condition)} order by pk`
    ).map((row) => row.pk);
  expect(readPks('visits')).toEqual(await query('visits', `plate_key = '${driver.key}'`));
  expect(readPks('plate_reads')).toEqual(await query('plate_reads', `plate_key = '${driver.key}'`));
  expect(readPks('ledger_entries')).toEqual(await query('ledger_entries'));
  expect(readPks('violations')).toEqual(await query('violations'));
  expect(readRows('rentals')).toMatchObject([
    { renter_email: driver.email, car: { plate: driver.plate, make: 'Studebaker' } },
  ]);
  expect(readRows('camera_messages')).toMatchObject([{ text: `{"plate":"${driver.key}"}` }]);
  expect(readRows('texts')).toHaveLength(8);
  expect(readRows('appeals')).toMatchObject([{ email: driver.email, reason: 'permitted' }]);
  const images = [...files].filter(([name]) => name.startsWith('images/'));
  expect(images.map(([, bytes]) => bytes.toString()).toSorted()).toEqual([
    `car ${spot.pk}`,
    'the driver’s scratch',
    'the driver’s violation',
    `the receipt at ${spot.pk}`,
  ]);
  expect(files.get('summary.csv')?.toString()).toContain('"Visits","2","2"');
  expect(files.get('README.txt')?.toString()).toContain(driver.key);
});

test('requests are listed, and the audit log has the plate masked', async () => {
  await makeDriver(at, spot);
  const { pk } = await open(driver.plate);
  await download(pk);
  expect((await erase(pk, 'QRZ7782')).error.fields).toEqual({ confirm: requestMessages.notSame });
  expect((await erase(pk, 'qrz 7781')).body.state).toBe('waiting');
  expect((await erase(pk, 'qrz 7781')).body.state).toBe('waiting');
  await eraseDriver(at, spot, pk, { now: longAfter });
  const { body: list } = await at.call(listPrivacyRequests, { params, query: { page: 1 } }, by);
  expect(list).toMatchObject({
    count: 1,
    results: [{ state: 'done', exported_at: at.clock(), confirmed_by: 'Robin Reyes' }],
  });
  const { body: audit } = await at.call(listAuditEntries, { params, query: { page: 1 } }, by);
  expect(audit.results.map(({ act, subject }) => [act, subject])).toEqual([
    ['remove', 'privacy request about QR•••81'],
    ['change', 'privacy request about QR•••81'],
    ['export', 'privacy request about QR•••81'],
    ['create', 'privacy request about QR•••81'],
  ]);
  expect((await download(pk)).error).toMatchObject({
    code: 'not_found',
    detail: requestMessages.forgotten,
  });
});

test('an evidence packet of a rental whose driver was erased verifies, and has no plate', async () => {
  const { rental } = await makeDriver(at, spot);
  await sealAt(sql, '2027-01-20T12:00:00Z');
  const { pk } = await open(driver.plate);
  await erase(pk, driver.plate);
  await eraseDriver(at, spot, pk, { now: longAfter });
  const packet = { query: { rental: String(rental) } };
  const { response } = await at.call(createEvidencePacket, packet, by);
  const key = openSealKey(at.secretBox).fingerprint;
  expect((await verifyPacket(response.rawPayload, { trustedKeys: [key] })).verdict).toBe('proved');
  const text = (await readZip(response.rawPayload))
    .map(({ bytes }) => Buffer.from(bytes).toString('latin1'))
    .join('\n');
  expect(text).not.toMatch(/QRZ.?7781|Quackenbush/i);
});

test('the result of a search is not cached longer than it is needed', async () => {
  const { request } = await find(driver.plate);
  const [row] = await sql<{ hint: string; sealed: string }[]>`
    select hint, encode(subject_sealed, 'escape') as sealed from privacy_requests where pk = ${request.pk}`;
  expect(row?.sealed).not.toContain(driver.key);
});
