import type { Clock } from './kernel/clock.ts';
import type { Database } from './kernel/database.ts';
import type { FileStore } from './kernel/files.ts';
import type { Sessions } from './kernel/sessions.ts';

/** Loads the demo operator into an empty database. */
export async function prepareDemo(
  _database: Database,
  _parts: { clock: Clock; days: number; files: FileStore; say: (sentence: string) => void },
): Promise<void> {}

/** Prints one sign-in link per demo person. */
export async function printDemoLinks(
  _database: Database,
  _sessions: Sessions,
  _parts: { address: string; say: (sentence: string) => void },
): Promise<void> {}
