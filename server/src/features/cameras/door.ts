import type { CameraAnswer, CameraFormat } from '@lotkeeper/contract/cameras';
import type { Instant } from '@lotkeeper/contract/kernel/calendar';
import type { CameraScope } from '../../kernel/access/scope.ts';
import type { FileStore } from '../../kernel/data/files.ts';
import type { Live } from '../../kernel/http/live.ts';
import type { Recorder } from '../../records/recorder.ts';
import { withRecorder } from '../../records/recorder.ts';
import { openEnvelope } from './envelope.ts';
import type { StoredPictures } from './kept-pictures.ts';
import { keepPictures } from './kept-pictures.ts';
import { keptCharacters, keptText } from './kept-text.ts';
import { keepMessage } from './messages.queries.ts';
import { describeGaps, recordReads } from './record-reads.ts';
import type { Message } from './understand.ts';
import { listPictures, parseMessage } from './understand.ts';

async function recordMessage(
  recorder: Recorder,
  scope: CameraScope,
  message: Message,
  content: { text: string; content_type: string; pictures: StoredPictures; now: Instant },
): Promise<number[]> {
  const { now, pictures } = content;
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
  return recordReads(recorder, scope.feed, message, { message_pk, pictures, receivedAt: now, now });
}

/**
 * Takes a camera’s message: parses it, reads it, keeps it with its readings in one transaction, and returns who
 * watches the property. What cannot be read is kept too.
 */
export async function handleMessage(
  scope: CameraScope,
  deps: { files: FileStore; publish: Live['publish'] },
  request: { content_type: string; body: Uint8Array; now: Instant },
): Promise<CameraAnswer> {
  const { now } = request;
  const envelope = await openEnvelope(request.content_type, request.body, now);
  const message = parseMessage(scope.feed.format as CameraFormat, envelope);
  const unread = message.outcome === 'unknown' ? [...envelope.pictures.values()] : [];
  const fullText = keptText(envelope);
  const pictures = await keepPictures(deps.files, [...listPictures(message), ...unread]);
  if (message.outcome === 'read') message.reason = describeGaps(message, pictures, now);
  const text = message.outcome === 'unknown' ? fullText.slice(0, keptCharacters) : fullText;
  const content = { text, content_type: request.content_type.slice(0, 200), pictures, now };
  const spots = await withRecorder(scope, (recorder) =>
    recordMessage(recorder, scope, message, content),
  );
  for (const pk of spots)
    deps.publish('server:newRecords', { organizationId: scope.organizationId, pk });
  return { outcome: message.outcome, reads: message.reads.length, reason: message.reason };
}
