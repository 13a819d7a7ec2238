import type { Tx } from '../../../kernel/data/database.ts';
import { lockPairing } from '../../../records/cars/visits/pairing-lock.ts';
import { deleteVisits } from '../../../records/trust/delete-visits.ts';
import { deleteImages, deleteSealedRows } from '../../../records/trust/deletions.ts';
import { emptyMessages } from '../../../records/trust/empty-messages.ts';
import { driverRows, hasPlate } from './driver-rows.ts';
import type { EraseBatch } from './erase-steps.ts';
import { listDuePks } from './erase-steps.ts';
import type { Search } from './keep-reasons.ts';

/**
 * The next rows that needn't stay, all of one property, whose pairing lock is then held: the rows are checked again
 * under the lock. null when there are none.
 */
async function lockDue(
  tx: Tx,
  search: Search,
  table: 'visits' | 'plate_reads',
): Promise<number[] | null> {
  const { organizationId } = search;
  const found = await listDuePks(tx, search, table);
  const [first] = await tx<{ spot_pk: number | null }[]>`
    select spot_pk from ${tx.identifier(table)}
    where organization_id = ${organizationId} and pk = any (${found}::bigint[])
    order by spot_pk limit 1`;
  if (!first) return null;
  if (first.spot_pk !== null) await lockPairing(tx, first.spot_pk);
  const due = await listDuePks(tx, search, table);
  const rows = await tx<{ pk: number }[]>`
    select pk from ${tx.identifier(table)}
    where organization_id = ${organizationId} and pk = any (${due}::bigint[])
      and spot_pk is not distinct from ${first.spot_pk} order by pk`;
  return rows.map(({ pk }) => pk);
}

interface ReadLinks {
  pks: number[];
  images: string[];
  messages: number[];
}

/** Reads by pk or by visit, with their images and messages. */
async function readLinks(
  tx: Tx,
  organizationId: number,
  column: 'pk' | 'visit_pk',
  numbers: readonly number[],
): Promise<ReadLinks> {
  const rows = await tx<{ pk: number; images: string[]; message_pk: number | null }[]>`
    select pk, array_remove(array[image, plate_image], null) as images, message_pk from plate_reads
    where organization_id = ${organizationId}
      and ${tx.identifier(column)} = any (${numbers}::bigint[])`;
  return {
    pks: rows.map(({ pk }) => pk),
    images: rows.flatMap(({ images }) => images),
    messages: rows.flatMap(({ message_pk }) => message_pk ?? []),
  };
}

/**
 * Those of the given images that also show another plate. They're found by the reads of the property's cameras around
 * that time: images don't refer to their reads.
 */
export async function listSharedImages(
  tx: Tx,
  { organizationId, subject }: Search,
  uuids: readonly string[],
): Promise<Set<string>> {
  const rows = await tx<{ uuid: string }[]>`
    select i.uuid from images i
    where i.organization_id = ${organizationId} and i.uuid = any (${uuids}::uuid[]) and exists (
      select from cameras c
      join plate_reads o on o.organization_id = ${organizationId} and o.camera_pk = c.pk
        and o.captured_at between i.taken_at - interval '1 minute' and i.taken_at + interval '1 minute'
      where c.organization_id = ${organizationId} and c.spot_pk = i.spot_pk
        and o.plate_key <> ${subject.key} and i.uuid in (o.image, o.plate_image)
        and not exists (
          select from visits v where v.organization_id = ${organizationId} and v.pk = o.visit_pk
            and v.plate_key = ${subject.key}))`;
  return new Set(rows.map(({ uuid }) => uuid));
}

/** Deletes visits with their reads, images, and messages. Their violations no longer have a visit. */
export const eraseVisits: EraseBatch = async (tx, { search, deleter }) => {
  const { organizationId, now } = search;
  const pks = await lockDue(tx, search, 'visits');
  if (!pks) return null;
  const { images, messages } = await readLinks(tx, organizationId, 'visit_pk', pks);
  const own = await tx<{ uuid: string | null }[]>`
    select unnest(array[entrance_image, exit_image, entrance_plate_image, exit_plate_image]) as uuid
    from visits where organization_id = ${organizationId} and pk = any (${pks}::bigint[])`;
  const uuids = [...images, ...own.flatMap(({ uuid }) => uuid ?? [])];
  const shared = await listSharedImages(tx, search, uuids);
  const emptied = await emptyMessages(tx, organizationId, messages, now);
  await tx`
    update violations set visit_pk = null
    where organization_id = ${organizationId} and visit_pk = any (${pks}::bigint[])`;
  const deleted = await deleteVisits(tx, deleter, pks.map(String), shared);
  return {
    visits: deleted.deleted,
    plate_reads: deleted.reads,
    images: deleted.images,
    camera_messages: emptied.deleted,
  };
};

/** Reads without a visit, or of a visit with another plate. */
export const eraseReads: EraseBatch = async (tx, { search, deleter }) => {
  const { organizationId, now } = search;
  const pks = await lockDue(tx, search, 'plate_reads');
  if (!pks) return null;
  const { images, messages } = await readLinks(tx, organizationId, 'pk', pks);
  const shared = await listSharedImages(tx, search, images);
  const emptied = await emptyMessages(tx, organizationId, messages, now);
  const reads = await deleteSealedRows(tx, deleter, 'plate_reads', pks);
  const { deleted } = await deleteImages(
    tx,
    deleter,
    images.filter((uuid) => !shared.has(uuid)),
  );
  return { plate_reads: reads, images: deleted, camera_messages: emptied.deleted };
};

/** Messages of found reads, and those with the plate in their text that produced no read. */
export const eraseMessages: EraseBatch = async (tx, { search }) => {
  const pks = await listDuePks(tx, search, 'camera_messages');
  if (pks.length === 0) return null;
  const { deleted } = await emptyMessages(tx, search.organizationId, pks, search.now);
  return { camera_messages: deleted };
};

/** Messages scanned in one transaction: about 20 ms. */
const scannedRows = 2000;

/** The messages that stay because a read of them stays. */
async function listKeptMessages(tx: Tx, search: Search): Promise<Set<string>> {
  const rows = await tx<{ key: string }[]>`
    select f.key from (${driverRows.camera_messages(tx, search)}) f where f.reason is not null`;
  return new Set(rows.map(({ key }) => key.replace(/^0+/, '')));
}

/**
 * Scans the next messages that produced reads, since those reads may have been deleted before. Returns the last one and
 * how many were emptied; null when there are no more.
 */
export async function eraseMessagesAfter(
  tx: Tx,
  search: Search,
  after: number,
): Promise<{ last: number; deleted: number } | null> {
  const { organizationId, now, subject } = search;
  if (subject.kind !== 'plate') return null;
  const rows = await tx<{ pk: number; has_plate: boolean }[]>`
    select m.pk, octet_length(m.body) > 0 and ${hasPlate(tx, search)} as has_plate
    from camera_messages m
    where m.organization_id = ${organizationId} and m.outcome = 'read' and m.pk > ${after}
    order by m.pk limit ${scannedRows}`;
  const last = rows.at(-1);
  if (!last) return null;
  const found = rows.filter((row) => row.has_plate).map(({ pk }) => pk);
  if (found.length === 0) return { last: last.pk, deleted: 0 };
  const retained = await listKeptMessages(tx, search);
  const pks = found.filter((pk) => !retained.has(String(pk)));
  const { deleted } = await emptyMessages(tx, organizationId, pks, now);
  return { last: last.pk, deleted };
}
