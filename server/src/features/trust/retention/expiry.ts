import type { Instant } from '@lotkeeper/contract/kernel/calendar';
import type { Sql, Statement, Tx } from '../../../kernel/data/database.ts';
import { lockPairing } from '../../../records/cars/visits/pairing-lock.ts';
import type { Deleter } from '../../../records/trust/deletions.ts';
import type { EvidenceQuery } from '../../../records/trust/kept-evidence.ts';

/** One organization's data that is old enough to be deleted. */
export interface Expiry extends EvidenceQuery {
  /** Older rows are due. */
  before: Instant;
}

/** Rows to check and delete in one transaction. */
export const batchRows = 500;
/** The same where checking what must stay takes most of the time: half a second with 4,000 open violations. */
export const largeBatchRows = 4000;

/** The position of a walk through old rows: a row's time as the database writes it, and its key. */
export interface Position {
  at: string;
  key: string;
}

/** An old row, and whether it may be deleted. */
export interface OldRow extends Position {
  is_due: boolean;
}

/** What a batch deleted. Bytes are those of files and texts. */
export interface Deleted {
  deleted: number;
  bytes: number;
}

/** A class of data, and how its old rows are found and deleted. */
export interface Expiring {
  /** The sources to walk one after another: properties, feeds. */
  listSources(sql: Sql, organizationId: number): Statement<Source[]>;
  /** Where a walk starts when it isn't continued. */
  start: Position;
  /** Prevents pairing of what is about to be deleted. */
  lock?(tx: Tx, source: Source): Promise<void>;
  /** The next old rows of a source, oldest first, up to a batch. */
  listOld(sql: Sql, expiry: Expiry, source: Source, after: Position): Statement<OldRow[]>;
  /** Deletes rows of a batch that may be deleted. */
  deleteRows(tx: Tx, deleter: Deleter, keys: readonly string[]): Promise<Deleted>;
  /** Whether most old rows stay, so that a walk starts where the last one ended. */
  continues?: true;
}

/** A source of rows of a class. `pk` is null for rows whose property isn't known. */
export interface Source {
  pk: number | null;
  kind: string | null;
}

export const fromTheBeginning: Position = { at: '-infinity', key: '0' };

/** An organization's properties, and null for rows without a known property. */
export const listSpots = (sql: Sql, organizationId: number) => sql<Source[]>`
  select pk, null as kind from spots where organization_id = ${organizationId}
  union all select null, null order by pk`;

/** The lock for pairing a property's visits. */
export async function lockVisits(tx: Tx, { pk }: Source): Promise<void> {
  if (pk !== null) await lockPairing(tx, pk);
}
