import type { LocalDate } from '@lotkeeper/contract/kernel/calendar';
import { addDays, addMonths, startOfMonth } from '@lotkeeper/contract/kernel/calendar';
import { cents } from '@lotkeeper/contract/kernel/money';
import type { OwedAuthority, TaxRate } from '@lotkeeper/contract/money/taxes';
import type { RentalGroup } from '@lotkeeper/contract/people/rentals';
import type { PlaceTax } from '../../../records/operations/place-taxes.ts';
import {
  findPriceRates,
  findTaxesInForce,
  sumRates,
} from '../../../records/operations/place-taxes.ts';

interface Days {
  from: LocalDate;
  to: LocalDate;
}

/** Tax of a property's rentals of one group in some days that was taken under the same rates; amounts in cents. */
export interface TakenRow {
  spot_pk: number;
  rental_group: RentalGroup;
  /** How many of the days when a rate begins were over. */
  period: number;
  /** Less that of refunds. */
  tax: number;
  receipts: number;
  /** The rates that all entries could have been taxed at; none if the lowest is above the highest. */
  lowest_rate: number;
  highest_rate: number;
  /** The first and last day whose rates they have, or of the months of these days. */
  first_day: LocalDate;
  last_day: LocalDate;
}

export interface TaxSegment extends TakenRow {
  /** The rates above zero in force that apply to the group; none = nobody is known to whom the tax is owed. */
  rates: TaxRate[];
  /** The sum of all in force, in thousandths of a percent; null = nobody set a rate that applies. */
  rate: number | null;
  /** From when to when they are in force; null = without a beginning or end. */
  starts_on: LocalDate | null;
  ends_on: LocalDate | null;
  /** What of the tax is owed at each of the rates. */
  owed: number[];
}

/** The rates in force of a property in a period, and its days. */
export function findPeriod<Rate extends PlaceTax>(
  rates: readonly Rate[],
  { period, rental_group }: Pick<TakenRow, 'period' | 'rental_group'>,
) {
  const starts = [...new Set(rates.map(({ starts_on }) => starts_on))].sort();
  const starts_on = starts[period - 1] ?? null;
  const next = starts[period];
  return {
    applying: starts_on ? findTaxesInForce(rates, starts_on, rental_group) : [],
    starts_on,
    ends_on: next ? addDays(next, -1) : null,
  };
}

/** Adds to what was taken the rates of the property that were in force. */
export function nameRates(row: TakenRow, all: readonly TaxRate[]): TaxSegment {
  const { applying, ...days } = findPeriod(all, row);
  const rates = applying.filter(({ rate }) => rate > 0);
  return {
    ...row,
    ...days,
    rates,
    rate: applying.length > 0 ? sumRates(applying) : null,
    owed: divideByRates(row.tax, findPriceRates(rates)),
  };
}

/**
 * Divides an amount in proportion to rates; cents that are left go to the largest remainders, so that the parts add
 * up. Negative amounts, of refunds, are divided like positive ones.
 */
export function divideByRates(amount: number, rates: readonly number[]): number[] {
  const total = BigInt(rates.reduce((sum, rate) => sum + rate, 0));
  if (total === 0n) return rates.map(() => 0);
  const size = BigInt(Math.abs(amount));
  const shares = rates.map((rate, index) => {
    const product = size * BigInt(rate);
    return { index, share: Number(product / total), rest: product % total };
  });
  let left = Math.abs(amount) - shares.reduce((sum, { share }) => sum + share, 0);
  const byRest = shares.toSorted((a, b) => (a.rest === b.rest ? 0 : a.rest > b.rest ? -1 : 1));
  for (const entry of byRest) {
    if (left === 0) break;
    entry.share += 1;
    left -= 1;
  }
  return shares.map(({ share }) => (amount < 0 && share !== 0 ? -share : share));
}

export interface Named {
  pk: number;
  name: string;
}

/** The days of a line: those of the report when the rates were in force, else of the months of its stays. */
function findLineDays({ starts_on, ends_on, first_day, last_day }: TaxSegment, days: Days): Days {
  const clip = ({ from, to }: Days) => ({
    from: starts_on && starts_on > from ? starts_on : from,
    to: ends_on && ends_on < to ? ends_on : to,
  });
  const within = clip(days);
  if (within.from <= within.to) return within;
  return clip({
    from: startOfMonth(first_day),
    to: addDays(addMonths(startOfMonth(last_day), 1), -1),
  });
}

/** What is owed to each authority, by property and rate. */
export function listOwed(segments: readonly TaxSegment[], spots: readonly Named[], days: Days) {
  const names = new Map(spots.map(({ pk, name }) => [pk, name]));
  const byAuthority = new Map<string, OwedAuthority>();
  const unassigned = new Map<number, number>();
  for (const segment of segments) {
    const { spot_pk, rental_group, rates, tax, owed: all } = segment;
    if (rates.length === 0) {
      unassigned.set(spot_pk, (unassigned.get(spot_pk) ?? 0) + tax);
      continue;
    }
    const plain = rates.reduce((sum, { on_taxes }, at) => sum + (on_taxes ? 0 : (all[at] ?? 0)), 0);
    const { from: start_date, to: end_date } = findLineDays(segment, days);
    for (const [index, { authority, level, rate, on_taxes }] of rates.entries()) {
      const owed = all[index] ?? 0;
      const receipts = segment.receipts + (on_taxes ? plain : 0);
      const found = byAuthority.get(authority) ?? { authority, level, owed: cents(0), lines: [] };
      byAuthority.set(authority, found);
      found.owed = cents(found.owed + owed);
      const line = found.lines.find(
        (other) =>
          other.property.pk === spot_pk && other.rate === rate && other.start_date === start_date,
      );
      if (line) {
        if (line.rental_group !== rental_group) line.rental_group = null;
        line.owed = cents(line.owed + owed);
        line.receipts = cents(line.receipts + receipts);
      } else {
        found.lines.push({
          property: { pk: spot_pk, name: names.get(spot_pk) ?? '' },
          rate,
          start_date,
          end_date,
          rental_group,
          receipts: cents(receipts),
          owed: cents(owed),
        });
      }
    }
  }
  return {
    authorities: [...byAuthority.values()].sort((a, b) => a.authority.localeCompare(b.authority)),
    unassigned: spots
      .map((property) => ({ property, owed: cents(unassigned.get(property.pk) ?? 0) }))
      .filter(({ owed }) => owed !== 0),
  };
}
