import type { Instant } from '@lotkeeper/contract/kernel/calendar';
import { instant } from '@lotkeeper/contract/kernel/calendar';
import type { Sql, SqlPool } from '../../../kernel/data/database.ts';
import type { FileStore } from '../../../kernel/data/files.ts';

const batchRows = 200;

interface Deps {
  sql: SqlPool;
  files: FileStore;
}

/** Those of the given files that are used by an image of any organization, or by a message that may be read again. */
async function listNeeded(sql: Sql, names: readonly string[]): Promise<Set<string>> {
  const rows = await sql<{ file: string }[]>`
    select file from images where file = any (${names}::text[]) and deletion is null
    union
    select f.file from camera_messages m cross join lateral unnest(m.files) f(file)
    where m.outcome = 'unknown' and m.body <> '' and f.file = any (${names}::text[])`;
  return new Set(rows.map(({ file }) => file));
}

/**
 * Removes files that were queued long enough ago and that no row names. The rows were changed in an earlier
 * transaction, so a crash leaves a file that the next run removes, never a row without its file. The wait lets a backup
 * that began before copy the files that its database names.
 */
export async function removeUnusedFiles(
  { sql, files }: Deps,
  { now, ageMs }: { now: Instant; ageMs: number },
): Promise<void> {
  const queuedBefore = instant(now - ageMs);
  for (let after = ''; ; ) {
    const rows = await sql<{ file: string }[]>`
      select file from unused_files where queued_at <= ${queuedBefore} and file > ${after}
      order by file limit ${batchRows}`;
    const last = rows.at(-1);
    if (!last) return;
    const names = rows.map(({ file }) => file);
    const needed = await listNeeded(sql, names);
    const done: string[] = [];
    for (const name of names) {
      if (needed.has(name) || (await files.removeUnused(name, ageMs)) === 'removed')
        done.push(name);
    }
    await sql`
      delete from unused_files where file = any (${done}::text[]) and queued_at <= ${queuedBefore}`;
    after = last.file;
  }
}
