import { createHash } from 'node:crypto';
import { pipeline } from 'node:stream/promises';
import type { SqlPool } from '../kernel/data/database.ts';
import type { FileStore } from '../kernel/data/files.ts';

/** An image whose file isn't the one that was stored. */
export interface ImageDifference {
  organization_id: number;
  uuid: string;
  problem: 'changed image' | 'missing image';
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

/** Maximum differences that are kept; all are counted. */
const maxDifferences = 100;

async function verifyOrganization(
  sql: SqlPool,
  files: FileStore,
  organizationId: number,
  onBatch: (images: number, differences: readonly ImageDifference[]) => void,
): Promise<void> {
  for (let after = firstUuid; ; ) {
    const batch = await sql<{ uuid: string; file: string }[]>`
      select uuid, file from images
      where organization_id = ${organizationId} and uuid > ${after}::uuid
      order by uuid limit ${batchRows}`;
    const last = batch.at(-1);
    if (!last) return;
    const differences: ImageDifference[] = [];
    for (const { uuid, file } of batch) {
      const problem = await checkFile(files, file);
      if (problem) differences.push({ organization_id: organizationId, uuid, problem });
    }
    onBatch(batch.length, differences);
    after = last.uuid;
  }
}

/** Hashes the file of every image and compares it with the hash that its row and its leaves name. */
export async function verifyImages(
  sql: SqlPool,
  files: FileStore,
  onProgress: (images: number) => void = () => undefined,
): Promise<ImageVerification> {
  const verification: ImageVerification = { images: 0, differences: [], differing: 0 };
  const organizations = await sql<{ pk: number }[]>`select pk from organizations order by pk`;
  for (const { pk } of organizations) {
    await verifyOrganization(sql, files, pk, (images, differences) => {
      verification.images += images;
      verification.differing += differences.length;
      const room = maxDifferences - verification.differences.length;
      verification.differences.push(...differences.slice(0, room));
      onProgress(verification.images);
    });
  }
  return verification;
}
