import type { ColumnChoice, Encoding } from '@lotkeeper/contract/intake/visitors-csv';
import type { Instant } from '@lotkeeper/contract/kernel/calendar';
import type { Sql, Tx } from '../../../kernel/data/database.ts';
import type { VisitorGrant } from '../../../records/operations/visitors.ts';
import type { CsvForm, ImportKey, RefusedRow } from '../files/public.ts';
import { leaseMs, makeImportLeases } from '../files/public.ts';

/** What a worker needs to know about an import that it has claimed. */
export interface ClaimedImport extends CsvForm {
  spot_pk: number;
  file: string;
  encoding: Encoding;
  columns: string[];
  /** null = an earlier release started the import. */
  fields: ColumnChoice[] | null;
  head_bytes: number;
  done_bytes: number;
  done_lines: number;
  tries: number;
  started_at: Instant;
  grant: VisitorGrant;
}

/** The leases of uploads of visitors. */
export const visitorLeases = makeImportLeases('visitor_imports', 'refused_visitor_rows');

interface GrantColumns {
  code_pk: number;
  grant_kind: VisitorGrant['kind'];
  grant_ends_at: Instant | null;
}

/** Claims an import for the worker; null when another one holds it, or when it's done. */
export async function claimImport(
  sql: Sql,
  { organization_id, import_pk }: ImportKey,
  worker: string,
  now: Instant,
): Promise<ClaimedImport | null> {
  const [row] = await sql<(Omit<ClaimedImport, 'grant'> & GrantColumns)[]>`
    update visitor_imports set worker = ${worker}, beat_at = ${now}, tries = tries + 1
    where organization_id = ${organization_id} and pk = ${import_pk} and state = 'running'
      and (worker is null or beat_at <= ${now - leaseMs})
    returning spot_pk, file, encoding, columns, fields, delimiter, head_bytes, done_bytes, done_lines, tries,
      started_at, code_pk, grant_kind, grant_ends_at`;
  if (!row) return null;
  const { code_pk, grant_kind: kind, grant_ends_at: ends_at, ...claimed } = row;
  return { ...claimed, grant: { code_pk, kind, ends_at } };
}

/** How far an import has come with some rows. */
export interface Step {
  to: { bytes: number; lines: number };
  added: number;
  updated: number;
  refused: readonly RefusedRow[];
}

/** Stores an import's progress, in the transaction that recorded the rows. */
export async function writeStep(
  tx: Tx,
  { organization_id, import_pk }: ImportKey,
  { to, added, updated, refused }: Step,
  now: Instant,
): Promise<void> {
  await visitorLeases.keepRefused(tx, { organization_id, import_pk }, refused);
  await tx`
    update visitor_imports set done_bytes = ${to.bytes}, done_lines = ${to.lines}, beat_at = ${now},
      tries = 0, added = added + ${added}, updated = updated + ${updated},
      refused = refused + ${refused.length}
    where organization_id = ${organization_id} and pk = ${import_pk}`;
}
