import type { Instant } from '@lotkeeper/contract/kernel/calendar';
import type { Sql } from '../../kernel/data/database.ts';
import { isUuid } from '../../kernel/data/files.ts';

/** Has an image's file looked at again, which may have become unused while it was elsewhere. */
async function queueUnusedFile(sql: Sql, file: string, now: Instant): Promise<void> {
  await sql`
    insert into unused_files (file, queued_at) values (${file}, ${now}) on conflict do nothing`;
}

/** Whether an upload still waits, or an import uses it. */
async function isUploadNeeded(sql: Sql, uuid: string): Promise<boolean> {
  const rows = await sql`
    select from uploads where uuid = ${uuid} union all
    select from visitor_imports where file = ${uuid}`;
  return rows.length > 0;
}

/**
 * Whether a file that waited long for the object store still has to be sent. An image is sent in any case, and is
 * removed later if it isn't used.
 */
export async function isLateFileNeeded(sql: Sql, file: string, now: Instant): Promise<boolean> {
  if (isUuid(file)) return isUploadNeeded(sql, file);
  await queueUnusedFile(sql, file, now);
  return true;
}
