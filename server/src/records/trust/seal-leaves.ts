import { hash } from 'node:crypto';
import { writeCanonicalJson } from '@lotkeeper/evidence/canonical-json';
import type { LeafKind } from '@lotkeeper/evidence/day-statements';
import { leafKinds } from '@lotkeeper/evidence/day-statements';
import type { Sql } from '../../kernel/data/database.ts';
import type { Pace } from '../../kernel/load/pace.ts';
import type { Leaf } from './packed-leaves.ts';
import type { Marks } from './seal-barrier.ts';
import type { SealedTable } from './sealed-forms.ts';
import { removedForm, selectForm } from './sealed-forms.ts';

/** Rows to read and hash per batch: hashing them blocks other requests for about 10 ms. */
const batchRows = 1000;

/** The hash of a row's leaf, as the contract's `hashRow` computes it, in a fifth of the time. */
export const hashForm = (form: object): Buffer =>
  hash('sha256', `\0${writeCanonicalJson(form)}`, 'buffer');

/** A part of what is to be sealed, and its last pk. */
interface Batch {
  leaves: Leaf[];
  to: number;
}

interface Range {
  organizationId: number;
  after: number;
  upTo: number;
  limit: number;
}

/** Reads a table's rows after a pk, in pk order. */
export async function readRows(sql: Sql, table: SealedTable, range: Range): Promise<Batch> {
  const { organizationId, after, upTo, limit } = range;
  const rows = await sql<{ pk: number; form: object }[]>`
    select r.pk, ${selectForm(sql, organizationId, table)} as form from ${sql.identifier(table)} r
    where r.organization_id = ${organizationId} and r.pk > ${after} and r.pk <= ${upTo}
    order by r.pk limit ${limit}`;
  const leaves = rows.map(({ pk, form }) => ({ pk, hash: hashForm(form) }));
  const last = rows.length < limit ? upTo : rows.at(-1)?.pk;
  return { leaves, to: last ?? upTo };
}

/**
 * Reads the present form of visits that changed after a seal. Those that no earlier seal contains are left out: they
 * were or will be read with the new visits.
 */
async function readChangedVisits(sql: Sql, range: Range, sealedTo: number): Promise<Batch> {
  const { organizationId, after, upTo, limit } = range;
  const rows = await sql<{ change_pk: number; pk: number; form: object | null }[]>`
    select c.pk as change_pk, c.visit_pk as pk,
      case when r.pk is not null then ${selectForm(sql, organizationId, 'visits')} end as form
    from visit_changes c left join visits r
      on r.organization_id = ${organizationId} and r.pk = c.visit_pk
    where c.organization_id = ${organizationId} and c.pk > ${after} and c.pk <= ${upTo}
    order by c.pk limit ${limit}`;
  const changed = new Map(rows.map(({ pk, form }) => [pk, form]));
  const leaves = [...changed]
    .filter(([pk]) => pk <= sealedTo)
    .map(([pk, form]) => ({ pk, hash: hashForm(form ?? removedForm(pk)) }));
  const last = rows.length < limit ? upTo : rows.at(-1)?.change_pk;
  return { leaves, to: last ?? upTo };
}

/** The leaves of rows in their present form, in pk order. */
export async function readLeaves(
  sql: Sql,
  organizationId: number,
  table: SealedTable,
  pks: readonly number[],
): Promise<Leaf[]> {
  const rows = await sql<{ pk: number; form: object }[]>`
    select r.pk, ${selectForm(sql, organizationId, table)} as form from ${sql.identifier(table)} r
    where r.organization_id = ${organizationId} and r.pk = any (${pks}::bigint[]) order by r.pk`;
  return rows.map(({ pk, form }) => ({ pk, hash: hashForm(form) }));
}

/** The present hashes of resealed visits by pk, including removed ones. */
export async function readVisitForms(
  sql: Sql,
  organizationId: number,
  pks: readonly number[],
): Promise<(Leaf & { isRemoved: boolean })[]> {
  const leaves = await readLeaves(sql, organizationId, 'visits', pks);
  const hashes = new Map(leaves.map(({ pk, hash }) => [pk, hash]));
  return pks.map((pk) => {
    const hash = hashes.get(pk);
    return { pk, hash: hash ?? hashForm(removedForm(pk)), isRemoved: hash === undefined };
  });
}

/** The start of the first seal. */
export const noMarks = Object.fromEntries(leafKinds.map((kind) => [kind, 0])) as Marks;

/** A seal's leaves by kind, and the last pk of each table that it covers. */
export interface Gathered {
  leaves: Record<LeafKind, Leaf[]>;
  marks: Marks;
  size: number;
}

/** The limits of a seal, and how fast it's read. */
interface SealedRange {
  from: Marks;
  barrier: Marks;
  maxLeaves: number;
  pace: Pace;
}

/**
 * Gathers what arrived since a seal, up to a number of leaves. Each batch is a statement of its own: rows up to the
 * barrier don't change, and a visit that changes meanwhile is noted above it, so the next seal contains its new form.
 */
export async function gatherLeaves(
  sql: Sql,
  organizationId: number,
  { from, barrier, maxLeaves, pace }: SealedRange,
): Promise<Gathered> {
  const leaves = Object.fromEntries(leafKinds.map((kind) => [kind, [] as Leaf[]]));
  const marks = { ...from };
  let size = 0;
  for (const kind of leafKinds) {
    while (size < maxLeaves && marks[kind] < barrier[kind]) {
      const limit = Math.min(batchRows, maxLeaves - size);
      const range = { organizationId, after: marks[kind], upTo: barrier[kind], limit };
      const batch = await pace(() =>
        kind === 'visit_changes'
          ? readChangedVisits(sql, range, from.visits)
          : readRows(sql, kind, range),
      );
      leaves[kind]?.push(...batch.leaves);
      marks[kind] = batch.to;
      size += batch.leaves.length;
    }
  }
  return { leaves: leaves as Record<LeafKind, Leaf[]>, marks, size };
}
