import { openSqlPool } from '../../server/src/kernel/data/database.ts';
import { advanceSequences, listStoredTables } from '../../server/src/kernel/data/tables.ts';

/** Copies all rows between two migrated databases with the same schema. */
export async function copyRows(fromUrl: string, toUrl: string): Promise<void> {
  const from = openSqlPool(fromUrl);
  const to = openSqlPool(toUrl);
  const tables = await listStoredTables(to);
  // Prevents triggers and foreign keys from changing what is copied.
  await to.unsafe(`set session_replication_role = replica`);
  for (const { name, columns } of tables) {
    const list = columns.join(', ');
    const [rows] = await from.unsafe<{ json: string }[]>(
      `select coalesce(json_agg(t), '[]')::text as json from (select ${list} from ${name}) t`,
    );
    await to.unsafe(`delete from ${name}`);
    await to`insert into ${to.unsafe(name)} (${to.unsafe(list)})
      select ${to.unsafe(list)} from json_populate_recordset(null::${to.unsafe(name)}, ${rows?.json ?? '[]'}::text::json)`;
  }
  await to.unsafe('reset session_replication_role');
  await advanceSequences(to);
  await to.unsafe('analyze');
  // Nobody may be connected to a database that is about to be distributed.
  await Promise.all([from.end(), to.end()]);
}
