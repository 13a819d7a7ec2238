import type { Sql } from '../kernel/data/database.ts';
import type { ShardFunctions } from './shard-functions.ts';
import { toShardName } from './shard-functions.ts';
import type { Table } from './tables.ts';
import { colocationTable } from './tables.ts';

interface ForeignKey {
  name: string;
  from: string;
  to: string;
  definition: string;
}

const listForeignKeys = (sql: Sql, tables: readonly string[]) => sql<ForeignKey[]>`
  select k.conname::text as name, k.conrelid::regclass::text as from, k.confrelid::regclass::text as to,
    pg_get_constraintdef(k.oid) as definition
  from pg_constraint k
  where k.contype = 'f' and k.conparentid = 0
    and (k.conrelid::regclass::text = any (${tables}) or k.confrelid::regclass::text = any (${tables}))`;

interface Trigger {
  name: string;
  on: string;
  calls: string;
  definition: string;
}

const listTriggers = (sql: Sql, tables: readonly string[]) => sql<Trigger[]>`
  select t.tgname::text as name, t.tgrelid::regclass::text as on, p.proname::text as calls,
    pg_get_triggerdef(t.oid) as definition
  from pg_trigger t join pg_proc p on p.oid = t.tgfoid
  where not t.tgisinternal and t.tgrelid::regclass::text = any (${tables})`;

type Report = (sentence: string) => void;

interface Placing {
  tables: readonly Table[];
  functions: ShardFunctions;
  report: Report;
}

async function placeTable(sql: Sql, { name, placement }: Table): Promise<void> {
  if (placement === 'reference') await sql`select create_reference_table(${name}::text::regclass)`;
  else if (name === colocationTable) {
    await sql`select create_distributed_table(${name}::text::regclass, 'organization_id', colocate_with => 'none')`;
  } else {
    await sql`select create_distributed_table(${name}::text::regclass, 'organization_id', colocate_with => ${colocationTable})`;
  }
  // The rows that were copied to the nodes would stay on the coordinator, hidden.
  await sql`select truncate_local_data_after_distributing_table(${name}::text::regclass)`;
}

/** A trigger in the form that fires on shards. */
const toShardTrigger = ({ definition, calls }: Trigger, { names }: ShardFunctions) =>
  names.has(calls)
    ? definition.replace(`lotkeeper.${calls}(`, `lotkeeper.${toShardName(calls)}(`)
    : definition;

/**
 * Restores foreign keys, except those that Citus refuses, from a copied table to a distributed one, and those of the
 * coordinator's tables: with one of them, Citus also plans their statements, and refuses some.
 */
async function addForeignKeys(
  sql: Sql,
  foreignKeys: readonly ForeignKey[],
  placements: ReadonlyMap<string, Table['placement']>,
  report: Report,
): Promise<void> {
  for (const { from, to, name, definition } of foreignKeys) {
    const [placement, target] = [placements.get(from), placements.get(to)];
    if (placement === 'local' || (placement === 'reference' && target === 'distributed')) {
      report(`The foreign key ${name} is gone: ${from} is ${placement}, and ${to} is ${target}.`);
    } else await sql.unsafe(`alter table ${from} add constraint ${name} ${definition}`);
  }
}

/** Restores triggers, except those that notify from shards of a distributed table. */
async function createTriggers(
  sql: Sql,
  triggers: readonly Trigger[],
  {
    placements,
    functions,
    report,
  }: Omit<Placing, 'tables'> & { placements: ReadonlyMap<string, Table['placement']> },
): Promise<void> {
  for (const trigger of triggers) {
    const { name, on, calls } = trigger;
    if (placements.get(on) === 'distributed' && functions.notifying.has(calls)) {
      report(`The trigger ${name} of ${on} is gone: servers notify each other of these changes.`);
    } else await sql.unsafe(toShardTrigger(trigger, functions));
  }
}

/**
 * Places the tables that aren't where they belong. Citus refuses tables with triggers, and triggers would count the
 * copied rows again. With foreign keys, the first reference table would turn all tables that refer to it into Citus
 * tables of the coordinator, which can no longer be distributed. So both are dropped first and restored last.
 */
export async function placeTables(sql: Sql, { tables, functions, report }: Placing): Promise<void> {
  const placed = tables.filter(({ isPlaced }) => !isPlaced);
  if (placed.length === 0) {
    report('Every table is where it belongs.');
    return;
  }
  const names = placed.map(({ name }) => name);
  const placements = new Map(tables.map(({ name, placement }) => [name, placement]));
  const foreignKeys = await listForeignKeys(sql, names);
  const triggers = await listTriggers(sql, names);
  for (const { from, name } of foreignKeys)
    await sql.unsafe(`alter table ${from} drop constraint ${name}`);
  for (const { on, name } of triggers) await sql.unsafe(`drop trigger ${name} on ${on}`);
  const order = [...placed].sort(
    (a, b) => Number(b.name === colocationTable) - Number(a.name === colocationTable),
  );
  for (const table of order) {
    await placeTable(sql, table);
    report(
      `${table.name}: ${table.placement === 'reference' ? 'a copy on every node' : 'distributed by organization'}.`,
    );
  }
  await addForeignKeys(sql, foreignKeys, placements, report);
  await createTriggers(sql, triggers, { placements, functions, report });
  report('Foreign keys and triggers are back.');
}
