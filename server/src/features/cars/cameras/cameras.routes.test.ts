import {
  createCameraFeed,
  getCameraMessage,
  listCameraFeeds,
  listCameraMessages,
  listCameras,
  listSetAside,
  revokeCameraFeed,
  updateCamera,
  updateCameraFeed,
} from '@lotkeeper/contract/cars/cameras';
import { fromIso } from '@lotkeeper/contract/kernel/calendar';
import { beforeEach, describe, expect, test } from 'vitest';
import { makeCamera, makeCameraFeed } from '../../../testing/cameras.factory.ts';
import { eventually } from '../../../testing/eventually.ts';
import type { TestSpot } from '../../../testing/spots.factory.ts';
import { makeSpot } from '../../../testing/spots.factory.ts';
import { testApp } from '../../../testing/test-app.ts';
import { makeStaffedSpot } from '../../../testing/test-property.ts';
import { plateRead, recordReads } from '../../../testing/visits.factory.ts';
import { multipart, plate, sampleJson, sampleText } from './samples/sample.ts';

let spot: TestSpot;
let token: string;
let id: string;

const at = await testApp({ now: '2026-06-15T19:00:00Z' });

beforeEach(async () => {
  at.clock.set('2026-06-15T19:00:00Z');
  ({ spot, token } = await makeStaffedSpot(at));
  id = String(spot.organization);
});

type NewFeed = Parameters<typeof at.call<typeof createCameraFeed>>[1]['body'];

const create = (overrides: Partial<NewFeed> = {}) => {
  const nothing = { spot_pk: null, direction: null, signing_secret: null };
  const body: NewFeed = { name: 'North gate', format: 'axis', ...nothing, ...overrides };
  return at.call(createCameraFeed, { params: { id }, body }, { token });
};
async function connect(overrides: Partial<NewFeed> = {}) {
  const { status, body } = await create(overrides);
  expect(status).toBe(200);
  return body;
}

/** Posts an Axis event with its image to a feed’s URL. */
async function sendAxis(path: string, more: object = {}) {
  const event = { ...(sampleJson('axis-event.json') as object), ...more };
  const { type, body } = multipart([
    { name: 'event', bytes: JSON.stringify(event) },
    { name: 'image', fileName: 'image.jpg', bytes: plate },
  ]);
  return at.app.inject({
    method: 'POST',
    url: path,
    payload: body,
    headers: { 'content-type': type },
  });
}

const cameras = async () => (await at.call(listCameras, { params: { id } }, { token })).body;

describe('connections', () => {
  test('a connection shows its key once, and only a hash is stored', async () => {
    const { key, path, feed } = await connect({ spot_pk: spot.pk, direction: 'Entrance' });
    expect(path).toBe(`/api/ingest/cameras/axis/${key}`);
    expect(feed).toMatchObject({
      hint: key.slice(-4),
      spot_name: 'Roosevelt Garage',
      signed: false,
    });
    const { body, response } = await at.call(listCameraFeeds, { params: { id } }, { token });
    expect(body).toEqual([feed]);
    expect(response.body).not.toContain(key);
    const rows = await at.database.system`select camera_feeds::text as all from camera_feeds`;
    expect(JSON.stringify(rows)).not.toContain(key);
  });

  test('a signing secret is stored encrypted, and only Verkada connections may have one', async () => {
    await connect({ format: 'verkada', signing_secret: 'shared with Verkada' });
    const [row] = await at.database.system<{ signing_secret: Buffer }[]>`
      select signing_secret from camera_feeds where organization_id = ${spot.organization}`;
    expect(row?.signing_secret.toString()).not.toContain('shared');
    expect(at.secretBox.open(row?.signing_secret as Buffer)).toBe('shared with Verkada');
    const { error } = await create({ signing_secret: 'x' });
    expect(error.fields).toEqual({ signing_secret: 'Only Verkada signs its messages.' });
  });

  test('a connection cannot name another organization’s property', async () => {
    const foreign = await makeSpot(at.database.system);
    const { status, error } = await create({ spot_pk: foreign.pk });
    expect([status, error.fields]).toEqual([400, { spot_pk: 'There is no such property.' }]);
  });

  test('a revoked connection refuses the next message, and its cameras are shown as disconnected', async () => {
    const { path, feed } = await connect({ spot_pk: spot.pk });
    await sendAxis(path);
    const params = { id, feed: String(feed.pk) };
    const { body } = await at.call(revokeCameraFeed, { params }, { token });
    expect(body.revoked_at).toBe(fromIso('2026-06-15T19:00:00Z'));
    await eventually(async () => (await sendAxis(path)).statusCode === 401);
    expect((await cameras()).map((one) => one.status)).toEqual(['disconnected']);
  });

  test('changing a connection moves its unassigned camera and reads to the new property', async () => {
    const { path, feed } = await connect();
    await sendAxis(path);
    const body = { name: 'South gate', spot_pk: spot.pk, direction: 'Exit' } as const;
    const params = { id, feed: String(feed.pk) };
    expect((await at.call(updateCameraFeed, { params, body }, { token })).body).toMatchObject(body);
    // The unassigned camera moved there with its read.
    const [row] = await at.database.system`
      select r.spot_pk, c.spot_pk as at, c.direction from plate_reads r
      join cameras c on c.organization_id = r.organization_id and c.pk = r.camera_pk
      where r.organization_id = ${spot.organization}`;
    expect(row).toEqual({ spot_pk: spot.pk, at: spot.pk, direction: 'Exit' });
  });
});

describe('cameras', () => {
  const place = async (change: {
    name: string;
    spot_pk: number | null;
    direction: 'Entrance' | 'Exit' | null;
  }) => {
    const [one] = await cameras();
    const params = { id, camera: String(one?.pk) };
    return at.call(updateCamera, { params, body: change }, { token });
  };

  test('assigning a camera to a property moves its reads and images there and queues pairing', async () => {
    const { path } = await connect();
    await sendAxis(path);
    await sendAxis(path, { carID: '4412', capture_timestamp: '1781546390252' });
    expect(await cameras()).toMatchObject([
      { status: 'unplaced', reads_this_hour: null, camera_ref: 'ACCC8E000001' },
    ]);

    const { body } = await place({ name: 'Gate', spot_pk: spot.pk, direction: 'Entrance' });
    expect(body).toMatchObject({
      status: 'ok',
      name: 'Gate',
      spot_name: 'Roosevelt Garage',
      reads_this_hour: 0,
    });
    const sql = at.database.system;
    const rows = await sql`
      select r.spot_pk, r.local_date, r.local_hour, i.spot_pk as image_at from plate_reads r
      join images i on i.organization_id = r.organization_id and i.uuid = r.plate_image
      where r.organization_id = ${spot.organization} order by r.captured_at`;
    const common = { spot_pk: spot.pk, local_date: '2026-06-15', image_at: spot.pk };
    expect(rows).toEqual([
      { ...common, local_hour: 10 },
      { ...common, local_hour: 11 },
    ]);
    const hours = await sql`
      select local_hour, reads from camera_hours where organization_id = ${spot.organization} order by 1`;
    expect(hours).toEqual([
      { local_hour: 10, reads: 1 },
      { local_hour: 11, reads: 1 },
    ]);
    const jobs =
      await sql`select 1 from graphile_worker.jobs where key = ${`settle_visits:${spot.pk}`}`;
    expect(jobs).toHaveLength(1);
  });

  test('reads stay with the old property when a camera moves', async () => {
    const { path } = await connect({ spot_pk: spot.pk });
    await sendAxis(path);
    const other = await makeSpot(at.database.system, { organization: { pk: spot.organization } });
    await place({ name: 'Gate', spot_pk: other.pk, direction: null });
    const [read] = await at.database.system`
      select spot_pk from plate_reads where organization_id = ${spot.organization}`;
    expect(read).toEqual({ spot_pk: spot.pk });
  });

  test('a camera cannot be assigned to another organization’s property', async () => {
    const { path } = await connect();
    await sendAxis(path);
    const foreign = await makeSpot(at.database.system);
    expect((await place({ name: 'Gate', spot_pk: foreign.pk, direction: null })).status).toBe(400);
  });

  test('a camera that reads ten cars an hour and then none is silent, and listed first', async () => {
    const sql = at.database.system;
    const { feed, path } = await connect({ spot_pk: spot.pk, format: 'axis' });
    await sendAxis(path);
    await sendAxis(path, { camera_info: { SerialNumber: 'B' } });
    const [busy] = await sql<{ pk: number }[]>`
      update cameras set first_seen_at = ${fromIso('2026-01-01T00:00:00Z')}, last_read_at = ${fromIso('2026-06-15T17:30:00Z')},
        last_beat_at = ${fromIso('2026-06-15T17:30:00Z')}
      where organization_id = ${spot.organization} and feed_pk = ${feed.pk} and camera_ref = 'ACCC8E000001' returning pk`;
    // On the four previous Mondays, ten reads in each hour from 10 to 12; the last read was at 10:30.
    await sql`
      insert into camera_hours
      select ${spot.organization}, ${busy?.pk ?? 0}, d::date, h, 10
      from unnest(array['2026-06-08', '2026-06-01', '2026-05-25', '2026-05-18']) d, generate_series(10, 12) h`;
    const list = await cameras();
    expect(list.map((one) => [one.camera_ref, one.status])).toEqual([
      ['ACCC8E000001', 'silent'],
      ['B', 'ok'],
    ]);
    expect(list[0]).toMatchObject({
      usual_reads: 10,
      reads_this_hour: 0,
      silent_since: fromIso('2026-06-15T17:30:00Z'),
    });
    at.clock.set('2026-06-15T18:05:00Z');
    expect((await cameras()).map((one) => one.status)).toEqual(['ok', 'ok']);
  });
});

describe('cameras with problems', () => {
  /** A property's camera with a read at each given time. */
  async function cameraWith(
    reads: readonly { received: string; captured?: string; plate: string }[],
  ) {
    const sql = at.database.system;
    const feed = await makeCameraFeed(sql, { pk: spot.organization }, 'axis', { spot });
    const camera = await makeCamera(sql, { pk: spot.organization }, feed, { spot });
    await recordReads(
      sql,
      spot,
      reads.map(({ received, captured = received, plate: text }) =>
        plateRead(spot, captured, 'Entrance', {
          camera_pk: camera.pk,
          plate: text,
          received_at: fromIso(received),
        }),
      ),
    );
    return camera;
  }

  const change = (camera: { pk: number }, clock_offset_ms: number | null) => {
    const params = { id, camera: String(camera.pk) };
    const body = { name: 'In', spot_pk: spot.pk, direction: null, clock_offset_ms };
    return at.call(updateCamera, { params, body }, { token });
  };

  test('a camera clock can be set, is then not learned from reads, and can be learned from them again', async () => {
    const received = '2026-06-15T18:59:00Z';
    const camera = await cameraWith([{ received, captured: '2026-06-15T17:59:00Z', plate: 'A1' }]);
    await at.database.system`
      update plate_reads set paired = true, seen_at = captured_at where camera_pk = ${camera.pk}`;
    const { body } = await change(camera, -3_600_000);
    expect(body).toMatchObject({ clock_offset_ms: -3_600_000, clock_set: true });
    const [read] = await at.database.system`
      select paired, seen_at from plate_reads where camera_pk = ${camera.pk}`;
    expect(read).toEqual({ paired: false, seen_at: null });
    const entries = await at.database.system<{ after: object }[]>`
      select after from audit_entries where organization_id = ${spot.organization}`;
    expect(entries.at(-1)?.after).toMatchObject({ clock_offset_ms: -3_600_000 });
    const times = [10, 11, 12, 13, 14].map((minute) => ({
      received: `2026-06-15T18:${minute}:00Z`,
      plate: 'B2',
    }));
    await recordReads(
      at.database.system,
      spot,
      times.map(({ received: time }) =>
        plateRead(spot, time, 'Entrance', { camera_pk: camera.pk }),
      ),
    );
    expect(await cameras()).toMatchObject([{ clock_offset_ms: -3_600_000 }]);
    expect((await change(camera, null)).body).toMatchObject({
      clock_offset_ms: 0,
      clock_set: false,
    });
    expect((await change(camera, 400 * 86_400_000)).status).toBe(400);
  });

  test('a camera whose newest read was not live shows how far it lags', async () => {
    await cameraWith([
      { received: '2026-06-15T18:59:00Z', captured: '2026-06-15T15:59:00Z', plate: 'A1' },
    ]);
    expect(await cameras()).toMatchObject([{ lag_ms: 3 * 3_600_000 }]);
  });

  test('a camera that repeats one plate shows since when, and one that reads a regular guest does not', async () => {
    const minutes = Array.from({ length: 20 }, (_, index) => String(30 + index));
    const camera = await cameraWith(
      minutes.map((minute) => ({ received: `2026-06-15T18:${minute}:00Z`, plate: 'A1' })),
    );
    expect(await cameras()).toMatchObject([{ repeats_since: fromIso('2026-06-15T18:30:00Z') }]);
    await at.database.system`
      update plate_reads set received_at = received_at - (pk % 20) * interval '1 day' where camera_pk = ${camera.pk}`;
    expect(await cameras()).toMatchObject([{ repeats_since: null }]);
  });

  test('what was set aside is listed with its reason', async () => {
    const camera = await cameraWith([{ received: '2026-06-15T18:59:00Z', plate: 'A1' }]);
    await at.database.system`
      update plate_reads set paired = true, set_aside = 'Its time.' where camera_pk = ${camera.pk}`;
    const { body } = await at.call(listSetAside, { params: { id } }, { token });
    expect(body).toMatchObject([
      {
        kind: 'read',
        plate: 'A1',
        camera_name: 'gate-1',
        spot_name: 'Roosevelt Garage',
        reason: 'Its time.',
      },
    ]);
  });
});

describe('unreadable messages', () => {
  test('unreadable messages are listed newest first with their reason, and shown in full as text', async () => {
    const { path } = await connect({ format: 'frigate' });
    const send = (payload: object) => at.app.inject({ method: 'POST', url: path, payload });
    await send({ weather: 'sunny', note: '<script>alert(1)</script>' });
    at.clock.forward(1000);
    await send({ weather: 'rain'.repeat(200) });
    const { body: list } = await at.call(listCameraMessages, { params: { id } }, { token });
    expect(list.map((one) => one.beginning.length)).toEqual([400, 54]);
    expect(list[1]).toMatchObject({
      feed_name: 'North gate',
      reason: 'It is neither an event nor an update of a tracked object.',
      beginning: '{"weather":"sunny","note":"<script>alert(1)</script>"}',
    });
    const params = { id, message: String(list[0]?.pk) };
    const { body, response } = await at.call(getCameraMessage, { params }, { token });
    expect(JSON.parse(body.text)).toEqual({ weather: 'rain'.repeat(200) });
    expect(response.headers['content-type']).toContain('application/json');
  });

  test('the list of unreadable messages leaves out those that were read later', async () => {
    const { path } = await connect({ format: 'verkada' });
    const payload = JSON.parse(sampleText('verkada.json')) as object;
    await at.app.inject({ method: 'POST', url: path, payload });
    expect((await at.call(listCameraMessages, { params: { id } }, { token })).body).toEqual([]);
  });
});
