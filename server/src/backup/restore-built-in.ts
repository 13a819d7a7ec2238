import { createReadStream } from 'node:fs';
import { join } from 'node:path';
import { pipeline } from 'node:stream/promises';
import { createZstdDecompress } from 'node:zlib';
import type { Instant } from '@lotkeeper/contract/kernel/calendar';
import { majorVersion } from '../embedded-postgres/cluster.ts';
import { prepareRestore } from '../embedded-postgres/embedded-postgres.ts';
import { StartError } from '../kernel/start-error.ts';
import { formatMegabytes } from './compressed.ts';
import type { ManifestBody, SavedCluster } from './manifest.ts';
import { getBackupTime } from './manifest.ts';
import { addArchive, openArchive, replayArchive, replayLog } from './restore-archive.ts';
import type { RestoreOptions } from './restore-files.ts';
import { openStore, refuseUsedFolder, restoreInto, verifyAll } from './restore-files.ts';
import { clusterName } from './save-cluster.ts';
import { unpackTar } from './tar.ts';

interface BuiltInRestore extends RestoreOptions {
  manifest: ManifestBody & { database: SavedCluster };
  /** The time to restore to; undefined = everything that the archive has. */
  until?: Instant | undefined;
  /** Restores the backup alone. */
  withoutArchive?: boolean;
}

function refuseOtherVersion(database: SavedCluster): void {
  if (String(database.version) === majorVersion) return;
  throw new StartError(
    `The backup is of PostgreSQL ${database.version}, and this Lotkeeper comes with PostgreSQL ${majorVersion}: restore it with the version of Lotkeeper that made it.`,
  );
}

async function unpackDatabase({ from, report }: RestoreOptions, target: string): Promise<void> {
  await pipeline(
    createReadStream(join(from, clusterName)),
    createZstdDecompress(),
    (tar: AsyncIterable<Buffer>) =>
      unpackTar(tar, target, (bytes) =>
        report(`${formatMegabytes(bytes)} of the database restored`),
      ),
  );
}

/**
 * Restores a backup of the built-in database into an empty data folder. Everything is verified before anything is
 * written, and the folder counts only once all of it is there and PostgreSQL has started on it. Returns the time as of
 * which it is.
 */
export async function restoreBuiltIn(options: BuiltInRestore): Promise<Instant> {
  const { from, dataDir, manifest, until, report } = options;
  refuseOtherVersion(manifest.database);
  await refuseUsedFolder(dataDir);
  await verifyAll(options, manifest);
  const archive = await openArchive(options, manifest);
  const neededBytes = manifest.database.bytes + manifest.files.bytes;
  const end = await restoreInto(options, neededBytes, () =>
    prepareRestore(dataDir, async (target) => {
      await unpackDatabase(options, target);
      if (archive) await addArchive(target, archive);
    }),
  );
  if (archive) await replayArchive({ dataDir, until, report }, openStore(from));
  else await replayLog({ dataDir, report });
  await end();
  return until ?? archive?.completeUntil ?? getBackupTime(manifest);
}
