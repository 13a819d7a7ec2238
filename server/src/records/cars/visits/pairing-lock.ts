import type { Tx } from '../../../kernel/data/database.ts';

const lockKey = (tx: Tx, spotPk: number) => tx`hashtextextended('visits', ${spotPk}::bigint)`;

/** Until the transaction ends, no other one can pair, decide, or delete the visits and reads of a property. */
export async function lockPairing(tx: Tx, spotPk: number): Promise<void> {
  await tx`select pg_advisory_xact_lock(${lockKey(tx, spotPk)})`;
}

/** The same without waiting; false while another transaction has the property. */
export async function tryLockPairing(tx: Tx, spotPk: number): Promise<boolean> {
  const [row] = await tx<{ locked: boolean }[]>`
    select pg_try_advisory_xact_lock(${lockKey(tx, spotPk)}) as locked`;
  return row?.locked ?? false;
}
