import { randomBytes } from 'node:crypto';
import type { SqlPool } from '../kernel/data/database.ts';
import { formatPosition, parsePosition } from './wal-segments.ts';

/** The slot keeps WAL in PostgreSQL until it is archived; its name ends with the archive's. */
const slotPrefix = 'lotkeeper_archive_';

export interface ArchiveSlot {
  archive: string;
  /** Whether PostgreSQL removed WAL that isn't archived, because there was too much. */
  isLost: boolean;
}

/** The slot of the current archive. A restored database has none, and so starts a new archive. */
export async function findArchiveSlot(sql: SqlPool): Promise<ArchiveSlot | null> {
  const [slot] = await sql<{ name: string; is_lost: boolean }[]>`
    select slot_name::text as name, (wal_status is null or wal_status = 'lost') as is_lost
    from pg_replication_slots where slot_name like ${`${slotPrefix}%`} order by slot_name limit 1`;
  return slot ? { archive: slot.name.slice(slotPrefix.length), isLost: slot.is_lost } : null;
}

export async function dropArchiveSlots(sql: SqlPool): Promise<void> {
  await sql`
    select pg_drop_replication_slot(slot_name) from pg_replication_slots
    where slot_name like ${`${slotPrefix}%`}`;
}

/** Creates a slot for a new archive, which begins at the slot's position. */
export async function createArchiveSlot(sql: SqlPool) {
  const archive = randomBytes(4).toString('hex');
  const [slot] = await sql<[{ start: string; timeline: number }]>`
    select lsn::text as start, ('x' || left(pg_walfile_name(lsn), 8))::bit(32)::int as timeline
    from pg_create_physical_replication_slot(${slotPrefix + archive}, true)`;
  return { archive, timeline: slot.timeline, position: parsePosition(slot.start) };
}

/** Lets PostgreSQL remove the WAL before a position. */
export async function advanceArchiveSlot(sql: SqlPool, archive: string, position: number) {
  await sql`
    select pg_replication_slot_advance(${slotPrefix + archive}, ${formatPosition(position)}::pg_lsn)`;
}
