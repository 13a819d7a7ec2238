import { existsSync } from 'node:fs';
import { rm } from 'node:fs/promises';
import { join } from 'node:path';
import { syncFolder, writeDurably } from '../kernel/data/durable-file.ts';
import { StartError } from '../kernel/start-error.ts';

const toPath = (dataDir: string) => join(dataDir, 'restore-unfinished');

/** Marks a data folder as incomplete; returns a function that removes the mark. */
export async function beginRestore(dataDir: string): Promise<() => Promise<void>> {
  await writeDurably(toPath(dataDir), 'npm run restore is writing this folder.\n');
  return async () => {
    await rm(toPath(dataDir));
    await syncFolder(dataDir);
  };
}

/** Rejects a data folder whose restore was interrupted. */
export function refuseUnfinishedRestore(dataDir: string): void {
  if (!existsSync(toPath(dataDir))) return;
  throw new StartError(
    `The restore into ${dataDir} isn't complete. If it was interrupted, remove the folder and restore again.`,
  );
}

/** A file that is in the data folder while the folders of two databases are swapped. */
export const swapMarker = (dataDir: string) => join(dataDir, 'database-upgrade-unfinished');

/** Rejects a data folder in the middle of a swap: a start would create an empty database. */
export function refuseUnfinishedSwap(dataDir: string): void {
  if (!existsSync(swapMarker(dataDir))) return;
  throw new StartError(
    `The upgrade of the database in ${dataDir} was interrupted at its last step. Run npm run upgrade:database again: it ends in a moment.`,
    'lasting',
  );
}
