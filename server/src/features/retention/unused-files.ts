import type { Instant } from '@lotkeeper/contract/kernel/calendar';
import { instant } from '@lotkeeper/contract/kernel/calendar';
import type { Database, Sql, SqlPool } from '../../kernel/data/database.ts';
import type { FileStore } from '../../kernel/data/files.ts';

const batchRows = 200;
const indexName = 'images_by_file';

interface Deps {
  database: Pick<Database, 'withSession'>;
  sql: SqlPool;
  files: FileStore;
}

/**
 * Makes sure that images are found by their files. Only installations that delete images need this index, so it's built
 * when one does, without a lock that recording would wait for. One that wasn't finished is built again.
 */
async function ensureIndex({ database, sql }: Deps): Promise<void> {
  const [index] = await sql<{ is_valid: boolean }[]>`
    select indisvalid as is_valid from pg_index where indexrelid = to_regclass(${indexName})`;
  if (index?.is_valid) return;
  await database.withSession(async (session) => {
    if (index) await session`drop index ${session.identifier(indexName)}`;
    await session`
      create index concurrently if not exists ${session.identifier(indexName)} on images (file)
      where deletion is null`;
  });
}

/** Those of some files that an image of any organization is in, or a message that may be read again. */
async function listNeeded(sql: Sql, names: readonly string[]): Promise<Set<string>> {
  const rows = await sql<{ file: string }[]>`
    select file from images where file = any (${names}::text[]) and deletion is null
    union
    select f.file from camera_messages m cross join lateral unnest(m.files) f(file)
    where m.outcome = 'unknown' and m.body <> '' and f.file = any (${names}::text[])`;
  return new Set(rows.map(({ file }) => file));
}

/**
 * Removes files that were queued long enough ago and that no row names. The rows were changed in a transaction before,
 * so a crash leaves a file that the next run removes, never a row without its file. The wait lets a backup that began
 * before copy what its database names.
 */
export async function removeUnusedFiles(
  deps: Deps,
  { now, ageMs }: { now: Instant; ageMs: number },
): Promise<void> {
  const { sql, files } = deps;
  const queuedBefore = instant(now - ageMs);
  let hasIndex = false;
  for (let after = ''; ; ) {
    const rows = await sql<{ file: string }[]>`
      select file from unused_files where queued_at <= ${queuedBefore} and file > ${after}
      order by file limit ${batchRows}`;
    const last = rows.at(-1);
    if (!last) return;
    if (!hasIndex) await ensureIndex(deps);
    hasIndex = true;
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
