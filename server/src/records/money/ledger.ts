import type { SqlPool, Tx } from '../../kernel/data/database.ts';
import { choosePropertyStatements } from '../../kernel/data/nodes.ts';
import { must } from '../../kernel/must.ts';
import { listPropertyBatches } from './property-batches.ts';
import type { RollupName, SourceTable } from './rollups.ts';
import { getTruth, listRollups, rollups, sourceTables, withTruths } from './rollups.ts';

/** A column of a rollup row that doesn't match the ledger. */
export interface Disagreement {
  rollup: RollupName;
  organization_id: number;
  spot_pk: number;
  /** The day, or the hour in UTC; null where the rollup has neither. */
  local_date: string | null;
  /** The type of the rentals, the outcome of the visits, or the car; null where the rollup has none. */
  kind: string | null;
  column: string;
  rolled_up: number;
  ledger: number;
}

/** The comparison of a rollup with its source: how many rows of each were compared, and what differs. */
export interface Comparison {
  rollup: RollupName;
  source: SourceTable;
  rows: number;
  source_rows: number;
  disagreements: Disagreement[];
}

const maxDisagreements = 100;

/** The rows of a rollup at a property `p`. */
const rowsOfProperty = (rollup: RollupName) =>
  `${rollup} where organization_id = p.organization_id and spot_pk = p.spot_pk`;

function selectDisagreements(rollup: RollupName): string {
  const truth = getTruth(rollup);
  const keys = Object.keys(truth.keys);
  const sums = Object.keys(truth.sums);
  const row = (alias: string) => `(${sums.map((column) => `${alias}.${column}`).join(', ')})`;
  const key = (column: string) => `coalesce(r ->> '${column}', t ->> '${column}')`;
  // Most rows match; only the others are split into columns, which is slow.
  return `
    select '${rollup}' as rollup, p.organization_id, p.spot_pk,
      coalesce(${key('local_date')}, ${key('hour')}) as local_date,
      coalesce(${key('rental_type')}, ${key('outcome')}, 'car ' || ${key('car_pk')}) as kind,
      x.column, x.rolled_up, x.ledger
    from (
      select to_jsonb(r) as r, to_jsonb(t) as t
      from true_${rollup} t
      full join (select * from ${rowsOfProperty(rollup)}) r
        on ${keys.map((name) => `r.${name} = t.${name}`).join(' and ')}
      where ${row('r')} is distinct from ${row('t')}) differing
    cross join unnest(array[${sums.map((column) => `'${column}'`).join(', ')}]) name
    cross join lateral (select name as column, coalesce((r ->> name)::bigint, 0) as rolled_up,
      coalesce((t ->> name)::bigint, 0) as ledger) x
    where x.rolled_up <> x.ledger
    limit ${maxDisagreements}`;
}

type ComparedRollup = Omit<Comparison, 'source'>;

/** Compares a table's rollups at a property `p` in one statement, so that concurrent writes can't cause differences. */
function compareAtProperty(source: SourceTable, names: readonly RollupName[]): string {
  const compared = listRollups(source).filter((name) => names.includes(name));
  const selects = compared.map(
    (rollup) => `
      select '${rollup}' as rollup, (select count(*) from ${rowsOfProperty(rollup)}) as rows,
        (select source_rows from counted) as source_rows,
        (select coalesce(json_agg(d), '[]') from (${selectDisagreements(rollup)}) d) as disagreements`,
  );
  return `
    ${withTruths(source, compared)}, counted as materialized (
      select coalesce(sum(source_rows), 0) as source_rows from source)
    ${selects.join(' union all ')}`;
}

export interface ComparisonProgress {
  properties: number;
  allProperties: number;
  /** Rollup rows compared so far. */
  rows: number;
}

/** Connections that compare concurrently. */
const connections = 2;
/** Memory for sorting: the rows of a property are sorted and kept while its rollups are compared. */
const memory = `set local work_mem = '64MB'`;

/** Adds the result of some properties to the total. */
function addTo(comparisons: readonly Comparison[], compared: ComparedRollup): void {
  const found = comparisons.find(({ rollup }) => rollup === compared.rollup);
  const comparison = must(found, 'comparison of a rollup');
  comparison.rows += compared.rows;
  comparison.source_rows += compared.source_rows;
  const room = maxDisagreements - comparison.disagreements.length;
  comparison.disagreements.push(...compared.disagreements.slice(0, room));
}

/**
 * Recomputes every rollup from the ledger, the rentals and the visits, one batch of properties after another, while others write.
 * Returns the columns that differ, up to 100 per rollup.
 */
export async function compareRollups(
  sql: SqlPool,
  onProgress: (progress: ComparisonProgress) => void = () => undefined,
  names: readonly RollupName[] = rollups,
): Promise<Comparison[]> {
  const sources = sourceTables.filter((source) =>
    listRollups(source).some((name) => names.includes(name)),
  );
  const comparisons = names.map((rollup): Comparison => {
    const { source } = getTruth(rollup);
    return { rollup, source, rows: 0, source_rows: 0, disagreements: [] };
  });
  const propertyStatements = await choosePropertyStatements(sql);
  const batches = await listPropertyBatches(sql, propertyStatements, names);
  const progress = { properties: 0, allProperties: batches.flat().length, rows: 0 };
  const queue = batches.values();
  const compareNext = async () => {
    for (const batch of queue) {
      const compared = await sql.begin(async (tx) => {
        await tx.unsafe(memory);
        const statements = sources.flatMap((source) =>
          propertyStatements.selectAt(batch, compareAtProperty(source, names)),
        );
        const rows = statements.map((statement) => tx.unsafe<ComparedRollup[]>(statement));
        return (await Promise.all(rows)).flat();
      });
      for (const rollup of compared) {
        addTo(comparisons, rollup);
        progress.rows += rollup.rows;
      }
      progress.properties += batch.length;
      onProgress(progress);
    }
  };
  await Promise.all(Array.from({ length: connections }, compareNext));
  return comparisons;
}

/** All rollup columns that differ, in a database that may be of an earlier release: what it lacks isn't compared. */
export async function listDisagreements(sql: SqlPool): Promise<Disagreement[]> {
  const rows = await sql<{ name: RollupName }[]>`
    select name from unnest(${[...rollups]}::text[]) name where to_regclass('public.' || name) is not null`;
  const names = rows.map(({ name }) => name);
  const comparisons = await compareRollups(sql, undefined, names);
  return comparisons.flatMap(({ disagreements }) => disagreements);
}

async function rebuildRollup(tx: Tx, rollup: RollupName): Promise<void> {
  const { source, keys, sums } = getTruth(rollup);
  const columns = Object.keys({ ...keys, ...sums }).join(', ');
  await tx.unsafe(`truncate ${rollup}`);
  await tx.unsafe(`
    insert into ${rollup} (organization_id, spot_pk, ${columns})
    select p.organization_id, p.spot_pk, t.*
    from (select organization_id, pk as spot_pk from spots) p
    cross join lateral (${withTruths(source)} select ${columns} from true_${rollup}) t`);
}

/** Rebuilds the rollups from the ledger, the rentals and the visits; nothing may write meanwhile. */
export const rebuildRollups = (sql: SqlPool): Promise<void> => sql.begin(rebuildRollupsIn);

/** Rebuilds the rollups within a transaction. */
export async function rebuildRollupsIn(tx: Tx): Promise<void> {
  await tx`lock table rentals, ledger_entries, visits in share row exclusive mode`;
  await tx.unsafe(memory);
  for (const rollup of rollups) await rebuildRollup(tx, rollup);
}
