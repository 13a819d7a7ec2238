import { createHmac } from 'node:crypto';
import type { Instant } from '@lotkeeper/contract/kernel/calendar';
import { toEpochSeconds, toIso } from '@lotkeeper/contract/kernel/calendar';
import type { CameraMessage } from '../client.ts';
import type { Reading } from '../steps.ts';

/** The contents of a message besides the reading. */
export interface TakenPictures {
  /** The camera's name at its sender. */
  camera: string;
  /** When it is sent. */
  at: Instant;
  /** PNG bytes; null = the camera sends text only. */
  overview: Uint8Array<ArrayBuffer> | null;
  plate: Uint8Array<ArrayBuffer> | null;
  signingSecret: string | null;
}

type Compose = (reading: Reading, taken: TakenPictures) => CameraMessage[];

const json = (body: object, headers: Record<string, string> = {}): CameraMessage => ({
  body: JSON.stringify(body),
  headers: { 'content-type': 'application/json', ...headers },
});

const toRegion = ({ driver, state }: Reading) =>
  (state === null ? driver.country : `${driver.country}-${state}`).toLowerCase();

const png = (bytes: Uint8Array<ArrayBuffer>) => new Blob([bytes], { type: 'image/png' });

/** Plate Recognizer Stream: multipart with the image, or a form without. */
const plateRecognizer: Compose = (reading, { camera, at, overview }) => {
  const { driver, captured_at, confidence, plate } = reading;
  const message = {
    hook: { target: camera, id: camera, event: 'recognition', filename: `${reading.event}.png` },
    data: {
      camera_id: camera,
      filename: `${reading.event}.png`,
      timestamp: toIso(captured_at),
      timestamp_local: toIso(captured_at).replace('T', ' ').replace('Z', '+00:00'),
      timestamp_camera: null,
      results: [
        {
          box: { xmin: 120, ymin: 96, xmax: 200, ymax: 124 },
          plate: plate.toLowerCase(),
          score: confidence,
          dscore: 0.91,
          candidates: [{ plate: plate.toLowerCase(), score: confidence }],
          region: { code: toRegion(reading), score: 0.8 },
          vehicle: {
            type: 'Sedan',
            score: 0.86,
            box: { xmin: 60, ymin: 20, xmax: 280, ymax: 160 },
          },
          model_make: [{ make: driver.make, model: driver.model, score: 0.7 }],
          color: [{ color: driver.color, score: 0.8 }],
          direction: '',
          position_sec: String(toEpochSeconds(at) % 3600),
        },
      ],
    },
  };
  if (!overview) {
    return [
      { body: new URLSearchParams({ json: JSON.stringify(message) }).toString(), headers: form },
    ];
  }
  const body = new FormData();
  body.set('json', JSON.stringify(message));
  body.set('upload', png(overview), `${reading.event}.png`);
  return [{ body, headers: {} }];
};
const form = { 'content-type': 'application/x-www-form-urlencoded' };

/** Rekor Scout: a preview first, then the group that replaces it. */
const openalpr: Compose = (reading, { camera, plate: crop }) => {
  const { driver, captured_at, confidence, plate } = reading;
  const percent = confidence * 100;
  const group = (uuids: string[], is_preview: boolean, text: string) => ({
    data_type: 'alpr_group',
    version: 2,
    epoch_start: captured_at - 800,
    epoch_end: captured_at,
    company_id: 'simulated',
    agent_uid: camera,
    camera_id: 1,
    country: driver.country.toLowerCase(),
    uuids,
    best_uuid: uuids.at(-1),
    best_uuid_epoch_ms: captured_at,
    best_plate_number: text,
    best_confidence: percent,
    best_region: toRegion(reading),
    best_region_confidence: 88,
    best_plate: {
      plate: text,
      confidence: percent,
      ...(crop ? { plate_crop_jpeg: base64(crop) } : {}),
    },
    candidates: [{ plate: text, confidence: percent, matches_template: 1 }],
    travel_direction: 90,
    is_parked: false,
    is_preview,
    vehicle: {
      color: [{ name: driver.color, confidence: 80 }],
      make: [{ name: driver.make, confidence: 70 }],
      make_model: [{ name: `${driver.make}_${driver.model}`, confidence: 60 }],
      body_type: [{ name: 'sedan-standard', confidence: 50 }],
    },
    web_server_config: { camera_label: camera, agent_label: 'simulated' },
  });
  const [first, last] = [`${reading.event}-a`, `${reading.event}-b`];
  return [json(group([first], true, plate)), json(group([first, last], false, plate))];
};

const base64 = (bytes: Uint8Array) => Buffer.from(bytes).toString('base64');

/** Frigate: the same event twice, as the best read improves. */
const frigate: Compose = ({ event, plate, confidence, captured_at }, { camera }) =>
  [0.6, confidence].map((score, turn) =>
    json({
      type: 'lpr',
      id: event,
      name: null,
      plate,
      score: Math.min(score, confidence),
      camera,
      timestamp: captured_at / 1000 + turn / 10,
      plate_box: [120, 96, 200, 124],
    }),
  );

const verkada: Compose = (reading, { camera, at, signingSecret }) => {
  const body = JSON.stringify({
    webhook_type: 'lpr',
    webhook_id: 'simulated',
    org_id: 'simulated',
    created_at: toEpochSeconds(at),
    data: {
      camera_id: camera,
      created: toEpochSeconds(at),
      detected: reading.captured_at,
      license_plate_number: reading.plate,
      license_plate_state: toRegion(reading),
      confidence: reading.confidence,
      crop: [0.4, 0.4, 0.6, 0.5],
      image_url: 'https://cameras.example/not-fetched.jpg',
    },
  });
  return [
    { body, headers: { 'content-type': 'application/json', ...signed(body, at, signingSecret) } },
  ];
};

function signed(body: string, at: Instant, secret: string | null): Record<string, string> {
  if (!secret) return {};
  const stamp = toEpochSeconds(at);
  const sum = createHmac('sha256', secret).update(`${body}|${stamp}`).digest('hex');
  return { 'verkada-signature': `${stamp}|${sum}` };
}

/** Axis: the event in one part, the image in another. */
const axis: Compose = (reading, { camera, overview }) => {
  const event = {
    plateText: reading.plate,
    plateUTF8: reading.plate,
    plateConfidence: String(reading.confidence),
    plateCountry: reading.driver.country,
    capture_timestamp: String(reading.captured_at),
    carState: 'new',
    carMoveDirection: reading.direction === 'Entrance' ? 'in' : 'out',
    carID: reading.event,
    camera_info: { SerialNumber: camera },
    plateCoordinates: [120, 96, 80, 28],
  };
  const body = new FormData();
  body.set('event', new Blob([JSON.stringify(event)], { type: 'application/json' }), 'event.json');
  if (overview) body.set('image', png(overview), 'image.png');
  return [{ body, headers: {} }];
};

const hikvision: Compose = (reading, { camera }) => [
  {
    headers: { 'content-type': 'application/xml' },
    body: `<?xml version="1.0" encoding="UTF-8"?>
<EventNotificationAlert version="2.0" xmlns="http://www.hikvision.com/ver20/XMLSchema">
<channelName>${camera}</channelName>
<dateTime>${toIso(reading.captured_at)}</dateTime>
<eventType>ANPR</eventType>
<ANPR>
<licensePlate>${reading.plate}</licensePlate>
<originalLicensePlate>${reading.plate}</originalLicensePlate>
<direction>${reading.direction === 'Entrance' ? 'forward' : 'reverse'}</direction>
<confidenceLevel>${Math.round(reading.confidence * 100)}</confidenceLevel>
<vehicleInfo><color>${reading.driver.color}</color></vehicleInfo>
</ANPR>
<UUID>${reading.event}</UUID>
<isDataRetransmission>false</isDataRetransmission>
</EventNotificationAlert>`,
  },
];

const apds: Compose = (reading, { camera }) => [
  json({
    id: reading.event,
    version: 1,
    method: 'anpr',
    type: 'licensePlate',
    observedCredentialId: reading.plate,
    observationStartTime: toIso(reading.captured_at),
    creationDateTime: toIso(reading.captured_at),
    location: {
      observerLocation: { className: 'VehicularAccess', id: camera },
      observedLocation: { className: 'VehicularAccess', id: camera },
    },
    observerOrganisation: { className: 'Organisation', id: 'simulated' },
    vehicleAncillaryIdentification: {
      country: reading.driver.country,
      ...(reading.state === null ? {} : { stateProvince: reading.state }),
      make: reading.driver.make,
      model: reading.driver.model,
      color: reading.driver.color,
    },
  }),
];

/** How each format encodes a reading, by the format's name in the URL. */
export const composers: Readonly<Record<string, Compose>> = {
  'plate-recognizer': plateRecognizer,
  openalpr,
  frigate,
  verkada,
  axis,
  hikvision,
  apds,
};
