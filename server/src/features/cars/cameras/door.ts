import { hash } from 'node:crypto';
import type { CameraMapping } from '@lotkeeper/contract/cars/camera-mappings';
import type { CameraAnswer, CameraFormat } from '@lotkeeper/contract/cars/cameras';
import type { Instant } from '@lotkeeper/contract/kernel/calendar';
import type { CameraScope } from '../../../kernel/access/scope.ts';
import type { SecretBox } from '../../../kernel/access/secrets.ts';
import type { FileStore } from '../../../kernel/data/files.ts';
import type { Publish } from '../../../kernel/http/live.ts';
import type { Recorder } from '../../../records/recorder.ts';
import { withRecorder } from '../../../records/recorder.ts';
import type { Settling } from '../visits/public.ts';
import { withSettling } from '../visits/public.ts';
import type { StoredPictures } from './kept-pictures.ts';
import { keepPictures } from './kept-pictures.ts';
import { keptCharacters, keptText } from './kept-text.ts';
import type { StoredMessage } from './messages.queries.ts';
import { keepMessage } from './messages.queries.ts';
import type { Message, Reader } from './read-message.ts';
import { listPictures, openMessage, parseMessage } from './read-message.ts';
import { addGaps, recordReadsOfMessage } from './record-reads.ts';

/** How to read a sender's messages, from its stored settings. */
const toReader = ({ format, mapping }: CameraScope['feed']): Reader => ({
  format: format as CameraFormat,
  mapping: mapping as CameraMapping | null,
});

/** Where unreadable messages are stored. */
export interface MessageStore {
  files: FileStore;
  secretBox: SecretBox;
}

/** Stores a message byte for byte, encrypted, since senders may include camera credentials. */
async function keepRaw({ files, secretBox }: MessageStore, body: Uint8Array) {
  const sealed = secretBox.seal(Buffer.from(body).toString('latin1'));
  return { file: await files.put(sealed), hash: hash('sha256', body) };
}

async function recordMessage(
  recorder: Recorder,
  scope: CameraScope,
  message: Message,
  content: Pick<StoredMessage, 'text' | 'raw' | 'content_type'> & {
    pictures: StoredPictures;
    now: Instant;
    settling: Settling;
  },
): Promise<number[]> {
  const { now, pictures, settling } = content;
  const cameraRefs = new Set(
    [...message.reads, ...message.beats].map(({ camera_ref }) => camera_ref),
  );
  const message_pk = await keepMessage(
    recorder,
    {
      ...content,
      feed_pk: scope.feed.pk,
      files: pictures.files,
      outcome: message.outcome,
      reason: message.reason,
      cameras: [...cameraRefs].sort(),
    },
    now,
  );
  return recordReadsOfMessage(recorder, scope.feed, message, {
    message_pk,
    pictures,
    receivedAt: now,
    now,
    settling,
  });
}

/**
 * Handles a camera’s message: parses it, stores it with its reads in one transaction, and notifies viewers of the
 * property. Unreadable messages are stored too.
 */
export async function handleMessage(
  scope: CameraScope,
  deps: MessageStore & { publish: Publish },
  request: { content_type: string; body: Uint8Array; now: Instant },
): Promise<CameraAnswer> {
  const { now } = request;
  const openedMessage = openMessage(request.content_type, Buffer.from(request.body), now);
  const message = parseMessage(toReader(scope.feed), openedMessage);
  const isUnknown = message.outcome === 'unknown';
  const unread = isUnknown
    ? openedMessage.envelopes.flatMap((envelope) => [...envelope.pictures.values()])
    : [];
  const fullText = keptText(openedMessage);
  const pictures = await keepPictures(deps.files, [...listPictures(message), ...unread]);
  if (message.outcome === 'read') addGaps(message, pictures, now);
  const raw = isUnknown && request.body.length > 0 ? await keepRaw(deps, request.body) : null;
  const noText = `[${request.body.length} bytes without text]`;
  const text = isUnknown ? fullText.slice(0, keptCharacters) || noText : fullText;
  const content_type = request.content_type.slice(0, 200);
  const content = { text, raw, content_type, pictures, now };
  const spots = await withSettling((settling) =>
    withRecorder(scope, (recorder) =>
      recordMessage(recorder, scope, message, { ...content, settling }),
    ),
  );
  for (const pk of spots)
    deps.publish('server:newRecords', { organizationId: scope.organizationId, pk });
  const { outcome, reads, reason } = message;
  const answer = { outcome, reads: reads.length, reason };
  return scope.feed.format === 'dahua' ? { ...answer, Result: true } : answer;
}
