import {
  clearCameraMapping,
  listMessageFields,
  previewCameraMapping,
  setCameraMapping,
} from '@lotkeeper/contract/cars/camera-mappings';
import {
  getLatestCameraMessage,
  listCameraFeeds,
  listCameraMessages,
  readCameraMessagesAgain,
} from '@lotkeeper/contract/cars/cameras';
import { fromIso } from '@lotkeeper/contract/kernel/calendar';
import { beforeEach, describe, expect, test } from 'vitest';
import { makeCameraFeed } from '../../../testing/cameras.factory.ts';
import { eventually } from '../../../testing/eventually.ts';
import type { TestSpot } from '../../../testing/spots.factory.ts';
import { testApp } from '../../../testing/test-app.ts';
import { makeStaffedSpot } from '../../../testing/test-property.ts';
import { multipart, overview } from './samples/sample.ts';

let spot: TestSpot;
let token: string;
let id: string;
let feed: { pk: number; key: string };

const at = await testApp({ now: '2026-06-15T19:00:00Z' });

beforeEach(async () => {
  at.clock.set('2026-06-15T19:00:00Z');
  ({ spot, token } = await makeStaffedSpot(at));
  id = String(spot.organization);
  feed = await makeCameraFeed(at.database.system, { pk: spot.organization }, 'custom', { spot });
});

async function send(payload: string | Buffer, type = 'application/json') {
  const response = await at.app.inject({
    method: 'POST',
    url: `/api/ingest/cameras/custom/${feed.key}`,
    payload,
    headers: { 'content-type': type },
  });
  return { status: response.statusCode, body: response.json<Record<string, unknown>>() };
}

const own = (plate: string) =>
  JSON.stringify({
    site: 'Gate A',
    car: { number: plate, at: '2026-06-15 11:59:30', photo: 'http://u:secret@10.0.0.9/1.jpg' },
    way: 'A',
  });

const mapping = {
  plate: ['car', 'number'],
  time: ['car', 'at'],
  camera: ['site'],
  direction: ['way'],
  entrance: 'a',
  exit: 'b',
};

const unread = async () => (await at.call(listCameraMessages, { params: { id } }, { token })).body;

async function onlyMessage(): Promise<string> {
  const [message] = await unread();
  return String(message?.pk);
}

const save = (body = mapping) =>
  at.call(setCameraMapping, { params: { id, feed: String(feed.pk) }, body }, { token });

const latest = async () =>
  (await at.call(getLatestCameraMessage, { params: { id, feed: String(feed.pk) } }, { token }))
    .body;

const reads = () =>
  at.database.system`
    select r.plate, r.direction, r.captured_at, c.name as camera, r.image is not null as image
    from plate_reads r join cameras c on c.organization_id = r.organization_id and c.pk = r.camera_pk
    where r.organization_id = ${spot.organization} order by r.pk`;

describe('custom formats', () => {
  test('the first message is kept, and its fields are shown with a guess and without passwords', async () => {
    expect(await send(own('KTV8805'))).toMatchObject({
      status: 202,
      body: { outcome: 'unknown', reason: 'It isn’t set up yet: show us where its plate is.' },
    });
    const message = await onlyMessage();
    const { body } = await at.call(listMessageFields, { params: { id, message } }, { token });
    expect(body).toEqual({
      feed_pk: feed.pk,
      fields: [
        { path: ['site'], values: ['Gate A'] },
        { path: ['car', 'number'], values: ['KTV8805'] },
        { path: ['car', 'at'], values: ['2026-06-15 11:59:30'] },
        { path: ['car', 'photo'], values: ['http://10.0.0.9/…'] },
        { path: ['way'], values: ['A'] },
      ],
      draft: {
        plate: null,
        time: ['car', 'at'],
        camera: ['site'],
        direction: ['way'],
        entrance: null,
        exit: null,
      },
    });
  });

  test('a preview shows what the message would be read as, and records nothing', async () => {
    await send(own('KTV8805'));
    const params = { id, message: await onlyMessage() };
    const preview = async (body: typeof mapping) =>
      (await at.call(previewCameraMapping, { params, body }, { token })).body;
    expect(await preview(mapping)).toEqual({
      reads: [
        {
          plate: 'KTV8805',
          captured_at: null,
          wall_time: '2026-06-15 11:59:30',
          camera: 'Gate A',
          direction: 'Entrance',
        },
      ],
      reason: null,
    });
    expect(await preview({ ...mapping, plate: ['nothing'] })).toEqual({
      reads: [],
      reason: 'There is no “nothing” in it.',
    });
    expect(await reads()).toEqual([]);
    expect(await unread()).toHaveLength(1);
  });

  test('a saved mapping reads the kept messages again, with their images, and every later one', async () => {
    const { type, body } = multipart([
      { name: 'data', bytes: own('KTV8805') },
      { name: 'shot', fileName: 'shot.png', bytes: overview },
    ]);
    await send(body, type);
    const message = await onlyMessage();
    expect((await save()).status).toBe(200);
    const messages = [Number(message)];
    const again = { params: { id }, body: { messages } };
    expect((await at.call(readCameraMessagesAgain, again, { token })).body).toEqual({
      understood: 1,
      reads: 1,
    });
    await eventually(async () => (await send(own('LBN4410'))).body.outcome === 'read');
    const captured_at = fromIso('2026-06-15T18:59:30Z');
    const read = { direction: 'Entrance', captured_at, camera: 'Gate A' };
    expect(await reads()).toEqual([
      { plate: 'KTV8805', ...read, image: true },
      { plate: 'LBN4410', ...read, image: false },
    ]);
    expect(await unread()).toEqual([]);
  });

  test('a saved mapping prefills the form for the next message, and it is in the audit log', async () => {
    await save();
    await send('{"another":"shape"}');
    const params = { id, message: await onlyMessage() };
    const { body } = await at.call(listMessageFields, { params }, { token });
    expect(body.draft).toEqual(mapping);
    const [entry] = await at.database.system`
      select act, subject_type, subject_pk, after from audit_entries
      where organization_id = ${spot.organization} order by pk desc limit 1`;
    expect(entry).toEqual({
      act: 'change',
      subject_type: 'camera feed',
      subject_pk: feed.pk,
      after: { mapping },
    });
  });

  test('a wrong mapping can be removed, and messages are kept until there is another', async () => {
    await save({ ...mapping, plate: ['site'] });
    const params = { id, feed: String(feed.pk) };
    const isMapped = async () =>
      (await at.call(listCameraFeeds, { params: { id } }, { token })).body[0]?.mapped;
    expect(await isMapped()).toBe(true);
    expect((await at.call(clearCameraMapping, { params }, { token })).status).toBe(204);
    expect(await isMapped()).toBe(false);
    await eventually(async () => (await send(own('KTV8805'))).status === 202);
    expect(await unread()).toHaveLength(1);
  });

  test('fields whose names cannot be stored are not offered', async () => {
    await send('{"a\\u0000b":"1","c\\ud800":"2","plate":"KTV8805"}');
    const params = { id, message: await onlyMessage() };
    const { body } = await at.call(listMessageFields, { params }, { token });
    expect(body.fields).toEqual([{ path: ['plate'], values: ['KTV8805'] }]);
  });

  test('a car that leaves minutes after it came has both reads, even without times', async () => {
    await save({ ...mapping, time: null as never });
    const pass = (way: string) => send(own('KTV8805').replace('"way":"A"', `"way":"${way}"`));
    await eventually(async () => (await pass('A')).body.outcome === 'read');
    at.clock.set('2026-06-15T19:03:00Z');
    await pass('B');
    expect((await reads()).map(({ direction }) => direction)).toEqual(['Entrance', 'Exit']);
  });

  test('a connection of a known format accepts no mapping, and its messages show no fields', async () => {
    feed = await makeCameraFeed(at.database.system, { pk: spot.organization }, 'axis', { spot });
    expect((await save()).status).toBe(404);
    await at.app.inject({
      method: 'POST',
      url: `/api/ingest/cameras/axis/${feed.key}`,
      payload: '{"strange":1}',
      headers: { 'content-type': 'application/json' },
    });
    const params = { id, message: await onlyMessage() };
    expect((await at.call(listMessageFields, { params }, { token })).status).toBe(404);
  });

  test.each([
    ['an empty path', { ...mapping, plate: [] }],
    ['a path without end', { ...mapping, time: Array.from({ length: 21 }, () => 'a') }],
    ['no plate', { ...mapping, plate: null as never }],
    ['a name with NUL', { ...mapping, plate: ['a\0b'] }],
    ['a name with half a character', { ...mapping, camera: ['a\ud800'] }],
  ])('a mapping with %s is refused', async (_name, body) => {
    expect((await save(body)).status).toBe(400);
  });
});

describe('newest message of a connection', () => {
  test('the newest message is shown with its reads, or why it could not be read, and there is none before the first', async () => {
    expect(await latest()).toEqual({ message: null, too_large_at: null });
    await save();
    await eventually(async () => (await send(own('KTV8805'))).body.outcome === 'read');
    at.clock.set('2026-06-15T19:01:00Z');
    expect((await latest()).message).toMatchObject({
      outcome: 'read',
      reason: null,
      reads: [
        { plate: 'KTV8805', camera_name: 'Gate A', captured_at: fromIso('2026-06-15T18:59:30Z') },
      ],
    });
    await send('hello');
    expect((await latest()).message).toMatchObject({
      received_at: fromIso('2026-06-15T19:01:00Z'),
      outcome: 'unknown',
      reason: 'It contains no JSON or XML.',
      reads: [],
    });
  });

  test('messages that were too large are counted at their connection, with the time of the last one', async () => {
    const large = Buffer.alloc(12 * 1024 * 1024 + 1, 'x');
    expect((await send(large)).status).toBe(413);
    at.clock.set('2026-06-15T19:05:00Z');
    expect((await send(large)).status).toBe(413);
    const too_large_at = fromIso('2026-06-15T19:05:00Z');
    await eventually(async () => (await latest()).too_large_at === too_large_at);
    const { body } = await at.call(listCameraFeeds, { params: { id } }, { token });
    expect(body).toMatchObject([{ pk: feed.pk, too_large_count: 2, too_large_at }]);
    expect(await unread()).toEqual([]);
  });
});
