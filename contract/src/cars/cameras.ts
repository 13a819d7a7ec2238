import * as z from 'zod/mini';
import { adminOnly, byCamera, inOrganization } from '../kernel/access.ts';
import { dayMs } from '../kernel/durations.ts';
import { endpoint } from '../kernel/endpoint.ts';
import { pk, pkOrUuidText, pkText, text } from '../kernel/fields.ts';
import { namesOf, withShown } from '../kernel/shown.ts';

/** Message formats of cameras and their software, by URL segment. */
export const cameraFormats = [
  'plate-recognizer',
  'openalpr',
  'frigate',
  'verkada',
  'axis',
  'hikvision',
  'dahua',
  'unifi',
  'genetec',
  'onvif',
  'apds',
  'custom',
] as const;
export type CameraFormat = (typeof cameraFormats)[number];

/** The formats' product names. */
export const formatLabels = {
  'plate-recognizer': 'Plate Recognizer or ParkPow',
  openalpr: 'Rekor Scout or OpenALPR',
  frigate: 'Frigate',
  verkada: 'Verkada',
  axis: 'Axis',
  hikvision: 'Hikvision',
  dahua: 'Dahua',
  unifi: 'UniFi Protect',
  genetec: 'Genetec AutoVu',
  onvif: 'ONVIF metadata',
  apds: 'APDS (ISO/TS 5206-1)',
  custom: 'Another sender (its own JSON or XML)',
} as const satisfies Record<CameraFormat, string>;

export const lanes = ['Entrance', 'Exit'] as const;
export type Lane = (typeof lanes)[number];

/** Maximum bytes of a camera's message: two images and their metadata. */
const messageBytes = 12 * 1024 * 1024;

/** The outcome of a message. `unknown`: stored unparsed, with the reason why it couldn't be read. */
export const messageOutcomes = ['read', 'heartbeat', 'ignored', 'unknown'] as const;

/** The response to a camera's sender. */
export const cameraAnswer = z.object({
  outcome: z.enum(messageOutcomes),
  reads: z.int(),
  reason: z.nullable(z.string()),
  /** Dahua’s cameras resend a message until the response contains this. */
  Result: z.optional(z.literal(true)),
});
export type CameraAnswer = z.infer<typeof cameraAnswer>;

const asTheyCome = {
  method: 'POST',
  bodyLimit: messageBytes,
  raw: true,
  answer: cameraAnswer,
  accepted: cameraAnswer,
  failure: 'Could not take the message',
} as const;

export const receiveCameraMessage = endpoint({
  ...asTheyCome,
  path: '/api/ingest/cameras/:format/:key',
  summary: 'Takes a camera’s messages in its own format; the key is part of the URL',
  access: byCamera('params.key'),
  params: z.strictObject({ format: z.string(), key: z.string() }),
});

export const receiveParkpowWebhook = endpoint({
  ...asTheyCome,
  path: '/api/v1/webhook-receiver/',
  summary: 'The same at the URL that ParkPow senders use; the key is sent as Authorization: Token',
  access: byCamera('header'),
});

export const receiveParkpowVehicle = endpoint({
  ...asTheyCome,
  path: '/api/v1/log-vehicle/',
  summary: 'One vehicle at the URL that ParkPow senders use',
  access: byCamera('header'),
});

export const checkParkpowToken = endpoint({
  method: 'GET',
  path: '/api/v1/parking-list/',
  summary: 'Answers any sender with a valid key; ParkPow installers call it first',
  access: byCamera('header'),
  answer: z.object({ results: z.array(z.never()) }),
  failure: 'Could not check the token',
});

/** A sender of camera messages; timestamps in ms since 1970. Its key is returned only when it is created. */
export const cameraFeed = z.object({
  pk: z.int(),
  name: z.string(),
  format: z.enum(cameraFormats),
  spot_pk: z.nullable(z.int()),
  spot_name: z.nullable(z.string()),
  direction: z.nullable(z.enum(lanes)),
  signed: z.boolean(),
  mapped: z.boolean(),
  hint: z.string(),
  created_at: z.int(),
  created_by: z.nullable(z.string()),
  last_message_at: z.nullable(z.int()),
  too_large_count: z.int(),
  too_large_at: z.nullable(z.int()),
  revoked_at: z.nullable(z.int()),
});
export type CameraFeed = z.infer<typeof cameraFeed>;

export const cameraStatuses = ['silent', 'unplaced', 'ok', 'disconnected'] as const;
export type CameraStatus = (typeof cameraStatuses)[number];

/** A camera and its condition; timestamps in ms since 1970. */
export const camera = z.object({
  pk: z.int(),
  name: z.string(),
  camera_ref: z.string(),
  feed_pk: z.nullable(z.int()),
  feed_name: z.nullable(z.string()),
  spot_pk: z.nullable(z.int()),
  spot_name: z.nullable(z.string()),
  timezone: z.nullable(z.string()),
  direction: z.nullable(z.enum(lanes)),
  clock_offset_ms: z.int(),
  clock_set: z.boolean(),
  lag_ms: z.int(),
  repeats_since: z.nullable(z.int()),
  first_seen_at: z.int(),
  last_beat_at: z.nullable(z.int()),
  last_read_at: z.nullable(z.int()),
  reads_this_hour: z.nullable(z.int()),
  unread_this_hour: z.nullable(z.int()),
  usual_reads: z.nullable(z.number()),
  status: z.enum(cameraStatuses),
  silent_since: z.nullable(z.int()),
});
export type Camera = z.infer<typeof camera>;

/** A message that couldn't be read. */
export const cameraMessage = z.object({
  pk: z.int(),
  feed_pk: z.int(),
  feed_name: z.string(),
  format: z.enum(cameraFormats),
  received_at: z.int(),
  content_type: z.string(),
  reason: z.string(),
  beginning: z.string(),
  bytes: z.int(),
});
export type CameraMessage = z.infer<typeof cameraMessage>;

/** A plate read that couldn't be paired into a visit, or a visit that couldn't be judged. */
export const setAsideRow = z.object({
  kind: z.enum(['read', 'visit']),
  pk: z.int(),
  plate: z.string(),
  spot_name: z.string(),
  camera_name: z.nullable(z.string()),
  received_at: z.nullable(z.int()),
  reason: z.string(),
});
export type SetAsideRow = z.infer<typeof setAsideRow>;

const byOrganization = z.strictObject({ id: pkOrUuidText });
const admins = inOrganization('params.id', adminOnly);
const spotOrNone = z.nullable(pk);
const lane = z.nullable(z.enum(lanes));
const placeFields = { name: text(80, 'Please enter a name'), spot_pk: spotOrNone, direction: lane };
const placeNames = namesOf(placeFields);
const cameraNames = [...placeNames, 'clock_set', 'clock_offset_ms'] as const;

export const listCameras = endpoint({
  method: 'GET',
  path: '/api/organizations/:id/cameras/',
  summary: 'The cameras of an organization and their health, silent ones first',
  access: admins,
  events: [],
  params: byOrganization,
  answer: z.array(camera),
  freshFor: 15,
  failure: 'Could not fetch the cameras',
});

/** Maximum clock offset that an Admin may set for a camera. */
const maxSetClockMs = 366 * dayMs;
const wrongClock = 'Up to 366 days.';

export const updateCamera = endpoint({
  method: 'PATCH',
  path: '/api/organizations/:id/cameras/:camera/',
  summary:
    'Changes the name, property, direction and clock of a camera that are sent; reads that waited for a property move to it',
  access: admins,
  params: z.strictObject({ id: pkOrUuidText, camera: pkText }),
  shown: cameraNames,
  body: withShown(
    z.partial(
      z.strictObject({
        ...placeFields,
        clock_offset_ms: z.nullable(
          z
            .int()
            .check(z.minimum(-maxSetClockMs, wrongClock), z.maximum(maxSetClockMs, wrongClock)),
        ),
      }),
    ),
    cameraNames,
  ),
  answer: camera,
  failure: 'Could not change the camera',
});

export const listCameraFeeds = endpoint({
  method: 'GET',
  path: '/api/organizations/:id/camera_feeds/',
  summary: 'The connections that send camera messages: active ones first, newest first',
  access: admins,
  events: [],
  params: byOrganization,
  answer: z.array(cameraFeed),
  failure: 'Could not fetch the connections',
});

const signingSecret = z.nullable(text(200));

export const createCameraFeed = endpoint({
  method: 'POST',
  path: '/api/organizations/:id/camera_feeds/',
  summary: 'Connects a sender of camera messages; only this answer contains its key',
  access: admins,
  confirmed: true,
  opens: true,
  params: byOrganization,
  body: z
    .strictObject({
      name: text(80, 'Please enter a name'),
      format: z.enum(cameraFormats),
      spot_pk: spotOrNone,
      direction: lane,
      signing_secret: signingSecret,
    })
    .check(
      z.refine((feed) => feed.signing_secret === null || feed.format === 'verkada', {
        path: ['signing_secret'],
        message: 'Only Verkada signs its messages.',
      }),
    ),
  /** `path` is where the sender posts to, relative to this installation's URL. */
  answer: z.object({ key: z.string(), path: z.string(), feed: cameraFeed }),
  failure: 'Could not connect the camera',
});

export const updateCameraFeed = endpoint({
  method: 'PATCH',
  path: '/api/organizations/:id/camera_feeds/:feed/',
  summary:
    'Changes the name, property and lane of a connection that are sent; cameras that have none get them',
  access: admins,
  params: z.strictObject({ id: pkOrUuidText, feed: pkText }),
  shown: placeNames,
  body: withShown(z.partial(z.strictObject(placeFields)), placeNames),
  answer: cameraFeed,
  failure: 'Could not change the connection',
});

export const revokeCameraFeed = endpoint({
  method: 'POST',
  path: '/api/organizations/:id/camera_feeds/:feed/revoke/',
  summary: 'Revokes a connection’s key permanently; what it sent is kept',
  access: admins,
  params: z.strictObject({ id: pkOrUuidText, feed: pkText }),
  answer: cameraFeed,
  failure: 'Could not disconnect the camera',
});

/** The newest message of a connection, with some of its reads. */
export const latestMessage = z.object({
  pk: z.int(),
  received_at: z.int(),
  outcome: z.enum(messageOutcomes),
  reason: z.nullable(z.string()),
  reads: z.array(z.object({ plate: z.string(), captured_at: z.int(), camera_name: z.string() })),
});
export type LatestMessage = z.infer<typeof latestMessage>;

export const getLatestCameraMessage = endpoint({
  method: 'GET',
  path: '/api/organizations/:id/camera_feeds/:feed/latest_message/',
  summary: 'The newest message of a connection and what it was read as, to see whether it works',
  access: admins,
  params: z.strictObject({ id: pkOrUuidText, feed: pkText }),
  answer: z.object({ message: z.nullable(latestMessage), too_large_at: z.nullable(z.int()) }),
  failure: 'Could not look for a message',
});

export const listCameraMessages = endpoint({
  method: 'GET',
  path: '/api/organizations/:id/camera_messages/',
  summary: 'The newest camera messages that couldn’t be read, up to 100',
  access: admins,
  events: [],
  params: byOrganization,
  answer: z.array(cameraMessage),
  freshFor: 15,
  failure: 'Could not fetch the messages',
});

/** Maximum messages per page, and per call that reads them again. */
export const maxListedMessages = 100;

const readAgainAnswer = z.object({
  understood: z.int(),
  reads: z.int(),
});
export type ReadAgainAnswer = z.infer<typeof readAgainAnswer>;

export const readCameraMessagesAgain = endpoint({
  method: 'POST',
  path: '/api/organizations/:id/camera_messages/read_again/',
  summary:
    'Tries to read kept messages again, for example after an update; reads without a time get the time of arrival',
  access: admins,
  params: byOrganization,
  body: z.strictObject({
    messages: z.array(pk).check(z.minLength(1), z.maxLength(maxListedMessages)),
  }),
  answer: readAgainAnswer,
  failure: 'Could not read the messages again',
});

export const getCameraMessage = endpoint({
  method: 'GET',
  path: '/api/organizations/:id/camera_messages/:message/',
  summary: 'A message that couldn’t be read, as text, without images and passwords',
  access: admins,
  events: [],
  params: z.strictObject({ id: pkOrUuidText, message: pkText }),
  answer: z.object({ pk: z.int(), content_type: z.string(), text: z.string() }),
  failure: 'Could not fetch the message',
});

export const listSetAside = endpoint({
  method: 'GET',
  path: '/api/organizations/:id/set_aside/',
  summary: 'The newest plate reads and visits that couldn’t be paired or judged, up to 100',
  access: admins,
  events: [],
  params: byOrganization,
  answer: z.array(setAsideRow),
  freshFor: 15,
  failure: 'Could not fetch what was set aside',
});

/** @public Field descriptions for the API reference. */
export const fieldTexts = {
  message: ['The message, by its number.', '88'],
  outcome:
    '`read`: plates were read. `heartbeat`: the camera said that it works. `ignored`: a message without a plate. `unknown`: kept, because nobody could read it.',
  Result: 'Always true, and only in answers to Dahua cameras: they wait for it.',
  reads: 'Plate reads in the message, with those that were known before.',
  'readCameraMessagesAgain.reads': 'How many plate reads they contained.',
  reason: 'Why the message couldn’t be read; null if it could.',
  'cameraMessage.reason': 'Why it couldn’t be read.',
  path: [
    'Where the sender posts to, after the URL of this installation.',
    '/api/ingest/cameras/axis/…',
  ],
  key: 'The key. Only this answer contains it.',
  'receiveCameraMessage.key': 'The key of the connection, from the Cameras page.',
  format: 'The format that the sender speaks.',
  'receiveCameraMessage.format': ['The format of the message.', 'axis'],
  results: 'Always empty: the call only shows that the key works.',
  name: ['The name of the camera.', 'Entrance 1'],
  'cameraFeed.name': ['The name of the connection.', 'North garage'],
  'updateCamera.name': ['The new name of the camera.', 'Entrance 1'],
  'createCameraFeed.name': ['A name for the connection.', 'North garage'],
  'updateCameraFeed.name': ['The new name of the connection.', 'North garage'],
  spot_pk: 'The number of the property where its cameras are; null to set it for each camera.',
  'camera.spot_pk': ['The number of the property; null if there is none yet.', 1],
  'cameraFeed.spot_pk':
    'The number of the property where its cameras are, unless a camera is set otherwise.',
  'updateCamera.spot_pk': 'The number of the property where the camera is; null if it isn’t known.',
  direction:
    'The way that cars go past: `Entrance`, `Exit`, or null if both, or if the camera reports it.',
  signed: 'Whether its messages must be signed.',
  mapped: 'Whether an Admin said where its messages have what; only of the format `custom`.',
  last_message_at: 'When its last message arrived, in milliseconds since 1970; null if none did.',
  too_large_count: 'How many of its messages were refused, because they were larger than 12 MB.',
  too_large_at:
    'When the last message that was too large came, in milliseconds since 1970; null if none did.',
  'getLatestCameraMessage.message': 'The newest message; null if none came yet.',
  'latestMessage.reads': 'What it was read as, up to five plates.',
  'latestMessage.reason': 'Why it couldn’t be read, or what was missing in it; null if nothing.',
  captured_at: 'When the read was made, in milliseconds since 1970.',
  camera_ref: 'The camera as its sender names it.',
  feed_pk: 'The number of the connection that sent it; null for cameras of other systems.',
  'cameraMessage.feed_pk': 'The number of the connection that sent it.',
  feed_name: 'The name of the connection that sent it.',
  timezone: 'The time zone of its property, as an IANA name; null while it has none.',
  clock_offset_ms:
    'How far the camera’s clock is ahead of ours, in milliseconds. It is taken off its times.',
  'updateCamera.clock_offset_ms':
    'How far the camera’s clock is ahead of ours, in milliseconds, negative if it’s behind; null lets its reads show that again. Left out, it stays as it is.',
  lag_ms:
    'How long before it arrived the newest read was made, in milliseconds; 0 if it was live. Meanwhile, enforcement at its property waits at that time.',
  repeats_since:
    'Since when the camera sends nothing but the same plate again and again, in milliseconds since 1970; null if it doesn’t.',
  clock_set: 'Whether an Admin set `clock_offset_ms`; otherwise the camera’s reads show it.',
  first_seen_at: 'When its first message arrived, in milliseconds since 1970.',
  last_beat_at: 'When its last sign of life arrived, in milliseconds since 1970; null if none did.',
  last_read_at: 'When its last plate read arrived, in milliseconds since 1970; null if none did.',
  reads_this_hour:
    'Plate reads in the current hour at the property; null while the camera has no property.',
  unread_this_hour:
    'Vehicles of the current hour whose plates it couldn’t read; null while the camera has no property.',
  usual_reads:
    'The mean of plate reads in the same hour of the same weekday, over four weeks; null until there is a week to compare with.',
  status:
    '`ok`, `silent` if its reads or heartbeats stopped, `unplaced` without a property, `disconnected` if its connection was revoked.',
  silent_since:
    'The last sign of life of a silent camera, in milliseconds since 1970; null for others.',
  received_at: 'When the message arrived, in milliseconds since 1970.',
  content_type: ['The type that the sender gave the message.', 'application/json'],
  beginning: 'The first 400 characters of the message.',
  bytes: 'The length of the message in bytes.',
  camera: ['The camera, by its number.', '12'],
  messages: 'The messages to read again, by their numbers; up to 100.',
  signing_secret:
    'The secret that the sender signs its messages with; only Verkada does. null = unsigned.',
  feed: ['The connection, by its number.', '3'],
  'createCameraFeed.feed': 'The connection.',
  kind: '`read`: a plate read that couldn’t be paired into a visit. `visit`: a visit that couldn’t be judged.',
  plate: ['The license plate.', 'ABC123'],
  'setAsideRow.pk': 'The number of the plate read or the visit.',
  'setAsideRow.reason': 'Why it was set aside.',
  'setAsideRow.received_at':
    'When the plate read arrived, in milliseconds since 1970; null for a visit.',
  spot_name: ['The name of the property.', 'Roosevelt Garage'],
  camera_name: ['The name of the camera; null if it isn’t known.', 'Entrance 1'],
  understood: 'How many of the messages can be read now.',
  text: 'The message as text, without images and passwords.',
};
