import { leafKinds } from '@lotkeeper/evidence/day-statements';
import type { Sql, SqlPool, Tx } from '../../kernel/data/database.ts';
import { must } from '../../kernel/must.ts';
import type { FindDeleted, RowDifference } from './compare-leaves.ts';
import { compareChanges, compareTable } from './compare-leaves.ts';
import type { Leaf } from './packed-leaves.ts';
import { divideLeaves, unpackLeaves } from './packed-leaves.ts';
import type { Marks } from './seal-barrier.ts';
import type { CheckedSeal, SealProblem, StoredSeal } from './seal-chain.ts';
import { areLeavesSealed, checkChain, indexKeys } from './seal-chain.ts';
import { noMarks } from './seal-leaves.ts';
import { checkDeletions, deletedRowFinder } from './verify-deletions.ts';

/** A difference between a seal and what is in the database now. */
export interface SealDifference {
  organization_id: number;
  /** The number of the seal, or of the deletion if that was changed. */
  number: number;
  /** The sealed day; null when the statement can't be read. */
  day: string | null;
  problem: SealProblem | RowDifference['problem'] | 'changed deletion';
  /** The row, if the difference is about one. */
  row: RowDifference['row'] | null;
}

/** Maximum differences to keep; all are counted. */
const maxDifferences = 100;

/** How much was verified, and what differs. */
export interface SealVerification {
  organizations: number;
  allOrganizations: number;
  seals: number;
  rows: number;
  /** Sealed rows and images that signed deletions name. */
  deleted: number;
  /** Fingerprints of the keys that signed. */
  keys: Set<string>;
  /** The first ones. */
  differences: SealDifference[];
  differing: number;
}

interface Organization {
  pk: number;
  uuid: string;
}

type SealRow = StoredSeal & { marks: Marks };

function listSeals(tx: Tx, { pk }: Organization) {
  const marks = leafKinds.map((kind) => tx`, ${tx.unsafe(`'${kind}', ${kind}_to`)}`);
  return tx<SealRow[]>`
    select number, local_date, statement, signature, json_build_object('seal', number${marks}) as marks
    from day_seals where organization_id = ${pk} order by number`;
}

async function readLeaves(tx: Tx, { pk }: Organization, number: number): Promise<Leaf[]> {
  const [row] = await tx<{ leaves: Buffer }[]>`
    select leaves from day_seals where organization_id = ${pk} and number = ${number}`;
  return unpackLeaves(must(row, 'seal').leaves);
}

/** Compares a seal whose statement is intact with its leaves, and these with the rows. */
async function compareSeal(
  tx: Tx,
  organization: Organization,
  { stated, number }: CheckedSeal,
  {
    from,
    to,
    ...context
  }: { from: Marks | null; to: Marks; resealed: Set<number>; findDeleted: FindDeleted },
): Promise<{ rows: number; found: Pick<SealDifference, 'problem' | 'row'>[] }> {
  if (!stated) return { rows: 0, found: [] };
  const all = await readLeaves(tx, organization, number);
  if (!areLeavesSealed(all, stated))
    return { rows: 0, found: [{ problem: 'wrong leaves', row: null }] };
  const leaves = divideLeaves(all, stated.counts, leafKinds);
  const organizationId = organization.pk;
  const found = await compareChanges(tx, organizationId, leaves.visit_changes, context);
  for (const table of leafKinds) {
    if (table === 'visit_changes') continue;
    const isResealed = (pk: number) => table === 'visits' && context.resealed.has(pk);
    // Without the previous seal, only its own rows show where this one begins.
    const firstPk = leaves[table][0]?.pk ?? to[table] + 1;
    const after = from ? from[table] : firstPk - 1;
    const range = { organizationId, after, upTo: to[table], isResealed };
    found.push(...(await compareTable(tx, table, range, leaves[table], context.findDeleted)));
  }
  return { rows: all.length, found };
}

/**
 * Verifies an organization's seals, newest first: only the newest form of a resealed visit has to match the row. Uses a
 * single snapshot, so that nothing settled or sealed meanwhile can differ.
 */
async function verifyOrganization(
  tx: Tx,
  organization: Organization,
  keys: ReadonlyMap<string, Buffer>,
  verification: SealVerification,
): Promise<void> {
  const seals = await listSeals(tx, organization);
  const marks = new Map(seals.map((seal) => [seal.number, seal.marks]));
  const pending = await tx<{ visit_pk: number }[]>`
    select visit_pk from visit_changes where organization_id = ${organization.pk}`;
  const resealed = new Set(pending.map(({ visit_pk }) => visit_pk));
  const report = (difference: Omit<SealDifference, 'organization_id'>) => {
    verification.differing++;
    if (verification.differences.length < maxDifferences)
      verification.differences.push({ organization_id: organization.pk, ...difference });
  };
  const deletions = await checkDeletions(tx, organization, keys);
  for (const number of deletions.unsound)
    report({ number, day: null, problem: 'changed deletion', row: null });
  verification.deleted += deletions.entries;
  const findDeleted = deletedRowFinder(tx, organization.pk, deletions);
  const chain = checkChain(seals, organization.uuid, keys);
  for (const seal of chain.toReversed()) {
    const { number, stated, problems } = seal;
    const to = marks.get(number) ?? noMarks;
    const from = number === 1 ? noMarks : (marks.get(number - 1) ?? null);
    const context = { from, to, resealed, findDeleted };
    const { rows, found } = await compareSeal(tx, organization, seal, context);
    const day = stated?.day ?? null;
    const own = problems.map((problem) => ({ problem, row: null }));
    for (const difference of [...own, ...found]) report({ number, day, ...difference });
    if (stated) verification.keys.add(stated.key);
    verification.rows += rows;
    verification.seals++;
  }
}

type OnProgress = (verification: SealVerification) => void;
type RunInSnapshot = (work: (tx: Tx) => Promise<void>) => Promise<void>;

async function verifyAll(
  sql: Sql,
  begin: RunInSnapshot,
  onProgress: OnProgress = () => undefined,
): Promise<SealVerification> {
  const organizations = await sql<Organization[]>`select pk, uuid from organizations order by pk`;
  const keys = indexKeys(
    await sql<{ fingerprint: string; public_key: Buffer }[]>`
      select fingerprint, public_key from seal_keys`,
  );
  const verification: SealVerification = {
    organizations: 0,
    allOrganizations: organizations.length,
    seals: 0,
    rows: 0,
    deleted: 0,
    keys: new Set(),
    differences: [],
    differing: 0,
  };
  for (const organization of organizations) {
    await begin((tx) => verifyOrganization(tx, organization, keys, verification));
    verification.organizations++;
    onProgress(verification);
  }
  return verification;
}

/** Verifies every seal of every organization against the rows, while others write. */
export const verifySeals = (sql: SqlPool, onProgress?: OnProgress): Promise<SealVerification> =>
  verifyAll(
    sql,
    (work) =>
      sql.begin(async (tx) => {
        await tx`set transaction isolation level repeatable read, read only`;
        await work(tx);
      }),
    onProgress,
  );

/** Verifies every seal within a transaction that has written rows. */
export const verifySealsIn = (tx: Tx): Promise<SealVerification> =>
  verifyAll(tx, (work) => work(tx));
