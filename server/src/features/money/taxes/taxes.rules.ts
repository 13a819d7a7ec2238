import type { LocalDate } from '@lotkeeper/contract/kernel/calendar';
import { addDays } from '@lotkeeper/contract/kernel/calendar';
import { cents } from '@lotkeeper/contract/kernel/money';
import type { OwedAuthority, TaxRate, WrongTaxDays } from '@lotkeeper/contract/money/taxes';
import type { RentalGroup } from '@lotkeeper/contract/people/rentals';
import { findTaxesInForce } from '../../../records/place-taxes.ts';

/** A property's rentals of one group in days with the same rates. */
export interface TaxSegment {
  spot_pk: number;
  group: RentalGroup;
  from: LocalDate;
  to: LocalDate;
  /** The rates above zero in force that apply to the group; none = nobody is known to whom the tax is owed. */
  rates: TaxRate[];
  /** Whether somebody set a rate that applies, also of zero. */
  is_known: boolean;
  /** Their sum, in thousandths of a percent. */
  rate: number;
}

interface Days {
  from: LocalDate;
  to: LocalDate;
}

const sumRates = (rates: readonly TaxRate[]) => rates.reduce((sum, { rate }) => sum + rate, 0);

/** Divides some days of a property where its rates change. */
export function splitSegments(
  spotPk: number,
  rates: readonly TaxRate[],
  groups: readonly RentalGroup[],
  { from, to }: Days,
): TaxSegment[] {
  const changes = rates.map(({ starts_on }) => starts_on).filter((day) => day > from && day <= to);
  const starts = [from, ...new Set(changes)].sort();
  return starts.flatMap((start, index) => {
    const next = starts[index + 1];
    const end = next ? addDays(next, -1) : to;
    return groups.map((group) => {
      const applying = findTaxesInForce(rates, start, group);
      return {
        spot_pk: spotPk,
        group,
        from: start,
        to: end,
        rates: applying.filter(({ rate }) => rate > 0),
        is_known: applying.length > 0,
        rate: sumRates(applying),
      };
    });
  });
}

/**
 * Divides an amount in proportion to rates; cents that are left go to the largest remainders, so that the parts add
 * up. Negative amounts, of refunds, are divided like positive ones.
 */
export function divideByRates(amount: number, rates: readonly number[]): number[] {
  const total = BigInt(rates.reduce((sum, rate) => sum + rate, 0));
  if (total === 0n) return rates.map(() => 0);
  const size = BigInt(Math.abs(amount));
  const parts = rates.map((rate, index) => {
    const product = size * BigInt(rate);
    return { index, whole: Number(product / total), rest: product % total };
  });
  let left = Math.abs(amount) - parts.reduce((sum, { whole }) => sum + whole, 0);
  const byRest = parts.toSorted((a, b) => (a.rest === b.rest ? 0 : a.rest > b.rest ? -1 : 1));
  for (const part of byRest) {
    if (left === 0) break;
    part.whole += 1;
    left -= 1;
  }
  return parts.map(({ whole }) => (amount < 0 && whole !== 0 ? -whole : whole));
}

/** What was taken in a segment, in cents. */
export interface TakenRow {
  /** All tax, less that of refunds. */
  taken: number;
  /** What drivers paid without penalties, tax included. */
  base: number;
  /** Of days on which charges had other tax than the rates give: their tax and gross, the tax by rates, first and last. */
  off_tax: number;
  off_by_rates: number;
  off_gross: number;
  first_off: LocalDate | null;
  last_off: LocalDate | null;
}

export type TakenSegment = TaxSegment & TakenRow;

interface Named {
  pk: number;
  name: string;
}

/** What is owed to each authority, by property and rate. */
export function listOwed(segments: readonly TakenSegment[], spots: readonly Named[]) {
  const names = new Map(spots.map(({ pk, name }) => [pk, name]));
  const byAuthority = new Map<string, OwedAuthority>();
  const unassigned = new Map<number, number>();
  for (const segment of segments) {
    const { spot_pk, rates, taken } = segment;
    if (rates.length === 0) {
      unassigned.set(spot_pk, (unassigned.get(spot_pk) ?? 0) + taken);
      continue;
    }
    const parts = divideByRates(
      taken,
      rates.map(({ rate }) => rate),
    );
    for (const [index, { authority, level, rate }] of rates.entries()) {
      const owed = parts[index] ?? 0;
      const found = byAuthority.get(authority) ?? { authority, level, owed: cents(0), lines: [] };
      byAuthority.set(authority, found);
      found.owed = cents(found.owed + owed);
      const { from: start_date, to: end_date, base } = segment;
      const line = found.lines.find(
        (one) => one.property.pk === spot_pk && one.rate === rate && one.start_date === start_date,
      );
      if (line) {
        line.owed = cents(line.owed + owed);
        line.base = cents(line.base + base);
      } else {
        found.lines.push({
          property: { pk: spot_pk, name: names.get(spot_pk) ?? '' },
          rate,
          start_date,
          end_date,
          base: cents(base),
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

/** The rate that a tax is of, in thousandths of a percent of the price without it. */
const findRate = (tax: number, gross: number) =>
  gross === tax ? 0 : Math.round((tax * 100_000) / (gross - tax));

/** The days on which other tax was taken than the rates give. */
export const listWrong = (
  segments: readonly TakenSegment[],
  spots: readonly Named[],
): WrongTaxDays[] =>
  segments.flatMap((segment) => {
    const { spot_pk, group, first_off, last_off, off_tax, off_by_rates, off_gross, rate } = segment;
    if (first_off === null || last_off === null) return [];
    const name = spots.find(({ pk }) => pk === spot_pk)?.name ?? '';
    return [
      {
        property: { pk: spot_pk, name },
        rental_group: group,
        start_date: first_off,
        end_date: last_off,
        taken: cents(off_tax),
        by_rates: cents(off_by_rates),
        taken_rate: findRate(off_tax, off_gross),
        rate,
      },
    ];
  });
