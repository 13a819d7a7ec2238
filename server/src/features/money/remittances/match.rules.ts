import type { LocalDate } from '@lotkeeper/contract/kernel/calendar';
import { foldReference } from '../../intake/remittance-files/public.ts';

/** A line of a site's file that isn't matched yet. */
export interface OpenLine {
  pk: number;
  reference: string;
  local_date: LocalDate;
  spot_pk: number | null;
  gross: number;
}

/** A rental of the site that a line may be. `amount` is its price in the ledger. */
export interface Candidate {
  pk: number;
  external_id: string;
  spot_pk: number;
  local_date: LocalDate;
  amount: number;
  is_matched: boolean;
}

/** Those that are the only ones with their key. */
function keepSingle<T>(items: readonly T[], toKey: (item: T) => string): Map<string, T> {
  const single = new Map<string, T>();
  for (const [key, group] of Map.groupBy(items, toKey)) {
    const [first] = group;
    if (first !== undefined && group.length === 1) single.set(key, first);
  }
  return single;
}

/**
 * Finds the rental of each line: by its reference, or else the only line and the only rental at a property with this
 * start and amount, unless another line has that rental's reference.
 */
export function matchLines(
  lines: readonly OpenLine[],
  rentals: readonly Candidate[],
): { pk: number; rental_pk: number }[] {
  const byReference = keepSingle(rentals, ({ external_id }) => foldReference(external_id));
  const matched = new Map<number, number>();
  for (const { pk, reference } of lines) {
    const rental = reference === '' ? undefined : byReference.get(foldReference(reference));
    if (rental) matched.set(pk, rental.pk);
  }
  const matchedRentals = new Set(matched.values());
  const toKey = (spot: number, day: LocalDate, amount: number) => `${spot} ${day} ${amount}`;
  const left = keepSingle(
    rentals.filter(({ pk, is_matched }) => !is_matched && !matchedRentals.has(pk)),
    ({ spot_pk, local_date, amount }) => toKey(spot_pk, local_date, amount),
  );
  const open = lines.filter(({ pk, spot_pk }) => spot_pk !== null && !matched.has(pk));
  const single = keepSingle(open, ({ spot_pk, local_date, gross }) =>
    toKey(spot_pk ?? 0, local_date, gross),
  );
  for (const [key, { pk }] of single) {
    const rental = left.get(key);
    if (rental) matched.set(pk, rental.pk);
  }
  return Array.from(matched, ([pk, rental_pk]) => ({ pk, rental_pk }));
}
