import { createHash } from 'node:crypto';
import type { CameraMessage, messageOutcomes } from '@lotkeeper/contract/cars/cameras';
import { maxListedMessages } from '@lotkeeper/contract/cars/cameras';
import type { Instant } from '@lotkeeper/contract/kernel/calendar';
import type { OrganizationScope } from '../../../kernel/access/scope.ts';
import { requireFound } from '../../../kernel/refusal.ts';
import type { Recorder } from '../../../records/recorder.ts';
import { emptyMessages } from '../../../records/trust/empty-messages.ts';
import type { Reader } from './read-message.ts';
import type { FeedPlace } from './record-reads.ts';

type Outcome = (typeof messageOutcomes)[number];

export interface StoredMessage {
  feed_pk: number;
  content_type: string;
  text: string;
  /** The file of its encrypted bytes and their hash, for an unreadable message. */
  raw: { file: string; hash: string } | null;
  files: readonly string[];
  outcome: Outcome;
  reason: string | null;
  /** The cameras that it names. */
  cameras: readonly string[];
}

/** Maximum unreadable messages whose text a feed keeps. */
const unknownKept = 200;

/** A resent message is the same one; each camera keeps only its newest heartbeat and ignored message of a kind. */
function hashMessage(message: StoredMessage): Buffer {
  const { outcome, reason, cameras, text, files, raw } = message;
  const passing = outcome === 'heartbeat' || outcome === 'ignored';
  const fields = passing
    ? [outcome, reason, ...cameras]
    : [outcome, text, ...files, ...(raw ? [raw.hash] : [])];
  return createHash('sha256').update(fields.join('\0')).digest();
}

/** Stores a message and returns its pk. */
export async function keepMessage(
  { tx, organizationId }: Recorder,
  message: StoredMessage,
  now: Instant,
): Promise<number> {
  const { feed_pk, content_type, outcome, reason } = message;
  const row = {
    organization_id: organizationId,
    feed_pk,
    content_type,
    outcome,
    reason,
    received_at: now,
    body: Buffer.from(message.text),
    files: [...message.files, ...(message.raw ? [message.raw.file] : [])],
    raw: message.raw?.file ?? null,
    sameness: hashMessage(message),
  };
  const [savedMessage] = await tx<[{ pk: number }]>`
    insert into camera_messages ${tx.values(row)}
    on conflict (organization_id, feed_pk, sameness) do update set
      received_at = case when camera_messages.outcome in ('heartbeat', 'ignored') then excluded.received_at else camera_messages.received_at end,
      body = case when camera_messages.outcome in ('heartbeat', 'ignored') then excluded.body else camera_messages.body end
    returning pk`;
  if (outcome === 'unknown') await forgetOldTexts(tx, organizationId, feed_pk, now);
  return savedMessage.pk;
}

async function forgetOldTexts(
  tx: Recorder['tx'],
  organizationId: number,
  feed: number,
  now: Instant,
) {
  const old = await tx<{ pk: number }[]>`
    select pk from camera_messages
    where organization_id = ${organizationId} and feed_pk = ${feed} and outcome = 'unknown' and body <> ''
    order by received_at desc, pk desc offset ${unknownKept}`;
  if (old.length === 0) return;
  await emptyMessages(
    tx,
    organizationId,
    old.map(({ pk }) => pk),
    now,
  );
}

/** Unreadable messages, newest first, each with its beginning. */
export function listUnknownMessages(scope: OrganizationScope) {
  return scope.read<(Omit<CameraMessage, 'beginning'> & { start: Buffer })[]>(
    (sql) => sql`
      select m.pk, m.feed_pk, f.name as feed_name, f.format, m.received_at, m.content_type,
        coalesce(m.reason, '') as reason, substring(m.body for 1600) as start, octet_length(m.body) as bytes
      from camera_messages m
      join camera_feeds f on f.organization_id = m.organization_id and f.pk = m.feed_pk
      where m.organization_id = ${scope.organizationId} and m.outcome = 'unknown'
      order by m.received_at desc, m.pk desc
      limit ${sql.literal(maxListedMessages)}`,
  );
}

/** A message that couldn't be read, with its feed, for reading it again. */
export interface UnreadMessage extends FeedPlace, Reader {
  content_type: string;
  body: Buffer;
  raw: string | null;
  files: string[];
  received_at: Instant;
}

/** A message that couldn't be read; null when it doesn't exist, or was read in the meantime. */
export async function findUnreadMessage(scope: OrganizationScope, message: number) {
  const [row] = await scope.read<
    (Omit<UnreadMessage, 'pk' | 'spotPk'> & { feed_pk: number; spot_pk: number | null })[]
  >(
    (sql) => sql`
      select m.feed_pk, f.format, f.mapping, f.spot_pk, f.direction, m.content_type, m.body, m.raw, m.files, m.received_at
      from camera_messages m
      join camera_feeds f on f.organization_id = m.organization_id and f.pk = m.feed_pk
      where m.organization_id = ${scope.organizationId} and m.pk = ${message} and m.outcome = 'unknown'`,
  );
  if (!row) return null;
  const { feed_pk, spot_pk, ...rest } = row;
  return { ...rest, pk: feed_pk, spotPk: spot_pk } satisfies UnreadMessage;
}

/** Marks a message as readable after all; false when another caller did so before. */
export async function markRead(
  { tx, organizationId }: Recorder,
  pk: number,
  { outcome, reason }: { outcome: Outcome; reason: string | null },
): Promise<boolean> {
  const { count } = await tx`
    update camera_messages set outcome = ${outcome}, reason = ${reason}, raw = null,
      files = array_remove(files, raw)
    where organization_id = ${organizationId} and pk = ${pk} and outcome = 'unknown'`;
  return count > 0;
}

/** A row for each of the first reads of a feed's newest message, or one without a read or a message. */
interface LatestRow {
  too_large_at: Instant | null;
  pk: number | null;
  received_at: Instant;
  outcome: Outcome;
  reason: string | null;
  plate: string | null;
  captured_at: Instant;
  camera_name: string;
}

/** A feed's newest message with its first reads, and when a message was last too large. */
export async function readLatestMessage(scope: OrganizationScope, feed: number) {
  const { organizationId } = scope;
  const rows = await scope.read<LatestRow[]>(
    (sql) => sql`
      select f.too_large_at, m.pk, m.received_at, m.outcome, m.reason, r.plate, r.captured_at, c.name as camera_name
      from camera_feeds f
      left join lateral (
        select * from camera_messages
        where organization_id = ${organizationId} and feed_pk = f.pk
        order by received_at desc, pk desc limit 1
      ) m on true
      left join lateral (
        select * from plate_reads
        where organization_id = ${organizationId} and source = 'camera:' || f.pk and message_pk = m.pk
        order by pk limit 5
      ) r on true
      left join cameras c on c.organization_id = ${organizationId} and c.pk = r.camera_pk
      where f.organization_id = ${organizationId} and f.pk = ${feed}
      order by r.pk`,
  );
  const { too_large_at, pk, received_at, outcome, reason } = requireFound(rows[0], 'connection');
  const reads = rows.flatMap(({ plate, captured_at, camera_name }) =>
    plate === null ? [] : [{ plate, captured_at, camera_name }],
  );
  const message = pk === null ? null : { pk, received_at, outcome, reason, reads };
  return { message, too_large_at };
}

/** One unreadable message; null when it doesn't exist. */
export async function readUnknownMessage(scope: OrganizationScope, pk: number) {
  const [row] = await scope.read<{ pk: number; content_type: string; body: Buffer }[]>(
    (sql) => sql`
      select pk, content_type, body from camera_messages
      where organization_id = ${scope.organizationId} and pk = ${pk} and outcome = 'unknown'`,
  );
  return row ?? null;
}
