import type { CameraFormat } from '@lotkeeper/contract/cars/cameras';
import { listCameraMessages, readCameraMessagesAgain } from '@lotkeeper/contract/cars/cameras';
import type { Instant } from '@lotkeeper/contract/kernel/calendar';
import { fromIso } from '@lotkeeper/contract/kernel/calendar';
import { beforeEach, describe, expect, test } from 'vitest';
import { makeCameraFeed } from '../../../testing/cameras.factory.ts';
import { signedInMember } from '../../../testing/people.factory.ts';
import type { TestSpot } from '../../../testing/spots.factory.ts';
import { makeSpot } from '../../../testing/spots.factory.ts';
import { testApp } from '../../../testing/test-app.ts';
import { makeStaffedSpot } from '../../../testing/test-property.ts';
import { multipart, overview, sampleText } from './samples/sample.ts';

const arrival = '2026-06-15T19:00:00Z';
let spot: TestSpot;
let token: string;

const at = await testApp({ now: arrival });

beforeEach(async () => {
  at.clock.set(arrival);
  ({ spot, token } = await makeStaffedSpot(at));
});

const again = (messages: number[], by = token) =>
  at.call(
    readCameraMessagesAgain,
    { params: { id: String(spot.organization) }, body: { messages } },
    { token: by },
  );

const listUnread = async () =>
  (await at.call(listCameraMessages, { params: { id: String(spot.organization) } }, { token }))
    .body;

const readsHere = () =>
  at.database.system<
    {
      captured_at: Instant;
      received_at: Instant;
      time_of_arrival: boolean;
      plate: string;
      image: string | null;
    }[]
  >`select * from plate_reads where organization_id = ${spot.organization} order by pk`;

/**
 * Sends a message that an earlier version couldn't read. There is no such version here, so it's sent under a format
 * that doesn't know it, and the connection then gets the right one.
 */
async function sendUnread(
  format: CameraFormat,
  { type, body }: { type: string; body: string | Buffer },
): Promise<number> {
  const before: CameraFormat = format === 'frigate' ? 'axis' : 'frigate';
  const feed = await makeCameraFeed(at.database.system, { pk: spot.organization }, before, {
    spot,
  });
  const { statusCode } = await at.app.inject({
    method: 'POST',
    url: `/api/ingest/cameras/${before}/${feed.key}`,
    headers: { 'content-type': type },
    payload: body,
  });
  expect(statusCode).toBe(202);
  await at.database.system`update camera_feeds set format = ${format} where pk = ${feed.pk}`;
  const [{ pk }] = await at.database.system<[{ pk: number }]>`
    select pk from camera_messages where feed_pk = ${feed.pk}`;
  return pk;
}

const xml = { type: 'application/xml', body: sampleText('hikvision.xml') };
const timeless = {
  ...xml,
  body: xml.body.replace(/<dateTime>.*?<\/dateTime>/, '<dateTime>soon</dateTime>'),
};

describe('stored unreadable messages', () => {
  test('an Admin can have a stored message read again after a fix, once and with its own time', async () => {
    const pk = await sendUnread('hikvision', xml);
    expect(await readsHere()).toEqual([]);
    at.clock.set('2026-06-20T12:00:00Z');
    expect((await again([pk])).body).toEqual({ understood: 1, reads: 1 });
    const [read, ...others] = await readsHere();
    expect(others).toEqual([]);
    expect(read).toMatchObject({ received_at: fromIso(arrival), time_of_arrival: false });
    expect(read?.captured_at).not.toBe(fromIso('2026-06-20T12:00:00Z'));
    expect(at.told).toContainEqual(['server:newRecords', spot.pk]);
    expect(await listUnread()).toEqual([]);
    expect((await again([pk, pk])).body).toEqual({ understood: 0, reads: 0 });
    expect(await readsHere()).toHaveLength(1);
  });

  test('a message without a time that is read again has the time of its arrival', async () => {
    const pk = await sendUnread('hikvision', timeless);
    at.clock.set('2026-06-20T12:00:00Z');
    await again([pk]);
    expect(await readsHere()).toMatchObject([
      { captured_at: fromIso(arrival), time_of_arrival: true },
    ]);
  });

  test('simultaneous requests read a stored message again only once', async () => {
    const pk = await sendUnread('hikvision', timeless);
    const answers = await Promise.all([again([pk]), again([pk]), again([pk])]);
    expect(answers.reduce((sum, { body }) => sum + body.reads, 0)).toBe(1);
    expect(await readsHere()).toHaveLength(1);
  });

  test('a message that is read again gets back the image that came with it', async () => {
    const form = multipart([
      { name: 'anpr.xml', fileName: 'anpr.xml', bytes: Buffer.from(xml.body) },
      { name: 'detectionPicture.jpg', fileName: 'detectionPicture.jpg', bytes: overview },
    ]);
    await again([await sendUnread('hikvision', form)]);
    const [read] = await readsHere();
    const [image] = await at.database.system<{ bytes: number }[]>`
      select bytes from images where organization_id = ${spot.organization} and uuid = ${read?.image ?? null}`;
    expect(image?.bytes).toBe(overview.length);
  });

  test('a message stays on the list when it still cannot be read or its text is gone', async () => {
    const pk = await sendUnread('axis', { type: 'application/json', body: '{"weather":"sunny"}' });
    const forgotten = await sendUnread('hikvision', xml);
    await at.database
      .system`update camera_messages set body = '', raw = null where pk = ${forgotten}`;
    const cut = await sendUnread('hikvision', xml);
    await at.database
      .system`update camera_messages set body = substring(body for 200), raw = null where pk = ${cut}`;
    expect((await again([pk, forgotten, cut])).body).toEqual({ understood: 0, reads: 0 });
    expect(await listUnread()).toHaveLength(3);
    expect(await readsHere()).toEqual([]);
  });

  test('an Admin cannot have another organization’s message read again', async () => {
    const pk = await sendUnread('hikvision', xml);
    const other = await makeSpot(at.database.system);
    const { token: stranger } = await signedInMember(at, { pk: other.organization }, 'ADMIN');
    expect((await again([pk], stranger)).status).toBe(404);
    const own = await at.call(
      readCameraMessagesAgain,
      { params: { id: String(other.organization) }, body: { messages: [pk] } },
      { token: stranger },
    );
    expect(own.body).toEqual({ understood: 0, reads: 0 });
    expect(await readsHere()).toEqual([]);
  });
});
