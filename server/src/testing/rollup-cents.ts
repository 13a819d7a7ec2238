import { expect } from 'vitest';
import type { SqlPool } from '../kernel/data/database.ts';
import { listDisagreements, rebuildRollups } from '../records/money/ledger.ts';
import { rollups } from '../records/money/rollups.ts';

interface RollupColumn {
  rollup: string;
  column: string;
}

/** The columns of every rollup that hold amounts and counts. */
export const listRollupColumns = (sql: SqlPool) => sql<RollupColumn[]>`
  select table_name as rollup, column_name as column from information_schema.columns
  where table_name = any (${[...rollups]}::text[]) and data_type = 'bigint'
    and column_name not in ('organization_id', 'spot_pk', 'car_pk')
  order by 1, 2`;

/** Adds one cent to a column's first row: a comparison finds that and nothing else, and a rebuild repairs it. */
export async function expectFoundCent(
  sql: SqlPool,
  { rollup, column }: RollupColumn,
): Promise<void> {
  await sql.unsafe(`update ${rollup} set ${column} = ${column} + 1
    where ctid = (select ctid from ${rollup} limit 1)`);
  const [one, ...others] = await listDisagreements(sql);
  expect(one).toMatchObject({ rollup, column });
  expect((one?.rolled_up ?? 0) - (one?.ledger ?? 0)).toBe(1);
  expect(others).toEqual([]);
  await rebuildRollups(sql);
  expect(await listDisagreements(sql)).toEqual([]);
}
