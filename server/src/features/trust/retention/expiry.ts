import type { Instant } from '@lotkeeper/contract/kernel/calendar';
import type { Sql, Statement, Tx } from '../../../kernel/data/database.ts';
import type { Deleter } from '../../../records/deletions.ts';
import type { EvidenceQuery } from '../../../records/kept-evidence.ts';
import { lockPairing } from '../../../records/pairing-lock.ts';

/** What is old enough to be deleted, of one organization. */
export interface Expiry extends EvidenceQuery {
  /** What is older is due. */
  before: Instant;
}

/** Rows that are looked at, and deleted, in one transaction. */
export const batchRows = 500;
/** The same where finding out what must stay takes most of the time: half a second with 4,000 open violations. */
export const largeBatchRows = 4000;

/** Where a walk through old rows is: the time of a row as the database writes it, and its name. */
export interface Position {
  at: string;
  key: string;
}

/** A row that is old, and whether it may be deleted. */
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
  /** What is walked through one after the other: properties, feeds. */
  listSources(sql: Sql, organizationId: number): Statement<Source[]>;
  /** Where a walk begins when it isn't continued. */
  start: Position;
  /** Keeps others from pairing what is about to be deleted. */
  lock?(tx: Tx, source: Source): Promise<void>;
  /** The next old rows of a source, the oldest first, up to a batch. */
  listOld(sql: Sql, expiry: Expiry, source: Source, after: Position): Statement<OldRow[]>;
  /** Deletes rows of a batch that may be deleted. */
  deleteRows(tx: Tx, deleter: Deleter, keys: readonly string[]): Promise<Deleted>;
  /** Whether most old rows stay, so that a walk begins where the last one ended. */
  continues?: true;
}

/** What has rows of a class. `pk` is null for rows whose property isn't known. */
export interface Source {
  pk: number | null;
  kind: string | null;
}

export const fromTheBeginning: Position = { at: '-infinity', key: '0' };

/** The properties of an organization, and null for what isn't known to be at one. */
export const listSpots = (sql: Sql, organizationId: number) => sql<Source[]>`
  select pk, null as kind from spots where organization_id = ${organizationId}
  union all select null, null order by pk`;

/** The lock under which visits of a property are paired. */
export async function lockVisits(tx: Tx, { pk }: Source): Promise<void> {
  if (pk !== null) await lockPairing(tx, pk);
}
