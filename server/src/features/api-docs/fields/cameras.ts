import type { FieldTexts } from './field-texts.ts';

export const cameraFields: FieldTexts = {
  'CameraAnswer.outcome':
    '`read`: plates were read. `heartbeat`: the camera said that it works. `ignored`: a message without a plate. `unknown`: kept, because nobody could read it.',
  'CameraAnswer.reads': 'Plate reads in the message, with those that were known before.',
  'CameraAnswer.reason': 'Why the message couldn’t be read; null if it could.',
  'checkParkpowToken.results': 'Always empty: the call only shows that the key works.',
  'receiveCameraMessage.format': ['The format of the message.', 'axis'],
  'receiveCameraMessage.key': 'The key of the connection, from the Cameras page.',
  'updateCamera.camera': ['The camera, by its number.', '12'],
  'Camera.name': ['The name of the camera.', 'Entrance 1'],
  'updateCamera.name': ['The new name of the camera.', 'Entrance 1'],
  camera_ref: 'The camera as its sender names it.',
  feed: 'The connection.',
  'revokeCameraFeed.feed': ['The connection, by its number.', '3'],
  'updateCameraFeed.feed': ['The connection, by its number.', '3'],
  feed_name: 'The name of the connection that sent it.',
  feed_pk: 'The number of the connection that sent it; null for cameras of other systems.',
  'CameraMessage.feed_pk': 'The number of the connection that sent it.',
  'CameraFeed.name': ['The name of the connection.', 'North garage'],
  'createCameraFeed.name': ['A name for the connection.', 'North garage'],
  'updateCameraFeed.name': ['The new name of the connection.', 'North garage'],
  format: 'The format that the sender speaks.',
  direction:
    'The way that cars go past: `Entrance`, `Exit`, or null if both, or if the camera reports it.',
  'CameraFeed.spot_pk':
    'The number of the property where its cameras are, unless a camera is set otherwise.',
  'createCameraFeed.spot_pk':
    'The number of the property where its cameras are; null to set it for each camera.',
  'updateCameraFeed.spot_pk':
    'The number of the property where its cameras are; null to set it for each camera.',
  'updateCamera.spot_pk': 'The number of the property where the camera is; null if it isn’t known.',
  'Camera.timezone': 'The time zone of its property, as an IANA name; null while it has none.',
  signed: 'Whether its messages must be signed.',
  signing_secret:
    'The secret that the sender signs its messages with; only Verkada does. null = unsigned.',
  hint: 'The last four characters of the key.',
  'createCameraFeed.key': 'The key. Only this answer contains it.',
  path: [
    'Where the sender posts to, after the URL of this installation.',
    '/api/ingest/cameras/axis/…',
  ],
  last_message_at: 'When its last message arrived, in milliseconds since 1970; null if none did.',
  revoked_at: 'When it was revoked, in milliseconds since 1970; null if it works.',
  clock_offset_ms:
    'How far the camera’s clock is ahead of ours, in milliseconds. It is taken off its times.',
  first_seen_at: 'When its first message arrived, in milliseconds since 1970.',
  last_beat_at: 'When its last sign of life arrived, in milliseconds since 1970; null if none did.',
  last_read_at: 'When its last plate read arrived, in milliseconds since 1970; null if none did.',
  reads_this_hour:
    'Plate reads in the current hour at the property; null while the camera has no property.',
  usual_reads:
    'The mean of plate reads in the same hour of the same weekday, over four weeks; null until there is a week to compare with.',
  'Camera.status':
    '`ok`, `silent` if its reads or heartbeats stopped, `unplaced` without a property, `disconnected` if its connection was revoked.',
  silent_since:
    'The last sign of life of a silent camera, in milliseconds since 1970; null for others.',
  received_at: 'When the message arrived, in milliseconds since 1970.',
  content_type: ['The type that the sender gave the message.', 'application/json'],
  'CameraMessage.reason': 'Why it couldn’t be read.',
  beginning: 'The first 400 characters of the message.',
  bytes: 'The length of the message in bytes.',
  'getCameraMessage.message': ['The message, by its number.', '88'],
  text: 'The message as text, without images and passwords.',
  messages: 'The messages to read again, by their numbers; up to 100.',
  understood: 'How many of the messages can be read now.',
  'readCameraMessagesAgain.reads': 'How many plate reads they contained.',
};
