import type { Tx } from '../../kernel/data/database.ts';
import { must } from '../../kernel/must.ts';
import type { Leaf } from './packed-leaves.ts';
import { readRows, readVisitForms } from './seal-leaves.ts';
import type { SealedTable } from './sealed-forms.ts';

const isSameHash = (a: Uint8Array, b: Uint8Array) => Buffer.compare(a, b) === 0;

/** A row that doesn't match its leaf. */
export interface RowDifference {
  problem: 'changed row' | 'removed row' | 'added row';
  row: { table: SealedTable; pk: number };
}

const batchRows = 1000;

/** Finds which of the missing rows Lotkeeper deleted itself, among these leaves. */
export type FindDeleted = (
  table: SealedTable,
  leaves: readonly Leaf[],
) => Promise<ReadonlySet<number>>;

/**
 * Compares the leaves of a table with its rows between two marks. `isResealed`: a newer seal has another form of the
 * row.
 */
export async function compareTable(
  tx: Tx,
  table: SealedTable,
  range: {
    organizationId: number;
    after: number;
    upTo: number;
    isResealed: (pk: number) => boolean;
  },
  leaves: readonly Leaf[],
  findDeleted: FindDeleted,
): Promise<RowDifference[]> {
  const { organizationId, isResealed, upTo } = range;
  const sealedHashes = new Map(leaves.map(({ pk, hash }) => [pk, hash]));
  const differences: RowDifference[] = [];
  const report = (problem: RowDifference['problem'], pk: number) => {
    if (!isResealed(pk)) differences.push({ problem, row: { table, pk } });
  };
  for (let { after } = range; after < upTo; ) {
    const batch = await readRows(tx, table, { organizationId, after, upTo, limit: batchRows });
    for (const { pk, hash } of batch.leaves) {
      const expected = sealedHashes.get(pk);
      if (!expected) report('added row', pk);
      else if (!isSameHash(hash, expected)) report('changed row', pk);
      sealedHashes.delete(pk);
    }
    after = batch.to;
  }
  const missing = leaves.filter(({ pk }) => sealedHashes.has(pk) && !isResealed(pk));
  const deleted = await findDeleted(table, missing);
  for (const { pk } of missing) if (!deleted.has(pk)) report('removed row', pk);
  return differences;
}

/** Compares the newest form of each resealed visit, and adds these visits to those already seen. */
export async function compareChanges(
  tx: Tx,
  organizationId: number,
  leaves: readonly Leaf[],
  { resealed, findDeleted }: { resealed: Set<number>; findDeleted: FindDeleted },
): Promise<RowDifference[]> {
  const newest = new Map(leaves.map(({ pk, hash }) => [pk, hash]));
  const pks = [...newest.keys()].filter((pk) => !resealed.has(pk));
  const differences: RowDifference[] = [];
  for (let from = 0; from < pks.length; from += batchRows) {
    const batch = await readVisitForms(tx, organizationId, pks.slice(from, from + batchRows));
    const differing = batch
      .map((row) => ({ ...row, sealed: must(newest.get(row.pk), 'leaf') }))
      .filter(({ hash, sealed }) => !isSameHash(hash, sealed));
    const missing = differing.filter(({ isRemoved }) => isRemoved);
    const deleted = await findDeleted(
      'visits',
      missing.map(({ pk, sealed }) => ({ pk, hash: sealed })),
    );
    for (const { pk, isRemoved } of differing) {
      if (deleted.has(pk)) continue;
      const problem = isRemoved ? 'removed row' : 'changed row';
      differences.push({ problem, row: { table: 'visits', pk } });
    }
  }
  for (const pk of newest.keys()) resealed.add(pk);
  return differences;
}
