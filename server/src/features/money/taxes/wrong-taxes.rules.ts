import type { LocalDate } from '@lotkeeper/contract/kernel/calendar';
import { addDays } from '@lotkeeper/contract/kernel/calendar';
import { cents } from '@lotkeeper/contract/kernel/money';
import type { WrongTax } from '@lotkeeper/contract/money/taxes';
import type { RentalGroup } from '@lotkeeper/contract/people/rentals';
import { rentalGroupNames } from '@lotkeeper/contract/people/rentals';
import type { Named, TaxSegment } from './taxes.rules.ts';

/** What has an entry with other tax than the rates give. */
export const listSuspects = (segments: readonly TaxSegment[]) =>
  segments.filter(
    ({ rate, lowest_rate, highest_rate }) =>
      rate !== null && (rate < lowest_rate || rate > highest_rate),
  );

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

/** Runs of days where some tax was taken, and where none was: these are two errors, and no rate describes both. */
function splitUntaxed(days: readonly WrongDay[]): WrongDay[][] {
  const taxed = new Set(days.flatMap((day) => (day.taken === 0 ? [] : [day.local_date])));
  const spans: WrongDay[][] = [];
  let isLastTaxed: boolean | undefined;
  for (const day of days.toSorted((a, b) => (a.local_date < b.local_date ? -1 : 1))) {
    const isTaxed = taxed.has(day.local_date);
    if (isTaxed !== isLastTaxed) spans.push([]);
    spans.at(-1)?.push(day);
    isLastTaxed = isTaxed;
  }
  return spans;
}

/** Each property and group of rentals with entries that had other tax than the rates give. */
export function listWrong(wrong: readonly WrongDay[], spots: readonly Named[]): WrongTax[] {
  const byGroup = Map.groupBy(wrong, (day) => `${day.spot_pk} ${day.rental_group}`);
  const add = (days: readonly WrongDay[], key: 'taken' | 'by_rates' | 'amount') =>
    days.reduce((sum, day) => sum + day[key], 0);
  return spots.flatMap((property) =>
    rentalGroupNames.flatMap((rental_group) =>
      splitUntaxed(byGroup.get(`${property.pk} ${rental_group}`) ?? []).map((days) => {
        const takenTax = add(days, 'taken');
        return {
          property,
          rental_group,
          days: joinDays(days.map(({ local_date }) => local_date)),
          taken: cents(takenTax),
          by_rates: cents(add(days, 'by_rates')),
          taken_rate: findRate(takenTax, add(days, 'amount')),
          rates_in_force: [...new Set(days.map(({ rate }) => rate))],
        };
      }),
    ),
  );
}
