import { isSignedBy } from '@lotkeeper/evidence/day-statements';
import type { DeletionStatement, DeletionSubject } from '@lotkeeper/evidence/deletion-statements';
import { readDeletionStatement } from '@lotkeeper/evidence/deletion-statements';
import type { Sql } from '../../kernel/data/database.ts';
import { eachPage } from '../../kernel/data/each-page.ts';
import type { FindDeleted } from './compare-leaves.ts';
import { hashEntries } from './deletions.ts';
import { leafBytes, unpackLeaves } from './packed-leaves.ts';

/** Deletions to read per batch: up to 30 KB each. */
const batchSize = 100;

interface DeletionRow {
  number: number;
  subject: DeletionSubject;
  statement: string;
  signature: Buffer;
  entries: Buffer;
}

type Range = Pick<DeletionRow, 'number' | 'subject'> & { first: number; last: number };

/** An organization's deletions that match their signatures, and the numbers of those that don't. */
export interface CheckedDeletions {
  sound: Range[];
  unsound: number[];
  /** Rows and images that the intact ones name. */
  entries: number;
}

function checkDeletion(
  row: DeletionRow,
  organization: string,
  keys: ReadonlyMap<string, Buffer>,
): DeletionStatement | null {
  const stated = readDeletionStatement(row.statement);
  const key = stated && keys.get(stated.key);
  const isSound =
    key &&
    stated.organization === organization &&
    stated.number === row.number &&
    stated.subject === row.subject &&
    stated.entries === hashEntries(row.entries) &&
    isSignedBy(key, row.statement, row.signature);
  return isSound ? stated : null;
}

/** The range of an entry's rows, taken from the entries themselves, because the indexed columns aren't signed. */
function toRange({ number, subject, entries }: DeletionRow): Range {
  if (subject === 'images') return { number, subject, first: 0, last: 0 };
  const pks = [entries.subarray(0, leafBytes), entries.subarray(-leafBytes)].flatMap((leaf) =>
    unpackLeaves(leaf),
  );
  return { number, subject, first: pks[0]?.pk ?? 0, last: pks[1]?.pk ?? 0 };
}

/** Verifies the deletions of an organization. */
export async function checkDeletions(
  sql: Sql,
  organization: { pk: number; uuid: string },
  keys: ReadonlyMap<string, Buffer>,
): Promise<CheckedDeletions> {
  const checked: CheckedDeletions = { sound: [], unsound: [], entries: 0 };
  const pages = eachPage<DeletionRow>(
    batchSize,
    (last) => sql<DeletionRow[]>`
      select number, subject, statement, signature, entries from deletions
      where organization_id = ${organization.pk} and number > ${last?.number ?? 0}
      order by number limit ${batchSize}`,
  );
  for await (const rows of pages) {
    for (const row of rows) {
      const stated = checkDeletion(row, organization.uuid, keys);
      if (stated) checked.sound.push(toRange(row));
      else checked.unsound.push(row.number);
      checked.entries += stated?.count ?? 0;
    }
  }
  return checked;
}

/** The unpacked entries of deletions. */
export const readEntries = (sql: Sql, organizationId: number, numbers: readonly number[]) =>
  sql<Pick<DeletionRow, 'number' | 'entries'>[]>`
    select number, entries from deletions
    where organization_id = ${organizationId} and number = any (${numbers}::bigint[]) order by number`;

/** Looks up rows in an organization's intact deletions. */
export const deletedRowFinder =
  (sql: Sql, organizationId: number, { sound }: CheckedDeletions): FindDeleted =>
  async (table, leaves) => {
    const found = new Set<number>();
    if (leaves.length === 0) return found;
    const hashes = new Map(leaves.map(({ pk, hash }) => [pk, hash]));
    const pks = [...hashes.keys()].toSorted((a, b) => a - b);
    const numbers = sound
      .filter(
        ({ subject, first, last }) =>
          subject === table && pks.some((pk) => pk >= first && pk <= last),
      )
      .map(({ number }) => number);
    for (let from = 0; from < numbers.length; from += batchSize) {
      const batch = await readEntries(sql, organizationId, numbers.slice(from, from + batchSize));
      for (const { pk, hash } of batch.flatMap(({ entries }) => unpackLeaves(entries))) {
        const expected = hashes.get(pk);
        if (expected && Buffer.compare(expected, hash) === 0) found.add(pk);
      }
    }
    return found;
  };
