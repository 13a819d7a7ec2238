import type { Instant } from '@lotkeeper/contract/kernel/calendar';
import type { Cents } from '@lotkeeper/contract/kernel/money';
import type { SqlPool, Tx } from '../../kernel/data/database.ts';
import { recordPayments, recordRefunds } from '../../records/payments.ts';
import { openRecorder } from '../../records/recorder.ts';
import type { ChargedRental } from './charges.queries.ts';
import { computeReturnedTax, listReturnedEntries, lockRental } from './charges.queries.ts';

/** Money of a charge that went back to its driver: a refund, or a dispute that was lost. */
export interface ChargeReturn {
  /** The processor's name of it, which is that of its ledger entry. */
  ref: string;
  amount: Cents;
  returned_at: Instant;
  /** Whether the driver has the money, as far as it is known now. */
  isReturned: boolean;
}

/** The name of the entry that takes a return back. */
const toBackName = (ref: string) => `${ref}-back`;

/** Records one return, or that it came back; each once. Returns why it can't be recorded; null when it is. */
async function recordReturn(
  tx: Tx,
  charge: ChargedRental,
  { ref, amount, returned_at, isReturned }: ChargeReturn,
  { refs, now }: { refs: readonly string[]; now: Instant },
): Promise<string | null> {
  await lockRental(tx, charge);
  const names = refs.flatMap((name) => [name, toBackName(name)]);
  const entries = await listReturnedEntries(tx, charge, names);
  const known = entries.find(({ external_id }) => external_id === ref);
  const isBack = entries.some(({ external_id }) => external_id === toBackName(ref));
  const isDone = isReturned ? known !== undefined : known === undefined || isBack;
  if (isDone) return null;
  const recorder = await openRecorder(tx, charge.organization_id);
  const { source, external_id } = charge;
  const rental = { source, external_id };
  const common = { source, rental, processing_fee: 0 as Cents };
  const [outcome] = isReturned
    ? await recordRefunds(recorder, [
        {
          ...common,
          kind: 'refund',
          external_id: ref,
          occurred_at: returned_at,
          amount,
          tax: computeReturnedTax(charge, amount, entries),
        },
      ])
    : await recordPayments(recorder, [
        {
          ...common,
          kind: 'charge',
          external_id: toBackName(ref),
          occurred_at: now,
          amount: known?.amount ?? amount,
          tax: known?.tax ?? (0 as Cents),
          spot_pk: null,
          rental_type: null,
          violation: null,
        },
      ]);
  return outcome?.outcome === 'refused' ? outcome.detail : null;
}

/**
 * Brings the ledger in step with what went back of a charge. `refs` names all returns of the charge, those that are
 * not to be recorded now too: together they give back its tax. Returns why something can't be recorded.
 */
export async function recordReturns(
  sql: SqlPool,
  charge: ChargedRental,
  returns: readonly ChargeReturn[],
  options: { refs: readonly string[]; now: Instant },
): Promise<string | null> {
  const reasons: string[] = [];
  const inOrder = returns.toSorted((a, b) => a.returned_at - b.returned_at);
  for (const item of inOrder) {
    const reason = await sql.begin((tx) => recordReturn(tx, charge, item, options));
    if (reason !== null) reasons.push(`${item.ref}: ${reason}`);
  }
  return reasons.length > 0 ? reasons.join(' ') : null;
}
