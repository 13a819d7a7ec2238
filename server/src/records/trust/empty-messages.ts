import type { Instant } from '@lotkeeper/contract/kernel/calendar';
import type { Tx } from '../../kernel/data/database.ts';
import { queueUnusedFiles } from './deletions.ts';

/** Clears text and files of camera messages. Their rows stay, so that a message that is sent again is recognized. */
export async function emptyMessages(
  tx: Tx,
  organizationId: number,
  pks: readonly (string | number)[],
  now: Instant,
): Promise<{ deleted: number; bytes: number }> {
  const emptied = await tx<{ bytes: number; files: string[] }[]>`
    update camera_messages m set body = '', files = '{}', raw = null
    from camera_messages before
    where m.organization_id = ${organizationId} and m.pk = any (${pks}::bigint[])
      and before.organization_id = ${organizationId} and before.pk = m.pk
      and (octet_length(before.body) > 0 or before.files <> '{}')
    returning octet_length(before.body) as bytes, before.files`;
  await queueUnusedFiles(
    tx,
    emptied.flatMap(({ files }) => files),
    now,
  );
  return {
    deleted: emptied.length,
    bytes: emptied.reduce((total, { bytes }) => total + bytes, 0),
  };
}
