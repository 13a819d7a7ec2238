import { createHmac, randomUUID } from 'node:crypto';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { CameraFormat } from '@lotkeeper/contract/cars/cameras';
import { cameraFormats } from '@lotkeeper/contract/cars/cameras';
import type { Instant } from '@lotkeeper/contract/kernel/calendar';
import { fromIso } from '@lotkeeper/contract/kernel/calendar';
import { afterAll, beforeAll, beforeEach, describe, expect, test, vi } from 'vitest';
import { makeCameraFeed } from '../../../testing/cameras.factory.ts';
import { makePng } from '../../../testing/pictures.factory.ts';
import type { TestSpot } from '../../../testing/spots.factory.ts';
import { makeSpot } from '../../../testing/spots.factory.ts';
import { readStoredFile } from '../../../testing/stored-file.ts';
import { testApp } from '../../../testing/test-app.ts';
import { keptText } from './kept-text.ts';
import { openMessage } from './read-message.ts';
import { multipart, overview, plate, sampleJson, sampleText } from './samples/sample.ts';

const json = 'application/json';
let spot: TestSpot;

const at = await testApp({ now: '2026-06-15T19:00:00Z' });
const sql = at.database.system;

beforeEach(async () => {
  at.clock.set('2026-06-15T19:00:00Z');
  spot = await makeSpot(sql);
});

type FeedOptions = Parameters<typeof makeCameraFeed>[3];
const feedOf = (format: CameraFormat, overrides: FeedOptions = {}) =>
  makeCameraFeed(sql, { pk: spot.organization }, format, { spot, ...overrides });

async function post(
  url: string,
  type: string,
  payload: unknown,
  headers: Record<string, string> = {},
) {
  const body =
    typeof payload === 'string' || Buffer.isBuffer(payload) ? payload : JSON.stringify(payload);
  const response = await at.app.inject({
    method: 'POST',
    url,
    payload: body,
    headers: { 'content-type': type, ...headers },
  });
  return { status: response.statusCode, body: response.json<Record<string, unknown>>() };
}

const knock = (format: string, key: string, type: string, payload: unknown, headers = {}) =>
  post(`/api/ingest/cameras/${format}/${key}`, type, payload, headers);

interface ReadRow {
  plate: string;
  captured_at: Instant;
  time_of_arrival: boolean;
  direction: string | null;
  superseded: boolean;
  spot_pk: number | null;
  camera_pk: number;
  image: string | null;
  plate_image: string | null;
  local_date: string | null;
  local_hour: number | null;
  source: string;
}

const readsHere = () =>
  sql<ReadRow[]>`
    select * from plate_reads where organization_id = ${spot.organization} order by pk`;

const messagesHere = () =>
  sql<{ outcome: string; reason: string | null; body: Buffer; files: string[] }[]>`
    select * from camera_messages where organization_id = ${spot.organization} order by pk`;

const camerasHere = () =>
  sql<
    {
      pk: number;
      camera_ref: string;
      name: string;
      clock_offset_ms: number;
      last_beat_at: Instant;
    }[]
  >`select * from cameras where organization_id = ${spot.organization} order by pk`;

describe('each format’s sample is taken as its sender posts it', () => {
  const upload = { name: 'upload', fileName: 'image1.jpg', type: 'image/jpeg', bytes: overview };
  const stream = sampleText('plate-recognizer-stream.json');
  const group = sampleJson('openalpr-group.json');
  const inJson = (name: string) => ({ type: json, body: sampleText(name) });
  const samples: [string, CameraFormat, { type: string; body: unknown }, plates: string[]][] = [
    [
      'Plate Recognizer Stream, multipart',
      'plate-recognizer',
      multipart([{ name: 'json', bytes: stream }, upload]),
      ['BXK4821'],
    ],
    [
      'Plate Recognizer Stream, form',
      'plate-recognizer',
      {
        type: 'application/x-www-form-urlencoded',
        body: new URLSearchParams({ json: stream }).toString(),
      },
      ['BXK4821'],
    ],
    [
      'Plate Recognizer Snapshot, JSON',
      'plate-recognizer',
      inJson('plate-recognizer-snapshot.json'),
      ['KZR77G'],
    ],
    ['OpenALPR group', 'openalpr', { type: json, body: group }, ['GRD9015']],
    ['OpenALPR heartbeat', 'openalpr', inJson('openalpr-heartbeat.json'), []],
    ['Frigate update', 'frigate', inJson('frigate-update.json'), ['CDW 3318']],
    ['Frigate event', 'frigate', inJson('frigate-event.json'), ['CDW3318']],
    ['Verkada', 'verkada', inJson('verkada.json'), ['AYJ5540']],
    [
      'Axis, multipart files',
      'axis',
      multipart([
        { name: 'event', fileName: 'event.json', type: json, bytes: sampleText('axis-event.json') },
        { name: 'image', fileName: 'image.jpg', type: 'image/jpeg', bytes: plate },
      ]),
      ['FF44 ZNA'],
    ],
    ['Hikvision, JSON', 'hikvision', inJson('hikvision.json'), ['FXP1184']],
    ['Dahua ITSAPI', 'dahua', { type: json, body: sampleJson('dahua-itsapi.json') }, ['TRK5108']],
    ['Dahua events', 'dahua', inJson('dahua-events.json'), ['CJW2290']],
    ['UniFi Protect', 'unifi', { type: json, body: sampleJson('unifi.json') }, ['HDN3471']],
    ['Genetec, JSON', 'genetec', { type: json, body: sampleJson('genetec.json') }, ['DTW7703']],
    ['Genetec, XML', 'genetec', { type: 'text/xml', body: sampleText('genetec.xml') }, ['LBN4410']],
    [
      'ONVIF frame',
      'onvif',
      { type: 'text/xml', body: sampleText('onvif-frame.xml') },
      ['MQT6620'],
    ],
    [
      'ONVIF event',
      'onvif',
      { type: 'text/xml', body: sampleText('onvif-event.xml') },
      ['NBV3041'],
    ],
    [
      'Hikvision, XML',
      'hikvision',
      { type: 'application/xml', body: sampleText('hikvision.xml') },
      ['PQT6001'],
    ],
    [
      'Hikvision, multipart with pictures',
      'hikvision',
      multipart([
        {
          name: 'anpr.xml',
          fileName: 'anpr.xml',
          type: 'text/xml',
          bytes: sampleText('hikvision.xml'),
        },
        { name: 'licensePlatePicture.jpg', fileName: 'licensePlatePicture.jpg', bytes: plate },
        { name: 'detectionPicture.jpg', fileName: 'detectionPicture.jpg', bytes: overview },
      ]),
      ['PQT6001'],
    ],
    ['APDS observations', 'apds', inJson('apds-observation.json'), ['VLN1187']],
    ['APDS session', 'apds', inJson('apds-session.json'), ['RBN4402', 'RBN4402']],
  ];

  test.each(samples)(
    'the sample of %s is accepted, and a repeat changes nothing',
    async (_, format, { type, body }, plates) => {
      const { key, pk } = await feedOf(format);
      const answered = await knock(format, key, type, body);
      expect([answered.status, answered.body.reads]).toEqual([200, plates.length]);
      const reads = await readsHere();
      expect(reads.map((read) => read.plate)).toEqual(plates);
      for (const read of reads) {
        expect(read).toMatchObject({
          source: `camera:${pk}`,
          spot_pk: spot.pk,
          local_date: '2026-06-15',
        });
      }

      // The same message again changes nothing, and is stored once.
      await knock(format, key, type, body);
      expect(await readsHere()).toEqual(reads);
      expect(await messagesHere()).toHaveLength(1);
    },
  );

  test('a message’s images are in the file store once, and not in the stored text', async () => {
    const { key } = await feedOf('openalpr', { direction: 'Exit' });
    const body = sampleJson('openalpr-group.json');
    await knock('openalpr', key, json, body);
    await knock('openalpr', key, json, body);
    const images = await sql<
      { uuid: string; kind: string; file: string; media_type: string; orientation: string }[]
    >`select * from images where organization_id = ${spot.organization} order by kind`;
    expect(images.map((one) => [one.kind, one.media_type, one.orientation])).toEqual([
      ['overview', 'image/png', 'Exit'],
      ['plate', 'image/png', 'Exit'],
    ]);
    expect(await readStoredFile(at.files, images[0]?.file ?? '')).toEqual(overview);
    const [read] = await readsHere();
    expect([read?.image, read?.plate_image]).toEqual(images.map((one) => one.uuid));
    const [message] = await messagesHere();
    expect(message?.body.toString()).not.toContain(overview.toString('base64').slice(0, 40));
  });
});

test('an image within XML is kept with the read, and not in the stored text', async () => {
  const { key } = await feedOf('genetec');
  const base64 = overview.toString('base64');
  const body = sampleText('genetec.xml').replace(
    '<ContextImage/>',
    `<ContextImage>${base64}</ContextImage>`,
  );
  await knock('genetec', key, 'text/xml', body);
  const [read] = await readsHere();
  expect(read?.image).not.toBeNull();
  const text = (await messagesHere())[0]?.body.toString();
  expect(text).toContain(`<ContextImage>[${base64.length} characters of a picture]</ContextImage>`);
  expect(text).toContain('<PlateRead>LBN4410</PlateRead>');
});

describe('effects of a read', () => {
  test.each([
    ['a plate', 'dahua-itsapi.json', { Result: true, outcome: 'read' }],
    ['what can’t be read', 'verkada.json', { Result: true, outcome: 'unknown' }],
  ])(
    'a Dahua camera that sent %s gets an answer that keeps it from sending it again',
    async (_, name, answer) => {
      const { key } = await feedOf('dahua');
      expect((await knock('dahua', key, json, sampleJson(name))).body).toMatchObject(answer);
    },
  );

  test('a read makes a visit at its property at once and notifies the browsers', async () => {
    const { key } = await feedOf('verkada');
    await knock('verkada', key, json, sampleText('verkada.json'));
    const paired = await sql`
      select from plate_reads where spot_pk = ${spot.pk} and source like 'camera:%' and visit_pk is not null`;
    expect(paired.length).toBeGreaterThan(0);
    expect(at.told).toContainEqual(['server:newRecords', spot.pk]);
  });

  test('the direction set for a connection outranks what the camera sends', async () => {
    const { key } = await feedOf('axis', { direction: 'Exit' });
    await knock('axis', key, json, sampleText('axis-event.json'));
    expect((await readsHere())[0]?.direction).toBe('Exit');
  });

  test('the direction set for a camera outranks what it sends', async () => {
    const { key } = await feedOf('apds');
    const session = sampleText('apds-session.json');
    await knock('apds', key, json, session);
    await sql`update cameras set direction = 'Exit' where spot_pk = ${spot.pk}`;
    const next = session
      .replaceAll('RBN4402', 'RBN4403')
      .replaceAll(/"id": "[^"]{36}"/g, `"id": "${randomUUID()}"`);
    await knock('apds', key, json, next);
    const directions = Map.groupBy(await readsHere(), ({ plate }) => plate);
    expect(
      directions
        .get('RBN4402')
        ?.map(({ direction }) => direction)
        .toSorted(),
    ).toEqual(['Entrance', 'Exit']);
    expect(directions.get('RBN4403')?.map(({ direction }) => direction)).toEqual(['Exit', 'Exit']);
  });

  test('a final read replaces its preview, in either order of arrival', async () => {
    const whole = sampleJson('openalpr-group.json') as object;
    const preview = {
      ...whole,
      is_preview: true,
      uuids: ['AGENT7-3-100'],
      best_plate_number: 'GRD901S',
    };
    for (const order of [
      [preview, whole],
      [whole, preview],
    ]) {
      spot = await makeSpot(sql);
      const { key } = await feedOf('openalpr');
      for (const body of order) await knock('openalpr', key, json, body);
      const reads = await readsHere();
      expect(reads.filter((read) => !read.superseded).map((read) => read.plate)).toEqual([
        'GRD9015',
      ]);
      expect(reads).toHaveLength(2);
    }
  });

  /** Sends a read that was made at a given time of the camera's clock. */
  const sendAt = (key: string, text: string, detected: unknown) => {
    const body = sampleJson('verkada.json') as { data: object };
    return knock('verkada', key, json, {
      ...body,
      data: { ...body.data, detected, license_plate_number: text },
    });
  };

  test('the offset of a clock that runs ahead is ignored until five reads agree, and then corrected', async () => {
    const { key } = await feedOf('verkada');
    for (const [n, minute] of [30, 32, 34, 36, 38, 40].entries()) {
      at.clock.set(`2026-06-15T18:${minute}:00Z`);
      await sendAt(key, `AAA00${n}`, at.clock() + 25 * 60_000);
      expect((await camerasHere())[0]?.clock_offset_ms).toBe(n < 4 ? 0 : 25 * 60_000);
    }
    const reads = await readsHere();
    expect(reads.map((read) => read.time_of_arrival)).toEqual([
      true,
      true,
      true,
      true,
      true,
      false,
    ]);
    expect(reads.map((read) => read.local_hour)).toEqual([11, 11, 11, 11, 11, 11]);
  });

  test.each([
    ['0001-01-01T00:00:00Z', true],
    ['0000-01-01T00:00:00Z', true],
    ['1970-01-01T00:00:10Z', true],
    ['2000-01-01T00:00:10Z', true],
    ['2037-01-01T00:00:00Z', true],
    ['9999-12-31T23:59:59Z', true],
    ['2026-06-15T23:00:00Z', false],
  ])(
    'a read of %s counts at its arrival, and no clock offset is learned from it',
    async (time, isSaid) => {
      const { key } = await feedOf('verkada');
      const answer = await sendAt(key, 'BAD111', time);
      const reason = 'Its time can’t be right: the time of arrival is used.';
      expect(answer.body).toMatchObject({ outcome: 'read', reason: isSaid ? reason : null });
      at.clock.forward(60_000);
      await sendAt(key, 'GOOD11', at.clock());
      expect(await readsHere()).toMatchObject([
        { captured_at: fromIso('2026-06-15T19:00:00Z'), time_of_arrival: true },
        { captured_at: at.clock(), time_of_arrival: false, local_date: '2026-06-15' },
      ]);
      expect((await camerasHere())[0]?.clock_offset_ms).toBe(0);
    },
  );

  test('a vehicle without a plate is counted, but creates no car', async () => {
    const { key } = await feedOf('verkada');
    await sendAt(key, 'NO_TAGS', at.clock());
    await sendAt(key, 'NO_TAGS', at.clock());
    await sendAt(key, 'NO_TAGS', '2026-06-15T18:59:00Z');
    const unread = { plate: '', visit_pk: null };
    expect(await readsHere()).toMatchObject([unread, unread]);
    const hours = await sql`
      select local_hour, reads, unread from camera_hours where organization_id = ${spot.organization} order by 1`;
    expect(hours).toMatchObject([
      { local_hour: 11, reads: 0, unread: 1 },
      { local_hour: 12, reads: 0, unread: 1 },
    ]);
  });

  test('the same plate at the same wrong time after another power cut is another read', async () => {
    const { key } = await feedOf('verkada');
    await sendAt(key, 'AAA111', '1970-01-01T00:00:10Z');
    at.clock.forward(3_600_000);
    await sendAt(key, 'AAA111', '1970-01-01T00:00:10Z');
    expect(await readsHere()).toHaveLength(2);
  });

  test('the reads of a camera are counted per hour in its property’s time zone, without repeats', async () => {
    const { key } = await feedOf('plate-recognizer');
    const body = sampleJson('plate-recognizer-stream.json') as {
      data: { timestamp: string; results: { plate: string }[] };
    };
    for (const [time, text] of [
      ['2026-06-15T18:10:00Z', 'AAA111'],
      ['2026-06-15T18:20:00Z', 'BBB222'],
      ['2026-06-15T06:59:00Z', 'CCC333'],
    ] as const) {
      body.data.timestamp = time;
      (body.data.results[0] as { plate: string }).plate = text;
      await knock('plate-recognizer', key, json, body);
      await knock('plate-recognizer', key, json, body);
    }
    const hours = await sql`
      select local_date, local_hour, reads from camera_hours
      where organization_id = ${spot.organization} order by 1, 2`;
    expect(hours).toEqual([
      { local_date: '2026-06-14', local_hour: 23, reads: 1 },
      { local_date: '2026-06-15', local_hour: 11, reads: 2 },
    ]);
  });

  test('heartbeats set the expected interval, and only the newest is stored, without its secrets', async () => {
    const { key } = await feedOf('openalpr');
    for (const minute of [1, 2, 3]) {
      at.clock.set(`2026-06-15T19:0${minute}:00Z`);
      await knock('openalpr', key, json, sampleText('openalpr-heartbeat.json'));
    }
    const [camera, ...others] = await sql<
      { name: string; last_beat_at: Instant; heartbeat_every_ms: number }[]
    >`select * from cameras where organization_id = ${spot.organization}`;
    expect(others).toEqual([]);
    expect(camera).toMatchObject({
      name: 'South ramp',
      last_beat_at: fromIso('2026-06-15T19:03:00Z'),
      heartbeat_every_ms: 60_000,
    });
    const messages = await messagesHere();
    expect(messages).toHaveLength(1);
    expect(messages[0]?.body.toString()).not.toMatch(/hunter2|codec/);
  });
});

describe('cameras without a property', () => {
  test('a camera without a property keeps its reads and their images', async () => {
    const { key } = await makeCameraFeed(sql, { pk: spot.organization }, 'axis');
    const { type, body } = multipart([
      { name: 'event', bytes: sampleText('axis-event.json') },
      { name: 'image', fileName: 'image.jpg', bytes: plate },
    ]);
    await knock('axis', key, type, body);
    const [waiting] = await readsHere();
    expect(waiting).toMatchObject({ spot_pk: null, local_date: null, direction: null });
    expect(waiting?.plate_image).not.toBeNull();
    const [camera] = await camerasHere();
    expect(camera?.camera_ref).toBe('ACCC8E000001');
  });

  test('a time without a zone, from a camera without a property, becomes the time of arrival', async () => {
    const { key } = await makeCameraFeed(sql, { pk: spot.organization }, 'plate-recognizer');
    await knock('plate-recognizer', key, json, sampleText('plate-recognizer-snapshot.json'));
    expect((await readsHere())[0]?.captured_at).toBe(fromIso('2026-06-15T19:00:00Z'));
  });
});

test('images under unknown part names are kept', async () => {
  const { key } = await feedOf('hikvision');
  const { type, body } = multipart([
    { name: 'anpr.xml', fileName: 'anpr.xml', bytes: Buffer.from(sampleText('hikvision.xml')) },
    { name: 'plateCrop.jpg', fileName: 'plateCrop.jpg', bytes: plate },
    { name: 'vehiclePicture.jpg', fileName: 'vehiclePicture.jpg', bytes: overview },
  ]);
  await knock('hikvision', key, type, body);
  const [one] = await readsHere();
  const kept = await sql<{ uuid: string; kind: string; bytes: number }[]>`
    select uuid, kind, bytes from images where organization_id = ${spot.organization}`;
  const sizeOf = (uuid: string | null | undefined) =>
    kept.find((image) => image.uuid === uuid)?.bytes;
  expect([sizeOf(one?.image), sizeOf(one?.plate_image)]).toEqual([overview.length, plate.length]);
});

describe('reads with unreadable times', () => {
  const timeless = sampleText('hikvision.xml')
    .replace(/<dateTime>.*?<\/dateTime>/, '<dateTime>soon</dateTime>')
    .replace(/<UUID>.*?<\/UUID>/, '');

  test('a read without a readable time gets the time of arrival, is marked, and is another read the next day', async () => {
    const { key } = await feedOf('hikvision');
    expect((await knock('hikvision', key, 'application/xml', timeless)).body).toMatchObject({
      outcome: 'read',
      reads: 1,
      reason: 'It contains no readable time: the time of arrival is used.',
    });
    await knock('hikvision', key, 'application/xml', timeless);
    at.clock.set('2026-06-16T08:00:00Z');
    await knock('hikvision', key, 'application/xml', timeless);
    expect(await readsHere()).toMatchObject([
      { captured_at: fromIso('2026-06-15T19:00:00Z'), time_of_arrival: true },
      { captured_at: fromIso('2026-06-16T08:00:00Z'), time_of_arrival: true },
    ]);
  });
});

describe('unreadable messages', () => {
  test('a message that cannot be read is kept with a reason and answered 202', async () => {
    const { key } = await feedOf('frigate');
    const { status, body } = await knock('frigate', key, json, { weather: 'sunny' });
    expect([status, body.outcome]).toEqual([202, 'unknown']);
    expect(body.reason).toContain('neither an event');
    expect(await messagesHere()).toMatchObject([
      { outcome: 'unknown', reason: body.reason, body: Buffer.from('{"weather":"sunny"}') },
    ]);
    expect(await readsHere()).toEqual([]);
  });

  test('an unreadable XML message is stored as written but without the camera’s credentials', async () => {
    const { key } = await feedOf('hikvision');
    const strange = '<Strange a="1"><url>rtsp://admin:hunter2@10.0.0.5/live?x=1</url></Strange>';
    expect((await knock('hikvision', key, 'application/xml', strange)).status).toBe(202);
    expect((await messagesHere())[0]?.body.toString()).toBe(
      '<Strange a="1"><url>rtsp://10.0.0.5/…</url></Strange>',
    );
  });

  test.each([
    ['dots', 'a.'],
    ['addresses', 'a://'],
    ['signs of passwords', 'rtsp://a:'],
  ])('ten unreadable megabytes of %s are handled in linear time', async (_, piece) => {
    const { key } = await feedOf('frigate');
    const note = piece.repeat(Math.floor(10_000_000 / piece.length));
    expect((await knock('frigate', key, json, { note })).status).toBe(202);
    expect((await messagesHere())[0]?.body.length).toBeLessThanOrEqual(256 * 1024);
  });

  test('a multipart message without JSON is kept with its image', async () => {
    const { key } = await feedOf('axis');
    const { type, body } = multipart([{ name: 'image', fileName: 'a.png', bytes: overview }]);
    expect((await knock('axis', key, type, body)).status).toBe(202);
    // The image, and the message as it arrived.
    const [message] = await messagesHere();
    expect(message?.files).toHaveLength(2);
    // Without a text it would never be deleted.
    expect(message?.body.toString()).toBe(`[${body.length} bytes without text]`);
  });

  test('the newest 200 unreadable messages of a feed keep their text', async () => {
    const { key, pk } = await feedOf('frigate');
    await sql`
      insert into camera_messages (organization_id, feed_pk, received_at, content_type, body, outcome, sameness)
      select ${spot.organization}, ${pk}, to_timestamp(n), '', 'old', 'unknown', sha256(n::text::bytea)
      from generate_series(1, 200) n`;
    await knock('frigate', key, json, { weather: 'sunny' });
    const [row] = await sql`
      select count(*) filter (where body <> '') as full, count(*) as all from camera_messages
      where organization_id = ${spot.organization}`;
    expect(row).toEqual({ full: 200, all: 201 });
  });

  const bomb = `<!DOCTYPE x [<!ENTITY a "aaaa"><!ENTITY b "&a;&a;&a;">]><EventNotificationAlert>&b;</EventNotificationAlert>`;
  const file = `<!DOCTYPE x [<!ENTITY f SYSTEM "file:///etc/passwd">]><EventNotificationAlert><eventType>&f;</eventType></EventNotificationAlert>`;
  const cut = multipart([{ name: 'json', bytes: '{}' }]);
  test.each([
    ['JSON that is cut off', json, '{"data":', 'Its JSON is cut off, or it isn’t JSON.'],
    ['a plate that is cut off', json, '{"data":{"plate":"AB', 'Its JSON is cut off'],
    ['an empty body', json, '', 'It is empty.'],
    ['no JSON', json, 'hello', 'It contains no JSON or XML.'],
    ['a form with broken JSON', 'application/x-www-form-urlencoded', 'json=%7B%22data', 'cut off'],
    ['a multipart without a boundary', 'multipart/form-data', 'x', 'no JSON or XML'],
    ['a multipart of no parts', 'multipart/form-data; boundary=x', 'nothing', 'no JSON or XML'],
    ['XML that is cut off', 'application/xml', '<EventNotificationAlert><eventType>', 'cut off'],
    ['XML with entities that unfold', 'application/xml', bomb, 'It has a document type.'],
    ['XML with an entity of a file', 'application/xml', file, 'It has a document type.'],
    ['JSON nested 200,000 deep', json, '['.repeat(200_000) + ']'.repeat(200_000), ''],
    [
      'an element named as JavaScript is',
      'application/xml',
      '<a><constructor/></a>',
      'a name that',
    ],
    [
      'a hundred thousand documents',
      'application/xml',
      '<a></a>'.repeat(100_000),
      '1,000 documents',
    ],
    ['a hundred thousand objects', json, '{}'.repeat(100_000), '1,000 documents'],
    ['a million parts', 'multipart/mixed; boundary=x', '--x\r\n'.repeat(1_000_000), '100 parts'],
    ['bytes of no text', 'application/octet-stream', Buffer.from([0xff, 0x00, 0x80, 0x01]), ''],
    ['a multipart that is cut off', cut.type, cut.body.subarray(0, cut.body.length - 20), ''],
  ] as [string, string, string | Buffer, string][])(
    '%s is kept byte for byte with the reason, and answered 202',
    async (_, type, sent, reason) => {
      const { key } = await feedOf('hikvision');
      const answered = await knock('hikvision', key, type, sent);
      expect([answered.status, answered.body.outcome]).toEqual([202, 'unknown']);
      expect(answered.body.reason).toContain(reason);
      const [message] = await sql<{ raw: string | null; reason: string }[]>`
        select raw, reason from camera_messages where organization_id = ${spot.organization}`;
      expect(message?.reason).toBe(answered.body.reason);
      const sealed = message?.raw ? await readStoredFile(at.files, message.raw) : null;
      const kept = sealed ? Buffer.from(at.secretBox.open(sealed), 'latin1') : Buffer.from('');
      expect(kept.equals(Buffer.from(sent))).toBe(true);
    },
  );

  const event = sampleText('hikvision.xml');
  const second = event.replaceAll('PQT6001', 'SECOND2').replace(/<UUID>.*?<\/UUID>/, '');
  const part = (text: string, head = 'Content-Type: application/xml') =>
    `--boundary\r\n${head}\r\n\r\n${text}\r\n`;
  const form = 'Content-Disposition: form-data; name="anpr.xml"; filename="anpr.xml"';
  const named = event.replace(
    /<channelName>.*?<\/channelName>/,
    '<channelName>A & B < C</channelName>',
  );
  test.each([
    [
      'without a disposition',
      'multipart/form-data; boundary=boundary',
      `${part(event)}--boundary--\r\n`,
    ],
    [
      'multipart/mixed',
      'multipart/mixed; boundary=boundary',
      `${part(event, form)}--boundary--\r\n`,
    ],
    [
      'without a boundary in the header',
      'multipart/form-data',
      `${part(event, form)}--boundary--\r\n`,
    ],
    [
      'with dashes in the header',
      'multipart/form-data; boundary=--boundary',
      `${part(event, form)}--boundary--`,
    ],
    ['without an end', 'multipart/form-data; boundary=boundary', part(event, form)],
    [
      'with bare line ends',
      'multipart/form-data; boundary=boundary',
      part(event, form).replaceAll('\r\n', '\n'),
    ],
    ['under another type', 'text/plain', event],
    ['as a form', 'application/x-www-form-urlencoded', event],
    ['with a bare ampersand', 'application/xml', named],
    ['with NUL at the end', 'application/xml', `${event}\0`],
    ['with junk behind it', 'application/xml', `${event}\r\nOK</x>`],
    ['in UTF-16', 'application/xml', Buffer.from(`\ufeff${event}`, 'utf16le')],
    [
      'in UTF-16 without a mark',
      'application/xml',
      Buffer.from(event.replace(/^<\?.*?\?>\s*/, ''), 'utf16le'),
    ],
  ] as [string, string, string | Buffer][])('an alarm %s is read', async (_, type, sent) => {
    const { key } = await feedOf('hikvision');
    const { status, body } = await knock('hikvision', key, type, sent);
    expect([status, body]).toMatchObject([200, { outcome: 'read', reads: 1, reason: null }]);
    expect(await readsHere()).toMatchObject([{ plate: 'PQT6001' }]);
  });

  test.each([
    [
      'two parts',
      'multipart/form-data; boundary=boundary',
      `${part(event)}${part(second)}--boundary--\r\n`,
    ],
    ['two documents', 'application/xml', `${event}\n${second}`],
  ])('both cars of %s are read', async (_, type, sent) => {
    const { key } = await feedOf('hikvision');
    expect((await knock('hikvision', key, type, sent)).body).toMatchObject({ reads: 2 });
    expect((await readsHere()).map(({ plate: text }) => text)).toEqual(['PQT6001', 'SECOND2']);
  });

  const update = JSON.stringify(sampleJson('frigate-update.json'));
  test.each([
    ['with NaN', update.replace('{', '{"x":NaN,"y":-Infinity,')],
    ['with a comma too many', update.replace(/\}$/, ',}')],
    ['with a tab in a text', update.replace('{', '{"note":"a\tb\nc",')],
    ['with NUL at the end', `${update}\0`],
    ['with junk behind it', `${update} OK`],
    ['in UTF-16', Buffer.from(`\ufeff${update}`, 'utf16le')],
    ['in Windows-1252', Buffer.from(update.replace('{', '{"note":"caf\u00e9",'), 'latin1')],
    ['with a mark', `\ufeff${update}`],
  ] as [string, string | Buffer][])('JSON %s is read', async (_, sent) => {
    const { key } = await feedOf('frigate');
    for (const type of [json, 'application/x-www-form-urlencoded', 'text/plain']) {
      const { status, body } = await knock('frigate', key, type, sent);
      expect([status, body]).toMatchObject([200, { outcome: 'read', reads: 1, reason: null }]);
    }
  });

  test('when a message has a car and something unknown, the car is read and the reason mentions the rest', async () => {
    const { key } = await feedOf('frigate');
    const { body } = await knock('frigate', key, json, `${update}\n{"weather":"sunny"}`);
    expect(body).toMatchObject({ outcome: 'read', reads: 1 });
    expect(body.reason).toContain('A part of it can’t be read: It is neither an event');
  });

  test('a message of more than 12 MB is answered 413', async () => {
    const { key } = await feedOf('axis');
    const answered = await knock('axis', key, json, Buffer.alloc(12 * 1024 * 1024 + 1, 32));
    expect([answered.status, answered.body.code]).toEqual([413, 'too_large']);
  });

  test('an image that is invalid or too large is left out, and the read stays', async () => {
    const { key } = await feedOf('axis');
    for (const bytes of [
      Buffer.from('<svg onload="alert(1)"/>'),
      makePng(12_000, 12_000, 50_000),
      Buffer.alloc(6 * 1024 * 1024),
    ]) {
      const event = { ...(sampleJson('axis-event.json') as object), carID: String(bytes.length) };
      const { type, body } = multipart([
        { name: 'event', bytes: JSON.stringify(event) },
        { name: 'image', fileName: 'image.jpg', type: 'image/jpeg', bytes },
      ]);
      const answered = await knock('axis', key, type, body);
      expect([answered.status, answered.body.reads]).toEqual([200, 1]);
    }
    expect((await readsHere()).map((read) => read.plate_image)).toEqual([null, null, null]);
    const reasons = (await messagesHere()).map(({ reason }) => reason);
    expect(reasons[1]).toContain('An image was left out: The image has more than 25 megapixels');
    expect(reasons[2]).toBe(
      'An image was left out: The image is larger than 5 MB. Send a smaller one.',
    );
  });

  test('a message with characters that cannot be stored is accepted without them', async () => {
    const { key } = await feedOf('frigate');
    const body = {
      ...(sampleJson('frigate-update.json') as object),
      camera: 'a\u0000b',
      plate: 'X\u0000\ud8001',
    };
    expect((await knock('frigate', key, json, body)).status).toBe(200);
    expect((await camerasHere())[0]?.camera_ref).toBe('a b');
  });
});

describe('keys', () => {
  const body = sampleText('verkada.json');

  test('a key of another format is refused like a missing one, and an unknown format does not exist', async () => {
    const { key } = await feedOf('verkada');
    const other = await knock('axis', key, json, body);
    const wrong = await knock('axis', 'lc_0000000000000000000000000000', json, body);
    expect([other.status, other.body.code]).toEqual([401, 'key_invalid']);
    expect(other.body).toEqual(wrong.body);
    expect((await knock('sony', key, json, body)).status).toBe(404);
    expect(await messagesHere()).toEqual([]);
  });

  test('a key is refused after it is revoked', async () => {
    const { key, pk } = await feedOf('verkada');
    expect((await knock('verkada', key, json, body)).status).toBe(200);
    await sql`
      update camera_feeds set revoked_at = now() where organization_id = ${spot.organization} and pk = ${pk}`;
    await expect.poll(async () => (await knock('verkada', key, json, body)).status).toBe(401);
  });

  test('a page of another site cannot post, even with a valid key', async () => {
    const { key } = await feedOf('verkada');
    const answered = await knock('verkada', key, json, body, { origin: 'https://evil.example' });
    expect([answered.status, answered.body.code]).toEqual([403, 'not_allowed']);
  });

  test('other endpoints still accept only JSON', async () => {
    const answered = await post('/api/otp/', 'application/xml', '<a/>');
    expect([answered.status, answered.body.code]).toEqual([415, 'unsupported_media_type']);
  });
});

describe('signed feeds', () => {
  const secret = 'shared with Verkada';
  const body = sampleText('verkada.json');
  const seconds = fromIso('2026-06-15T19:00:00Z') / 1000;
  const sign = (text: string, at: number, by = secret) =>
    `${at}|${createHmac('sha256', by).update(`${text}|${at}`).digest('hex')}`;

  test.each([
    ['right', sign(body, seconds), 200],
    ['four minutes old', sign(body, seconds - 240), 200],
    ['missing', undefined, 401],
    ['of another secret', sign(body, seconds, 'guessed'), 401],
    ['of another body', sign(`${body} `, seconds), 401],
    ['an old one, replayed', sign(body, seconds - 301), 401],
    ['of the future', sign(body, seconds + 301), 401],
    ['with its time changed', sign(body, seconds - 900).replace(/^\d+/, String(seconds)), 401],
    ['no hex', `${seconds}|zz`, 401],
    ['a list', 'a, b', 401],
  ])(
    'a signed feed accepts only a valid, fresh signature (this one is %s)',
    async (_, signature, status) => {
      const { key } = await feedOf('verkada', { signing_secret: at.secretBox.seal(secret) });
      const headers = signature === undefined ? {} : { 'verkada-signature': signature };
      const answered = await knock('verkada', key, json, body, headers);
      expect(answered.status).toBe(status);
      if (status === 401) expect(answered.body.code).toBe('key_invalid');
      expect(await readsHere()).toHaveLength(status === 200 ? 1 : 0);
    },
  );
});

describe('URLs in messages', () => {
  const asked: string[] = [];
  const trap = createServer((request, response) => {
    asked.push(request.url ?? '');
    response.end();
  });
  let address: string;

  beforeAll(async () => {
    await new Promise<void>((resolve) => trap.listen(0, '127.0.0.1', resolve));
    address = `http://user:secret@127.0.0.1:${(trap.address() as AddressInfo).port}`;
  });
  afterAll(() => new Promise((resolve) => trap.close(resolve)));

  test('a URL that a sender names is never fetched, and its secrets are not stored', async () => {
    const aimed = (name: string) =>
      sampleText(name).replace(/(http|rtsp):\/\/[^"]*/g, `${address}/steal?token=abc`);
    const verkada = await feedOf('verkada');
    await knock('verkada', verkada.key, json, aimed('verkada.json'));
    const apds = await feedOf('apds');
    await knock('apds', apds.key, json, aimed('apds-observation.json'));
    const recognizer = await feedOf('plate-recognizer');
    await knock('plate-recognizer', recognizer.key, json, aimed('plate-recognizer-stream.json'));
    const vehicle = {
      ...(sampleJson('parkpow-vehicle.json') as object),
      image: `${address}/x.jpg`,
    };
    await knock('plate-recognizer', recognizer.key, json, vehicle);
    expect(await readsHere()).toHaveLength(4);
    expect(asked).toEqual([]);
    for (const message of await messagesHere()) {
      expect(message.body.toString()).not.toMatch(/user:secret|token=abc/);
    }
  });
});

describe('ParkPow’s own endpoints', () => {
  const headersOf = (key: string) => ({ authorization: `Token ${key}` });

  test('ParkPow’s endpoints accept the webhook, the vehicle log, and the installer’s request', async () => {
    const { key } = await feedOf('plate-recognizer');
    const stream = sampleText('plate-recognizer-stream.json');
    const one = await post('/api/v1/webhook-receiver/', json, stream, headersOf(key));
    const image = overview.toString('base64');
    const vehicle = { ...(sampleJson('parkpow-vehicle.json') as object), image };
    const two = await post('/api/v1/log-vehicle/', json, vehicle, headersOf(key));
    expect([one.status, two.status]).toEqual([200, 200]);
    expect((await readsHere()).map((read) => [read.plate, read.image !== null])).toEqual([
      ['BXK4821', false],
      ['HTV2206', true],
    ]);
    const list = await at.app.inject({ url: '/api/v1/parking-list/', headers: headersOf(key) });
    expect(list.statusCode).toBe(200);
  });

  test('ParkPow’s endpoints refuse the key of another format', async () => {
    const { key } = await feedOf('axis');
    const stream = sampleText('plate-recognizer-stream.json');
    expect((await post('/api/v1/webhook-receiver/', json, stream, headersOf(key))).status).toBe(
      401,
    );
    const list = await at.app.inject({ url: '/api/v1/parking-list/', headers: headersOf(key) });
    expect(list.statusCode).toBe(401);
  });
});

test('simultaneous messages of several cameras neither deadlock nor lose a count', async () => {
  const { key } = await feedOf('plate-recognizer');
  const sample = sampleJson('plate-recognizer-stream.json') as {
    data: { camera_id: string; results: { plate: string }[] };
  };
  const send = (n: number) =>
    knock('plate-recognizer', key, json, {
      data: {
        ...sample.data,
        camera_id: `gate-${n % 3}`,
        results: [{ ...sample.data.results[0], plate: `AAA${100 + n}` }],
      },
    });
  const answers = await Promise.all(Array.from({ length: 60 }, (_, n) => send(n)));
  expect(answers.map(({ status }) => status).filter((status) => status !== 200)).toEqual([]);
  const counts = await sql<{ reads: number }[]>`
    select reads from camera_hours where organization_id = ${spot.organization}`;
  expect(counts.map(({ reads }) => reads)).toEqual([20, 20, 20]);
});

test('the reads of one car are one in the hours of its camera, whatever its maker sends', async () => {
  const group = sampleJson('openalpr-group.json') as Record<string, unknown>;
  const { key } = await feedOf('openalpr');
  const uuids = ['car-a'];
  await knock('openalpr', key, json, { ...group, uuids, is_preview: true });
  await knock('openalpr', key, json, { ...group, uuids: [...uuids, 'car-b'], is_preview: false });
  expect(await readsHere()).toHaveLength(2);
  const counts = await sql<{ reads: number }[]>`
    select reads from camera_hours where organization_id = ${spot.organization}`;
  expect(counts.map(({ reads }) => reads)).toEqual([1]);
});

test('a read whose confidence is almost zero is kept', async () => {
  const { key } = await feedOf('frigate');
  const update = { ...(sampleJson('frigate-update.json') as object), score: 5e-324 };
  expect((await knock('frigate', key, json, update)).status).toBe(200);
  expect(await readsHere()).toHaveLength(1);
});

test.each(['', 'json', 'multipart/form-data boundary=gate', 'application/json; charset=', '*/*'])(
  'a message with the content type “%s” is read by its content',
  async (type) => {
    const feed = await feedOf('frigate');
    const { status, body } = await knock(
      'frigate',
      feed.key,
      type,
      sampleText('frigate-update.json'),
    );
    expect([status, body.reads]).toEqual([200, 1]);
  },
);

const nested = '['.repeat(100_000) + ']'.repeat(100_000);
test.each([
  ['lists within lists', nested, 'It is nested too deeply.'],
  ['a list within a field', `{"alarm":${nested}}`, 'It is nested too deeply.'],
  ['XML elements within each other', '<a>'.repeat(5000) + '</a>'.repeat(5000), 'nested too deeply'],
  ['a cut-off text of escaped quotes', `{"payload":"${'\\"'.repeat(500_000)}`, 'cut off'],
  ['a million fields', `[${'0,'.repeat(1_000_000)}0]`, 'too many fields'],
  ['a million elements', `<a>${'<b/>'.repeat(1_000_000)}</a>`, 'too many fields'],
  ['a million ampersands', `<a>${'&'.repeat(1_000_000)}</a>`, 'too many fields'],
])(
  '%s in a message of any format are kept without blocking other requests',
  async (_, sent, reason) => {
    for (const format of cameraFormats) {
      const { key } = await feedOf(format);
      const { status, body } = await knock(format, key, json, sent);
      expect([format, status, body.outcome]).toEqual([format, 202, 'unknown']);
      expect(body.reason).toContain(reason);
    }
  },
);

test('a message with a thousand elements and images is kept once, and its images are looked for once', () => {
  const image = overview.toString('base64').padEnd(9000, 'A');
  const sent = Array.from(
    { length: 1000 },
    (_, index) =>
      `<Plate><PlateRead>ABC${index}</PlateRead><ContextImage>${image}</ContextImage></Plate>`,
  ).join('');
  const openedMessage = openMessage('', Buffer.from(sent), fromIso('2026-06-15T19:00:00Z'));
  const replace = vi.spyOn(String.prototype, 'replace');
  const kept = keptText(openedMessage);
  const texts = replace.mock.contexts.map(String);
  replace.mockRestore();
  expect(kept.length).toBeLessThan(sent.length / 10);
  expect(texts.filter((text) => text.length === sent.length)).toHaveLength(1);
});
