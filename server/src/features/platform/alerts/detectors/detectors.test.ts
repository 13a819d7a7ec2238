import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { LocalDate } from '@lotkeeper/contract/kernel/calendar';
import { fromIso, instant } from '@lotkeeper/contract/kernel/calendar';
import { hourMs, minuteMs } from '@lotkeeper/contract/kernel/durations';
import { beforeEach, expect, test } from 'vitest';
import { recordAuditEntry } from '../../../../records/trust/audit-entries.ts';
import { makeUsualCamera } from '../../../../testing/alert-week.factory.ts';
import { makeCameraFeed } from '../../../../testing/cameras.factory.ts';
import { makeEvent } from '../../../../testing/events.factory.ts';
import { makePayoutAccount } from '../../../../testing/payouts.factory.ts';
import { affiliate, makeOrganization, makePerson } from '../../../../testing/people.factory.ts';
import { dataFolder } from '../../../../testing/processes.ts';
import { record, rental } from '../../../../testing/rentals.factory.ts';
import { sealAt } from '../../../../testing/seals.factory.ts';
import type { TestSpot } from '../../../../testing/spots.factory.ts';
import { makeSpot } from '../../../../testing/spots.factory.ts';
import { testApp } from '../../../../testing/test-app.ts';
import { makeVisitorCode, makeVisitorImport } from '../../../../testing/visitors.factory.ts';
import { makeVisit } from '../../../../testing/visits.factory.ts';
import type { Detector } from '../problem.ts';
import { openCameraDetector, waitingConnections } from './camera-detector.ts';
import { carDetectors } from './car-detectors.ts';
import { careDetectors, openBackupDetector, openSealDetector } from './care-detectors.ts';
import { moneyDetectors } from './money-detectors.ts';
import { openOccupancyDetector } from './occupancy-detector.ts';

const noon = fromIso('2026-06-15T19:00:00Z');
const monday = '2026-06-15' as LocalDate;
const zone = 'America/Phoenix';

const app = await testApp({ now: '2026-06-15T19:00:00Z' });
const sql = app.database.system;

let organization: { pk: number; uuid: string };
let spot: TestSpot;
beforeEach(async () => {
  organization = await makeOrganization(sql);
  spot = await makeSpot(sql, { organization });
});

/** The problems of this test's organization. */
const find = async (detectors: readonly Detector[], now = noon) => {
  const found = await Promise.all(detectors.map((one) => one.findProblems(sql, now)));
  return found.flat().filter((problem) => problem.organization_id === organization.pk);
};

test('a failed import of visitors is a problem until one of its property works, not of another', async () => {
  const upload = async (at: TestSpot) => {
    const { pk } = await makeVisitorImport(sql, at, await makeVisitorCode(sql, at));
    return pk;
  };
  const failed = await upload(spot);
  await sql`update visitor_imports set state = 'failed', finished_at = ${noon} where pk = ${failed}`;
  await upload(await makeSpot(sql, { organization }));
  expect(await find(careDetectors)).toMatchObject([{ kind: 'import_failed', spot_pk: spot.pk }]);
  await upload(spot);
  expect(await find(careDetectors)).toEqual([]);
});

test('a connection that waits for its first message for a day is a problem until it sends or is revoked', async () => {
  const feed = await makeCameraFeed(sql, organization, 'axis', { spot });
  const set = (column: string, at: number | null) =>
    sql`update camera_feeds set ${sql.unsafe(column)} = ${at} where pk = ${feed.pk}`;
  await set('created_at', noon - 25 * hourMs);
  expect(await find([waitingConnections])).toMatchObject([
    { kind: 'connection_waiting', spot_pk: spot.pk, since: noon - 25 * hourMs },
  ]);
  expect(await find([waitingConnections], instant(noon - 2 * hourMs))).toEqual([]);
  await set('last_message_at', noon);
  expect(await find([waitingConnections])).toEqual([]);
});

async function watchPlate(of: object = {}) {
  const person = await makePerson(sql);
  await sql`
    insert into watched_plates ${sql.values({
      organization_id: organization.pk,
      plate: 'ABC 123',
      plate_key: 'ABC123',
      plate_state: 'AZ',
      purpose: 'enforcement',
      created_by: person.pk,
      created_at: noon,
      ends_at: noon + 24 * hourMs,
      ...of,
    })}`;
}

test('a watched plate is a problem from its entrance to its exit', async () => {
  await watchPlate();
  expect(await find(carDetectors)).toEqual([]);
  const visit = await makeVisit(sql, spot, '2026-06-15T18:00:00Z');
  const [problem, ...others] = await find(carDetectors);
  expect(others).toEqual([]);
  expect(problem).toMatchObject({
    kind: 'watched_plate',
    spot_pk: spot.pk,
    since: noon - hourMs,
    facts: { plate: 'ABC 123', purpose: 'enforcement', visit_pk: visit },
  });
  await sql`update visits set exit_at = ${noon} where pk = ${visit}`;
  expect(await find(carDetectors)).toEqual([]);
});

test.each([
  ['of another state', { plate_state: 'NV' }],
  ['that is no longer watched', { ends_at: noon - 1 }],
  ['that is watched elsewhere', { plate_key: 'XYZ' }],
])('a plate %s is no problem', async (_, of) => {
  await watchPlate(of);
  await makeVisit(sql, spot, '2026-06-15T18:00:00Z');
  expect(await find(carDetectors)).toEqual([]);
});

test('a plate that another organization watches is no problem here', async () => {
  await watchPlate();
  const elsewhere = await makeSpot(sql);
  await makeVisit(sql, elsewhere, '2026-06-15T18:00:00Z');
  const found = await Promise.all(carDetectors.map((one) => one.findProblems(sql, noon)));
  expect(found.flat()).toEqual([]);
});

test('payouts are held after a change of bank, and while the processor wants something', async () => {
  await makePayoutAccount(app, organization);
  expect(await find(moneyDetectors)).toEqual([]);
  const change = (of: { held_until: number | null; requirements: string | null }) => sql`
    update payout_accounts set bank_changed_at = ${noon}, held_until = ${of.held_until},
      requirements = ${of.requirements}::text::jsonb where organization_id = ${organization.pk}`;
  await change({ held_until: noon + 72 * hourMs, requirements: null });
  expect(await find(moneyDetectors)).toMatchObject([
    { kind: 'payout_held', since: noon, facts: { until: noon + 72 * hourMs, reason: null } },
  ]);
  const requirements = {
    can_be_paid: false,
    due: ['company.tax_id'],
    past_due: [],
    is_checking: false,
    disabled_reason: 'requirements.past_due',
    deadline: null,
  };
  await change({ held_until: noon - 1, requirements: JSON.stringify(requirements) });
  expect(await find(moneyDetectors)).toMatchObject([
    { kind: 'payout_held', facts: { until: null, reason: expect.stringMatching(/\w/) } },
  ]);
  await change({
    held_until: null,
    requirements: JSON.stringify({ ...requirements, can_be_paid: true }),
  });
  expect(await find(moneyDetectors)).toEqual([]);
});

test('a day that isn’t sealed for six hours is a problem, a quiet organization isn’t', async () => {
  let detectors = [openSealDetector()];
  await sql`update organizations set created_at = ${noon - 100 * hourMs}`;
  // Phoenix's June 16 begins at 07:00 UTC, its June 15 is sealed at 08:00 and late at 13:00, and the job has an hour.
  const late = fromIso('2026-06-16T14:00:00Z');
  expect(await find(detectors, late)).toEqual([]);
  detectors = [openSealDetector()];
  const person = await makePerson(sql);
  await sql.begin((tx) =>
    recordAuditEntry(tx, { organizationId: organization.pk, person }, noon, {
      act: 'change',
      subject: 'property',
      pk: spot.pk,
      before: { name: 'A' },
      after: { name: 'B' },
    }),
  );
  expect(await find(detectors, instant(late - hourMs - 1))).toEqual([]);
  expect(await find(detectors, instant(late - hourMs + 10 * minuteMs))).toEqual([]);
  expect(await find(detectors, instant(late + 10 * minuteMs))).toMatchObject([
    { kind: 'seal_late', since: fromIso('2026-06-16T07:00:00Z'), facts: { day: null } },
  ]);
  await sealAt(sql, '2026-06-16T14:00:00Z');
  expect(await find(detectors, instant(late + 20 * minuteMs))).toEqual([]);
});

test('a backup that is late is sent where an Admin is a superuser', async () => {
  const folder = dataFolder();
  const write = (complete_until: string) => {
    const state = { timeline: 1, start: 0, position: 0, sha256: '', complete_until };
    mkdirSync(join(folder, 'wal', '0a1b2c3d'), { recursive: true });
    writeFileSync(join(folder, 'wal', '0a1b2c3d', 'archive.json'), JSON.stringify(state));
  };
  const detectors = [openBackupDetector(folder)];
  write('2026-06-15T18:45:00Z');
  expect(await find(detectors)).toEqual([]);
  await affiliate(sql, await makePerson(sql, { superuser: true }), organization, 'ADMIN');
  expect(await find(detectors)).toMatchObject([
    { kind: 'backup_late', since: fromIso('2026-06-15T18:45:00Z') },
  ]);
  write('2026-06-15T18:46:00Z');
  expect(await find(detectors)).toEqual([]);
});

test('a limit that is changed counts at the next look', async () => {
  const setLimit = (percent: number | null) => sql`
    insert into alert_settings (organization_id, spot_pk, occupancy_percent)
    values (${organization.pk}, null, ${percent})
    on conflict (organization_id, spot_pk) do update set occupancy_percent = excluded.occupancy_percent`;
  await record(sql, spot, [
    rental(spot, '2026-06-15T18:30:00Z', 500),
    rental(spot, '2026-06-15T18:30:00Z', 500),
  ]);
  const detector = openOccupancyDetector();
  expect(await find([detector])).toEqual([]);
  await setLimit(1);
  expect(await find([detector], instant(noon + minuteMs / 2))).toMatchObject([
    { kind: 'occupancy_high', facts: { cars: 2, spaces: 100, percent: 2, limit: 1 } },
  ]);
  await setLimit(2);
  expect(await find([detector], instant(noon + minuteMs))).toEqual([]);
  await setLimit(null);
  expect(await find([detector], instant(noon + minuteMs))).toEqual([]);
});

test('a folder without an archive, or that can’t be read, is late after as long', async () => {
  await affiliate(sql, await makePerson(sql, { superuser: true }), organization, 'ADMIN');
  const folder = dataFolder();
  const empty = [openBackupDetector(folder)];
  expect(await find(empty)).toEqual([]);
  expect(await find(empty, instant(noon + 14 * minuteMs))).toEqual([]);
  expect(await find(empty, instant(noon + 15 * minuteMs))).toMatchObject([{ since: noon }]);
});

test('a camera without enough reads to know its rhythm may be quiet for a day', async () => {
  await sql`
    insert into cameras ${sql.values({
      organization_id: organization.pk,
      camera_ref: 'new',
      name: 'New gate',
      spot_pk: spot.pk,
      first_seen_at: noon - 40 * hourMs,
      last_read_at: noon - 24 * hourMs,
    })}`;
  expect(await find([openCameraDetector()])).toEqual([]);
  const [problem] = await find([openCameraDetector()], instant(noon + 1));
  expect(problem).toMatchObject({ since: noon - 24 * hourMs, cost: null });
});

test('a silent camera says how many cars it missed and what they probably bring', async () => {
  const camera = await makeUsualCamera(sql, spot, {
    name: 'North gate',
    perHour: 30,
    first: monday,
    timezone: zone,
  });
  await sql`update cameras set last_read_at = ${noon} where pk = ${camera.pk}`;
  await sql`
    insert into camera_hours (organization_id, camera_pk, local_date, local_hour, reads)
    select ${organization.pk}, ${camera.pk}, ${monday}, h, 30 from generate_series(6, 12) h`;
  // A hundred cars brought $1,000 in the weeks before.
  await sql`
    insert into visit_days values
      (${organization.pk}, ${spot.pk}, '2026-06-10', 'paid_by_driver', 100, 0)`;
  await sql`
    insert into revenue_days (organization_id, spot_pk, local_date, rental_type, gross, refunds, refund_count, tax,
      processing_fee, commission, enforcement, enforcement_count, marketing, dynamic_pricing, rentals)
    values (${organization.pk}, ${spot.pk}, '2026-06-10', 'hourly', 100000, 0, 0, 0, 0, 0, 0, 0, 0, 0, 100)`;
  const detector = openCameraDetector();
  expect(await find([detector], instant(noon + 29 * minuteMs))).toEqual([]);
  expect(await find([detector], instant(noon + 40 * minuteMs))).toMatchObject([
    { subject: `camera ${camera.pk}`, since: noon, cost: null },
  ]);
  // The hour after that of its last read, which is over: 30 cars.
  expect(await find([detector], instant(noon + 2 * hourMs))).toMatchObject([
    {
      since: noon,
      cost: 30_000,
      facts: { camera: 'North gate', missed: 30, missed_most: 30, cost_least: 30_000 },
    },
  ]);
  await sql`update cameras set last_read_at = ${noon + 41 * minuteMs} where pk = ${camera.pk}`;
  expect(await find([detector], instant(noon + 42 * minuteMs))).toEqual([]);
});

test('a camera isn’t silent while an event closes its property, even for some hours', async () => {
  await makeUsualCamera(sql, spot, { name: 'Gate', perHour: 30, first: monday, timezone: zone });
  await makeEvent(sql, spot, { start_time: '10:00:00', end_time: '12:00:00', is_lot_closed: true });
  await sql`
    update cameras set last_read_at = ${noon - 2 * hourMs} where organization_id = ${organization.pk}`;
  const detector = openCameraDetector();
  expect(await find([detector])).toEqual([]);
  expect(await find([detector], instant(noon + 29 * minuteMs))).toEqual([]);
  expect(await find([detector], instant(noon + 31 * minuteMs))).toHaveLength(1);
});

test('the camera of a sender that was disconnected is no problem', async () => {
  await makeUsualCamera(sql, spot, { name: 'Gate', perHour: 30, first: monday, timezone: zone });
  const [feed] = await sql<[{ pk: number }]>`
    insert into camera_feeds (organization_id, name, format, key_hash, hint, created_at, revoked_at)
    values (${organization.pk}, 'x', 'axis', ${Buffer.from(organization.uuid)}, 'abcd', ${noon}, ${noon}) returning pk`;
  await sql`
    update cameras set last_read_at = ${noon - 9 * hourMs}, feed_pk = ${feed.pk}
    where organization_id = ${organization.pk}`;
  expect(await find([openCameraDetector()])).toEqual([]);
});
