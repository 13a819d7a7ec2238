import { randomUUID } from 'node:crypto';
import { fromIso } from '@lotkeeper/contract/kernel/calendar';
import { getHeroStats, getRecentImages, recentPictures } from '@lotkeeper/contract/visibility';
import { beforeEach, expect, test } from 'vitest';
import type { ImageInput } from '../../records/images.ts';
import { recordImages } from '../../records/images.ts';
import { signedInMember } from '../../testing/people.factory.ts';
import { record, recording, rental } from '../../testing/rentals.factory.ts';
import type { TestSpot } from '../../testing/spots.factory.ts';
import { makeSpot } from '../../testing/spots.factory.ts';
import { testApp } from '../../testing/test-app.ts';
import { makeVisit } from '../../testing/visits.factory.ts';

let spot: TestSpot;
let token: string;

// Noon of June 15 in Phoenix, whose day begins at 07:00 UTC.
const at = await testApp({ now: '2026-06-15T19:00:00Z' });

beforeEach(async () => {
  spot = await makeSpot(at.database.system);
  token = (await signedInMember(at, { pk: spot.organization }, 'ADMIN')).token;
});

const stats = async () =>
  (await at.call(getHeroStats, { query: { uuid: spot.uuid } }, { token })).body;
const images = async () =>
  (await at.call(getRecentImages, { params: { id: String(spot.pk) } }, { token })).body;

const from = (start: string, end: string | null, more: Parameters<typeof rental>[3] = {}) =>
  rental(spot, start, 500, { end_date: end === null ? null : fromIso(end), ...more });
const saw = (entrance: string) => makeVisit(at.database.system, spot, entrance);

test('a property without rentals and cameras has zeros and no number of vehicles seen', async () => {
  expect(await stats()).toEqual({
    occupancy: 0,
    peak: 0,
    max_capacity: 100,
    vehicles_seen: null,
    transient_rentals: 0,
  });
});

test('today’s peak counts cars that were there at once and no car that came as another left', async () => {
  await record(at.database.system, spot, [
    from('2026-06-14T20:00:00Z', '2026-06-15T06:00:00Z'),
    from('2026-06-15T05:00:00Z', '2026-06-15T09:00:00Z'),
    from('2026-06-15T08:00:00Z', '2026-06-15T10:00:00Z'),
    from('2026-06-15T10:00:00Z', '2026-06-15T12:00:00Z'),
    from('2026-06-15T18:00:00Z', '2026-06-15T20:00:00Z'),
    from('2026-06-15T21:00:00Z', '2026-06-15T22:00:00Z'),
  ]);
  expect(await stats()).toMatchObject({ occupancy: 1, peak: 2, transient_rentals: 3 });
});

test('monthly rentals take spaces but are not transient', async () => {
  await record(at.database.system, spot, [
    from('2026-06-15T08:00:00Z', null, { rental_type: 'monthly' }),
    from('2026-06-01T08:00:00Z', null, { rental_type: 'monthly' }),
  ]);
  expect(await stats()).toMatchObject({ occupancy: 2, peak: 2, transient_rentals: 0 });
});

test('the vehicles seen are the visits that began today', async () => {
  await saw('2026-06-15T06:59:59Z');
  expect(await stats()).toMatchObject({ vehicles_seen: 0 });
  await saw('2026-06-15T07:00:00Z');
  expect(await stats()).toMatchObject({ vehicles_seen: 1 });
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
  await recording(at.database.system, spot.organization, (recorder) =>
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
