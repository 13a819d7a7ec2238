import { createReadStream, createWriteStream } from 'node:fs';
import { mkdir } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { createZstdDecompress } from 'node:zlib';
import type { Instant } from '@lotkeeper/contract/kernel/calendar';
import { extract } from 'tar-stream';
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

interface BuiltInRestore extends RestoreOptions {
  manifest: ManifestBody & { database: SavedCluster };
  /** The time to restore to; undefined = everything in the archive. */
  until?: Instant | undefined;
  /** Restores only the backup. */
  withoutArchive?: boolean;
}

function refuseOtherVersion(database: SavedCluster): void {
  if (String(database.version) === majorVersion) return;
  throw new StartError(
    `The backup is of PostgreSQL ${database.version}, and this Lotkeeper comes with PostgreSQL ${majorVersion}: restore it with the version of Lotkeeper that made it.`,
  );
}

/** Unpacks PostgreSQL's tar, which contains only files and folders. Doesn't sync what it writes. */
async function unpackTar(
  source: AsyncIterable<Buffer>,
  folder: string,
  onBytes: (bytes: number) => void,
): Promise<void> {
  const entries = extract();
  // An error of the source also ends the entry that is being read.
  const reading = pipeline(Readable.from(source), entries);
  reading.catch(() => undefined);
  let total = 0;
  for await (const entry of entries) {
    const { name, type, size = 0, mode = 0o600 } = entry.header;
    if ((type !== 'file' && type !== 'directory') || /^\/|(^|\/)\.\.(\/|$)/.test(name))
      throw new Error(`The tar has an entry that isn't expected: ${name}`);
    const path = join(folder, name);
    await mkdir(type === 'directory' ? path : dirname(path), { recursive: true, mode: 0o700 });
    if (type === 'file') await pipeline(entry, createWriteStream(path, { mode: mode & 0o700 }));
    else entry.resume();
    total += size;
    onBytes(total);
  }
  await reading;
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
 * written, and the folder becomes valid only after PostgreSQL has started on it. Returns the time of its
 * data is.
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
