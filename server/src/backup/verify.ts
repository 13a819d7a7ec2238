import { dirname, join } from 'node:path';
import type { Instant } from '@lotkeeper/contract/kernel/calendar';
import { StartError } from '../kernel/start-error.ts';
import type { ManifestBody } from './manifest.ts';
import { getArchive, getBackupTime, readManifest, sharedFilesName } from './manifest.ts';
import { openArchive } from './restore-archive.ts';
import { verifyAll } from './restore-files.ts';
import { hashFile, listNames } from './stored-files.ts';
import { readArchiveState, toArchiveFolder } from './wal-archive.ts';

/** A backup that can be restored. */
export interface VerifiedBackup {
  madeAt: Instant;
  /** The latest time that can be restored, including its archive. */
  restorableUntil: Instant;
  hasArchive: boolean;
}

/** Rejects shared contents that don't match their names, including images after the last backup. */
export async function verifySharedFiles(
  backups: string,
  report: (progress: string) => void,
): Promise<number> {
  const folder = join(backups, sharedFilesName);
  let count = 0;
  for (const prefix of await listNames(folder)) {
    for (const name of await listNames(join(folder, prefix))) {
      // An interrupted copy has another name and doesn't count.
      if (!/^[0-9a-f]{64}$/.test(name)) continue;
      const path = join(folder, prefix, name);
      if ((await hashFile(path)) !== name) {
        throw new StartError(`The backups in ${backups} are damaged: ${path} was changed.`);
      }
      count += 1;
      report(`${count} shared files verified`);
    }
  }
  return count;
}

/** How often an archive that is still in use is read again: it grows every ten seconds. */
const attempts = 5;

/**
 * Opens an archive that may be written to at the same time: it is read again if its growth may explain a problem.
 */
async function openQuietArchive(folder: string, manifest: ManifestBody) {
  const readPosition = async () => {
    const archive = toArchiveFolder(dirname(folder), getArchive(manifest) ?? '');
    return (await readArchiveState(archive).catch(() => null))?.position;
  };
  for (let attempt = 1; ; attempt += 1) {
    const before = await readPosition();
    try {
      return await openArchive({ from: folder }, manifest);
    } catch (error) {
      if (attempt === attempts || (await readPosition()) === before) throw error;
    }
  }
}

/**
 * Verifies a backup without restoring it: every byte against its manifest, and that its archive continues it without
 * a gap. It doesn't start PostgreSQL; only a restore shows that the database starts.
 */
export async function verifyBackupFolder(
  folder: string,
  report: (progress: string) => void,
): Promise<VerifiedBackup> {
  const manifest = await readManifest(folder);
  await verifyAll({ from: folder, report }, manifest);
  report('The archive is being verified');
  const archive = await openQuietArchive(folder, manifest);
  const madeAt = getBackupTime(manifest);
  return {
    madeAt,
    restorableUntil: archive?.completeUntil ?? madeAt,
    hasArchive: archive !== null,
  };
}
