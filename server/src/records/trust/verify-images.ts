import { createHash } from 'node:crypto';
import { pipeline } from 'node:stream/promises';
import type { SqlPool } from '../../kernel/data/database.ts';
import { eachPage } from '../../kernel/data/each-page.ts';
import type { FileStore } from '../../kernel/data/files.ts';
import { unpackImages } from './deletions.ts';
import { indexKeys } from './seal-chain.ts';
import { checkDeletions, readEntries } from './verify-deletions.ts';

/** An image whose file isn't the one that was stored. */
export interface ImageDifference {
  organization_id: number;
  uuid: string;
  problem: 'changed image' | 'missing image' | 'unsigned deletion';
}

const batchRows = 1000;
const firstUuid = '00000000-0000-0000-0000-000000000000';

async function checkFile(
  files: FileStore,
  name: string,
): Promise<ImageDifference['problem'] | null> {
  const found = await files.open(name);
  if (!found) return 'missing image';
  const hash = createHash('sha256');
  await pipeline(found.stream, hash);
  return hash.digest('hex') === name ? null : 'changed image';
}

/** How many images were verified, and which differ. */
export interface ImageVerification {
  images: number;
  /** The first ones. */
  differences: ImageDifference[];
  differing: number;
}

/** Maximum differences to keep; all are counted. */
const maxDifferences = 100;

interface ImageRow {
  uuid: string;
  file: string;
  /** null = not deleted. */
  deletion: number | null;
}

/** The images of an organization, in batches. */
const eachBatch = (sql: SqlPool, organizationId: number) =>
  eachPage<ImageRow>(
    batchRows,
    (last) => sql<ImageRow[]>`
      select uuid, file, deletion from images
      where organization_id = ${organizationId} and uuid > ${last?.uuid ?? firstUuid}::uuid
      order by uuid limit ${batchRows}`,
  );

const toKey = ({ deletion, uuid, file }: ImageRow) => `${deletion} ${uuid} ${file}`;

/** Images marked as deleted by deletions that don't name them. */
async function findUnsigned(
  sql: SqlPool,
  organizationId: number,
  numbers: ReadonlySet<number>,
  sound: ReadonlySet<number>,
): Promise<ImageDifference[]> {
  const signedKeys = new Set<string>();
  const soundNumbers = [...numbers].filter((number) => sound.has(number));
  for (const { number, entries } of await readEntries(sql, organizationId, soundNumbers))
    for (const image of unpackImages(entries))
      signedKeys.add(toKey({ ...image, deletion: number }));
  const unsigned: ImageDifference[] = [];
  for await (const batch of eachBatch(sql, organizationId)) {
    for (const image of batch) {
      if (image.deletion === null || !numbers.has(image.deletion) || signedKeys.has(toKey(image)))
        continue;
      const { uuid } = image;
      unsigned.push({ organization_id: organizationId, uuid, problem: 'unsigned deletion' });
    }
  }
  return unsigned;
}

/** Compares how many images refer to a deletion with those that it names: usually the counts suffice. */
async function compareDeletions(
  sql: SqlPool,
  organizationId: number,
  claims: ReadonlyMap<number, number>,
  sound: ReadonlySet<number>,
): Promise<ImageDifference[]> {
  const differing = new Set<number>();
  for (const [number, count] of claims) {
    const [row] = await readEntries(sql, organizationId, sound.has(number) ? [number] : []);
    const images = row ? unpackImages(row.entries) : [];
    const [matched] = await sql<{ count: number }[]>`
      select count(*) as count from images i
      join unnest(${images.map(({ uuid }) => uuid)}::uuid[], ${images.map(({ file }) => file)}::text[])
        named(uuid, file) on i.uuid = named.uuid and i.file = named.file
      where i.organization_id = ${organizationId} and i.deletion = ${number}`;
    if (matched?.count !== count) differing.add(number);
  }
  if (differing.size === 0) return [];
  return findUnsigned(sql, organizationId, differing, sound);
}

async function verifyOrganization(
  sql: SqlPool,
  files: FileStore,
  organization: { pk: number; uuid: string; keys: ReadonlyMap<string, Buffer> },
  onBatch: (images: number, differences: readonly ImageDifference[]) => void,
): Promise<void> {
  const organizationId = organization.pk;
  const claims = new Map<number, number>();
  for await (const batch of eachBatch(sql, organizationId)) {
    const differences: ImageDifference[] = [];
    let stored = 0;
    for (const { uuid, file, deletion } of batch) {
      if (deletion !== null) {
        claims.set(deletion, (claims.get(deletion) ?? 0) + 1);
        continue;
      }
      stored++;
      const problem = await checkFile(files, file);
      // It may have been deleted since the batch was read, and its file with it.
      if (problem && !(await isDeleted(sql, organizationId, uuid)))
        differences.push({ organization_id: organizationId, uuid, problem });
    }
    onBatch(stored, differences);
  }
  if (claims.size === 0) return;
  const { sound } = await checkDeletions(sql, organization, organization.keys);
  const numbers = new Set(sound.map(({ number }) => number));
  onBatch(0, await compareDeletions(sql, organizationId, claims, numbers));
}

async function isDeleted(sql: SqlPool, organizationId: number, uuid: string): Promise<boolean> {
  const rows = await sql`
    select from images
    where organization_id = ${organizationId} and uuid = ${uuid} and deletion is not null`;
  return rows.length > 0;
}

/** Hashes the file of every image and compares it with the hash in its row and its leaves. */
export async function verifyImages(
  sql: SqlPool,
  files: FileStore,
  onProgress: (images: number) => void = () => undefined,
): Promise<ImageVerification> {
  const verification: ImageVerification = { images: 0, differences: [], differing: 0 };
  const organizations = await sql<{ pk: number; uuid: string }[]>`
    select pk, uuid from organizations order by pk`;
  const keys = indexKeys(
    await sql<{ fingerprint: string; public_key: Buffer }[]>`
      select fingerprint, public_key from seal_keys`,
  );
  for (const organization of organizations) {
    await verifyOrganization(sql, files, { ...organization, keys }, (images, differences) => {
      verification.images += images;
      verification.differing += differences.length;
      const room = maxDifferences - verification.differences.length;
      verification.differences.push(...differences.slice(0, room));
      onProgress(verification.images);
    });
  }
  return verification;
}
