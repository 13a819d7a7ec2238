import type { Sql } from '../kernel/data/database.ts';
import { StartError } from '../kernel/start-error.ts';

/**
 * Tables with a copy on every node: rows of every organization refer to them, or a row is found by a person or a
 * secret before the organization is known. They are small, since a write to one is a write to every node. They are
 * placed in this order, a table before those that it refers to: a write locks its own shard first and then the
 * shards of referenced tables by number, and another order would cause deadlocks.
 */
const referenceTables = [
  'affiliations',
  'api_keys',
  'camera_feeds',
  'invitations',
  'kiosks',
  'push_devices',
  'organizations',
  'people',
  'operations_regions',
];

/** Tables on the coordinator only: sign-in, limits, and the server's own state. */
const localTables = [
  'code_budgets',
  'demo_loads',
  'known_devices',
  'limits',
  'live_attachments',
  'login_codes',
  'message_servers',
  'migrations',
  'passkey_challenges',
  'passkeys',
  'processor_events',
  'seal_keys',
  'secret_keys',
  'sessions',
  'sign_in_tickets',
  'single_sign_ons',
  'unused_files',
  'uploads',
];

/** The distributed table that all others are colocated with. */
export const colocationTable = 'spots';

type Placement = 'distributed' | 'reference' | 'local';

export interface Table {
  name: string;
  placement: Placement;
  /** Whether it is already where it belongs. */
  isPlaced: boolean;
}

interface TableRow {
  name: string;
  is_tenant: boolean;
  is_distributed: boolean;
  is_reference: boolean;
}

/** Determines where a table belongs. A table of an organization is on that organization's node. */
function choosePlacement({ name, is_tenant }: TableRow): Placement {
  if (referenceTables.includes(name)) return 'reference';
  if (is_tenant) return 'distributed';
  if (localTables.includes(name)) return 'local';
  throw new StartError(
    `The table ${name} has no organization_id with the policy "tenant". Add it to the reference or local tables in server/src/distribution/tables.ts.`,
  );
}

/** Every table of the product and where it belongs, even in a database without Citus. */
export async function planTables(sql: Sql): Promise<Table[]> {
  const [citus] = await sql`select from pg_extension where extname = 'citus'`;
  const state = citus ? 'p.partmethod' : `null`;
  const join = citus ? 'left join pg_dist_partition p on p.logicalrelid = c.oid' : '';
  const rows = await sql.unsafe<TableRow[]>(`
    select c.relname::text as name,
      exists (select from pg_attribute a where a.attrelid = c.oid and a.attname = 'organization_id')
        and exists (select from pg_policy p where p.polrelid = c.oid and p.polname = 'tenant') as is_tenant,
      coalesce(${state} = 'h', false) as is_distributed,
      ${citus ? `coalesce(p.partmethod = 'n' and p.repmodel = 't', false)` : 'false'} as is_reference
    from pg_class c ${join}
    where c.relnamespace = 'public'::regnamespace and c.relkind in ('r', 'p')
      ${citus ? `and not coalesce(relation_is_a_known_shard(c.oid), false)` : ''}
    order by 1`);
  const sorted = rows.toSorted(
    (a, b) => referenceTables.indexOf(a.name) - referenceTables.indexOf(b.name),
  );
  return sorted.map((row) => {
    const placement = choosePlacement(row);
    const isPlaced = { distributed: row.is_distributed, reference: row.is_reference, local: true };
    return { name: row.name, placement, isPlaced: isPlaced[placement] };
  });
}
