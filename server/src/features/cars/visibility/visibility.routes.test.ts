import { randomUUID } from 'node:crypto';
import {
  getHeroStats,
  getRecentImages,
  listCarTracking,
  recentPictures,
} from '@lotkeeper/contract/cars/visibility';
import { fromIso, toEpochSeconds } from '@lotkeeper/contract/kernel/calendar';
import { beforeEach, expect, test } from 'vitest';
import type { ImageInput } from '../../../records/cars/images.ts';
import { recordImages } from '../../../records/cars/images.ts';
import type { VisitInput } from '../../../records/cars/visits/visits.ts';
import { recordVisits } from '../../../records/cars/visits/visits.ts';
import { signedInSuperuser } from '../../../testing/people.factory.ts';
import { record, recording, rental } from '../../../testing/rentals.factory.ts';
import type { TestSpot } from '../../../testing/spots.factory.ts';
import { makeSpot } from '../../../testing/spots.factory.ts';
import { testApp } from '../../../testing/test-app.ts';
import { makeStaffedSpot } from '../../../testing/test-property.ts';
import { makeViolation } from '../../../testing/violations.factory.ts';
import { plateRead, recordReads, settling, visitTo } from '../../../testing/visits.factory.ts';

let spot: TestSpot;
let token: string;

// Noon of June 15 in Phoenix, whose day begins at 07:00 UTC.
const at = await testApp({ now: '2026-06-15T19:00:00Z' });
const sql = at.database.system;

beforeEach(async () => {
  ({ spot, token } = await makeStaffedSpot(at));
});

const stats = async () =>
  (await at.call(getHeroStats, { query: { uuid: spot.uuid } }, { token })).body;
const images = async () =>
  (await at.call(getRecentImages, { params: { id: String(spot.pk) } }, { token })).body;

test('a property without rentals and cameras has zeros and no number of vehicles seen', async () => {
  expect(await stats()).toEqual({
    occupancy: 0,
    peak: 0,
    max_capacity: 100,
    vehicles_seen: null,
    transient_rentals: 0,
    valet_rentals: 0,
  });
});

test('rentals that began at the valet stand are counted among the transient ones of today', async () => {
  await record(sql, spot, [
    rental(spot, '2026-06-15T17:00:00Z', 500),
    rental(spot, '2026-06-15T18:00:00Z', 500, { source: 'valet' }),
    rental(spot, '2026-06-14T18:00:00Z', 500, { source: 'valet' }),
  ]);
  expect(await stats()).toMatchObject({ transient_rentals: 2, valet_rentals: 1 });
});

test('the recent images are the newest ones of cars and of plates, without images of notes', async () => {
  expect(await images()).toEqual({ overhead_images: [], lpr_images: [] });
  const taken = (kind: ImageInput['kind'], minute: number): ImageInput => ({
    uuid: randomUUID(),
    spot_pk: spot.pk,
    kind,
    file: 'a'.repeat(64),
    media_type: 'image/png',
    bytes: 100,
    taken_at: fromIso(`2026-06-15T10:0${minute}:00Z`),
    orientation: 'Entrance',
  });
  await recording(sql, spot.organization, (recorder) =>
    recordImages(recorder, [
      ...[0, 1, 2, 3, 4, 5].map((minute) => taken('overview', minute)),
      taken('plate', 6),
      taken('note', 7),
    ]),
  );
  const { overhead_images, lpr_images } = await images();
  expect(overhead_images).toHaveLength(recentPictures);
  expect(overhead_images[0]).toEqual({
    url: expect.stringMatching(/^\/api\/pictures\//),
    event_datetime: '2026-06-15T10:05:00.000Z',
    orientation: 'Entrance',
  });
  expect(lpr_images).toHaveLength(1);
});

const visit = (entrance: string | null, overrides: Partial<VisitInput> = {}) =>
  visitTo(spot, entrance, overrides);
const addVisits = (...visits: VisitInput[]) =>
  recording(sql, spot.organization, (recorder) => recordVisits(recorder, visits));
const superuser = async () => (await signedInSuperuser(at)).token;

function read(query: {
  page?: number;
  plate?: string;
  status?: 'renter' | 'violator';
  rental_type?: 'hourly';
  is_demo?: 'true';
  day?: string;
  by?: string;
}) {
  const { day = '2026-06-15', by = token, page = 1, ...more } = query;
  const start = toEpochSeconds(fromIso(`${day}T07:00:00Z`));
  return at.call(
    listCarTracking,
    { query: { uuid: spot.uuid, page, start, end: start + 86_400, ...more } },
    { token: by },
  );
}
const platesOf = async (query: Parameters<typeof read>[0]) =>
  (await read(query)).body.results.map(({ plate }) => plate);

test('the driver log shows the property’s visits of one day, newest first', async () => {
  await addVisits(
    visit('2026-06-15T06:59:59Z', { plate: 'EVE' }),
    visit('2026-06-15T07:00:00Z', { plate: 'FIRST' }),
    visit('2026-06-15T18:00:00Z', { plate: 'LAST' }),
    visit(null, { plate: 'EXITED', exit_at: fromIso('2026-06-15T09:00:00Z') }),
  );
  expect(await platesOf({})).toEqual(['LAST', 'EXITED', 'FIRST']);
  expect(await platesOf({ day: '2026-06-14' })).toEqual(['EVE']);
});

test('the driver log shows what is known of a visit, and an Admin does not see the number of all visits', async () => {
  await addVisits(visit('2026-06-15T10:00:00Z', { exit_at: fromIso('2026-06-15T11:00:00Z') }));
  const { body } = await read({});
  expect(body).toEqual({
    count: 1,
    results: [
      {
        pk: expect.any(Number),
        plate: 'ABC 123',
        state: 'AZ',
        status: 'renter',
        entrance_timestamp: toEpochSeconds(fromIso('2026-06-15T10:00:00Z')),
        exit_timestamp: toEpochSeconds(fromIso('2026-06-15T11:00:00Z')),
        entrance_time_of_arrival: false,
        exit_time_of_arrival: false,
        entrance_image: null,
        exit_image: null,
        entrance_license_plate_image: null,
        exit_license_plate_image: null,
        rental_count: 0,
        exit_missed: false,
        violation_code: null,
      },
    ],
  });
});

test('the driver log distinguishes a car that is still there from one whose exit was missed', async () => {
  await addVisits(
    visit('2026-06-15T10:00:00Z', { plate: 'GONE', exit_missed: true }),
    visit('2026-06-15T11:00:00Z', { plate: 'HERE' }),
  );
  const { body } = await read({});
  expect(body.results.map(({ plate, exit_missed }) => [plate, exit_missed])).toEqual([
    ['HERE', false],
    ['GONE', true],
  ]);
});

test("the driver log shows the code of a visit's own violation, and no code in the demo", async () => {
  const [recorded] = await addVisits(
    visit('2026-06-15T10:00:00Z', { plate: 'KLM4417', status: 'violator' }),
  );
  const visit_pk = recorded?.pk ?? null;
  await makeViolation(sql, spot, { code: 'ABCDEF7', visit_pk });
  await addVisits(visit('2026-06-15T12:00:00Z', { plate: 'KLM4417' }));
  const codesOf = async (query: Parameters<typeof read>[0]) =>
    (await read(query)).body.results.map(({ violation_code }) => violation_code);
  expect(await codesOf({})).toEqual([null, 'ABCDEF7']);
  expect(await codesOf({ is_demo: 'true', by: await superuser() })).toEqual([null, null]);
});

test('the driver log marks only a time that is the arrival of the camera’s message', async () => {
  const { system } = at.database;
  const seen = (time: string, direction: 'Entrance' | 'Exit', time_of_arrival: boolean) =>
    plateRead(spot, `2026-06-15T${time}:00Z`, direction, { time_of_arrival });
  await recordReads(system, spot, [seen('10:00', 'Entrance', false), seen('11:00', 'Exit', true)]);
  await settling(at.database, at.clock).settle(spot);
  expect((await read({})).body.results).toMatchObject([
    { entrance_time_of_arrival: false, exit_time_of_arrival: true },
  ]);
});

test('the driver log counts all visits of a plate in any spelling for superusers', async () => {
  await addVisits(
    visit('2026-01-01T10:00:00Z', { plate: 'abc-123' }),
    visit('2026-06-15T10:00:00Z'),
    visit('2026-06-15T11:00:00Z', { plate: 'OTHER' }),
  );
  const { body } = await read({ by: await superuser() });
  expect(body.results.map((one) => [one.plate, one.visit_count])).toEqual([
    ['OTHER', 1],
    ['ABC 123', 2],
  ]);
});

test('the driver log shows 20 visits per page and the total count', async () => {
  await addVisits(
    ...Array.from({ length: 23 }, (_, minute) =>
      visit(`2026-06-15T10:${String(minute).padStart(2, '0')}:00Z`),
    ),
  );
  const [first, second, third] = await Promise.all([1, 2, 3].map((page) => read({ page })));
  expect(first?.body.results).toHaveLength(20);
  expect(second?.body.results).toHaveLength(3);
  expect(third?.body).toEqual({ count: 23, results: [] });
});

test('the driver log can be filtered by a part of the plate, by status, and by rental type', async () => {
  await addVisits(
    visit('2026-06-15T10:00:00Z', { plate: 'KLM 4417' }),
    visit('2026-06-15T11:00:00Z', { plate: 'XYZ 1', status: 'violator' }),
  );
  expect(await platesOf({ plate: 'm-44' })).toEqual(['KLM 4417']);
  expect(await platesOf({ plate: '%' })).toEqual([]);
  expect(await platesOf({ status: 'violator' })).toEqual(['XYZ 1']);
  expect(await platesOf({ rental_type: 'hourly' })).toEqual([]);
});

test('the driver log shows nothing of another property or organization', async () => {
  await addVisits(visit('2026-06-15T10:00:00Z'));
  spot = await makeSpot(sql, { organization: { pk: spot.organization } });
  expect(await platesOf({})).toEqual([]);
  spot = await makeSpot(sql);
  expect((await read({})).status).toBe(404);
});

test('the driver log shows up to 31 days at once, however long ago', async () => {
  await addVisits(
    visit('2024-09-30T10:00:00Z', { plate: 'BEFORE' }),
    visit('2024-10-01T10:00:00Z', { plate: 'FIRST' }),
    visit('2024-11-01T06:59:59Z', { plate: 'LAST' }),
    visit('2024-11-01T07:00:00Z', { plate: 'AFTER' }),
  );
  const start = toEpochSeconds(fromIso('2024-10-01T07:00:00Z'));
  const readUntil = (end: number) =>
    at.call(listCarTracking, { query: { uuid: spot.uuid, page: 1, start, end } }, { token });
  const { body } = await readUntil(start + 31 * 86_400);
  expect([body.count, body.results.map(({ plate }) => plate)]).toEqual([2, ['LAST', 'FIRST']]);
  const [longest, tooLong] = [start + 31 * 86_400 + 3600, start + 31 * 86_400 + 3601];
  expect((await readUntil(longest)).status).toBe(200);
  for (const end of [start, start - 1, tooLong]) {
    const { status, error } = await readUntil(end);
    expect([status, error.fields]).toEqual([400, { end: 'Must be within 31 days after start.' }]);
  }
});

test('the demo of the driver log is only for superusers and hides most of each plate', async () => {
  await addVisits(visit('2026-06-15T10:00:00Z', { plate: 'KLM4417' }));
  expect((await read({ is_demo: 'true' })).status).toBe(403);
  expect(await platesOf({ is_demo: 'true', by: await superuser() })).toEqual(['•••••17']);
});
