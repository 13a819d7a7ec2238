import type { Tx } from '../kernel/data/database.ts';

/** Until the transaction ends, no other one can pair, decide, or delete the visits and reads of a property. */
export async function lockPairing(tx: Tx, spotPk: number): Promise<void> {
  await tx`select pg_advisory_xact_lock(hashtextextended('visits', ${spotPk}::bigint))`;
}
