import type { OrganizationScope, SpotScope } from '../../../kernel/access/scope.ts';
import type { Tx } from '../../../kernel/data/database.ts';
import type { TableInspection } from './inspect-file.ts';

/** A kind of file whose columns are remembered; those of booking sites for each site. */
export type RememberedKind = 'visitors' | 'history' | 'bank' | `remittance ${string}`;

type Scope = SpotScope | OrganizationScope;

/** How files of a kind were read, by the hash of their column names. */
export async function readRememberedColumns<Reading>(
  scope: Scope,
  kind: RememberedKind,
): Promise<Record<string, Reading>> {
  const rows = await scope.read<{ header_hash: string; reading: Reading }[]>(
    (sql) => sql`
      select header_hash, reading from remembered_columns
      where organization_id = ${scope.organizationId} and kind = ${kind}`,
  );
  return Object.fromEntries(rows.map(({ header_hash, reading }) => [header_hash, reading]));
}

/** Keeps the columns that a person chose for the next file with the same names; a file without names has none. */
export async function rememberChoice(
  tx: Tx,
  scope: Scope,
  kind: RememberedKind,
  { header_hash, fields: columns, is_chosen }: TableInspection<string>,
): Promise<void> {
  if (header_hash === null || !is_chosen) return;
  await rememberColumns(tx, scope.organizationId, kind, { header_hash, reading: { columns } });
}

/** Keeps how a file was read for the next one with the same column names. */
export async function rememberColumns(
  tx: Tx,
  organizationId: number,
  kind: RememberedKind,
  {
    header_hash,
    reading,
  }: { header_hash: string; reading: { columns?: readonly string[] | undefined } },
): Promise<void> {
  await tx`
    insert into remembered_columns (organization_id, kind, header_hash, reading)
    values (${organizationId}, ${kind}, ${header_hash}, ${tx.json(reading)})
    on conflict (organization_id, kind, header_hash) do update set reading = excluded.reading`;
}
