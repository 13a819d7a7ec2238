import { createWriteStream } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pipeline } from 'node:stream/promises';
import type { Instant } from '@lotkeeper/contract/kernel/calendar';
import type { SecretBox } from '../kernel/access/secrets.ts';
import type { Database } from '../kernel/data/database.ts';
import type { FileStore } from '../kernel/data/files.ts';
import { writeOrganization } from '../organization-file/write-organization.ts';
import { openSealKey } from '../records/trust/seal-key.ts';
import { atEnd } from './at-end.ts';

interface Source {
  database: Database;
  files: FileStore;
  secretBox: SecretBox;
  now: Instant;
}

/** Writes the export of an organization into a temporary file; returns its path. */
export async function exportToFile(
  { database, files, secretBox, now }: Source,
  organizationId: number,
): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), 'lotkeeper-exported-'));
  atEnd(() => rm(folder, { recursive: true }));
  const path = join(folder, 'export.zip');
  const key = openSealKey(secretBox);
  const zip = writeOrganization({ url: database.url, organizationId, files, key, now });
  await pipeline(zip, createWriteStream(path));
  return path;
}
