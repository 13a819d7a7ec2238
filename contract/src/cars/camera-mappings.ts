import * as z from 'zod/mini';
import { adminOnly, inOrganization } from '../kernel/access.ts';
import { endpoint } from '../kernel/endpoint.ts';
import { atMost, isOneLine, pkOrUuidText, pkText, storable, text } from '../kernel/fields.ts';
import { withShown } from '../kernel/shown.ts';
import { lanes } from './cameras.ts';

/**
 * A path of field names. Entries of a list have no name, so a field in a list stands for that field of each entry.
 */
const fieldPath = z
  .array(z.string().check(atMost(200), storable, isOneLine))
  .check(z.minLength(1), z.maxLength(20));
export type FieldPath = z.infer<typeof fieldPath>;

const valueText = z.nullable(text(80));

/** Where a sender's messages keep the plate, time, camera and direction. */
export const cameraMapping = z.strictObject({
  plate: fieldPath,
  time: z.nullable(fieldPath),
  camera: z.nullable(fieldPath),
  direction: z.nullable(fieldPath),
  entrance: valueText,
  exit: valueText,
});
export type CameraMapping = z.infer<typeof cameraMapping>;

/** The initial values of the mapping form. */
export const mappingDraft = z.object({ ...cameraMapping.shape, plate: z.nullable(fieldPath) });
export type MappingDraft = z.infer<typeof mappingDraft>;

/** A field of a message with its first values. */
const messageField = z.object({ path: fieldPath, values: z.array(z.string()) });
export type MessageField = z.infer<typeof messageField>;

const admins = inOrganization('params.id', adminOnly);
const byMessage = z.strictObject({ id: pkOrUuidText, message: pkText });

export const listMessageFields = endpoint({
  method: 'GET',
  path: '/api/organizations/:id/camera_messages/:message/fields/',
  summary:
    'The fields of a message of a sender’s own format, and where plate, time, camera and direction may be',
  access: admins,
  events: [],
  params: byMessage,
  answer: z.object({ feed_pk: z.int(), fields: z.array(messageField), draft: mappingDraft }),
  failure: 'Could not fetch the fields of the message',
});

export const previewedRead = z.object({
  plate: z.string(),
  captured_at: z.nullable(z.int()),
  wall_time: z.nullable(z.string()),
  camera: z.string(),
  direction: z.nullable(z.enum(lanes)),
});
export type PreviewedRead = z.infer<typeof previewedRead>;

export const previewCameraMapping = endpoint({
  method: 'POST',
  path: '/api/organizations/:id/camera_messages/:message/preview/',
  summary: 'What a message would be read as with a mapping; nothing is recorded',
  access: admins,
  events: [],
  params: byMessage,
  body: cameraMapping,
  answer: z.object({ reads: z.array(previewedRead), reason: z.nullable(z.string()) }),
  failure: 'Could not read the message',
});

/** What a sender’s form shows of its mapping. */
const shownOfFeed = ['mapped'] as const;

export const setCameraMapping = endpoint({
  method: 'PUT',
  path: '/api/organizations/:id/camera_feeds/:feed/mapping/',
  summary:
    'Sets where the messages of a sender’s own format have plate, time, camera and direction',
  access: admins,
  params: z.strictObject({ id: pkOrUuidText, feed: pkText }),
  shown: shownOfFeed,
  body: withShown(cameraMapping, shownOfFeed),
  answer: cameraMapping,
  failure: 'Could not save where the fields are',
});

export const clearCameraMapping = endpoint({
  method: 'DELETE',
  path: '/api/organizations/:id/camera_feeds/:feed/mapping/',
  summary:
    'Forgets where the messages of a sender’s own format have what: they are kept until it is set again',
  access: admins,
  params: z.strictObject({ id: pkOrUuidText, feed: pkText }),
  failure: 'Could not begin again',
});

/** @public Field descriptions for the API reference. */
export const fieldTexts = {
  message: ['The message, by its number.', '88'],
  feed: ['The connection, by its number.', '3'],
  feed_pk: 'The number of the connection that sent it.',
  fields: 'The fields of the message, in its order, up to 200.',
  path: [
    'The names that lead to the field, from the outside in. The entries of a list have no name.',
    ['vehicle', 'plate'],
  ],
  values: 'The first values of the field, up to three.',
  draft: 'The mapping of the connection; while it has none, what the names and values suggest.',
  'cameraMapping.plate': ['The names that lead to the plate.', ['vehicle', 'plate']],
  'mappingDraft.plate': [
    'The names that lead to the plate; null if no field looks like one.',
    ['vehicle', 'plate'],
  ],
  time: 'The names that lead to the time; null to use the time of arrival.',
  camera: 'The names that lead to the camera; null if the sender is one camera.',
  direction: 'The names that lead to the direction; null if it has none.',
  entrance: ['What the direction says at an entrance; null for the usual words.', 'IN'],
  exit: ['What the direction says at an exit; null for the usual words.', 'OUT'],
  'setCameraMapping.plate': ['The names that lead to the plate.', ['vehicle', 'plate']],
  mapped: 'Whether the form showed a mapping.',
  'previewCameraMapping.reads': 'What it would be read as, up to 20.',
  'previewedRead.plate': ['The license plate.', 'ABC123'],
  captured_at: 'The time, in milliseconds since 1970; null without one, or if it has no time zone.',
  wall_time: [
    'The time on the property’s clock, where the message has one without a time zone.',
    '2026-06-15 11:59:38',
  ],
  'previewedRead.camera': ['The camera as its sender names it.', 'gate-1'],
  'previewedRead.direction': '`Entrance`, `Exit`, or null if it isn’t known.',
  reason: 'Why the message couldn’t be read; null if it could.',
};
