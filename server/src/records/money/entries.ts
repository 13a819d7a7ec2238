import type { Instant, LocalDate } from '@lotkeeper/contract/kernel/calendar';
import { toLocalDate, toLocalHour } from '@lotkeeper/contract/kernel/calendar';
import type { Cents } from '@lotkeeper/contract/kernel/money';
import { sum, zeroCents } from '@lotkeeper/contract/kernel/money';
import type { Movement } from '@lotkeeper/contract/money/ledger';
import { computeCommission, splitUplift } from '@lotkeeper/contract/money/ledger';
import type { RentalType } from '@lotkeeper/contract/people/rentals';
import type { NewRow, Recorded, Recorder, RefusedItem, SourceKey } from '../recorder.ts';
import { insertSourced, listOutcomes, sourceKey, timestampCell } from '../recorder.ts';
import type { EntryFacts } from './corrections.ts';
import { refuse, refuseCorrection } from './corrections.ts';

/** The parts that add up to a ledger entry. */
export const entryParts = [
  'gross',
  'refund',
  'tax',
  'processing_fee',
  'commission',
  'enforcement',
  'marketing',
  'dynamic_pricing',
] as const;

/** A payment or refund of a driver, tax included, in cents. */
export interface MovementInput {
  external_id: string;
  kind: 'charge' | 'refund' | 'penalty';
  occurred_at: Instant;
  amount: Cents;
  /** Tax included in the amount, 0 or more; a refund gives it back. */
  tax: Cents;
  processing_fee?: Cents;
  /** What the same stay would have cost at the base price; null when no dynamic price was in force. */
  base_price?: Cents | null;
}

/** What an entry belongs to. */
export interface MovementOwner {
  source: string;
  spot_pk: number;
  rental_type: RentalType;
  rental_pk: number | null;
  /** The violation that a penalty pays for. */
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

/** Builds a ledger row: computes commission, uplift, and the property's local date and hour. */
export function entryRow(recorder: Recorder, owner: MovementOwner, input: MovementInput): NewRow {
  const movement = toMovement(input);
  const zone = recorder.timezoneOf(owner.spot_pk);
  const local_date = toLocalDate(input.occurred_at, zone);
  return {
    spot_pk: owner.spot_pk,
    rental_pk: owner.rental_pk ?? undefined,
    violation_pk: owner.violation_pk ?? undefined,
    kind: input.kind,
    rental_type: owner.rental_type,
    occurred_at: timestampCell(input.occurred_at),
    local_date,
    local_hour: toLocalHour(input.occurred_at, zone),
    source: owner.source,
    external_id: input.external_id,
    gross: movement.gross,
    refund: movement.refund,
    tax: movement.tax,
    processing_fee: movement.processing_fee,
    commission: computeCommission(movement, recorder.commission, local_date),
    ...splitUplift(movement, {
      auto_started: owner.auto_started ?? false,
      marketed: owner.marketed ?? false,
      base_price: input.base_price ?? null,
    }),
    rentals: owner.first && input.kind === 'charge' ? 1 : 0,
  };
}

/** The parts of a recorded ledger entry that show whether another one with the same id is the same. */
interface KnownEntry extends EntryFacts, SourceKey {
  pk: number;
  spot_pk: number;
  rental_type: RentalType;
  violation_pk: number | null;
}

/** Recorded entries among those with these ids, by `sourceKey`. */
export async function knownEntries(
  { tx, organizationId }: Recorder,
  names: readonly SourceKey[],
): Promise<Map<string, KnownEntry>> {
  if (names.length === 0) return new Map();
  const rows = await tx<KnownEntry[]>`
    select pk, source, external_id, kind, spot_pk, rental_type, rental_pk, violation_pk, occurred_at,
      gross + refund as amount, tax, processing_fee, dynamic_pricing
    from ledger_entries
    where organization_id = ${organizationId} and (source, external_id) in (
      select * from unnest(${names.map((name) => name.source)}::text[], ${names.map((name) => name.external_id)}::text[]))`;
  return new Map(rows.map((row) => [sourceKey(row), row]));
}

/** The refusal of an entry whose id belongs to a different one. */
export const takenName = (field: string) =>
  refuse(field, 'Another movement of money has this external_id.');

/** The parts of a new entry to compare with a recorded one. */
export function toFacts(movement: MovementInput, rental_pk: number | null): EntryFacts {
  const { gross, refund, tax, processing_fee, kind } = toMovement(movement);
  const { base_price = null } = movement;
  const uplift = { auto_started: false, marketed: false, base_price };
  const { dynamic_pricing } = splitUplift(toMovement(movement), uplift);
  const { occurred_at } = movement;
  const amount = sum(gross, refund);
  return { kind, rental_pk, occurred_at, amount, tax, processing_fee, dynamic_pricing };
}

/** Why an entry is refused under an id that is already recorded; null when it's the recorded one. */
export function refuseKnown(
  known: KnownEntry,
  movement: Omit<MovementOwner, 'first'> & MovementInput,
): RefusedItem | null {
  const { kind, rental_pk, violation_pk = null } = movement;
  if (known.kind !== kind || known.rental_pk !== rental_pk) return takenName('external_id');
  const correction = refuseCorrection(known, toFacts(movement, rental_pk));
  if (correction) return correction;
  const refuseChange = (field: string) =>
    refuse(field, `Recorded with another ${field}, which never changes.`);
  if (known.spot_pk !== movement.spot_pk) return refuseChange('spot');
  if (known.rental_type !== movement.rental_type) return refuseChange('rental_type');
  return known.violation_pk === violation_pk ? null : refuseChange('violation');
}

/**
 * Records later entries: refunds, further charges, penalties. One under the id of a different entry is refused, and so
 * is one sent again with other content. Call only once per transaction, like `recordRentals`.
 */
export async function recordMovements(
  recorder: Recorder,
  movements: readonly (Omit<MovementOwner, 'first'> & MovementInput)[],
): Promise<(Recorded | RefusedItem)[]> {
  const rows = movements.map((movement) =>
    entryRow(recorder, { ...movement, first: false }, movement),
  );
  const inserted = await insertSourced(recorder, 'ledger_entries', rows);
  const newPks = new Map(inserted.map((row) => [sourceKey(row), row.pk]));
  const before = movements.filter((movement) => !newPks.has(sourceKey(movement)));
  const known = await knownEntries(recorder, before);
  return movements.map((movement) => {
    const { external_id } = movement;
    const pk = newPks.get(sourceKey(movement));
    if (pk !== undefined) return { external_id, pk, outcome: 'recorded' };
    const entry = known.get(sourceKey(movement));
    if (!entry) return takenName('external_id');
    return refuseKnown(entry, movement) ?? { external_id, pk: entry.pk, outcome: 'unchanged' };
  });
}

/** A payout to an organization's bank; a negative amount takes back one that the bank returned. */
export interface PayoutInput {
  source: string;
  external_id: string;
  /** The name of the payout that the bank returned, from the same source. */
  returns?: string;
  paid_at: Instant;
  local_date: LocalDate;
  amount: Cents;
  statement_descriptor: string;
}

/** Keeps which payouts came back. Returns of payouts that aren't known are of none. */
const keepReturns = ({ tx, organizationId }: Recorder, returned: readonly PayoutInput[]) => tx`
  insert into payout_returns (organization_id, payout_pk, return_pk)
  select sent.organization_id, sent.pk, back.pk
  from unnest(${returned.map(({ source }) => source)}::text[], ${returned.map((entry) => entry.returns ?? '')}::text[],
    ${returned.map((entry) => entry.external_id)}::text[]) r (source, sent_as, returned_as)
  join ledger_entries sent on sent.organization_id = ${organizationId} and sent.source = r.source
    and sent.external_id = r.sent_as and sent.kind = 'payout'
  join ledger_entries back on back.organization_id = ${organizationId} and back.source = r.source
    and back.external_id = r.returned_as and back.kind = 'payout'
  on conflict do nothing`;

const noMoney = Object.fromEntries([...entryParts, 'rentals'].map((name) => [name, 0]));

/** Records payouts; the same source and external id is never paid twice. */
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
  const returned = payouts.filter(({ returns }) => returns !== undefined);
  if (returned.length > 0) await keepReturns(recorder, returned);
  return listOutcomes(recorder, 'ledger_entries', payouts, inserted);
}
