import type { Sql } from '../kernel/data/database.ts';
import { colocationTable } from './tables.ts';

/**
 * A shard whose connection has no scope would show no rows, which looks like an answer, so every node raises an
 * error. It's PL/pgSQL because Citus evaluates an SQL function on the coordinator for inserts, including all
 * branches of a condition.
 */
const refusingScope = `
  create or replace function lotkeeper.scope() returns bigint[] language plpgsql stable parallel safe as $function$
    declare
      scope text := current_setting('lotkeeper.scope', true);
    begin
      if coalesce(scope, '') = '' then
        raise exception 'A read came without its scope.' using errcode = 'connection_exception';
      end if;
      return string_to_array(scope, ',')::bigint[];
    end $function$`;

export const changeScope = (sql: Sql) => sql.unsafe(refusingScope);

/** Citus refuses subselects in policies. Returns how many were changed. */
export async function changePolicies(sql: Sql): Promise<number> {
  const rows = await sql<{ statement: string }[]>`
    select format('alter policy tenant on %s using (%s = any (lotkeeper.scope()))', polrelid::regclass,
      case when polrelid = 'organizations'::regclass then 'pk' else 'organization_id' end) as statement
    from pg_policy join pg_class c on c.oid = polrelid
    where polname = 'tenant' and c.relnamespace = 'public'::regnamespace
      and pg_get_expr(polqual, polrelid) ilike '%select%'`;
  const people = await sql<{ statement: string }[]>`
    select 'alter policy known on people using (organization_ids && lotkeeper.scope() or is_staff)' as statement
    from pg_policy
    where polname = 'known' and polrelid = 'people'::regclass
      and pg_get_expr(polqual, polrelid) ilike '%select%'`;
  for (const { statement } of [...rows, ...people]) await sql.unsafe(statement);
  return rows.length + people.length;
}

/** Organization IDs to try: enough that every shard gets some. */
const maxProbes = 4000;

/** Creates a table with one made-up organization per shard, for the check that every node receives the scope. */
export async function createScopeProbes(sql: Sql): Promise<void> {
  const [found] =
    await sql`select from pg_tables where schemaname = 'lotkeeper' and tablename = 'scope_probes'`;
  if (found) return;
  await sql.unsafe(`
    create table lotkeeper.scope_probes (organization_id bigint primary key);
    alter table lotkeeper.scope_probes enable row level security;
    create policy tenant on lotkeeper.scope_probes using (organization_id = any (lotkeeper.scope()));
    grant select on lotkeeper.scope_probes to lotkeeper_app`);
  await sql`select create_distributed_table('lotkeeper.scope_probes', 'organization_id', colocate_with => ${colocationTable})`;
  await sql.unsafe(`
    insert into lotkeeper.scope_probes
    select min(n) from generate_series(1, ${maxProbes}) n
    group by get_shard_id_for_distribution_column('lotkeeper.scope_probes', n)`);
}
