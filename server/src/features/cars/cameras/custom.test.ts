import type { CameraMapping } from '@lotkeeper/contract/cars/camera-mappings';
import { fromIso, toIso } from '@lotkeeper/contract/kernel/calendar';
import { describe, expect, test } from 'vitest';
import { toLane } from './formats/custom.ts';
import { guessMapping, listFields } from './formats/message-fields.ts';
import { inZone } from './formats/times.ts';
import { openMessage, parseMessage } from './read-message.ts';
import { overview, plate } from './samples/sample.ts';

const open = (body: string) => openMessage('', Buffer.from(body), fromIso('2026-06-15T19:00:00Z'));

const path = (text: string | null) => text?.split('/') ?? null;

/** A mapping whose paths are written with slashes. */
const mappingTo = (
  plate: string,
  others: {
    time?: string;
    camera?: string;
    direction?: string;
    entrance?: string;
    exit?: string;
  } = {},
): CameraMapping => ({
  plate: plate.split('/'),
  time: path(others.time ?? null),
  camera: path(others.camera ?? null),
  direction: path(others.direction ?? null),
  entrance: others.entrance ?? null,
  exit: others.exit ?? null,
});

const parse = (mapping: CameraMapping | null, body: string) =>
  parseMessage({ format: 'custom', mapping }, open(body));

const describeReads = (mapping: CameraMapping, body: string) =>
  parse(mapping, body).reads.map(({ plate, captured_at, camera_ref, direction }) => [
    plate,
    captured_at && toIso(inZone(captured_at, 'America/Phoenix')),
    camera_ref,
    direction,
  ]);

const guess = (body: string) => {
  const draft = guessMapping(listFields(open(body).envelopes.map(({ document }) => document)));
  const write = (found: readonly string[] | null) => found?.join('/') ?? null;
  return [draft.plate, draft.time, draft.camera, draft.direction].map(write);
};

const flat = '{"reg":{"plateNo":"KTV8805"},"at":1781549980,"lane":{"device":"L1","way":"IN"}}';
const list = `{"site":"A","events":[
  {"car":{"plate":"AAA1111"},"time":"2026-06-15T18:59:40Z","cam":"N"},
  {"car":{"plate":"BBB2222"},"cam":"S"}]}`;
const xmlOne = `<r:Reads xmlns:r="urn:x"><Read id="1"><Plate conf="91">CCC3333</Plate>
  <When>2026-06-15 11:59:40</When></Read></r:Reads>`;
const xmlTwo = xmlOne.replace(
  '</r:Reads>',
  '<Read id="2"><Plate>DDD4444</Plate><When>2026-06-15 11:59:50</When></Read></r:Reads>',
);
const attributes =
  '<CAR_PLATE version="1.0" direction="out" cam-id="camera1" time="2026-06-15T11:59:40" plate="EEE5555"/>';
const onvif = `<tt:MetadataStream xmlns:tt="a" xmlns:wsnt="b"><tt:Event>
  <wsnt:NotificationMessage>
    <wsnt:Topic Dialect="c">tns1:RuleEngine/LicensePlateDetector/LicensePlate</wsnt:Topic>
    <wsnt:Message><tt:Message UtcTime="2026-06-15T18:59:40Z" PropertyOperation="Changed">
      <tt:Source><tt:SimpleItem Name="VideoSourceConfigurationToken" Value="VS1"/></tt:Source>
      <tt:Data><tt:SimpleItem Name="LicensePlate" Value="FFF6666"/>
        <tt:SimpleItem Name="Confidence" Value="87"/></tt:Data>
    </tt:Message></wsnt:Message>
  </wsnt:NotificationMessage></tt:Event></tt:MetadataStream>`;
const message = 'MetadataStream/Event/NotificationMessage/Message/Message';

test.each([
  [
    'fields in objects beside each other',
    flat,
    mappingTo('reg/plateNo', { time: 'at', camera: 'lane/device', direction: 'lane/way' }),
    [['KTV8805', '2026-06-15T18:59:40.000Z', 'L1', 'Entrance']],
  ],
  [
    'a list with one vehicle without a time, which doesn’t get the other’s',
    list,
    mappingTo('events/car/plate', { time: 'events/time', camera: 'events/cam' }),
    [
      ['AAA1111', '2026-06-15T18:59:40.000Z', 'N', null],
      ['BBB2222', null, 'S', null],
    ],
  ],
  [
    'a list, with the camera of all of them outside',
    list,
    mappingTo('events/car/plate', { camera: 'site' }),
    [
      ['AAA1111', null, 'A', null],
      ['BBB2222', null, 'A', null],
    ],
  ],
  [
    'a list of plates alone',
    '{"plates":["AAA1111","BBB2222"],"t":"2026-06-15T18:59:40Z"}',
    mappingTo('plates', { time: 't' }),
    [
      ['AAA1111', '2026-06-15T18:59:40.000Z', 'camera', null],
      ['BBB2222', '2026-06-15T18:59:40.000Z', 'camera', null],
    ],
  ],
  [
    'XML with an element nested in one of the same name',
    '<Event><Event><Plate>CCC3333</Plate></Event></Event>',
    mappingTo('Event/Event/Plate'),
    [['CCC3333', null, 'camera', null]],
  ],
  [
    'XML with one vehicle, a text beside an attribute, and the property’s time',
    xmlOne,
    mappingTo('Reads/Read/Plate', { time: 'Reads/Read/When' }),
    [['CCC3333', '2026-06-15T18:59:40.000Z', 'camera', null]],
  ],
  [
    'XML with two vehicles by the same paths',
    xmlTwo,
    mappingTo('Reads/Read/Plate', { time: 'Reads/Read/When', camera: 'Reads/Read/@id' }),
    [
      ['CCC3333', '2026-06-15T18:59:40.000Z', '1', null],
      ['DDD4444', '2026-06-15T18:59:50.000Z', '2', null],
    ],
  ],
  [
    'XML that has all in attributes',
    attributes,
    mappingTo('CAR_PLATE/@plate', { time: 'CAR_PLATE/@time', direction: 'CAR_PLATE/@direction' }),
    [['EEE5555', '2026-06-15T18:59:40.000Z', 'camera', 'Exit']],
  ],
  [
    'ONVIF metadata, which has lists of names with values',
    onvif,
    mappingTo(`${message}/Data/SimpleItem/LicensePlate`, {
      time: `${message}/@UtcTime`,
      camera: `${message}/Source/SimpleItem/@Value`,
    }),
    [['FFF6666', '2026-06-15T18:59:40.000Z', 'VS1', null]],
  ],
  [
    'two documents in one message',
    '{"plate":"AAA1111"}{"plate":"BBB2222"}',
    mappingTo('plate'),
    [
      ['AAA1111', null, 'camera', null],
      ['BBB2222', null, 'camera', null],
    ],
  ],
])('a mapping reads %s', (_name, body, mapping, reads) => {
  expect(describeReads(mapping, body)).toEqual(reads);
});

test.each([
  ['flat JSON', flat, ['reg/plateNo', 'at', 'lane/device', 'lane/way']],
  ['a list', list, ['events/car/plate', 'events/time', 'events/cam', null]],
  ['XML', xmlTwo, ['Reads/Read/Plate', 'Reads/Read/When', null, null]],
  [
    'attributes',
    attributes,
    ['CAR_PLATE/@plate', 'CAR_PLATE/@time', 'CAR_PLATE/@cam-id', 'CAR_PLATE/@direction'],
  ],
  [
    'ONVIF metadata',
    onvif,
    [`${message}/Data/SimpleItem/LicensePlate`, `${message}/@UtcTime`, null, null],
  ],
  ['nothing of the kind', '{"weather":"sunny","plateColor":"white"}', [null, null, null, null]],
  [
    'names whose values aren’t like them',
    '{"plate":"none","time":"soon","LP":"KTV8805","date":"2026-06-15"}',
    ['LP', null, null, null],
  ],
])('the mapping of %s is guessed by names and values', (_name, body, draft) => {
  expect(guess(body)).toEqual(draft);
});

describe('images in a sender’s own format', () => {
  const base64 = overview.toString('base64');
  const shots = { scene: `data:image/png;base64,${base64}`, plateCrop: plate.toString('base64') };

  test.each([
    ['JSON', JSON.stringify({ plate: 'AAA1111', shots })],
    [
      'XML',
      `<m><plate>AAA1111</plate><scene kind="png">${base64}</scene><plateCrop>${shots.plateCrop}</plateCrop></m>`,
    ],
  ])('images in %s are kept with the only vehicle', (name, body) => {
    const [read] = parse(mappingTo(name === 'XML' ? 'm/plate' : 'plate'), body).reads;
    expect(read?.image && Buffer.from(read.image)).toEqual(overview);
    expect(read?.plate_image && Buffer.from(read.plate_image)).toEqual(plate);
  });

  test('images are not assigned to any of several vehicles', () => {
    const body = JSON.stringify({ cars: [{ plate: 'AAA1111' }, { plate: 'BBB2222' }], shots });
    const { reads } = parse(mappingTo('cars/plate'), body);
    expect(reads.map((read) => read.image ?? null)).toEqual([null, null]);
  });
});

describe('unmapped messages', () => {
  const mapping = mappingTo('car/plate', { camera: 'cam' });

  test.each([
    ['a message before anybody set it up', null, '{"car":{"plate":"AAA1111"}}', 'isn’t set up yet'],
    ['a message of another shape', mapping, '{"status":"ok"}', 'There is no “car › plate” in it.'],
    ['a message that is no JSON', mapping, 'hello', 'contains no JSON or XML'],
  ])('%s is kept with the reason', (_name, givenMapping, body, reason) => {
    const parsed = parse(givenMapping, body);
    expect([parsed.outcome, parsed.reason]).toEqual(['unknown', expect.stringContaining(reason)]);
  });

  test.each(['ABC123', ''])(
    '200,000 vehicles with the plate “%s” are kept as too many',
    (plate) => {
      const body = JSON.stringify({ plates: Array.from({ length: 200_000 }, () => plate) });
      expect(parse(mappingTo('plates'), body)).toMatchObject({
        outcome: 'unknown',
        reason: 'It contains more than 1,000 readings.',
      });
    },
  );

  test.each([[''], ['NO PLATE'], [null], ['a sentence that is longer than a plate']])(
    'a vehicle whose plate is %j counts as one without a plate',
    (plate) => {
      const parsed = parse(mapping, JSON.stringify({ car: { plate }, cam: 'N' }));
      expect(parsed).toMatchObject({
        outcome: 'ignored',
        reads: [],
        beats: [{ camera_ref: 'N', unread: true }],
      });
    },
  );

  test('a name such as __proto__ or constructor finds nothing that the message does not have', () => {
    for (const name of ['__proto__', 'constructor', 'toString']) {
      for (const path of [name, `${name}/name`, `a/${name}`]) {
        expect(parse(mappingTo(path), '{"a":{"b":1}}').outcome).toBe('unknown');
      }
    }
  });
});

test.each([
  ['IN', null, null, 'Entrance'],
  ['Outbound', null, null, 'Exit'],
  ['check-in', null, null, 'Entrance'],
  ['approach', null, null, null],
  ['1', '1', '2', 'Entrance'],
  ['2', '1', '2', 'Exit'],
  ['in', '1', '2', null],
  ['towards', 'Towards', null, 'Entrance'],
  [undefined, null, null, null],
] as const)('the direction %j with the values %j and %j is %j', (value, entrance, exit, lane) => {
  expect(toLane(value, { entrance, exit })).toBe(lane);
});

test('fields are listed once each with up to three values, without images, and up to a limit', () => {
  const vehicles = Array.from({ length: 5 }, (_, index) => ({ plate: `AAA000${index}` }));
  const fields = listFields([{ vehicles, image: 'x'.repeat(5000), ok: true, none: null }]);
  expect(fields).toEqual([
    { path: ['vehicles', 'plate'], values: ['AAA0000', 'AAA0001', 'AAA0002'] },
    { path: ['ok'], values: ['true'] },
  ]);
  const many = Object.fromEntries(Array.from({ length: 900 }, (_, index) => [`f${index}`, index]));
  expect(listFields([many])).toHaveLength(200);
});
