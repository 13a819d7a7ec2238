import { randomBytes } from 'node:crypto';
import {
  ingestImages,
  ingestNotes,
  ingestReads,
  ingestRentals,
  ingestReviews,
  ingestValet,
  ingestVisits,
} from '@lotkeeper/contract/intake/ingest';
import { beforeEach, describe, expect, test } from 'vitest';
import type { Outside } from '../../../testing/ingest.factory.ts';
import { makeOutside, rentalItem } from '../../../testing/ingest.factory.ts';
import { makePng } from '../../../testing/pictures.factory.ts';
import { makeSpot } from '../../../testing/spots.factory.ts';
import { readStoredFile } from '../../../testing/stored-file.ts';
import { testApp } from '../../../testing/test-app.ts';

const at = await testApp({ now: '2026-06-15T19:00:00Z' });
const sql = at.database.system;
let outside: Outside;
beforeEach(async () => {
  outside = await makeOutside(at);
  await sql`truncate graphile_worker._private_jobs`;
});

const sourced = (external_id: string) => ({
  source: 'gate',
  external_id,
  spot: outside.spot.pk,
});
const jobs = async () => {
  const rows = await sql<{ key: string }[]>`select key from graphile_worker.jobs`;
  return rows.map(({ key }) => key);
};
/** An image of one pixel. */
const pixel =
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mP8z8BQDwAEhQGAhKmMIQAAAABJRU5ErkJggg==';
const image = (external_id: string, more: object = {}) => ({
  ...sourced(external_id),
  kind: 'overview',
  taken_at: '2026-06-15T18:00:00Z',
  data: pixel,
  ...more,
});
const sendImage = async (by: Outside = outside) => {
  const { body } = await by.call(ingestImages, [{ ...image('i1'), spot: by.spot.pk }]);
  return body.results[0]?.uuid as string;
};

describe('visits', () => {
  const visit = (more: object = {}) => ({
    ...sourced('v1'),
    plate: 'abc 123',
    state: 'AZ',
    country: 'US',
    entrance_at: '2026-06-15T16:00:00Z',
    exit_at: null,
    ...more,
  });
  const exit = { exit_at: '2026-06-15T18:00:00Z' };
  const oneVisit = async () => {
    const rows = await sql`select * from visits where organization_id = ${outside.organization.pk}`;
    expect(rows).toHaveLength(1);
    return rows[0];
  };

  test('a new visit is recorded as undecided and queues the settling of its property’s visits', async () => {
    expect(await outside.send(ingestVisits, [visit()])).toEqual(['recorded']);
    expect(await oneVisit()).toMatchObject({ decided: false, status: 'grace period' });
    expect(await jobs()).toEqual([`settle_visits:${outside.spot.pk}`]);
  });

  test('a visit gets the exit that is sent later, with its image, and keeps it when another exit is sent', async () => {
    const uuid = await sendImage();
    const items = [visit(), visit({ ...exit, exit_image: uuid })];
    expect(await outside.send(ingestVisits, items)).toEqual(['recorded', 'changed']);
    const later = visit({ exit_at: '2026-06-15T18:30:00Z' });
    expect(await outside.send(ingestVisits, [later, visit()])).toEqual(['unchanged', 'unchanged']);
    const row = await oneVisit();
    expect(Number(row?.exit_at) - Number(row?.entrance_at)).toBe(2 * 3_600_000);
    expect(row?.exit_image).toBe(uuid);
  });

  test('a visit’s entrance may be sent after its exit, but an entrance later than the exit changes nothing', async () => {
    await outside.send(ingestVisits, [visit({ ...exit, entrance_at: null })]);
    const after = visit({ entrance_at: '2026-06-15T18:00:01Z' });
    expect(await outside.send(ingestVisits, [after])).toEqual(['unchanged']);
    expect(await outside.send(ingestVisits, [visit()])).toEqual(['changed']);
  });

  test.each([
    ['with neither end', { entrance_at: null }, 'entrance_at'],
    ['with its exit before its entrance', { exit_at: '2026-06-15T15:00:00Z' }, 'exit_at'],
    ['with a status of its own', { status: 'renter' }, 'status'],
    ['of the day after tomorrow', { exit_at: '2026-06-17T20:00:00Z' }, 'exit_at'],
    ['with a picture from an address', { exit_image: 'https://example.com/a.png' }, 'exit_image'],
  ])('a visit %s is refused', async (_, wrong, field) => {
    const { body } = await outside.call(ingestVisits, [visit(wrong)]);
    expect(Object.keys(body.results[0]?.fields ?? {})).toEqual([field]);
  });

  test('a visit with an image from another organization or property is refused, and the other visits are recorded', async () => {
    const foreign = await sendImage(await makeOutside(at));
    const elsewhere = await makeSpot(sql, { organization: outside.organization });
    const own = await sendImage();
    const items = [
      visit({ entrance_image: foreign }),
      visit({ external_id: 'v2', entrance_image: own }),
      visit({ external_id: 'v3', spot: elsewhere.pk, exit_plate_image: own, ...exit }),
      visit({ external_id: 'v4', entrance_image: crypto.randomUUID() }),
    ];
    const no = 'This property has no such image.';
    expect(await outside.sentences(ingestVisits, items)).toEqual([no, 'recorded', no, no]);
  });
});

describe('plate reads', () => {
  const read = (external_id: string, more: object = {}) => ({
    ...sourced(external_id),
    camera: 'Entrance 1',
    captured_at: '2026-06-15T18:00:00Z',
    plate: 'abc-123',
    state: 'AZ',
    country: 'US',
    confidence: 0.93,
    direction: 'Entrance',
    ...more,
  });
  const reads = () =>
    sql`select * from plate_reads where organization_id = ${outside.organization.pk} order by pk`;

  test('a plate read sent twice is recorded once with everything the camera saw, and makes a visit', async () => {
    const seen = {
      vehicle: { make: 'Kia', color: 'red', type: 'suv' },
      candidates: [{ plate: 'ABC1Z3', confidence: 0.4 }],
      plate_box: { x: 1, y: 2, width: 30, height: 10 },
      image: await sendImage(),
    };
    const item = read('e1', seen);
    expect(await outside.send(ingestReads, [item, item])).toEqual(['recorded', 'unchanged']);
    const [row] = await reads();
    expect(row).toMatchObject({ plate: 'abc-123', plate_key: 'ABC123', direction: 'Entrance' });
    expect(row).toMatchObject({ make: 'Kia', model: null, vehicle_type: 'suv', image: seen.image });
    expect(row).toMatchObject({ candidates: seen.candidates, plate_box: seen.plate_box });
    expect(row?.visit_pk).not.toBeNull();
    expect(await jobs()).toEqual([]);
  });

  test('the same camera name at two properties makes two cameras', async () => {
    const other = await makeSpot(sql, { organization: outside.organization });
    await outside.send(ingestReads, [read('e1'), read('e2', { spot: other.pk }), read('e3')]);
    const rows = await sql<{ name: string; spot_pk: number }[]>`
      select name, spot_pk from cameras where organization_id = ${outside.organization.pk} order by pk`;
    expect(rows.map((row) => [row.name, row.spot_pk])).toEqual([
      ['Entrance 1', outside.spot.pk],
      ['Entrance 1', other.pk],
    ]);
  });

  test('a later plate read of the same event supersedes the earlier one', async () => {
    await outside.send(ingestReads, [
      read('e1', { event: 'car 7' }),
      read('e2', { event: 'car 7', captured_at: '2026-06-15T18:00:01Z' }),
    ]);
    expect((await reads()).map(({ superseded }) => superseded)).toEqual([true, false]);
  });

  test.each([
    ['a confidence in percent', { confidence: 93 }, 'confidence'],
    ['a confidence as text', { confidence: '0.9' }, 'confidence'],
    ['an unknown direction', { direction: 'in' }, 'direction'],
    ['a plate of signs only', { plate: '- -' }, 'plate'],
    ['a state of another country', { state: 'ON' }, 'state'],
    [
      'a time before the property was set up',
      { captured_at: '2019-12-30T00:00:00Z' },
      'captured_at',
    ],
    ['a time of a lost clock', { captured_at: '2000-01-01T00:00:10Z' }, 'captured_at'],
  ])('a plate read with %s is refused', async (_, wrong, field) => {
    const { body } = await outside.call(ingestReads, [read('e1', wrong)]);
    expect(Object.keys(body.results[0]?.fields ?? {})).toEqual([field]);
  });

  test('in a batch, only the reads from before the property was set up are refused', async () => {
    const early = { captured_at: '2019-12-30T00:00:00Z' };
    const outcomes = await outside.send(ingestReads, [read('e1'), read('e2', early), read('e3')]);
    expect(outcomes).toEqual(['recorded', 'refused', 'recorded']);
    expect(await reads()).toHaveLength(2);
  });

  test('a read that was captured next week counts at its arrival, and the answer says so', async () => {
    await outside.send(ingestReads, [read('e1', { captured_at: '2026-06-22T18:00:00Z' })]);
    const [row] = await reads();
    expect(row).toMatchObject({ time_of_arrival: true, captured_at: row?.['received_at'] });
  });

  test('a new rental queues the settling of visits only while a read of its plate waits to be paired', async () => {
    const rent = (id: string, car: object | null) =>
      outside.send(ingestRentals, [rentalItem(outside.spot, id, { car })]);
    const car = { plate: 'ABC-123', state: 'AZ', country: 'US' };
    await rent('r0', car);
    expect(await jobs()).toEqual([]);
    // Cameras take 0 for O and 8 for B: what they read may be the car.
    await outside.send(ingestReads, [read('e1', { plate: 'A8C 123' })]);
    await sql`truncate graphile_worker._private_jobs`;
    await rent('r1', null);
    await rent('r2', { ...car, plate: 'XYZ 9' });
    expect(await jobs()).toEqual([]);
    await rent('r3', car);
    expect(await jobs()).toEqual([`settle_visits:${outside.spot.pk}`]);
  });

  test('eight senders of plate reads from many cameras, in any order, cause no deadlock', async () => {
    const sent = await Promise.all(
      Array.from({ length: 8 }, (_, sender) => {
        const items = Array.from({ length: 40 }, (_, index) =>
          read(`s${sender}-${index}`, { camera: `Camera ${(index * (sender + 3)) % 11}` }),
        );
        return outside.send(ingestReads, items);
      }),
    );
    expect(sent.flat().filter((outcome) => outcome === 'recorded')).toHaveLength(320);
    const [row] =
      await sql`select deadlocks from pg_stat_database where datname = current_database()`;
    expect(row?.deadlocks).toBe(0);
  });
});

describe('images', () => {
  test('an image sent again is kept once, and every answer reports the same UUID', async () => {
    const { body } = await outside.call(ingestImages, [image('i1'), image('i1'), image('i2')]);
    expect(body.results.map(({ outcome }) => outcome)).toEqual([
      'recorded',
      'unchanged',
      'recorded',
    ]);
    const [first, second, third] = body.results.map(({ uuid }) => uuid);
    expect(first).toBe(second);
    expect(first).not.toBe(third);
    const again = await outside.call(ingestImages, [image('i1', { kind: 'plate' })]);
    expect(again.body.results).toEqual([{ external_id: 'i1', outcome: 'unchanged', uuid: first }]);
    const [row] = await sql<{ file: string }[]>`
      select file, media_type, bytes from images where uuid = ${first ?? ''}`;
    expect(row).toMatchObject({ media_type: 'image/png', bytes: 70 });
    expect(await readStoredFile(at.files, row?.file ?? '')).toHaveLength(70);
  });

  test('an image of several megabytes is kept byte for byte, and one with a wrong base64 character is refused', async () => {
    const bytes = Buffer.concat([makePng(640, 480), randomBytes(3_000_000)]);
    const data = bytes.toString('base64');
    const wrong = `${data.slice(0, 2_000_000)} ${data.slice(2_000_001)}`;
    const items = [image('i1', { data }), image('i2', { data: wrong })];
    const { body } = await outside.call(ingestImages, items);
    expect(body.results).toMatchObject([
      { outcome: 'recorded' },
      { outcome: 'refused', fields: { data: 'Must be base64.' } },
    ]);
    const [row] = await sql<{ file: string }[]>`
      select file from images where uuid = ${body.results[0]?.uuid ?? ''}`;
    expect((await readStoredFile(at.files, row?.file ?? ''))?.equals(bytes)).toBe(true);
  });

  test('the same external_id in two organizations makes two images', async () => {
    expect(await sendImage()).not.toBe(await sendImage(await makeOutside(at)));
  });

  test('a snapshot sent twice appears on the timeline once', async () => {
    const snapshot = image('i1', { kind: 'snapshot' });
    const { body } = await outside.call(ingestImages, [snapshot]);
    await outside.call(ingestImages, [snapshot]);
    const notes = await sql`
      select kind, images from timeline_notes where organization_id = ${outside.organization.pk}`;
    expect([...notes]).toEqual([{ kind: 'snapshot', images: [body.results[0]?.uuid] }]);
  });

  test.each([
    ['HTML', Buffer.from('<html><script>alert(1)</script></html>').toString('base64')],
    [
      'SVG',
      Buffer.from('<svg xmlns="http://www.w3.org/2000/svg" onload="alert(1)"/>').toString('base64'),
    ],
    ['nothing', 'AAAA'],
    ['no base64', 'data:image/png;base64,AAAA'],
    ['an address', 'https://example.com/a.png'],
  ])('an image that is %s is refused, and the image after it is recorded', async (_, data) => {
    const { body } = await outside.call(ingestImages, [image('i1', { data }), image('i2')]);
    expect(body.results.map(({ outcome }) => outcome)).toEqual(['refused', 'recorded']);
    expect(Object.keys(body.results[0]?.fields ?? {})).toEqual(['data']);
  });

  test('an image larger than 5 MB is refused', async () => {
    const data = Buffer.alloc(5 * 1024 * 1024 + 1).toString('base64');
    const { body } = await outside.call(ingestImages, [image('i1', { data })]);
    expect(body.results[0]?.fields?.data).toContain('larger than 5 MB');
  });

  test.each([
    ['of 144 megapixels in 50 KB', makePng(12_000, 12_000, 50_000), 'more than 25 megapixels'],
    ['that was cut off after 30 bytes', makePng(640, 480).subarray(0, 30), 'damaged or cut off'],
  ])('an image %s is refused, and the image after it is recorded', async (_, bytes, message) => {
    const data = bytes.toString('base64');
    const { body } = await outside.call(ingestImages, [image('i1', { data }), image('i2')]);
    expect(body.results.map(({ outcome }) => outcome)).toEqual(['refused', 'recorded']);
    expect(body.results[0]?.fields?.data).toContain(message);
  });
});

describe('other items', () => {
  test('a note appears on the timeline once with its images, and a note with a foreign image is refused', async () => {
    const images = [await sendImage()];
    const happened_at = '2026-06-15T06:30:00Z';
    const note = { ...sourced('n1'), title: 'Gate arm replaced', images, happened_at };
    expect(await outside.send(ingestNotes, [note, note])).toEqual(['recorded', 'unchanged']);
    const rows =
      await sql`select * from timeline_notes where organization_id = ${outside.organization.pk}`;
    // Half past six in London is half past eleven the evening before in Phoenix.
    expect(rows).toMatchObject([{ kind: 'maintenance', images, local_date: '2026-06-14' }]);
    const foreign = [await sendImage(await makeOutside(at))];
    const { body } = await outside.call(ingestNotes, [
      { ...note, external_id: 'n2', images: foreign },
    ]);
    expect(body.results[0]?.fields).toEqual({
      'images.0': 'This property has no such image.',
    });
  });

  test('a review sent twice is recorded once, and a rating with half a star is refused', async () => {
    const review = { ...sourced('w1'), rating: 4, created_at: '2026-06-15T18:00:00Z' };
    const half = { ...review, external_id: 'w2', rating: 4.5 };
    expect(await outside.send(ingestReviews, [review, half, review])).toEqual([
      'recorded',
      'refused',
      'unchanged',
    ]);
  });

  test('a valet booking is pending and gets a unique code of six characters that do not look alike', async () => {
    const items = Array.from({ length: 50 }, (_, index) => ({
      ...sourced(`b${index}`),
      phone: '+16025550147',
      booked_for: '2026-08-01T00:00:00Z',
      outstanding_balance: 1500,
    }));
    const { body, response } = await outside.call(ingestValet, [...items, ...items]);
    expect(body).toMatchObject({ recorded: 50, unchanged: 50 });
    const rows = await sql<{ code: string }[]>`
      select * from valet_sessions where organization_id = ${outside.organization.pk}`;
    expect(rows[0]).toMatchObject({ status: 'pending', rental_type: 'hourly', plate: null });
    expect(new Set(rows.map(({ code }) => code)).size).toBe(50);
    for (const { code } of rows) {
      expect(code).toMatch(/^[2-9A-HJ-NP-Z]{6}$/);
      expect(response.body).not.toContain(code);
    }
  });

  test('a valet booking with letters in its phone number is refused', async () => {
    const { body } = await outside.call(ingestValet, [{ ...sourced('b1'), phone: '602-CALL' }]);
    expect(Object.keys(body.results[0]?.fields ?? {})).toEqual(['phone']);
  });
});
