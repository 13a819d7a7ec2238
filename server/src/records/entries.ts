import type { Instant, LocalDate } from '@lotkeeper/contract/kernel/calendar';
import { toLocalDate, toLocalHour } from '@lotkeeper/contract/kernel/calendar';
import type { Cents } from '@lotkeeper/contract/kernel/money';
import { zeroCents } from '@lotkeeper/contract/kernel/money';
import type { Movement } from '@lotkeeper/contract/ledger';
import { computeCommission, splitUplift } from '@lotkeeper/contract/ledger';
import type { RentalType } from '@lotkeeper/contract/rentals';
import type { NewRow, Recorded, Recorder, RefusedItem } from './recorder.ts';
import { insertSourced, listOutcomes, sourceKey, timestampCell } from './recorder.ts';

/** One movement of money: what a driver paid or got back, tax included, in cents. */
export interface MovementInput {
  external_id: string;
  kind: 'charge' | 'refund' | 'penalty';
  occurred_at: Instant;
  amount: Cents;
  /** Tax inside the amount, 0 or more; a refund gives it back. */
  tax: Cents;
  processing_fee?: Cents;
  /** What the same stay would have cost at the base price; null when no dynamic price was in force. */
  base_price?: Cents | null;
}

/** What a movement belongs to. */
export interface MovementOwner {
  source: string;
  spot_pk: number;
  rental_type: RentalType;
  rental_pk: number | null;
  /** The violation that a penalty pays. */
  violation_pk?: number | null;
  auto_started?: boolean;
  marketed?: boolean;
  /** Whether this is the first charge of its rental, which counts the rental. */
  first: boolean;
}

function toMovement(input: MovementInput): Movement {
  const refunded = input.kind === 'refund';
  return {
    kind: input.kind,
    gross: refunded ? zeroCents : input.amount,
    refund: refunded ? input.amount : zeroCents,
    tax: (refunded ? -input.tax : input.tax) as Cents,
    processing_fee: input.processing_fee ?? zeroCents,
  };
}

/** The ledger row of a movement: commission, uplift parts and the property's local date and hour are made here. */
export function entryRow(recorder: Recorder, owner: MovementOwner, input: MovementInput): NewRow {
  const movement = toMovement(input);
  const zone = recorder.timezoneOf(owner.spot_pk);
  return {
    spot_pk: owner.spot_pk,
    rental_pk: owner.rental_pk ?? undefined,
    violation_pk: owner.violation_pk ?? undefined,
    kind: input.kind,
    rental_type: owner.rental_type,
    occurred_at: timestampCell(input.occurred_at),
    local_date: toLocalDate(input.occurred_at, zone),
    local_hour: toLocalHour(input.occurred_at, zone),
    source: owner.source,
    external_id: input.external_id,
    gross: movement.gross,
    refund: movement.refund,
    tax: movement.tax,
    processing_fee: movement.processing_fee,
    commission: computeCommission(movement, recorder.commissionRate),
    ...splitUplift(movement, {
      auto_started: owner.auto_started ?? false,
      marketed: owner.marketed ?? false,
      base_price: input.base_price ?? null,
    }),
    rentals: owner.first && input.kind === 'charge' ? 1 : 0,
  };
}

/** The fields of a recorded ledger entry that decide whether another with the same name is the same entry. */
interface KnownEntry {
  pk: number;
  source: string;
  external_id: string;
  kind: string;
  rental_pk: number | null;
  amount: Cents;
}

/** The movements of these names that are recorded, by `sourceKey`. */
export async function knownEntries(
  { tx, organizationId }: Recorder,
  names: readonly { source: string; external_id: string }[],
): Promise<Map<string, KnownEntry>> {
  if (names.length === 0) return new Map();
  const rows = await tx<KnownEntry[]>`
    select pk, source, external_id, kind, rental_pk, gross + refund as amount from ledger_entries
    where organization_id = ${organizationId} and (source, external_id) in (
      select * from unnest(${names.map((name) => name.source)}::text[], ${names.map((name) => name.external_id)}::text[]))`;
  return new Map(rows.map((row) => [sourceKey(row), row]));
}

/** The answer to a movement under a name that another one has. */
export const takenName = (field: string): RefusedItem => ({
  outcome: 'refused',
  field,
  detail: 'Another movement of money has this external_id.',
});

/**
 * Records later movements: refunds, further charges, penalties. One under the name of a different movement is
 * refused. At most once a transaction, as `recordRentals`.
 */
export async function recordMovements(
  recorder: Recorder,
  movements: readonly (Omit<MovementOwner, 'first'> & MovementInput)[],
): Promise<(Recorded | RefusedItem)[]> {
  const rows = movements.map((movement) =>
    entryRow(recorder, { ...movement, first: false }, movement),
  );
  const inserted = await insertSourced(recorder, 'ledger_entries', rows);
  const fresh = new Map(inserted.map((row) => [sourceKey(row), row.pk]));
  const before = movements.filter((movement) => !fresh.has(sourceKey(movement)));
  const known = await knownEntries(recorder, before);
  return movements.map((movement) => {
    const { external_id } = movement;
    const pk = fresh.get(sourceKey(movement));
    if (pk !== undefined) return { external_id, pk, outcome: 'recorded' };
    const entry = known.get(sourceKey(movement));
    const same =
      entry?.kind === movement.kind &&
      entry.rental_pk === movement.rental_pk &&
      entry.amount === movement.amount;
    return same ? { external_id, pk: entry.pk, outcome: 'unchanged' } : takenName('external_id');
  });
}

/** One payout of an organization, sent to its bank; a negative amount takes back one that the bank sent back. */
export interface PayoutInput {
  source: string;
  external_id: string;
  paid_at: Instant;
  local_date: LocalDate;
  amount: Cents;
  statement_descriptor: string;
}

/** Records payouts; the same source and external id never pays twice. */
export async function recordPayouts(
  recorder: Recorder,
  payouts: readonly PayoutInput[],
): Promise<Recorded[]> {
  const rows = payouts.map((payout) => ({
    kind: 'payout',
    occurred_at: timestampCell(payout.paid_at),
    local_date: payout.local_date,
    local_hour: 0,
    source: payout.source,
    external_id: payout.external_id,
    ...noMoney,
    payout: payout.amount,
    statement_descriptor: payout.statement_descriptor,
  }));
  const inserted = await insertSourced(recorder, 'ledger_entries', rows);
  return listOutcomes(recorder, 'ledger_entries', payouts, inserted);
}

const noMoney = {
  gross: 0,
  refund: 0,
  tax: 0,
  processing_fee: 0,
  commission: 0,
  enforcement: 0,
  marketing: 0,
  dynamic_pricing: 0,
  rentals: 0,
};
