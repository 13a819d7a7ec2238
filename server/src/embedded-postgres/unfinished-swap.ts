import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { StartError } from '../kernel/start-error.ts';

/** A file that is in the data folder while the folders of two databases change their names. */
export const swapMarker = (dataDir: string) => join(dataDir, 'database-upgrade-unfinished');

/** Refuses a data folder whose database may have no name at this time: a start would make an empty one. */
export function refuseUnfinishedSwap(dataDir: string): void {
  if (!existsSync(swapMarker(dataDir))) return;
  throw new StartError(
    `The upgrade of the database in ${dataDir} was interrupted at its last step. Run npm run upgrade:database again: it ends in a moment.`,
    'lasting',
  );
}
