import { existsSync } from 'node:fs';
import { join } from 'node:path';
import type { Database } from '../kernel/data/database.ts';
import { findArchiveSlot } from './archive-slot.ts';
import { takeBaseBackup } from './base-backup.ts';
import { formatMegabytes, saveCompressed } from './compressed.ts';
import type { SavedCluster } from './manifest.ts';
import { toArchiveFolder } from './wal-archive.ts';

export const clusterName = 'database.tar.zst';

export interface SaveOptions {
  database: Database;
  /** The folder of backups. */
  to: string;
  report: (progress: string) => void;
}

/** The archive in the same folder that continues the backup. */
async function findArchive({ database, to }: SaveOptions): Promise<string | null> {
  const slot = await findArchiveSlot(database.system);
  return slot && !slot.isLost && existsSync(toArchiveFolder(to, slot.archive))
    ? slot.archive
    : null;
}

/** Saves the built-in PostgreSQL with all its databases as a compressed tar in a folder. */
export async function saveCluster(options: SaveOptions, folder: string): Promise<SavedCluster> {
  const { database, report } = options;
  const archive = await findArchive(options);
  const [{ version }] = await database.system<[{ version: number }]>`
    select current_setting('server_version_num')::int / 10000 as version`;
  let bytes = 0;
  const range = await takeBaseBackup(database.url, (tar) =>
    saveCompressed(tar, join(folder, clusterName), (chunk) => {
      bytes += chunk.length;
      report(`${formatMegabytes(bytes)} of the database`);
    }),
  );
  return { kind: 'built-in', version, bytes, ...range, archive };
}
