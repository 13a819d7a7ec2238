import type { LocalDate } from '@lotkeeper/contract/kernel/calendar';
import { addDays } from '@lotkeeper/contract/kernel/calendar';
import { cents } from '@lotkeeper/contract/kernel/money';
import type { OwedAuthority, TaxRate, WrongTax } from '@lotkeeper/contract/money/taxes';
import type { RentalGroup } from '@lotkeeper/contract/people/rentals';
import { rentalGroupNames } from '@lotkeeper/contract/people/rentals';
import { findTaxesInForce } from '../../../records/place-taxes.ts';

interface Days {
  from: LocalDate;
  to: LocalDate;
}

/** Tax of a property's rentals of one group in some days that was taken under the same rates; amounts in cents. */
export interface TakenRow {
  spot_pk: number;
  rental_group: RentalGroup;
  /** How many of the days on which a rate begins were over. */
  period: number;
  /** Less that of refunds. */
  tax: number;
  receipts: number;
  /** The rates that all entries could have been taxed at; none if the lowest is above the highest. */
  lowest_rate: number;
  highest_rate: number;
  /** The first and last day whose rates they have. */
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
}

const sumRates = (rates: readonly TaxRate[]) => rates.reduce((sum, { rate }) => sum + rate, 0);

/** Adds to what was taken the rates of the property that were in force. */
export function nameRates(row: TakenRow, rates: readonly TaxRate[]): TaxSegment {
  const starts = [...new Set(rates.map(({ starts_on }) => starts_on))].sort();
  const starts_on = starts[row.period - 1] ?? null;
  const next = starts[row.period];
  const applying = starts_on ? findTaxesInForce(rates, starts_on, row.rental_group) : [];
  return {
    ...row,
    rates: applying.filter(({ rate }) => rate > 0),
    rate: applying.length > 0 ? sumRates(applying) : null,
    starts_on,
    ends_on: next ? addDays(next, -1) : null,
  };
}

/** What has an entry with other tax than the rates give. */
export const listSuspects = (segments: readonly TaxSegment[]) =>
  segments.filter(
    ({ rate, lowest_rate, highest_rate }) =>
      rate !== null && (rate < lowest_rate || rate > highest_rate),
  );

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

interface Named {
  pk: number;
  name: string;
}

/** The days of a line: those of the report on which the rates were in force, or of the stays that had them. */
function findLineDays({ starts_on, ends_on, first_day, last_day }: TaxSegment, days: Days): Days {
  const from = starts_on && starts_on > days.from ? starts_on : days.from;
  const to = ends_on && ends_on < days.to ? ends_on : days.to;
  return from <= to ? { from, to } : { from: first_day, to: last_day };
}

/** What is owed to each authority, by property and rate. */
export function listOwed(segments: readonly TaxSegment[], spots: readonly Named[], days: Days) {
  const names = new Map(spots.map(({ pk, name }) => [pk, name]));
  const byAuthority = new Map<string, OwedAuthority>();
  const unassigned = new Map<number, number>();
  for (const segment of segments) {
    const { spot_pk, rental_group, rates, tax, receipts } = segment;
    if (rates.length === 0) {
      unassigned.set(spot_pk, (unassigned.get(spot_pk) ?? 0) + tax);
      continue;
    }
    const parts = divideByRates(
      tax,
      rates.map(({ rate }) => rate),
    );
    const { from: start_date, to: end_date } = findLineDays(segment, days);
    for (const [index, { authority, level, rate }] of rates.entries()) {
      const owed = parts[index] ?? 0;
      const found = byAuthority.get(authority) ?? { authority, level, owed: cents(0), lines: [] };
      byAuthority.set(authority, found);
      found.owed = cents(found.owed + owed);
      const line = found.lines.find(
        (one) => one.property.pk === spot_pk && one.rate === rate && one.start_date === start_date,
      );
      if (line) {
        line.rental_group = null;
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

/** The rate that a tax is of, in thousandths of a percent of the price without it. */
const findRate = (tax: number, amount: number) =>
  amount === tax ? 0 : Math.round((tax * 100_000) / (amount - tax));

/** A day with entries that had other tax than the rates give: the tax of those entries, and their amount with it. */
export interface WrongDay {
  spot_pk: number;
  rental_group: RentalGroup;
  local_date: LocalDate;
  rate: number;
  taken: number;
  by_rates: number;
  amount: number;
}

/** Days that follow each other as runs. */
function joinDays(days: readonly LocalDate[]): WrongTax['days'] {
  const runs: WrongTax['days'] = [];
  for (const day of [...new Set(days)].sort()) {
    const last = runs.at(-1);
    if (last && addDays(last.end_date, 1) === day) last.end_date = day;
    else runs.push({ start_date: day, end_date: day });
  }
  return runs;
}

/** Each property and group of rentals with entries that had other tax than the rates give. */
export function listWrong(wrong: readonly WrongDay[], spots: readonly Named[]): WrongTax[] {
  const byGroup = Map.groupBy(wrong, (day) => `${day.spot_pk} ${day.rental_group}`);
  const add = (days: readonly WrongDay[], key: 'taken' | 'by_rates' | 'amount') =>
    days.reduce((sum, day) => sum + day[key], 0);
  return spots.flatMap((property) =>
    rentalGroupNames.flatMap((rental_group) => {
      const days = byGroup.get(`${property.pk} ${rental_group}`);
      if (!days) return [];
      const taken = add(days, 'taken');
      return [
        {
          property,
          rental_group,
          days: joinDays(days.map(({ local_date }) => local_date)),
          taken: cents(taken),
          by_rates: cents(add(days, 'by_rates')),
          taken_rate: findRate(taken, add(days, 'amount')),
          rates: [...new Set(days.map(({ rate }) => rate))],
        },
      ];
    }),
  );
}
