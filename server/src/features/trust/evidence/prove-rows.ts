import { setImmediate } from 'node:timers/promises';
import { leafKinds, readStatement } from '@lotkeeper/evidence/day-statements';
import type { PacketProof, RowForm } from '@lotkeeper/evidence/evidence-packets';
import type { InclusionProof } from '@lotkeeper/evidence/proofs';
import { proveInclusion } from '@lotkeeper/evidence/proofs';
import type { Scope } from '../../../kernel/access/scope.ts';
import type { Fragment, Sql } from '../../../kernel/data/database.ts';
import {
  buildLeafTree,
  divideLeaves,
  getRootText,
  unpackLeaves,
} from '../../../records/trust/packed-leaves.ts';
import { hashForm } from '../../../records/trust/seal-leaves.ts';
import type { SealedTable } from '../../../records/trust/sealed-forms.ts';
import { selectForm } from '../../../records/trust/sealed-forms.ts';

export type RowPks = Record<SealedTable, readonly number[]>;

type Reader = Pick<Scope, 'read'> & { organizationId: number };

const sealedTables = ['ledger_entries', 'audit_entries', 'plate_reads', 'visits'] as const;

/** Seals whose leaves are read per batch: up to 800 KB each. */
const sealsPerRead = 10;

/** How many seals after its first one are searched for the present form of a visit: three years of daily seals. */
const maxLaterSeals = 1000;

/** A row in its present form, and the hash of its leaf. */
interface Row {
  form: RowForm;
  hash: Buffer;
}

async function readForms(reader: Reader, table: SealedTable, pks: readonly number[]) {
  if (pks.length === 0) return [];
  const rows = await reader.read<{ form: RowForm }[]>(
    (sql) => sql`
      select ${selectForm(sql, reader.organizationId, table)} as form from ${sql.identifier(table)} r
      where r.organization_id = ${reader.organizationId} and r.pk = any (${pks}::bigint[])
      order by r.pk`,
  );
  return rows.map(({ form }): Row => ({ form, hash: hashForm(form) }));
}

/** The number of the first seal that covers row `k` of a table. */
const selectFirstSeal = (sql: Sql, organizationId: number, table: SealedTable): Fragment => {
  const mark = sql.identifier(`${table}_to`);
  return sql`
    select number from day_seals
    where organization_id = ${organizationId} and ${mark} >= k.pk order by ${mark}, number limit 1`;
};

/**
 * The leaves of seal `s` that can belong to visit `k`, whose first seal is `f`: all of that one, and in later ones the
 * changed visits, which are the last leaves.
 */
const selectVisitLeaves = (sql: Sql): Fragment => sql`
  case when s.number = f.number then s.leaves else substring(s.leaves from octet_length(s.leaves) + 1
    - 40 * substring(s.statement from '"visit_changes":(\\d{1,9})')::int) end`;

/** The first seal that has each visit in its present form; null without one. */
const selectSealsOfVisits = (sql: Sql, organizationId: number, visits: readonly Row[]) => sql`
  select 'visits' as table, k.pk, (
    select s.number from day_seals s
    where s.organization_id = ${organizationId} and s.number >= f.number
      and s.number <= f.number + ${maxLaterSeals}::bigint
      and position(int8send(k.pk) || decode(k.hash, 'hex') in ${selectVisitLeaves(sql)}) > 0
    order by s.number limit 1) as number
  from unnest(${visits.map(({ form }) => form.pk)}::bigint[],
    ${visits.map(({ hash }) => hash.toString('hex'))}::text[]) k(pk, hash)
  cross join lateral (${selectFirstSeal(sql, organizationId, 'visits')}) f`;

interface SealOfRow {
  table: SealedTable;
  pk: number;
  number: number | null;
}

const toKey = ({ table, pk }: Pick<RowForm, 'table' | 'pk'>) => `${table} ${pk}`;

/** Finds the number of the seal that should contain each row; rows without one are left out. */
async function findSeals(reader: Reader, rows: readonly Row[]): Promise<Map<string, number>> {
  const { organizationId } = reader;
  const listRows = (table: SealedTable) => rows.filter(({ form }) => form.table === table);
  const selectSeals = (sql: Sql, table: SealedTable) => sql`
    select ${table} as table, k.pk, f.number
    from unnest(${listRows(table).map(({ form }) => form.pk)}::bigint[]) k(pk)
    cross join lateral (${selectFirstSeal(sql, organizationId, table)}) f`;
  const found = await reader.read<SealOfRow[]>(
    (sql) => sql`
      ${selectSeals(sql, 'ledger_entries')} union all ${selectSeals(sql, 'audit_entries')}
      union all ${selectSeals(sql, 'plate_reads')}
      union all ${selectSealsOfVisits(sql, organizationId, listRows('visits'))}`,
  );
  return new Map(
    found.flatMap(({ number, ...row }) => (number === null ? [] : [[toKey(row), number]])),
  );
}

interface SealRow {
  number: number;
  statement: string;
  signature: Buffer;
  leaves: Buffer;
}

/** Where rows are in a seal, by the row's key. */
function proveInSeal(seal: SealRow, rows: readonly Row[]) {
  const proofs = new Map<string, InclusionProof>();
  const stated = readStatement(seal.statement);
  if (stated?.number !== seal.number) return { proofs, key: null };
  const all = unpackLeaves(seal.leaves);
  const tree = buildLeafTree(all);
  // Leaves that were changed in the database prove nothing.
  if (getRootText(tree) !== stated.root) return { proofs, key: null };
  const byKey = new Map(rows.map((row) => [toKey(row.form), row]));
  const leaves = divideLeaves(all, stated.counts, leafKinds);
  let start = 0;
  for (const kind of leafKinds) {
    const table = kind === 'visit_changes' ? 'visits' : kind;
    for (const [index, { pk, hash }] of leaves[kind].entries()) {
      const key = toKey({ table, pk });
      if (byKey.get(key)?.hash.equals(hash)) proofs.set(key, proveInclusion(tree, start + index));
    }
    start += leaves[kind].length;
  }
  return { proofs, key: stated.key };
}

const listKeys = (reader: Reader) =>
  reader.read<PacketProof['keys']>(
    (sql) => sql`
      select fingerprint, encode(public_key, 'hex') as public_key from seal_keys order by fingerprint`,
  );

/** Reads the seals that should contain the rows, and proves the rows of each with one tree. */
async function proveInSeals(reader: Reader, rows: readonly Row[], keys: PacketProof['keys']) {
  const numbers = await findSeals(reader, rows);
  const sorted = [...new Set(numbers.values())].sort((a, b) => a - b);
  const known = new Set(keys.map(({ fingerprint }) => fingerprint));
  const proven = new Map<string, { seal: number; proof: InclusionProof }>();
  const seals: PacketProof['seals'] = [];
  const signers = new Set<string>();
  for (let first = 0; first < sorted.length; first += sealsPerRead) {
    const batch = sorted.slice(first, first + sealsPerRead);
    const found = await reader.read<SealRow[]>(
      (sql) => sql`
        select number, statement, signature, leaves from day_seals
        where organization_id = ${reader.organizationId} and number = any (${batch}::bigint[])
        order by number`,
    );
    for (const seal of found) {
      const ownRows = rows.filter(({ form }) => numbers.get(toKey(form)) === seal.number);
      const { proofs, key } = proveInSeal(seal, ownRows);
      // Hashing a tree takes up to 30 ms.
      await setImmediate();
      if (proofs.size === 0 || key === null || !known.has(key)) continue;
      signers.add(key);
      seals.push({ statement: seal.statement, signature: seal.signature.toString('hex') });
      for (const [row, proof] of proofs) proven.set(row, { seal: seal.number, proof });
    }
  }
  return { proven, seals, keys: keys.filter(({ fingerprint }) => signers.has(fingerprint)) };
}

/**
 * Proves that rows are sealed in their present form, each by the path from its leaf to the root of a signed statement.
 * Rows that aren't, because they arrived or changed since, or were changed by hand, are unsealed. The number of SQL
 * statements depends on the number of seals, not of rows.
 */
export async function proveRows(reader: Reader, pks: RowPks): Promise<PacketProof> {
  const [forms, keys] = await Promise.all([
    Promise.all(sealedTables.map((table) => readForms(reader, table, pks[table]))),
    listKeys(reader),
  ]);
  const rows = forms.flat();
  const { proven, ...sealed } = await proveInSeals(reader, rows, keys);
  const proof: PacketProof = { ...sealed, rows: [], unsealed: [] };
  for (const { form } of rows) {
    const found = proven.get(toKey(form));
    if (!found) proof.unsealed.push(form);
    else {
      const { seal, proof: inclusion } = found;
      proof.rows.push({ form, seal, proof: { ...inclusion, path: [...inclusion.path] } });
    }
  }
  return proof;
}
