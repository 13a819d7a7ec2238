import type { TimeZone } from '@lotkeeper/contract/kernel/calendar';
import type { Database, Tx } from '../data/database.ts';
import { findWithinReach } from '../data/nodes.ts';
import type { Reach } from './reach.ts';
import { isWithinReach } from './reach.ts';

/** What every request to a property needs to know about it. */
export interface SpotEntry {
  pk: number;
  uuid: string;
  organizationId: number;
  timezone: TimeZone;
  /** Decides which features the property has. */
  settings: unknown;
}

/** Finds organizations and properties by pk or uuid. Cached in memory until any property changes. */
export interface SpotDirectory {
  /** null when no such property is within reach. A cached property is found without a query. */
  spot(pkOrUuid: string, reach: Reach): Promise<SpotEntry | null>;
  /** The first property, in the order given, of the first organization that has one that isn't hidden. */
  firstSpot(organizations: readonly number[]): Promise<SpotEntry | null>;
  organizationPk(pkOrUuid: string): Promise<number | null>;
  close(): Promise<void>;
}

const isPk = (text: string) => /^\d+$/.test(text);

const changeChannel = 'lotkeeper_spots';

/**
 * Clears the cached properties of every process once the transaction commits. A trigger does the
 * same, but not from a node (`nodes.ts`). PostgreSQL sends duplicate notifications only once.
 */
export async function notifySpotChange(tx: Tx): Promise<void> {
  await tx`select pg_notify(${changeChannel}, '')`;
}

/** The SQL of what features decide by, and of the order of properties `spots` for calls that name none. */
export interface SpotColumns {
  settings: string;
  order: string;
}

/** Opens the directory and begins to listen for changes. */
export async function openSpotDirectory(
  database: Database,
  { settings, order }: SpotColumns,
): Promise<SpotDirectory> {
  const sql = database.system;
  const columns = sql.unsafe(
    `pk, uuid, organization_id as "organizationId", timezone, ${settings} as settings`,
  );
  const spots = new Map<string, SpotEntry>();
  const organizations = new Map<string, number>();
  /** Incremented with every change, so a value read before a change isn't cached after it. */
  let changes = 0;
  const forget = () => {
    changes++;
    spots.clear();
  };
  const subscription = await sql.listen(changeChannel, forget, forget);
  return {
    async spot(name, reach) {
      const entry = spots.get(name);
      if (entry) return entry;
      const before = changes;
      const row = await findWithinReach(database, reach, async (organizations) => {
        const [found] = await sql<SpotEntry[]>`
          select ${columns} from spots
          where ${isPk(name) ? sql`pk = ${Number(name)}` : sql`uuid = ${name}`}
            and ${isWithinReach(sql, organizations)}`;
        return found ?? null;
      });
      if (!row) return null;
      if (before !== changes) return row;
      if (spots.size > 50_000) spots.clear();
      spots.set(name, row);
      return row;
    },
    async firstSpot(ids) {
      const [row] = await sql<SpotEntry[]>`
        select ${columns} from spots
        where organization_id = any (${[...ids]}::bigint[]) and not hidden
        order by array_position(${[...ids]}::bigint[], organization_id), ${sql.unsafe(order)} limit 1`;
      return row ?? null;
    },
    async organizationPk(name) {
      const entry = organizations.get(name);
      if (entry !== undefined) return entry;
      const [row] = await sql<{ pk: number }[]>`
        select pk from organizations where ${isPk(name) ? sql`pk = ${Number(name)}` : sql`uuid = ${name}`}`;
      if (!row) return null;
      if (organizations.size > 50_000) organizations.clear();
      organizations.set(name, row.pk);
      return row.pk;
    },
    close: () => subscription.unlisten(),
  };
}
