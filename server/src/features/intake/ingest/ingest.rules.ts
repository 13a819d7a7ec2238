import type { RentalItem } from '@lotkeeper/contract/intake/ingest-items';
import type { Instant } from '@lotkeeper/contract/kernel/calendar';
import { dayMs } from '@lotkeeper/contract/kernel/durations';
import { zeroCents } from '@lotkeeper/contract/kernel/money';
import type { MovementInput } from '../../../records/money/entries.ts';

/** How far ahead of now planned times may be. */
const planned = 10 * 366 * dayMs;
/** Past events can't be in the future, but clocks differ. */
const happened = 2 * dayMs;

/** How far ahead of now each time of an item may be. */
const maxAhead: Partial<Record<string, number>> = {
  start_date: planned,
  end_date: planned,
  booked_for: planned,
  occurred_at: happened,
  changed_at: happened,
  ended_at: happened,
  entrance_at: happened,
  exit_at: happened,
  created_at: happened,
  happened_at: happened,
  taken_at: happened,
};

const messages = new Map([
  [planned, 'Must not be more than 10 years ahead.'],
  [happened, 'Must not be more than 2 days ahead of now.'],
]);

function lookAhead(item: object, now: Instant, path: string, fields: Map<string, string>): void {
  for (const name in item) {
    const at = (item as Record<string, unknown>)[name];
    // Nearly all are in the past, which is never too far ahead.
    if (typeof at !== 'number' || at <= now) continue;
    const maxAheadMs = maxAhead[name];
    if (maxAheadMs !== undefined && at > now + maxAheadMs) {
      fields.set(path + name, messages.get(maxAheadMs) as string);
    }
  }
}

/** The times of an item and its charges that are too far ahead of now, each with its message; null = none. */
export function tooFarAhead(item: object, now: Instant): Record<string, string> | null {
  const fields = new Map<string, string>();
  lookAhead(item, now, '', fields);
  const { charges = [] } = item as { charges?: readonly object[] };
  charges.forEach((charge, index) => lookAhead(charge, now, `charges.${index}.`, fields));
  return fields.size > 0 ? Object.fromEntries(fields) : null;
}

/** An id that no sender can send, for what we derive from an item. */
export const ownName = (external_id: string, suffix: string) => `${external_id}\u001f${suffix}`;

/** The ledger entries of charges. */
export const toChargeMovements = (charges: RentalItem['charges']): MovementInput[] =>
  charges.map((charge) => ({ ...charge, kind: 'charge' }));

/** The ledger entries of a new rental; without charges it's one of zero, which counts the rental. */
export function buildMovements(
  item: Pick<RentalItem, 'external_id' | 'start_date' | 'charges'>,
): [MovementInput, ...MovementInput[]] {
  const [first, ...others] = toChargeMovements(item.charges);
  if (first) return [first, ...others];
  return [
    {
      kind: 'charge',
      external_id: ownName(item.external_id, 'rental'),
      occurred_at: item.start_date,
      amount: zeroCents,
      tax: zeroCents,
    },
  ];
}
