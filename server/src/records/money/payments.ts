import type { Cents } from '@lotkeeper/contract/kernel/money';
import { cents } from '@lotkeeper/contract/kernel/money';
import type { RentalType } from '@lotkeeper/contract/people/rentals';
import { queueVisitCounts } from '../cars/visits/visit-counts.ts';
import type { Recorded, Recorder, RefusedItem, SourceKey } from '../recorder.ts';
import { ItemsClash, sourceKey } from '../recorder.ts';
import { refuse } from './corrections.ts';
import type { MovementInput, MovementOwner } from './entries.ts';
import { knownEntries, recordMovements } from './entries.ts';
import type { RentalRow } from './rental-owners.ts';
import { findRentals, noSuchRental, toOwner } from './rental-owners.ts';

type Outcome = Recorded | RefusedItem;
type Owned = Omit<MovementOwner, 'first'> & MovementInput;

/** A further charge of a rental, or a penalty, which needn't belong to a rental. */
export interface PaymentInput extends MovementInput {
  source: string;
  kind: 'charge' | 'penalty';
  rental: SourceKey | null;
  /** The property of a penalty without a rental. */
  spot_pk: number | null;
  rental_type: RentalType | null;
  /** The code of the violation that this pays. */
  violation: string | null;
  /** The violation that this belongs to, although it doesn't pay it: it isn't open, or its payment came back. */
  violation_pk?: number | null;
}

/** What an outside system refunded of a rental. */
export interface RefundInput extends MovementInput {
  source: string;
  kind: 'refund';
  rental: SourceKey | null;
  /** What it belongs to if its rental isn’t known; it’s refused without. */
  orphan?: { spot_pk: number; rental_type: RentalType; violation_pk?: number };
}

/** Records the entries that nothing speaks against, and merges their outcomes into the others'. */
async function recordAccepted(
  recorder: Recorder,
  checkedItems: readonly (Owned | RefusedItem)[],
): Promise<Outcome[]> {
  const accepted = checkedItems.filter((movement): movement is Owned => !('outcome' in movement));
  const recorded = await recordMovements(recorder, accepted);
  let next = 0;
  return checkedItems.map((movement) => {
    if ('outcome' in movement) return movement;
    return { spot_pk: movement.spot_pk, ...(recorded[next++] as Outcome) };
  });
}

interface ViolationRow {
  pk: number;
  code: string;
  spot_pk: number;
  status: 'Created' | 'Paid' | 'Waived';
}

async function lockViolations({ tx, organizationId }: Recorder, codes: readonly string[]) {
  if (codes.length === 0) return new Map<string, ViolationRow>();
  const rows = await tx<ViolationRow[]>`
    select pk, code, spot_pk, status from violations
    where organization_id = ${organizationId} and code = any (${codes}::text[])
    order by code for no key update`;
  return new Map(rows.map((row) => [row.code, row]));
}

const whyNotPaid = {
  Paid: refuse('violation', 'This violation is paid already.'),
  Waived: refuse('violation', 'This violation was waived.'),
};

/** Why a payment doesn't pay the violation it names; null when it does, and the violation then counts as paid. */
function payViolation(
  violations: Map<string, ViolationRow>,
  code: string,
  spot_pk: number,
): RefusedItem | null {
  const violation = violations.get(code);
  if (violation?.spot_pk !== spot_pk) return refuse('violation', 'There is no such violation.');
  if (violation.status !== 'Created') return whyNotPaid[violation.status];
  violation.status = 'Paid';
  return null;
}

/**
 * Records further charges and penalties; a violation that one pays becomes Paid in the same transaction, once. Call at
 * most once per transaction, like `recordRentals`.
 */
export async function recordPayments(
  recorder: Recorder,
  payments: readonly PaymentInput[],
): Promise<Outcome[]> {
  const rentalNames = payments.flatMap(({ rental }) => (rental ? [rental] : []));
  const rentals = await findRentals(recorder, rentalNames, { locked: false });
  const codes = payments.flatMap(({ violation }) => (violation === null ? [] : [violation]));
  const violations = await lockViolations(recorder, codes);
  const open = [...violations.values()].filter(({ status }) => status === 'Created');
  const known = await knownEntries(recorder, codes.length > 0 ? payments : []);
  const checkedItems = payments.map((payment): Owned | RefusedItem => {
    const { rental, spot_pk, rental_type, violation, ...movement } = payment;
    const row = rental && rentals.get(sourceKey(rental));
    if (rental && !row) return { ...noSuchRental, field: 'rental' };
    const owner = row
      ? toOwner(row)
      : { spot_pk: spot_pk as number, rental_type: rental_type as RentalType, rental_pk: null };
    const isNew = !known.has(sourceKey(payment));
    const why =
      violation === null || !isNew ? null : payViolation(violations, violation, owner.spot_pk);
    const violation_pk =
      violation === null ? (payment.violation_pk ?? null) : (violations.get(violation)?.pk ?? null);
    return why ?? { ...owner, ...movement, violation_pk };
  });
  const paid = open.filter(({ status }) => status === 'Paid').map(({ pk }) => pk);
  if (paid.length > 0) await markPaid(recorder, paid);
  const outcomes = await recordAccepted(recorder, checkedItems);
  refuseUnpaid(payments, known, outcomes);
  return outcomes;
}

/** A violation must not stay Paid if another entry with this id was recorded in the meantime. */
function refuseUnpaid(
  payments: readonly PaymentInput[],
  known: ReadonlyMap<string, unknown>,
  outcomes: readonly Outcome[],
) {
  const clashes = new Map<number, RefusedItem>();
  payments.forEach((payment, index) => {
    const outcome = outcomes[index] as Outcome;
    if (payment.violation === null || known.has(sourceKey(payment))) return;
    const isPaid = !('field' in outcome) || !['rental', 'violation'].includes(outcome.field);
    if (outcome.outcome === 'refused' && isPaid) clashes.set(index, outcome);
  });
  if (clashes.size > 0) throw new ItemsClash(clashes);
}

async function markPaid(recorder: Recorder, pks: readonly number[]) {
  const { tx, organizationId } = recorder;
  const paid = await tx<{ visit_pk: number | null }[]>`
    update violations set status = 'Paid'
    where organization_id = ${organizationId} and pk = any (${pks}::bigint[]) and status = 'Created'
    returning visit_pk`;
  await queueVisitCounts(
    recorder,
    paid.map(({ visit_pk }) => visit_pk),
  );
}

/** What is left of drivers' payments for rentals, by pk. The rentals must be locked. */
async function leftToRefund({ tx, organizationId }: Recorder, pks: readonly number[]) {
  const rows = await tx<{ rental_pk: number; left: Cents }[]>`
    select rental_pk, (sum(gross) - sum(refund))::bigint as left from ledger_entries
    where organization_id = ${organizationId} and rental_pk = any (${pks}::bigint[]) group by rental_pk`;
  return new Map(rows.map((row) => [row.rental_pk, row.left]));
}

/** What refunds are checked against. */
interface RefundFacts {
  rentals: ReadonlyMap<string, RentalRow>;
  known: Awaited<ReturnType<typeof knownEntries>>;
  /** What is left to refund of each rental, by pk; lowered by each refund that is accepted. */
  left: Map<number, Cents>;
}

/** Reads what refunds are checked against; the rentals are locked if the refunds are recorded. */
export async function readRefundFacts(
  recorder: Recorder,
  refunds: readonly RefundInput[],
  lock: { locked: boolean },
): Promise<RefundFacts> {
  const names = refunds.flatMap(({ rental }) => (rental ? [rental] : []));
  const rentals = await findRentals(recorder, names, lock);
  const known = await knownEntries(recorder, refunds);
  const pks = [...rentals.values()].map(({ pk }) => pk);
  return { rentals, known, left: await leftToRefund(recorder, pks) };
}

/** What each refund belongs to, or why it's refused. */
export const checkRefunds = (
  refunds: readonly RefundInput[],
  { rentals, known, left }: RefundFacts,
): (Owned | RefusedItem)[] =>
  refunds.map(({ rental, orphan, ...movement }) => {
    const row = rental && rentals.get(sourceKey(rental));
    const recorded = known.get(sourceKey(movement));
    // One that came before its rental stays without it.
    const isOrphan = !row || recorded?.rental_pk === null;
    if (isOrphan && orphan) return { ...movement, ...orphan, rental_pk: null };
    if (!row) return { ...noSuchRental, field: 'rental' };
    const refund = { ...movement, ...toOwner(row), source: movement.source };
    if (recorded) return refund;
    const rest = (left.get(row.pk) ?? 0) - movement.amount;
    if (rest < 0) return refuse('amount', 'This is more than was paid for the rental.');
    left.set(row.pk, cents(rest));
    return refund;
  });

/**
 * Records refunds. A rental's refunds never exceed its payments, even with concurrent calls. Call only once per
 * transaction, like `recordRentals`.
 */
export async function recordRefunds(
  recorder: Recorder,
  refunds: readonly RefundInput[],
): Promise<Outcome[]> {
  const facts = await readRefundFacts(recorder, refunds, { locked: true });
  return recordAccepted(recorder, checkRefunds(refunds, facts));
}
