import type { RentalItem } from '@lotkeeper/contract/cars/ingest-items';
import type { Instant } from '@lotkeeper/contract/kernel/calendar';
import { dayMs } from '@lotkeeper/contract/kernel/durations';
import { zeroCents } from '@lotkeeper/contract/kernel/money';
import type { MovementInput } from '../../../records/entries.ts';

/** What is planned may lie this far ahead of now. */
const planned = 10 * 366 * dayMs;
/** What happened cannot lie ahead, but clocks differ. */
const happened = 2 * dayMs;

/** How far ahead of now each moment of an item may lie. */
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
    // Nearly all lie behind, and what lies behind is never too far ahead.
    if (typeof at !== 'number' || at <= now) continue;
    const ahead = maxAhead[name];
    if (ahead !== undefined && at > now + ahead) {
      fields.set(path + name, messages.get(ahead) as string);
    }
  }
}

/** The moments of an item, and of its charges, that lie too far ahead of now, each with its sentence; null = none. */
export function tooFarAhead(item: object, now: Instant): Record<string, string> | null {
  const fields = new Map<string, string>();
  lookAhead(item, now, '', fields);
  const { charges = [] } = item as { charges?: readonly object[] };
  charges.forEach((charge, index) => lookAhead(charge, now, `charges.${index}.`, fields));
  return fields.size > 0 ? Object.fromEntries(fields) : null;
}

/** A name that no sender can send: of what we make ourselves out of an item. */
export const ownName = (external_id: string, suffix: string) => `${external_id}\u001f${suffix}`;

/** The money of charges as it is recorded. */
export const toChargeMovements = (charges: RentalItem['charges']): MovementInput[] =>
  charges.map((charge) => ({ ...charge, kind: 'charge' }));

/** The money of a new rental; without charges it is one of zero, which counts the rental. */
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
