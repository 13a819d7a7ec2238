import type { Instant } from '@lotkeeper/contract/kernel/calendar';
import type { Cents } from '@lotkeeper/contract/kernel/money';
import type { Clock } from '../../kernel/clock.ts';
import type { SqlPool, Tx } from '../../kernel/data/database.ts';
import type { PaymentProcessor } from '../../processor/processor.ts';
import { openRecorder } from '../recorder.ts';
import type { CardCharge } from './charges.ts';
import {
  computeReturnedTax,
  keepRefund,
  listReturnedEntries,
  listReturnNames,
  listRounds,
  lockOwner,
} from './charges.ts';
import { listDisputeRefs } from './disputes.ts';
import { recordPayments, recordRefunds } from './payments.ts';

/** Money of a charge that went back to its driver: a refund or a lost dispute. */
export interface ChargeReturn {
  /** The processor's id of the return, which also identifies its ledger entry. */
  ref: string;
  amount: Cents;
  returned_at: Instant;
  /** Whether the driver has the money, as far as is known. */
  isReturned: boolean;
}

/** Records a return or its reversal, each once. Returns why it can't be recorded; null when it is. */
async function recordReturn(
  tx: Tx,
  charge: CardCharge,
  { ref, amount, returned_at, isReturned }: ChargeReturn,
  { refs, now }: { refs: readonly string[]; now: Instant },
): Promise<string | null> {
  const { organization_id, rental_pk, violation_pk, spot_pk, rental_type, source } = charge;
  await lockOwner(tx, organization_id, charge);
  const entries = await listReturnedEntries(tx, charge, refs.flatMap(listReturnNames));
  const find = (name: string) => entries.find(({ external_id }) => external_id === name);
  // What was reversed may be returned again: a dispute that was won can be lost in the next instance.
  const round = listRounds(ref).find(({ back }) => !find(back));
  if (!round) return null;
  const known = find(round.name);
  if (isReturned === (known !== undefined)) return null;
  const returned = entries.reduce((total, entry) => total + entry.amount, 0);
  if (isReturned && rental_pk === null && returned + amount > charge.amount) {
    return 'This is more than was paid for the violation.';
  }
  const isAgain = round.name !== ref;
  const recorder = await openRecorder(tx, organization_id);
  const rental = rental_pk === null ? null : { source, external_id: charge.external_id };
  const common = { source, rental, processing_fee: 0 as Cents };
  const [outcome] = isReturned
    ? await recordRefunds(recorder, [
        {
          ...common,
          kind: 'refund',
          external_id: round.name,
          occurred_at: isAgain ? now : returned_at,
          amount,
          tax: computeReturnedTax(charge, amount, entries),
          ...(violation_pk !== null && { orphan: { spot_pk, rental_type, violation_pk } }),
        },
      ])
    : await recordPayments(recorder, [
        {
          ...common,
          kind: violation_pk === null ? 'charge' : 'penalty',
          external_id: round.back,
          occurred_at: now,
          amount: known?.amount ?? amount,
          tax: known?.tax ?? (0 as Cents),
          spot_pk,
          rental_type,
          violation: null,
          violation_pk,
        },
      ]);
  return outcome?.outcome === 'refused' ? outcome.detail : null;
}

/** Syncs the ledger with the processor's refunds of a charge. Returns why it can't. */
export async function syncRefunds(
  { sql, clock, processor }: { sql: SqlPool; clock: Clock; processor: PaymentProcessor },
  charge: CardCharge,
): Promise<string | null> {
  const refunds = await processor.listRefunds(charge.charge_ref);
  const returns = refunds.map(({ ref, amount, refunded_at, hasFailed }) => ({
    ref,
    amount,
    returned_at: refunded_at,
    isReturned: !hasFailed,
  }));
  for (const { ref } of refunds) await keepRefund(sql, charge, ref);
  const refs = [...refunds.map(({ ref }) => ref), ...(await listDisputeRefs(sql, charge))];
  return recordReturns(sql, charge, returns, { refs, now: clock() });
}

/**
 * Syncs the ledger with the returns of a charge. `refs` names all of them, including those not to be recorded now:
 * together they give back its tax. Returns why something can't be recorded.
 */
export async function recordReturns(
  sql: SqlPool,
  charge: CardCharge,
  returns: readonly ChargeReturn[],
  options: { refs: readonly string[]; now: Instant },
): Promise<string | null> {
  const reasons: string[] = [];
  const sortedReturns = returns.toSorted((a, b) => a.returned_at - b.returned_at);
  for (const item of sortedReturns) {
    const reason = await sql.begin((tx) => recordReturn(tx, charge, item, options));
    if (reason !== null) reasons.push(`${item.ref}: ${reason}`);
  }
  return reasons.length > 0 ? reasons.join(' ') : null;
}
