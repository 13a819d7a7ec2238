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

interface Placing {
  tables: readonly Table[];
  functions: ShardFunctions;
  report: (sentence: string) => void;
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

const addForeignKey = ({ from, name, definition }: ForeignKey) =>
  `alter table ${from} add constraint ${name} ${definition}`;

/** A trigger as it fires on shards. */
const toShardTrigger = ({ definition, calls }: Trigger, { names }: ShardFunctions) =>
  names.has(calls)
    ? definition.replace(`lotkeeper.${calls}(`, `lotkeeper.${toShardName(calls)}(`)
    : definition;

/**
 * Places the tables that aren't where they belong. Citus refuses tables with triggers, triggers would count the rows
 * again that are copied, and with foreign keys the first reference table makes all that refer to it Citus tables of
 * the coordinator, which can't be distributed any more. So both go first and come back last.
 */
export async function placeTables(sql: Sql, { tables, functions, report }: Placing): Promise<void> {
  const placed = tables.filter(({ isPlaced }) => !isPlaced);
  const names = placed.map(({ name }) => name);
  const distributed = new Set(
    tables.filter(({ placement }) => placement === 'distributed').map(({ name }) => name),
  );
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
  const possible = foreignKeys.filter(
    ({ from, to }) => distributed.has(from) || !distributed.has(to),
  );
  for (const key of possible) await sql.unsafe(addForeignKey(key));
  for (const { from, name, to } of foreignKeys.filter((key) => !possible.includes(key)))
    report(
      `The foreign key ${name} of ${from} is gone: it can’t refer to ${to}, which is distributed.`,
    );
  report(`${possible.length} foreign keys are back.`);
  const silent = triggers.filter(
    ({ on, calls }) => distributed.has(on) && functions.notifying.has(calls),
  );
  const firing = triggers.filter((trigger) => !silent.includes(trigger));
  for (const trigger of firing) await sql.unsafe(toShardTrigger(trigger, functions));
  report(`${firing.length} triggers are back, in the form for shards.`);
  for (const { name, on } of silent)
    report(`The trigger ${name} of ${on} is gone: servers notify each other of these changes.`);
}
