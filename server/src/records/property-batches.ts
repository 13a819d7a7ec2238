import type { Sql } from '../kernel/data/database.ts';
import { rollups } from './rollups.ts';

/** Ledger entries of a batch, about: enough to be worth a statement, and progress every few seconds. */
const batchEntries = 50_000;
/** What a property counts for beyond its entries, so that a batch doesn't hold any number of empty ones. */
const emptyProperty = 100;

export interface Property {
  organization_id: number;
  spot_pk: number;
  entries: number;
}

/** The properties that a rollup has rows of: one look into its index for each of them. */
const selectProperties = (rollup: string) => `
  with recursive found as (
    (select organization_id, spot_pk from ${rollup} order by 1, 2 limit 1)
    union all
    select next.organization_id, next.spot_pk from found f cross join lateral (
      select organization_id, spot_pk from ${rollup} r
      where (r.organization_id, r.spot_pk) > (f.organization_id, f.spot_pk)
      order by 1, 2 limit 1) next)
  select organization_id, spot_pk from found`;

/** The same where worker nodes have the rows: Citus refuses the recursion, and each node groups its own. */
const selectPropertiesOnNodes = (rollup: string) =>
  `select distinct organization_id, spot_pk from ${rollup}`;

/** All properties, also those that only rollups know, with about as many ledger entries as they have. */
async function listProperties(sql: Sql, isDistributed: boolean): Promise<Property[]> {
  const select = isDistributed ? selectPropertiesOnNodes : selectProperties;
  return sql.unsafe<Property[]>(`
    select organization_id, spot_pk, coalesce(entries, 0) as entries
    from (
      select organization_id, pk as spot_pk from spots
      union ${rollups.map((rollup) => `(${select(rollup)})`).join(' union ')}) p
    left join (
      select organization_id, spot_pk, 100 * count(*) as entries
      from ledger_entries tablesample system (1) group by 1, 2) s using (organization_id, spot_pk)
    order by 1, 2`);
}

/** Divides all properties into batches of about as many ledger entries. */
export async function listPropertyBatches(sql: Sql, isDistributed: boolean): Promise<Property[][]> {
  const batches: Property[][] = [];
  let batch: Property[] = [];
  let entries = 0;
  for (const property of await listProperties(sql, isDistributed)) {
    batch.push(property);
    entries += property.entries + emptyProperty;
    if (entries < batchEntries) continue;
    batches.push(batch);
    batch = [];
    entries = 0;
  }
  return batch.length > 0 ? [...batches, batch] : batches;
}

/** The properties of a batch as a table of a statement. */
export function toTable(batch: readonly Property[]): string {
  const list = (key: 'organization_id' | 'spot_pk') =>
    `array[${batch.map((property) => property[key]).join(', ')}]::bigint[]`;
  return `unnest(${list('organization_id')}, ${list('spot_pk')}) p (organization_id, spot_pk)`;
}
