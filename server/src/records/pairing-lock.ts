import type { Tx } from '../kernel/data/database.ts';

/** Lets only one transaction pair, decide or delete the visits and reads of a property, until its end. */
export async function lockPairing(tx: Tx, spotPk: number): Promise<void> {
  await tx`select pg_advisory_xact_lock(hashtextextended('visits', ${spotPk}::bigint))`;
}
