import { dropArchiveSlots } from '../backup/archive-slot.ts';
import { Archiver } from '../backup/archiver.ts';
import type { Config } from '../config.ts';
import { openSqlPool } from '../kernel/data/database.ts';
import { StartError } from '../kernel/start-error.ts';
import type { Installation } from './installation.ts';
import { closers, printError } from './process-state.ts';

/** Rejects BACKUP_DIR with a database that isn't the built-in one. */
export function refuseForeignArchive({ BACKUP_DIR, DATABASE_URL }: Config): void {
  if (BACKUP_DIR === undefined || !DATABASE_URL) return;
  throw new StartError(
    'Wrong setting: BACKUP_DIR is for the built-in database, and DATABASE_URL names another one: unset BACKUP_DIR, let that server archive its log, and run npm run backup each day. See docs/deploy.md.',
    'lasting',
  );
}

/** Archives the built-in database if that is configured; otherwise PostgreSQL keeps no log for an archive. */
export async function openBackups({ config, database, fileStorage }: Installation): Promise<void> {
  const { BACKUP_DIR, BACKUP_KEEP, DATA_DIR, DATABASE_URL } = config;
  if (BACKUP_DIR === undefined) {
    if (!DATABASE_URL) await dropArchiveSlots(database.system);
    return;
  }
  const sql = openSqlPool(database.url);
  const archiver = new Archiver({
    sql,
    dataDir: DATA_DIR,
    filesFolders: fileStorage.folders,
    to: BACKUP_DIR,
    keep: BACKUP_KEEP,
    report: printError,
  });
  closers.push(async () => {
    await archiver.stop();
    await sql.end();
  });
}
