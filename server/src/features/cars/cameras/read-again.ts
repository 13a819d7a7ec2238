import { buffer } from 'node:stream/consumers';
import type { ReadAgainAnswer } from '@lotkeeper/contract/cars/cameras';
import type { Instant } from '@lotkeeper/contract/kernel/calendar';
import type { OrganizationScope } from '../../../kernel/access/scope.ts';
import type { FileStore } from '../../../kernel/data/files.ts';
import type { Publish } from '../../../kernel/http/live.ts';
import { withRecorder } from '../../../records/recorder.ts';
import { recordAuditEntry } from '../../../records/trust/audit-entries.ts';
import { queueUnusedFiles } from '../../../records/trust/deletions.ts';
import type { MessageStore } from './door.ts';
import { keepPictures } from './kept-pictures.ts';
import type { UnreadMessage } from './messages.queries.ts';
import { findUnreadMessage, markRead } from './messages.queries.ts';
import type { Message, OpenedMessage } from './read-message.ts';
import { listPictures, openMessage, parseMessage } from './read-message.ts';
import { addGaps, recordReadsOfMessage } from './record-reads.ts';

type Deps = MessageStore & { publish: Publish };

async function readFile(files: FileStore, name: string): Promise<Buffer | null> {
  const file = await files.open(name);
  return file && buffer(file.stream);
}

/** A message's original bytes; null when they're gone, or encrypted with a key that was replaced. */
async function readRaw({ files, secretBox }: MessageStore, name: string): Promise<Buffer | null> {
  const sealed = await readFile(files, name);
  try {
    return sealed && Buffer.from(secretBox.open(sealed), 'latin1');
  } catch {
    return null;
  }
}

/** The original message. If an earlier release stored it: its text, and its images without their names. */
export async function openKept(unread: UnreadMessage, store: MessageStore): Promise<OpenedMessage> {
  const { files } = store;
  const { body, raw, content_type, files: names, received_at } = unread;
  const bytes = raw === null ? null : await readRaw(store, raw);
  if (bytes) return openMessage(content_type, bytes, received_at);
  const openedMessage = openMessage('', body, received_at);
  const pictures = new Map<string, Uint8Array>();
  for (const name of names) {
    const file = await readFile(files, name);
    if (file) pictures.set(name, file);
  }
  return {
    ...openedMessage,
    envelopes: openedMessage.envelopes.map((envelope) => ({ ...envelope, pictures })),
  };
}

/** Reads a stored message; null when it's still unreadable because its text was truncated or deleted. */
async function understandKept(unread: UnreadMessage, store: MessageStore): Promise<Message | null> {
  const message = parseMessage(unread, await openKept(unread, store));
  return message.outcome === 'unknown' ? null : message;
}

/** Reads one message; returns its number of reads, or null when it's still unreadable. */
async function readOneAgain(
  scope: OrganizationScope,
  { publish, ...store }: Deps,
  pk: number,
  now: Instant,
): Promise<number | null> {
  const unreadMessage = await findUnreadMessage(scope, pk);
  const message = unreadMessage && (await understandKept(unreadMessage, store));
  if (!message) return null;
  const pictures = await keepPictures(store.files, listPictures(message));
  if (message.outcome === 'read') addGaps(message, pictures, unreadMessage.received_at);
  const { outcome, reason } = message;
  const spots = await withRecorder(scope, async (recorder) => {
    // The row lock: if two callers read a message again at once, only one records its reads.
    if (!(await markRead(recorder, pk, message))) return null;
    if (unreadMessage.raw) await queueUnusedFiles(recorder.tx, [unreadMessage.raw], now);
    const receivedAt = unreadMessage.received_at;
    const touched = await recordReadsOfMessage(recorder, unreadMessage, message, {
      message_pk: pk,
      pictures,
      receivedAt,
      now,
      settling: 'by job',
    });
    const after = { outcome, reason };
    await recordAuditEntry(recorder.tx, scope, now, {
      act: 'change',
      subject: 'camera message',
      pk,
      after,
    });
    return touched;
  });
  for (const spot of spots ?? [])
    publish('server:newRecords', { organizationId: scope.organizationId, pk: spot });
  return spots && message.reads.length;
}

/**
 * Reads stored messages with today's readers, each in a transaction of its own. Those already read are left alone, so
 * that repeating the call, or a second Admin, changes nothing.
 */
export async function readAgain(
  scope: OrganizationScope,
  deps: Deps,
  messages: readonly number[],
  now: Instant,
): Promise<ReadAgainAnswer> {
  const answer = { understood: 0, reads: 0 };
  for (const pk of new Set(messages)) {
    const reads = await readOneAgain(scope, deps, pk, now);
    if (reads === null) continue;
    answer.understood += 1;
    answer.reads += reads;
  }
  return answer;
}
