import { historyMessages } from '@lotkeeper/contract/intake/history';
import type { Instant } from '@lotkeeper/contract/kernel/calendar';
import { dayMs } from '@lotkeeper/contract/kernel/durations';
import type { BasisPoints } from '@lotkeeper/contract/kernel/money';
import { cents, zeroCents } from '@lotkeeper/contract/kernel/money';
import type { CommissionTerms } from '@lotkeeper/contract/money/ledger';
import { historySource } from '@lotkeeper/contract/money/payout-words';
import { queueUndecided } from '../../../records/cars/plate-reads.ts';
import type { MovementInput } from '../../../records/money/entries.ts';
import type { PaymentInput, RefundInput } from '../../../records/money/payments.ts';
import { recordPayments, recordRefunds } from '../../../records/money/payments.ts';
import { findFreeNames } from '../../../records/money/undone-history.ts';
import type { RentalInput } from '../../../records/people/rentals.ts';
import { recordSentRentals } from '../../../records/people/rentals.ts';
import type { Recorded, Recorder, RefusedItem } from '../../../records/recorder.ts';
import type { HistoryItem, HistoryKind, LaterRow, RentalRow } from './history-item.ts';

/** A row to record, under the name that identifies it when it's imported again. */
export interface NamedItem<Item extends HistoryItem = HistoryItem> {
  line: number;
  cells: string[];
  name: string;
  item: Item;
}

/** Nobody takes a share of what was earned elsewhere. */
const noCommission: CommissionTerms = { rate: 0 as BasisPoints, bases: [] };
/** Cars that left before this need no decision any more. */
const undecidedMs = 30 * dayMs;

/** The type of a refund whose rental isn’t known. */
const orphanType = 'hourly' as const;

const refundName = (name: string) => `refund-${name}`;

/** The names of the ledger entries of a row. */
export const listEntryNames = ({ item, name }: NamedItem) => {
  if (item.kind === 'refund') return [refundName(name)];
  return item.kind === 'rental' && item.refund > 0 ? [name, refundName(name)] : [name];
};

export type FindName = (name: string) => string;

function toRentalInput({ item, name }: NamedItem<RentalRow>, findName: FindName): RentalInput {
  const { starts_at: start_date, ends_at: end_date, paid_at: occurred_at } = item;
  const { refunded_at = occurred_at } = item;
  const charge: MovementInput = {
    external_id: findName(name),
    kind: 'charge',
    occurred_at,
    amount: item.amount,
    tax: item.tax,
    processing_fee: item.fee,
  };
  const refund: MovementInput = {
    external_id: findName(refundName(name)),
    kind: 'refund',
    occurred_at: refunded_at,
    amount: item.refund,
    tax: item.refund_tax,
    processing_fee: zeroCents,
  };
  const { spot_pk, rental_type, car, renter, price_monthly } = item;
  return {
    source: historySource,
    external_id: name,
    spot_pk,
    rental_type,
    start_date,
    end_date,
    car,
    renter,
    price_monthly,
    movements: item.refund > 0 ? [charge, refund] : [charge],
  };
}

const toName = (external_id: string) => ({ source: historySource, external_id });

const toLater = ({ item }: NamedItem<LaterRow>, external_id: string) => ({
  source: historySource,
  external_id,
  occurred_at: item.paid_at,
  amount: item.amount,
  tax: item.tax,
  processing_fee: item.fee,
  rental: item.rental_id === null ? null : toName(item.rental_id),
});

const isOfKind =
  <Kind extends HistoryKind>(kind: Kind) =>
  (row: NamedItem): row is NamedItem<Extract<HistoryItem, { kind: Kind }>> =>
    row.item.kind === kind;

export const toRentals = (rows: readonly NamedItem[], findName: FindName): RentalInput[] =>
  rows.filter(isOfKind('rental')).map((row) => toRentalInput(row, findName));

const isLater = (row: NamedItem): row is NamedItem<LaterRow> => row.item.kind !== 'rental';

export const toRefunds = (rows: readonly NamedItem[], findName: FindName): RefundInput[] =>
  rows.filter(isLater).map((row) => ({
    ...toLater(row, findName(refundName(row.name))),
    kind: 'refund' as const,
    // Its payment may be older than what was exported.
    orphan: { spot_pk: row.item.spot_pk, rental_type: orphanType },
  }));

export const toPayments = (rows: readonly NamedItem[], findName: FindName): PaymentInput[] =>
  rows.filter(isLater).map((row) => ({
    ...toLater(row, findName(row.name)),
    kind: 'charge' as const,
    spot_pk: null,
    rental_type: null,
    violation: null,
  }));

/** Records rows of one kind, each under the name that no undone import has. */
function recordKind(
  recorder: Recorder,
  kind: HistoryKind,
  rows: readonly NamedItem[],
  findName: FindName,
): Promise<(Recorded | RefusedItem)[]> {
  if (kind === 'rental') {
    return recordSentRentals(recorder, toRentals(rows, findName));
  }
  return kind === 'refund'
    ? recordRefunds(recorder, toRefunds(rows, findName))
    : recordPayments(recorder, toPayments(rows, findName));
}

/** Why a row is refused, in the words of an import. */
export function describeRefusal({ field, detail }: RefusedItem): string {
  if (field === 'rental') return historyMessages.noRental;
  if (field === 'amount' && detail.startsWith('This is more')) return historyMessages.overRefunded;
  return historyMessages.knownId;
}

/** Has visits decided again that cars of the last weeks may have paid for. */
async function queueVisits(recorder: Recorder, rows: readonly NamedItem[], now: Instant) {
  const recent = rows.flatMap(({ item }) =>
    item.kind === 'rental' && item.car && (item.ends_at ?? now) > now - undecidedMs
      ? [{ spot: item.spot_pk, plate: item.car.plate }]
      : [],
  );
  const spots = recent.map(({ spot }) => spot);
  const plates = recent.map(({ plate }) => plate);
  await queueUndecided(recorder, spots, now, plates);
}

/**
 * Records rows of one kind and of different names. Nothing is charged, and nobody is notified. Call only once per
 * transaction, like `recordRentals`.
 */
export async function recordHistory(
  recorder: Recorder,
  {
    kind,
    rows,
    hasUndone,
    now,
  }: {
    kind: HistoryKind;
    rows: readonly NamedItem[];
    /** Whether an import of the organization was undone. */
    hasUndone: boolean;
    now: Instant;
  },
): Promise<(Recorded | RefusedItem)[]> {
  if (rows.length === 0) return [];
  const names = hasUndone ? await findFreeNames(recorder, rows.flatMap(listEntryNames)) : null;
  const withoutCommission = { ...recorder, commission: noCommission };
  const outcomes = await recordKind(
    withoutCommission,
    kind,
    rows,
    (name) => names?.get(name) ?? name,
  );
  await queueVisits(recorder, rows, now);
  return outcomes;
}

/** What recorded rows add to the sums of their import. */
export function sumRecorded(rows: readonly NamedItem[]) {
  let [gross, refunds] = [0, 0];
  for (const { item } of rows) {
    if (item.kind === 'refund') refunds += item.amount;
    else gross += item.amount;
    if (item.kind === 'rental') refunds += item.refund;
  }
  return { gross: cents(gross), refunds: cents(refunds) };
}
