import { hash } from 'node:crypto';
import type { Instant } from '@lotkeeper/contract/kernel/calendar';
import { toIso } from '@lotkeeper/contract/kernel/calendar';
import type { DeletionStatement, DeletionSubject } from '@lotkeeper/evidence/deletion-statements';
import { writeDeletionStatement } from '@lotkeeper/evidence/deletion-statements';
import type { Tx } from '../../kernel/data/database.ts';
import { packLeaves } from './packed-leaves.ts';
import type { SealKey } from './seal-key.ts';
import { readLeaves } from './seal-leaves.ts';

/** Who deletes data, and why. */
export interface Deleter {
  organization: { pk: number; uuid: string };
  key: SealKey;
  rule: DeletionStatement['rule'];
  /** The number of a driver's request, instead of a rule. */
  request?: number;
  now: Instant;
}

/** An image's pk and the SHA-256 of its bytes. */
export interface DeletedImage {
  uuid: string;
  file: string;
}

const uuidBytes = 16;
const imageBytes = uuidBytes + 32;

/** Packs images for the column `entries` of a deletion. */
const packImages = (images: readonly DeletedImage[]): Buffer =>
  Buffer.from(images.map(({ uuid, file }) => `${uuid.replaceAll('-', '')}${file}`).join(''), 'hex');

/** Reverses `packImages`. */
export function unpackImages(packed: Buffer): DeletedImage[] {
  return Array.from({ length: packed.length / imageBytes }, (_, index) => {
    const digits = packed.toString('hex', index * imageBytes, (index + 1) * imageBytes);
    const [, ...groups] = /^(.{8})(.{4})(.{4})(.{4})(.{12})/.exec(digits) ?? [];
    return { uuid: groups.join('-'), file: digits.slice(2 * uuidBytes) };
  });
}

/** The SHA-256 of a deletion's entries, as its statement contains it. */
export const hashEntries = (entries: Uint8Array): string => hash('sha256', entries);

/**
 * Until the transaction ends, no other one can delete an organization's data or decide that data must stay. Recording
 * isn't blocked.
 */
export async function lockDeletions(tx: Tx, organizationId: number): Promise<void> {
  await tx`select pg_advisory_xact_lock(hashtextextended('deletions', ${organizationId}::bigint))`;
}

interface NewDeletion {
  subject: DeletionSubject;
  count: number;
  entries: Buffer;
  first_pk: number | null;
  last_pk: number | null;
}

/** Writes and signs a deletion in the transaction that deletes; returns its number. */
async function recordDeletion(tx: Tx, deleter: Deleter, deletion: NewDeletion): Promise<number> {
  const { organization, key, rule, request, now } = deleter;
  const { subject, count, entries, first_pk, last_pk } = deletion;
  const [last] = await tx<{ number: number }[]>`
    select number from deletions where organization_id = ${organization.pk}
    order by number desc limit 1`;
  const number = (last?.number ?? 0) + 1;
  const statement = writeDeletionStatement({
    organization: organization.uuid,
    number,
    deleted_at: toIso(now),
    rule,
    ...(request === undefined ? {} : { request }),
    subject,
    count,
    entries: hashEntries(entries),
    key: key.fingerprint,
  });
  await tx`
    insert into seal_keys (fingerprint, public_key, first_used_at)
    values (${key.fingerprint}, ${key.publicKey}, ${now}) on conflict do nothing`;
  const row = {
    organization_id: organization.pk,
    number,
    subject,
    deleted_at: now,
    statement,
    signature: key.sign(statement),
    entries,
    first_pk,
    last_pk,
  };
  await tx`insert into deletions ${tx.values(row)}`;
  return number;
}

/**
 * Deletes rows of a sealed table, and keeps the hash of each one's leaf. The caller must hold the lock on deletions.
 */
export async function deleteSealedRows(
  tx: Tx,
  deleter: Deleter,
  table: 'plate_reads' | 'visits',
  pks: readonly number[],
): Promise<number> {
  if (pks.length === 0) return 0;
  const organizationId = deleter.organization.pk;
  const leaves = await readLeaves(tx, organizationId, table, pks);
  const [first] = leaves;
  const last = leaves.at(-1);
  if (!first || !last) return 0;
  await tx`
    delete from ${tx.identifier(table)}
    where organization_id = ${organizationId} and pk = any (${leaves.map(({ pk }) => pk)}::bigint[])`;
  await recordDeletion(tx, deleter, {
    subject: table,
    count: leaves.length,
    entries: packLeaves(leaves),
    first_pk: first.pk,
    last_pk: last.pk,
  });
  return leaves.length;
}

/**
 * Deletes images. Their rows stay, because sealed rows name the hash of their bytes; their files are queued for
 * removal. The caller must hold the lock on deletions. Returns how many there were, and their bytes.
 */
export async function deleteImages(
  tx: Tx,
  deleter: Deleter,
  uuids: readonly string[],
): Promise<{ deleted: number; bytes: number }> {
  const organizationId = deleter.organization.pk;
  const images = await tx<(DeletedImage & { bytes: number })[]>`
    select uuid, file, bytes from images
    where organization_id = ${organizationId} and uuid = any (${uuids}::uuid[]) and kind <> 'deleted'
    order by uuid for update`;
  if (images.length === 0) return { deleted: 0, bytes: 0 };
  const number = await recordDeletion(tx, deleter, {
    subject: 'images',
    count: images.length,
    entries: packImages(images),
    first_pk: null,
    last_pk: null,
  });
  await tx`
    update images set kind = 'deleted', deletion = ${number}
    where organization_id = ${organizationId} and uuid = any (${images.map(({ uuid }) => uuid)}::uuid[])`;
  await queueUnusedFiles(
    tx,
    images.map(({ file }) => file),
    deleter.now,
  );
  return {
    deleted: images.length,
    bytes: images.reduce((total, image) => total + image.bytes, 0),
  };
}

/** Queues files that may no longer be needed. Those that are still unused later are removed after a day. */
export async function queueUnusedFiles(
  tx: Tx,
  files: readonly string[],
  now: Instant,
): Promise<void> {
  await tx`
    insert into unused_files (file, queued_at)
    select file, ${now} from unnest(${[...new Set(files)].toSorted()}::text[]) file
    order by file on conflict do nothing`;
}
