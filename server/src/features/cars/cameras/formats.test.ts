import type { CameraFormat } from '@lotkeeper/contract/cars/cameras';
import { fromIso, toIso } from '@lotkeeper/contract/kernel/calendar';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { must } from '../../../kernel/must.ts';
import { damageMessage, drawnDamages, messageDamages } from '../../../testing/damaged-messages.ts';
import type { CameraRead, ParsedMessage } from './formats/camera-read.ts';
import { UnparsableMessage } from './formats/camera-read.ts';
import { formats } from './formats/formats.ts';
import { inZone } from './formats/times.ts';
import { openMessage, parseMessage } from './read-message.ts';
import { overview, plate, sampleJson, sampleText } from './samples/sample.ts';

const received_at = fromIso('2026-06-15T19:00:00Z');

type VendorFormat = keyof typeof formats;

/** A sender without a mapping. */
const by = (format: CameraFormat) => ({ format, mapping: null });

const parseDocument = (
  format: VendorFormat,
  document: unknown,
  pictures: Record<string, Uint8Array> = {},
): ParsedMessage =>
  formats[format]({ document, text: '', pictures: new Map(Object.entries(pictures)), received_at });

const readsOf = (format: VendorFormat, document: unknown, pictures = {}) =>
  parseDocument(format, document, pictures).reads;

/** A sample with some of it changed. */
const changed = (name: string, change: (body: never) => void): unknown => {
  const body = sampleJson(name);
  change(body as never);
  return body;
};

const isoOf = (at: unknown) => (typeof at === 'number' ? toIso(at as never) : at);

describe('Plate Recognizer', () => {
  const stream = 'plate-recognizer-stream.json';
  type Stream = { data: { timestamp: string; results: Record<string, unknown>[] } };

  test('a Plate Recognizer Stream message is read with its plate, boxes, vehicle, images, and candidates', () => {
    const [one] = readsOf('plate-recognizer', sampleJson(stream), {
      upload: overview,
      plate_img: plate,
    });
    expect(one).toEqual({
      camera_ref: 'north-gate',
      external_id: 'north-gate|2026-06-15T18:59:58.250000Z|BXK4821|153|91|149|34',
      captured_at: fromIso('2026-06-15T18:59:58.250Z'),
      plate: 'BXK4821',
      country: 'US',
      state: 'AZ',
      confidence: 0.987,
      candidates: [
        { plate: 'BXK4821', confidence: 0.987 },
        { plate: '8XK4821', confidence: 0.71 },
        { plate: 'BXK482I', confidence: null },
      ],
      direction: null,
      make: 'Toyota',
      model: 'Camry',
      color: 'blue',
      vehicle_type: 'Sedan',
      plate_box: { x: 153, y: 91, width: 149, height: 34 },
      vehicle_box: { x: 20, y: 10, width: 400, height: 250 },
      image: overview,
      plate_image: plate,
    });
  });

  test('a Plate Recognizer Snapshot is read with its plate as an object and the score of its letters', () => {
    const [one] = readsOf('plate-recognizer', sampleJson('plate-recognizer-snapshot.json'));
    expect(one).toMatchObject({
      plate: 'KZR77G',
      confidence: 0.94,
      country: 'US',
      state: 'CA',
      make: 'Ford',
      color: 'white',
      candidates: [
        { plate: 'KZR77G', confidence: 0.94 },
        { plate: 'KZR776', confidence: 0.41 },
      ],
      direction: null,
    });
  });

  test('a Snapshot time without a zone is read in the property’s time zone', () => {
    const [one] = readsOf('plate-recognizer', sampleJson('plate-recognizer-snapshot.json'));
    expect(typeof one?.captured_at).toBe('object');
    expect(toIso(inZone(one?.captured_at as never, 'America/Phoenix'))).toBe(
      '2026-06-15T18:58:30.030Z',
    );
    expect(toIso(inZone(one?.captured_at as never, 'America/New_York'))).toBe(
      '2026-06-15T15:58:30.030Z',
    );
  });

  test.each([[90], [''], [null], [undefined]])(
    'a direction of %j means neither in nor out',
    (direction) => {
      const body = changed(stream, ({ data }: Stream) =>
        Object.assign(data.results[0] ?? {}, { direction }),
      );
      expect(readsOf('plate-recognizer', body)[0]?.direction).toBeNull();
    },
  );

  test('a message without results is not a read but a heartbeat of its camera', () => {
    const body = changed(stream, ({ data }: Stream) => (data.results = []));
    expect(parseDocument('plate-recognizer', body)).toEqual({
      reads: [],
      beats: [{ camera_ref: 'north-gate', regular: false }],
      ignored: 'It contains no plate.',
    });
  });

  test('a car without a plate next to a car with one makes no second read', () => {
    const body = changed(stream, ({ data }: Stream) =>
      data.results.push({ vehicle: { type: 'SUV' } }),
    );
    expect(readsOf('plate-recognizer', body).map((one) => one.plate)).toEqual(['BXK4821']);
  });

  test('two cars in one image are two reads', () => {
    const body = changed(stream, ({ data }: Stream) =>
      data.results.push({ ...data.results[0], plate: 'other1' }),
    );
    const ids = readsOf('plate-recognizer', body).map((one) => one.external_id);
    expect(new Set(ids).size).toBe(2);
  });

  test('a vehicle logged to ParkPow may have a score as text and an offset without a colon', () => {
    const [one] = readsOf('plate-recognizer', sampleJson('parkpow-vehicle.json'));
    expect(one).toMatchObject({
      camera_ref: 'B8A44F000001',
      plate: 'HTV2206',
      confidence: 0.719034,
    });
    expect(isoOf(one?.captured_at)).toBe('2026-06-15T18:57:38.252Z');
  });

  test('a ParkPow forwarder’s message is read with the plate that it writes as its type', () => {
    const [one] = readsOf('plate-recognizer', sampleJson('parkpow-forwarder.json'));
    expect(one).toMatchObject({ plate: '7LMD310', confidence: 0.9, plate_box: null, color: null });
  });

  test('an unknown event is refused, and a read with an invalid time has no time', () => {
    const other = { hook: { event: 'video.clip' }, data: { camera_id: 'a' } };
    expect(() => parseDocument('plate-recognizer', other)).toThrow('video.clip');
    const timeless = changed(stream, ({ data }: Stream) => {
      Object.assign(data, { timestamp: 'yesterday', timestamp_local: null });
    });
    expect(readsOf('plate-recognizer', timeless)[0]).toMatchObject({
      plate: 'BXK4821',
      captured_at: null,
    });
  });
});

describe('OpenALPR', () => {
  test('an OpenALPR group is one pass of one vehicle, with its images', () => {
    const [one] = readsOf('openalpr', sampleJson('openalpr-group.json'));
    expect(one).toEqual({
      camera_ref: 'AGENT7:3',
      camera_name: 'South ramp',
      external_id: 'AGENT7-3-101|final|1781549994000',
      event_keys: ['AGENT7-3-100', 'AGENT7-3-101', 'AGENT7-3-102'],
      preview: false,
      captured_at: fromIso('2026-06-15T18:59:50Z'),
      plate: 'GRD9015',
      country: 'US',
      state: 'NM',
      confidence: 0.925,
      candidates: [
        { plate: 'GRD9015', confidence: 0.925 },
        { plate: 'GRD9O15', confidence: 0.81 },
      ],
      direction: null,
      make: 'honda',
      model: 'civic',
      color: 'silver-gray',
      vehicle_type: 'sedan-compact',
      plate_box: { x: 409, y: 302, width: 111, height: 43 },
      vehicle_box: { x: 200, y: 100, width: 500, height: 400 },
      image: overview,
      plate_image: plate,
    });
  });

  test('an OpenALPR alert contains a group, even when the outer type is null', () => {
    const group = sampleJson('openalpr-group.json');
    for (const data_type of ['alpr_alert', null]) {
      const [one] = readsOf('openalpr', {
        data_type,
        alert_list: 'Stolen',
        plate_number: 'X',
        group,
      });
      expect(one?.plate).toBe('GRD9015');
    }
  });

  test('an OpenALPR preview and its final group are two reads that share a UUID', () => {
    const preview = changed('openalpr-group.json', (body: Record<string, unknown>) => {
      Object.assign(body, { is_preview: 1, uuids: ['AGENT7-3-100', 'AGENT7-3-101'] });
    });
    const [early] = readsOf('openalpr', preview);
    const [whole] = readsOf('openalpr', sampleJson('openalpr-group.json'));
    expect(early?.preview).toBe(true);
    expect(early?.external_id).not.toBe(whole?.external_id);
    expect(whole?.event_keys).toEqual(expect.arrayContaining([...(early?.event_keys ?? [])]));
  });

  test.each([[true], [1], ['true']])(
    'a parked car that is seen again (%j) is not a read',
    (is_parked) => {
      const body = changed('openalpr-group.json', (group: object) =>
        Object.assign(group, { is_parked }),
      );
      expect(parseDocument('openalpr', body)).toMatchObject({
        reads: [],
        ignored: 'A parked car was seen again.',
      });
    },
  );

  test('an OpenALPR heartbeat only counts for the streaming cameras', () => {
    expect(parseDocument('openalpr', sampleJson('openalpr-heartbeat.json'))).toEqual({
      reads: [],
      beats: [{ camera_ref: 'AGENT7:3', camera_name: 'South ramp', regular: true }],
      ignored: null,
    });
  });

  test('OpenALPR frames and connection tests are ignored with a reason, and unknown types are refused', () => {
    expect(parseDocument('openalpr', { data_type: 'alpr_results', results: [] }).ignored).toContain(
      'frames',
    );
    expect(parseDocument('openalpr', { openalpr_webhook: 'test' }).ignored).toBe(
      'A test of the connection.',
    );
    expect(() => parseDocument('openalpr', { data_type: 'alpr_video' })).toThrow('alpr_video');
  });
});

describe('Frigate', () => {
  test('a Frigate update of a tracked object is a read', () => {
    const [one] = readsOf('frigate', sampleJson('frigate-update.json'));
    expect(one).toMatchObject({
      camera_ref: 'driveway',
      external_id: '1781549991.412-k9x2ab|1781549993.528|CDW 3318',
      event_keys: ['1781549991.412-k9x2ab'],
      plate: 'CDW 3318',
      confidence: 0.914,
      plate_box: { x: 917, y: 487, width: 112, height: 42 },
    });
    expect(isoOf(one?.captured_at)).toBe('2026-06-15T18:59:53.528Z');
  });

  test('a Frigate event that has ended is final, and its sub label is not a plate', () => {
    const [one] = readsOf('frigate', sampleJson('frigate-event.json'));
    expect(one).toMatchObject({
      plate: 'CDW3318',
      confidence: 0.93,
      preview: false,
      vehicle_type: 'car',
    });
  });

  test('a running Frigate event is a preview, and its plate may come as [plate, score]', () => {
    const body = changed('frigate-event.json', (event: { type: string; after: object }) => {
      event.type = 'update';
      Object.assign(event.after, {
        recognized_license_plate: ['CDW3318', 0.5],
        recognized_license_plate_score: undefined,
      });
    });
    expect(readsOf('frigate', body)[0]).toMatchObject({ preview: true, confidence: 0.5 });
  });

  test('a bridge may send the Frigate message under its topic, as text', () => {
    const payload = sampleText('frigate-update.json');
    const topic = 'frigate/tracked_object_update';
    expect(readsOf('frigate', { topic, payload })[0]?.plate).toBe('CDW 3318');
    expect(() => parseDocument('frigate', { topic, payload: '{' })).toThrow(UnparsableMessage);
  });

  test('a Frigate car without a plate, a false positive, and a face are ignored', () => {
    const without = (more: object) =>
      changed('frigate-event.json', (event: { after: object }) => Object.assign(event.after, more));
    expect(
      parseDocument('frigate', without({ recognized_license_plate: null })).ignored,
    ).toBeTruthy();
    expect(parseDocument('frigate', without({ false_positive: true })).ignored).toBe(
      'Frigate retracted it.',
    );
    expect(parseDocument('frigate', { type: 'face', id: '1', name: 'Ann' }).ignored).toContain(
      'face',
    );
  });
});

describe('Verkada', () => {
  test('a Verkada plate is a read, and the URL of its image is not an image', () => {
    const [one] = readsOf('verkada', sampleJson('verkada.json'));
    expect(one).toEqual({
      camera_ref: '00000000-cccc-4000-8000-000000000003',
      external_id: '00000000-cccc-4000-8000-000000000003|1781549996120|AYJ5540',
      captured_at: fromIso('2026-06-15T18:59:56.120Z'),
      plate: 'AYJ5540',
      country: 'US',
      state: 'TX',
      confidence: 0.96,
      direction: null,
    });
  });

  test('another kind of Verkada webhook is ignored', () => {
    expect(parseDocument('verkada', { webhook_type: 'camera', data: {} }).ignored).toContain(
      'camera',
    );
  });
});

describe('Axis', () => {
  test('an Axis event has confidence and time as text, and its direction “in” is not an entrance', () => {
    const [one] = readsOf('axis', sampleJson('axis-event.json'), { image: plate });
    expect(one).toMatchObject({
      camera_ref: 'ACCC8E000001',
      plate: 'FF44 ZNA',
      country: 'MX',
      confidence: 0.719034,
      direction: null,
      preview: false,
      plate_box: { x: 1185, y: 532, width: 140, height: 28 },
      image: null,
      plate_image: plate,
    });
    expect(isoOf(one?.captured_at)).toBe('2026-06-15T18:59:50.252Z');
  });

  test('an older Axis camera’s event has the time of the camera’s own clock', () => {
    const body = changed('axis-event.json', (event: Record<string, unknown>) => {
      delete event.capture_timestamp;
    });
    const [one] = readsOf('axis', body, { image: plate });
    expect(toIso(inZone(one?.captured_at as never, 'UTC'))).toBe('2026-06-15T18:59:50.252Z');
  });

  const at = (seconds: number, carState: string) =>
    changed('axis-event.json', (event: object) =>
      Object.assign(event, {
        carState,
        capture_timestamp: String(1_781_549_990_252 + seconds * 1000),
      }),
    );
  const keysOf = (body: unknown) => readsOf('axis', body)[0]?.event_keys ?? [];

  test('Axis messages about one car share an event key, and the same number an hour later is another car', () => {
    const first = keysOf(at(0, 'new'));
    expect(first.some((key) => keysOf(at(45, 'lost')).includes(key))).toBe(true);
    expect(first.some((key) => keysOf(at(3600, 'new')).includes(key))).toBe(false);
  });

  test('Axis messages in the state new or update are previews', () => {
    expect(readsOf('axis', at(0, 'new'))[0]?.preview).toBe(true);
    expect(readsOf('axis', at(1, 'update'))[0]?.preview).toBe(true);
  });

  test('images within an Axis message are kept with the read', () => {
    const body = changed('axis-event.json', (event: object) =>
      Object.assign(event, {
        ImageArray: [
          { ImageType: 'plate', BinaryImage: plate.toString('base64') },
          { ImageType: 'vehicle', BinaryImage: overview.toString('base64') },
        ],
      }),
    );
    expect(readsOf('axis', body)[0]).toMatchObject({ image: overview, plate_image: plate });
  });
});

describe('Hikvision', () => {
  const toldOf = async (text: string) => {
    const [envelope] = openMessage('application/xml', Buffer.from(text), received_at).envelopes;
    return formats.hikvision({
      ...must(envelope, 'envelope'),
      pictures: new Map([
        ['detectionPicture', overview],
        ['licensePlatePicture', plate],
      ]),
    });
  };
  const alert = sampleText('hikvision.xml');

  test('a Hikvision plate alarm is a read, and entities in its channel’s name are decoded', async () => {
    const [one] = (await toldOf(alert)).reads;
    expect(one).toEqual({
      camera_ref: 'd4:e8:53:00:00:02/1',
      camera_name: 'Gate & ramp',
      external_id: '20260615185919-0001',
      captured_at: fromIso('2026-06-15T18:59:19Z'),
      plate: 'PQT6001',
      country: 'US',
      state: null,
      confidence: 0.97,
      direction: null,
      color: 'white',
      vehicle_type: 'SUVMPV',
      image: overview,
      plate_image: plate,
    });
  });

  test('a Hikvision time within the plate’s part is used, and without any time the read has none', async () => {
    const time = /<dateTime>.*?<\/dateTime>/.exec(alert)?.[0] ?? '';
    const without = alert.replace(time, '');
    expect((await toldOf(without)).reads[0]).toMatchObject({ plate: 'PQT6001', captured_at: null });
    const within = without.replace('<ANPR>', `<ANPR>${time}`);
    expect((await toldOf(within)).reads[0]?.captured_at).toBe(fromIso('2026-06-15T18:59:19Z'));
  });

  test('a Hikvision alarm sent again has the same UUID and is the same read', async () => {
    const again = alert.replace('Retransmission>false', 'Retransmission>true');
    expect((await toldOf(again)).reads[0]?.external_id).toBe('20260615185919-0001');
  });

  test('an unknown Hikvision plate is not a read, and an idle camera’s message is a heartbeat', async () => {
    const blank = alert.replace('PQT6001<', 'unknown<').replace('PQT600I', '');
    expect((await toldOf(blank)).ignored).toBe('It contains no plate.');
    const idle = alert.replace('<eventType>ANPR', '<eventType>videoloss');
    expect((await toldOf(idle)).beats[0]?.regular).toBe(true);
    expect((await toldOf(alert.replace('>ANPR<', '>linedetection<'))).ignored).toContain(
      'linedetection',
    );
    await expect(toldOf('<something/>')).rejects.toThrow(UnparsableMessage);
  });

  const inJson = 'hikvision.json';

  test('a Hikvision alarm in JSON is the same read, with the images that it names', () => {
    const pictures = { 'a0b1-1': plate, 'a0b1-2': overview };
    expect(readsOf('hikvision', sampleJson(inJson), pictures)).toEqual([
      {
        camera_ref: 'd4:e8:53:00:00:03/1',
        camera_name: 'West gate',
        external_id: '5d7a1f3c-0000-4000-8000-00000000a0b1',
        captured_at: fromIso('2026-06-15T18:59:44Z'),
        plate: 'FXP1184',
        country: null,
        state: null,
        confidence: 0.98,
        direction: null,
        color: 'black',
        vehicle_type: null,
        image: overview,
        plate_image: plate,
      },
    ]);
  });

  test('Hikvision’s plate alarm is read however its type is written', () => {
    const body = changed(inJson, (alert: object) => Object.assign(alert, { eventType: 'anpr' }));
    expect(readsOf('hikvision', body)).toHaveLength(1);
  });

  test.each([
    ['without a plate', { ANPR: { licensePlate: '' } }, { ignored: 'It contains no plate.' }],
    ['of a heartbeat', { eventType: 'heartBeat' }, { beats: [{ regular: true }], ignored: null }],
    [
      'of another alarm',
      { eventType: 'fielddetection' },
      { ignored: '“fielddetection” isn’t a plate alarm.' },
    ],
  ])('a Hikvision message in JSON %s makes no read', (_name, change, answer) => {
    const body = changed(inJson, (alert: object) => Object.assign(alert, change));
    expect(parseDocument('hikvision', body)).toMatchObject({ reads: [], ...answer });
  });
});

describe('Dahua', () => {
  const itsapi = 'dahua-itsapi.json';
  type Itsapi = { Picture: Record<'Plate' | 'SnapInfo' | 'Vehicle', Record<string, unknown>> };
  const withPlate = (plateInfo: object) =>
    changed(itsapi, ({ Picture }: Itsapi) => Object.assign(Picture.Plate, plateInfo));

  test('a Dahua ITSAPI message is a read with its images, and its time is the property’s', () => {
    const [one] = readsOf('dahua', sampleJson(itsapi));
    expect(one).toMatchObject({
      camera_ref: 'ramp-west',
      external_id: 'ramp-west|2026-06-15 11:59:38.412|TRK5108',
      plate: 'TRK5108',
      country: 'MX',
      confidence: 0.8,
      direction: null,
      make: 'Nissan',
      model: null,
      color: 'Gray',
      vehicle_type: 'SUV',
      image: overview,
      plate_image: plate,
    });
    expect(toIso(inZone(one?.captured_at as never, 'America/Phoenix'))).toBe(
      '2026-06-15T18:59:38.412Z',
    );
  });

  test('a Dahua message that is sent again is the same read, although it counts how often it was sent', () => {
    const [again] = readsOf('dahua', withPlate({ UploadNum: 5 }));
    expect(again?.external_id).toBe(readsOf('dahua', sampleJson(itsapi))[0]?.external_id);
  });

  test.each([[''], ['unlicensed'], ['无车牌'], [undefined], ['--']])(
    'a Dahua car with the plate %j is a vehicle without a plate',
    (PlateNumber) => {
      const [seen] = readsOf('dahua', sampleJson(itsapi));
      const { camera_ref, captured_at, image, plate_image } = seen as CameraRead;
      expect(parseDocument('dahua', withPlate({ PlateNumber }))).toEqual({
        reads: [],
        beats: [{ camera_ref, captured_at, image, plate_image, regular: false, unread: true }],
        ignored: 'It contains no plate.',
      });
    },
  );

  test('a Dahua camera that reports no plate does not produce a read', () => {
    expect(readsOf('dahua', withPlate({ IsExist: false }))).toEqual([]);
  });

  test('a Dahua message without images, vehicle, and time is a read without them', () => {
    const body = { Picture: { Plate: { PlateNumber: 'TRK5108' }, SnapInfo: { DeviceID: 'x' } } };
    expect(readsOf('dahua', body)[0]).toMatchObject({
      captured_at: null,
      confidence: null,
      make: null,
      image: null,
    });
  });

  test('a Dahua heartbeat is a regular sign of life, and a registration is one', () => {
    const camera_ref = 'ramp-west';
    expect(parseDocument('dahua', { Active: 'keepAlive', DeviceID: camera_ref })).toEqual({
      reads: [],
      beats: [{ camera_ref, regular: true }],
      ignored: null,
    });
    const registered = { DeviceName: 'ITC', DeviceID: camera_ref, Manufacturer: 'Dahua' };
    expect(parseDocument('dahua', registered).beats).toEqual([{ camera_ref, regular: false }]);
  });

  type Junction = {
    params: { eventList: { Code: string; Data: Record<string, object | number> }[] };
  };
  const events = (change: (event: Junction['params']['eventList'][number]) => void) =>
    changed('dahua-events.json', ({ params }: Junction) => params.eventList.forEach(change));

  test('a Dahua event is a read at its real time, and an exit if its camera is one', () => {
    const [one] = readsOf('dahua', sampleJson('dahua-events.json'));
    expect(one).toMatchObject({
      camera_ref: '8M0F1A2PAJ00017',
      event_keys: ['8M0F1A2PAJ00017|40211'],
      plate: 'CJW2290',
      country: 'US',
      confidence: 230 / 255,
      direction: 'Exit',
      make: null,
      color: 'Blue',
    });
    expect(isoOf(one?.captured_at)).toBe('2026-06-15T18:59:41.000Z');
  });

  test('a Dahua event without its real time has that of the camera’s clock, not the wrong UTC', () => {
    const body = events(({ Data }) => delete Data.RealUTC);
    const [one] = readsOf('dahua', body);
    expect(toIso(inZone(one?.captured_at as never, 'America/Phoenix'))).toBe(
      '2026-06-15T18:59:41.000Z',
    );
  });

  test('two Dahua events in one message are two reads, alone or in a list with another name', () => {
    const [event] = (sampleJson('dahua-events.json') as Junction).params.eventList;
    const other = { ...event, Data: { ...event?.Data, TrafficCar: { PlateNumber: 'AAA1111' } } };
    const plates = (body: unknown) => readsOf('dahua', body).map((read) => read.plate);
    expect(plates({ Events: [event, other] })).toEqual(['CJW2290', 'AAA1111']);
    expect(plates(event)).toEqual(['CJW2290']);
    expect(plates({ Code: event?.Code, ...event?.Data })).toEqual(['CJW2290']);
  });

  test.each([
    ['TrafficGate', ['CJW2290']],
    ['TrafficTollGate', ['CJW2290']],
    ['TrafficSnapshot', ['CJW2290']],
    ['TrafficParking', []],
  ])('for Dahua’s event %s, the plates %j are read', (Code, plates) => {
    const body = events((event) => Object.assign(event, { Code }));
    expect(readsOf('dahua', body).map((read) => read.plate)).toEqual(plates);
  });

  test('a Dahua event of a bicycle is not a vehicle without a plate, and another event is ignored', () => {
    const bicycle = events(({ Data }) =>
      Object.assign(Data, { CommInfo: { SnapCategory: 'NonMotor' }, TrafficCar: {}, Object: {} }),
    );
    expect(parseDocument('dahua', bicycle).beats).toEqual([
      { camera_ref: 'TrafficTollGate0', regular: false },
    ]);
    const motion = events((event) => Object.assign(event, { Code: 'VideoMotion' }));
    expect(parseDocument('dahua', motion).ignored).toBe('“VideoMotion” isn’t a passing car.');
  });
});

describe('UniFi Protect', () => {
  type Trigger = Record<string, unknown>;
  const withTriggers = (...triggers: Trigger[]) =>
    changed('unifi.json', ({ alarm }: { alarm: { triggers: Trigger[] } }) => {
      const [first] = alarm.triggers;
      alarm.triggers = triggers.map((trigger) => ({ ...first, ...trigger }));
    });

  test('a UniFi Protect alarm is a read with its thumbnail', () => {
    const [one] = readsOf('unifi', sampleJson('unifi.json'));
    expect(one).toMatchObject({
      camera_ref: '70A7410000B2',
      external_id: '6a301f7e0291b803e4000a11|HDN3471',
      plate: 'HDN3471',
      confidence: null,
      image: overview,
    });
    expect(isoOf(one?.captured_at)).toBe('2026-06-15T18:59:37.340Z');
  });

  test('each vehicle of a UniFi Protect alarm is a read, and anything without a plate is not', () => {
    const body = withTriggers({}, { value: 'BKR5520' }, { key: 'vehicle', value: 'vehicle' });
    expect(parseDocument('unifi', body)).toMatchObject({
      reads: [{ plate: 'HDN3471' }, { plate: 'BKR5520' }],
      beats: [],
      ignored: null,
    });
  });

  test.each([
    ['license_plate_known', 'Mom’s car'],
    ['license_plate_of_interest', 'Blue van 2'],
    ['license_plate_known', 'DELIVERY'],
  ])(
    'a name that UniFi Protect sends instead of a plate (%s, %s) is kept, but not read',
    (key, value) => {
      expect(() => parseDocument('unifi', withTriggers({ key, value }))).toThrow(
        'name instead of its plate',
      );
      expect(parseDocument('unifi', withTriggers({}, { key, value }))).toMatchObject({
        reads: [{ plate: 'HDN3471' }],
        beats: [{ camera_ref: '70A7410000B2', unread: true }],
      });
    },
  );

  test('a plate that UniFi Protect knows is a read, even one of letters only', () => {
    expect(
      readsOf('unifi', withTriggers({ key: 'license_plate_known', value: 'HDN3471' })),
    ).toHaveLength(1);
    expect(readsOf('unifi', withTriggers({ value: 'HELLO' }))).toHaveLength(1);
  });

  test.each([
    ['a test', { eventId: 'testEventId-1', value: undefined }, 'A test of the connection.'],
    ['a person', { key: 'person', value: 'person' }, '“person” contains no plate.'],
    ['an empty plate', { value: '' }, 'It contains no plate.'],
    ['a placeholder', { value: 'UNKNOWN' }, 'It contains no plate.'],
  ])('a UniFi Protect alarm of %s is ignored', (_name, trigger, why) => {
    expect(parseDocument('unifi', withTriggers(trigger))).toMatchObject({
      reads: [],
      ignored: why,
    });
  });

  test('a UniFi Protect trigger without a time has the alarm’s, also in seconds', () => {
    const body = withTriggers({ timestamp: undefined });
    expect(isoOf(readsOf('unifi', body)[0]?.captured_at)).toBe('2026-06-15T18:59:38.466Z');
    const seconds = withTriggers({ timestamp: 1_781_549_977 });
    expect(isoOf(readsOf('unifi', seconds)[0]?.captured_at)).toBe('2026-06-15T18:59:37.000Z');
  });
});

describe('Genetec', () => {
  const timed = (Timestamp: string | undefined) =>
    readsOf(
      'genetec',
      changed('genetec.json', (body: object) => Object.assign(body, { Timestamp })),
    )[0]?.captured_at;

  test('a Genetec read in JSON is read with what was recognized, and a dash counts as nothing', () => {
    expect(readsOf('genetec', sampleJson('genetec.json'))).toEqual([
      {
        camera_ref: 'SHARPV40012/Exit lane',
        external_id: '7b0f1c2e-0000-4000-8000-00000000c0de',
        captured_at: fromIso('2026-06-15T18:59:46.797Z'),
        plate: 'DTW7703',
        country: 'US',
        state: 'AZ',
        confidence: 0.93,
        direction: null,
        make: 'Subaru',
        vehicle_type: null,
        image: overview,
        plate_image: plate,
      },
    ]);
  });

  test('a Genetec read in XML is the same, with a time that has an offset', () => {
    const body = Buffer.from(sampleText('genetec.xml'));
    const [one] = parseMessage(by('genetec'), openMessage('', body, received_at)).reads;
    expect(one).toMatchObject({ plate: 'LBN4410', state: null, confidence: 1, image: null });
    expect(isoOf(one?.captured_at)).toBe('2026-06-15T18:59:47.862Z');
  });

  test('a Genetec time without an offset is UTC if that makes it live, and otherwise the property’s', () => {
    expect(isoOf(timed('2026-06-15T18:56:00'))).toBe('2026-06-15T18:56:00.000Z');
    expect(toIso(inZone(timed('2026-06-15T11:59:46') as never, 'America/Phoenix'))).toBe(
      '2026-06-15T18:59:46.000Z',
    );
    expect(timed(undefined)).toBeNull();
  });

  test('a Genetec read without a plate is a vehicle, and another object is refused', () => {
    expect(parseDocument('genetec', { PlateRead: '', SourceUrl: 'S1' }).beats).toMatchObject([
      { camera_ref: 'S1', regular: false, unread: true },
    ]);
    expect(() => parseDocument('genetec', { Plate: 'ABC123' })).toThrow('PlateRead');
  });
});

describe('ONVIF', () => {
  const parse = (text: string) =>
    parseMessage(by('onvif'), openMessage('', Buffer.from(text), received_at));
  const frame = sampleText('onvif-frame.xml');
  const event = sampleText('onvif-event.xml');

  test('a plate in an ONVIF frame is a read with its vehicle, and a state’s name is its code', () => {
    const { reads } = parse(frame);
    expect(reads).toMatchObject([
      {
        camera_ref: 'gate-cam',
        plate: 'MQT6620',
        country: 'US',
        state: 'CA',
        confidence: 0.9,
        make: 'Mazda',
        vehicle_type: 'Car',
      },
    ]);
    expect(isoOf(reads[0]?.captured_at)).toBe('2026-06-15T18:59:48.120Z');
  });

  test('the frames of one ONVIF object share an event key, and those of another object have another key', () => {
    const keys = (text: string) => parse(text).reads[0]?.event_keys ?? [];
    const later = keys(frame.replace('48.120', '49.480'));
    expect(later.some((key) => keys(frame).includes(key))).toBe(true);
    expect(keys(frame.replace('"41"', '"43"')).some((key) => later.includes(key))).toBe(false);
  });

  test('an ONVIF event is a read by its items, and other topics next to it are not', () => {
    expect(parse(event).reads).toMatchObject([
      { camera_ref: 'VS1', plate: 'NBV3041', country: 'US', confidence: 0.87, preview: false },
    ]);
  });

  test.each([
    ['PlateNumber', 'new', true],
    ['text', 'update', true],
    ['plate', 'lost', false],
  ])('an ONVIF event with the item %s in the state %s is a preview: %j', (name, state, preview) => {
    const text = event
      .replace('Name="LicensePlate"', `Name="${name}"`)
      .replace('<tt:Data>', `<tt:Data><tt:SimpleItem Name="carState" Value="${state}"/>`);
    expect(parse(text).reads).toMatchObject([{ plate: 'NBV3041', preview }]);
  });

  test('ONVIF notifications in an envelope are read too', () => {
    const inside = /<wsnt:Notif[^]*<\/wsnt:NotificationMessage>/.exec(event)?.[0] ?? '';
    const soap = `<s:Envelope xmlns:s="e"><s:Body><wsnt:Notify>${inside}</wsnt:Notify></s:Body></s:Envelope>`;
    expect(parse(soap).reads).toMatchObject([{ plate: 'NBV3041' }]);
  });

  test.each([
    ['no plate', frame.replace('MQT6620', '')],
    ['a placeholder', frame.replace('MQT6620', 'unknown')],
    ['a plate that was taken back', event.replace('Changed', 'Deleted')],
    ['another topic only', event.replace('LicensePlateDetector/LicensePlate', 'Line/Crossed')],
  ])('ONVIF metadata with %s makes no read', (_name, text) => {
    expect(parse(text)).toMatchObject({ reads: [], beats: [], outcome: 'ignored' });
  });
});

describe('APDS', () => {
  test('APDS lanes of one site are separate cameras, and the confidence is kept', () => {
    const lane = (cameraID: string) =>
      changed('apds-observation.json', (set: { observationElements: Record<string, unknown>[] }) =>
        Object.assign(set.observationElements[0] ?? {}, {
          location: { observerLocation: { type: 'Point', coordinates: [-112, 33] } },
          images: [{ cameraID }],
          confidence: { overallConfidence: 0.83 },
        }),
      );
    const reads = ['lane-1', 'lane-2'].flatMap((id) => readsOf('apds', lane(id)));
    expect(reads).toMatchObject([
      { camera_ref: 'lane-1', confidence: 0.83 },
      { camera_ref: 'lane-2', confidence: 0.83 },
    ]);
  });

  test('an APDS time without a zone is UTC, and the URL of an image is not an image', () => {
    const [one, ...others] = readsOf('apds', sampleJson('apds-observation.json'));
    expect(others).toEqual([]);
    expect(one).toMatchObject({
      camera_ref: 'handheld-9',
      external_id: '5b1c6f0e-0000-4000-8000-000000000001|1',
      event_keys: ['5b1c6f0e-0000-4000-8000-000000000001'],
      captured_at: fromIso('2026-06-15T18:55:00Z'),
      plate: 'VLN1187',
      country: 'US',
      state: 'AZ',
      make: 'Kia',
      image: null,
    });
  });

  test('an APDS session is an entrance and an exit, and a running one has no exit', () => {
    const session = sampleJson('apds-session.json') as { data: Record<string, unknown>[] };
    const both = readsOf('apds', session);
    expect(both.map((one) => [one.direction, isoOf(one.captured_at)])).toEqual([
      ['Entrance', '2026-06-15T16:00:00.000Z'],
      ['Exit', '2026-06-15T18:57:00.000Z'],
    ]);
    expect(both[0]).toMatchObject({ plate: 'RBN4402', camera_ref: 'garage-level-1' });
    const { actualEnd: _, ...open } = session.data[0] ?? {};
    expect(readsOf('apds', open)).toHaveLength(1);
  });

  test('an APDS session is read with either spelling of hierarchyElement', () => {
    const session = sampleJson('apds-session.json') as { data: Record<string, unknown>[] };
    const { hierachyElement, ...rest } = session.data[0] ?? {};
    expect(readsOf('apds', { ...rest, hierarchyElement: hierachyElement })[0]?.camera_ref).toBe(
      'garage-level-1',
    );
  });

  test('an APDS assigned right, a deletion, and an unknown object make no read', () => {
    expect(parseDocument('apds', { topic: 'AssignedRightCreated', data: [] }).ignored).toContain(
      'AssignedRight',
    );
    expect(parseDocument('apds', { topic: 'ObservationDeleted', data: [] }).ignored).toBeTruthy();
    expect(() => parseDocument('apds', { id: 'x' })).toThrow(UnparsableMessage);
  });
});

describe('all formats', () => {
  const strange = [null, [], {}, '', 7, true, [[]], { data: null }, { type: 'lpr' }, { group: [] }];

  test.each(Object.keys(formats) as VendorFormat[])(
    '%s answers an unknown message with a reason',
    (format) => {
      for (const document of strange) {
        const isIgnored = () => {
          const { reads, ignored } = parseDocument(format, document);
          return reads.length === 0 && ignored !== null;
        };
        try {
          expect(isIgnored()).toBe(true);
        } catch (error) {
          expect(error).toBeInstanceOf(UnparsableMessage);
        }
      }
    },
  );
});

test('a text with more letters than a plate has is not a plate', () => {
  const body = sampleText('hikvision.xml')
    .replaceAll('PQT6001', 'PQT6001PQT6001')
    .replace('PQT600I', '');
  const { reads } = parseMessage(by('hikvision'), openMessage('', Buffer.from(body), received_at));
  expect(reads).toEqual([]);
});

describe('damaged messages', () => {
  const samples: [CameraFormat, string][] = [
    ['hikvision', sampleText('hikvision.xml')],
    ['plate-recognizer', sampleText('plate-recognizer-stream.json')],
    ['openalpr', JSON.stringify(sampleJson('openalpr-group.json'))],
    ['frigate', sampleText('frigate-update.json')],
    ['verkada', sampleText('verkada.json')],
    ['axis', sampleText('axis-event.json')],
    ['hikvision', sampleText('hikvision.json')],
    ['dahua', sampleText('dahua-itsapi.json')],
    ['dahua', sampleText('dahua-events.json')],
    ['unifi', sampleText('unifi.json')],
    ['genetec', sampleText('genetec.json')],
    ['genetec', sampleText('genetec.xml')],
    ['onvif', sampleText('onvif-frame.xml')],
    ['onvif', sampleText('onvif-event.xml')],
    ['apds', sampleText('apds-observation.json')],
  ];
  const platesOf = (format: CameraFormat, type: string, body: Buffer) =>
    parseMessage(by(format), openMessage(type, body, received_at)).reads.map((read) => read.plate);

  test.each(samples)(
    'a message of %s that is cut off or padded yields its own car or none',
    (format, text) => {
      const whole = platesOf(format, 'application/json', Buffer.from(text));
      expect(whole.length).toBeGreaterThan(0);
      fc.assert(
        fc.property(
          fc.nat({ max: text.length }),
          fc.constantFrom('', '\0', ' OK', '\r\n--x--', '}', '>', ']]', '&'),
          fc.constantFrom('application/json', 'text/plain', 'multipart/form-data', ''),
          (end, behind, type) => {
            const plates = platesOf(format, type, Buffer.from(text.slice(0, end) + behind));
            expect([[], whole]).toContainEqual(plates);
          },
        ),
        { numRuns: 300 },
      );
    },
  );

  test('a message changed in transit in a known way yields its own car, whatever the format', () => {
    const kinds = Object.keys(messageDamages).filter((kind) => !drawnDamages.includes(kind));
    fc.assert(
      fc.property(
        fc.constantFrom(...samples),
        fc.constantFrom(...kinds),
        fc.nat(),
        ([format, text], kind, seed) => {
          const whole = platesOf(format, 'application/json', Buffer.from(text));
          const { type, body } = damageMessage(text, kind, seed);
          const found = platesOf(format, type, body);
          expect({ kind, format, found: [...new Set(found)] }).toEqual({
            kind,
            format,
            found: [...new Set(whole)],
          });
        },
      ),
      { numRuns: 1000 },
    );
  });

  test('a message with bytes changed at random is read or has a reason, whatever it was', () => {
    const change = fc.record({ at: fc.nat({ max: 5000 }), byte: fc.nat({ max: 255 }) });
    fc.assert(
      fc.property(
        fc.constantFrom(...samples),
        fc.array(change, { maxLength: 20 }),
        ([format, text], changes) => {
          const body = Buffer.from(text);
          for (const { at, byte } of changes) body[at % body.length] = byte;
          const message = parseMessage(by(format), openMessage('', body, received_at));
          expect(message.outcome === 'unknown' ? message.reason : '').not.toBeNull();
        },
      ),
      { numRuns: 500 },
    );
  });
});
