import type { Sql } from '../../kernel/data/database.ts';
import type { PropertyStatements, SpotKey } from '../../kernel/data/nodes.ts';
import type { RollupName } from './rollups.ts';

/** Approximate ledger entries per batch: enough for one statement, with progress every few seconds. */
const batchEntries = 50_000;
/** What a property counts for beyond its entries, so that a batch can't contain any number of empty ones. */
const emptyProperty = 100;

export interface Property extends SpotKey {
  entries: number;
}

/** All properties, including those that only rollups know, with their approximate number of ledger entries. */
async function listProperties(
  sql: Sql,
  statements: PropertyStatements,
  names: readonly RollupName[],
): Promise<Property[]> {
  return sql.unsafe<Property[]>(`
    select organization_id, spot_pk, coalesce(entries, 0) as entries
    from (
      select organization_id, pk as spot_pk from spots
      union ${names.map((rollup) => `(${statements.selectProperties(rollup)})`).join(' union ')}) p
    left join (
      select organization_id, spot_pk, 100 * count(*) as entries
      from ledger_entries tablesample system (1) group by 1, 2) s using (organization_id, spot_pk)
    order by 1, 2`);
}

/** Divides all properties into batches with about the same number of ledger entries. */
export async function listPropertyBatches(
  sql: Sql,
  statements: PropertyStatements,
  names: readonly RollupName[],
): Promise<Property[][]> {
  const batches: Property[][] = [];
  let batch: Property[] = [];
  let entries = 0;
  for (const property of await listProperties(sql, statements, names)) {
    batch.push(property);
    entries += property.entries + emptyProperty;
    if (entries < batchEntries) continue;
    batches.push(batch);
    batch = [];
    entries = 0;
  }
  return batch.length > 0 ? [...batches, batch] : batches;
}
