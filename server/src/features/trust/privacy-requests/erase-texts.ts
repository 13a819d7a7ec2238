import type { Tx } from '../../../kernel/data/database.ts';
import { driverTexts } from './driver-texts.ts';
import type { EraseBatch } from './erase-steps.ts';
import { listDueKeys, listDuePks } from './erase-steps.ts';
import type { Search } from './keep-reasons.ts';
import { toPattern } from './subject.rules.ts';

export const replacement = '[erased]';

/** Removes a driver's plate, email, or phone from texts of the given rows. */
async function replaceIn(
  tx: Tx,
  { organizationId, subject }: Search,
  { table, columns }: { table: string; columns: readonly string[] },
  pks: readonly string[],
): Promise<void> {
  const found = toPattern(subject);
  if (!found || pks.length === 0) return;
  const flags = found.isExactCase ? 'g' : 'gi';
  for (const column of columns) {
    await tx`
      update ${tx.identifier(table)}
      set ${tx.identifier(column)} =
        regexp_replace(${tx.identifier(column)}, ${found.pattern}, ${replacement}, ${flags})
      where organization_id = ${organizationId} and pk = any (${pks}::bigint[])`;
  }
}

/** Notes, reviews, and other texts by people: the text stays, without the driver. */
export const eraseTexts: EraseBatch = async (tx, { search }) => {
  const keys = await listDueKeys(tx, search, 'texts');
  if (keys.length === 0) return null;
  for (const text of driverTexts) {
    const start = `${text.table} `;
    const pks = keys.filter((key) => key.startsWith(start)).map((key) => key.slice(start.length));
    await replaceIn(tx, search, text, pks);
  }
  return { texts: keys.length };
};

export const eraseHoldReasons: EraseBatch = async (tx, { search }) => {
  const pks = await listDuePks(tx, search, 'holds');
  if (pks.length === 0) return null;
  await replaceIn(tx, search, { table: 'holds', columns: ['reason'] }, pks);
  return { holds: pks.length };
};
