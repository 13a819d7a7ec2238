import type { LocalDate } from '@lotkeeper/contract/kernel/calendar';
import type { RentalGroup } from '@lotkeeper/contract/people/rentals';
import type { Fragment, Sql } from '../../../kernel/data/database.ts';
import type { PlaceTax } from '../../../records/place-taxes.ts';
import { findTaxesInForce, rollupRatesDate } from '../../../records/place-taxes.ts';
import { divideByRates } from './taxes.rules.ts';

/** Tax of a property on a day, or in a month by its first day, that was taken under the same rates. */
export interface TaxTaken {
  day: LocalDate;
  rental_group: RentalGroup;
  /** How many of the days when a rate begins were over. */
  period: number;
  tax: number;
}

/** What an authority gets of it; null = nobody is known to whom it is owed. */
export interface TaxShare {
  day: LocalDate;
  authority: string | null;
  tax: number;
}

/** SQL for the tax of property `s` in some days, by `day`, an expression of `local_date`. */
export const selectTaxTaken = (
  sql: Sql,
  organizationId: number,
  day: Fragment,
  { from, to }: { from: LocalDate; to: LocalDate },
): Fragment => sql`
  select ${day} as day, rental_group, coalesce(width_bucket(${sql.unsafe(rollupRatesDate)}, k.days), 0) as period,
    lotkeeper.sum_bigint(tax) as tax
  from tax_days d cross join (
    select array_agg(distinct starts_on order by starts_on) as days from tax_rates
    where organization_id = ${organizationId} and spot_pk = s.pk) k
  where d.organization_id = ${organizationId} and d.spot_pk = s.pk and local_date between ${from} and ${to}
  group by 1, 2, 3`;

/** SQL for the rates of property `s`, in the order that tax is divided. */
export const selectRates = (sql: Sql, organizationId: number): Fragment => sql`
  select authority, starts_on, rate, rental_groups from tax_rates
  where organization_id = ${organizationId} and spot_pk = s.pk order by authority, starts_on`;

/** SQL for the organization's authorities that have a rate. */
export const selectAuthorities = (sql: Sql, organizationId: number): Fragment => sql`
  select distinct authority from tax_rates where organization_id = ${organizationId}`;

/** Divides tax that was taken under the same rates in a month; without rates it's nobody's. */
function divideRun(run: readonly TaxTaken[], rates: readonly PlaceTax[]): TaxShare[] {
  if (rates.length === 0) return run.map(({ day, tax }) => ({ day, authority: null, tax }));
  let total = 0;
  let before: number[] = [];
  return run
    .toSorted((a, b) => a.day.localeCompare(b.day))
    .flatMap(({ day, tax }) => {
      total += tax;
      const amounts = divideByRates(
        total,
        rates.map(({ rate }) => rate),
      );
      const shares = rates.map(({ authority }, index) => ({
        day,
        authority,
        tax: (amounts[index] ?? 0) - (before[index] ?? 0),
      }));
      before = amounts;
      return shares;
    });
}

/**
 * Divides a property's tax among authorities as Taxes does for a month. A day gets what the division of the month up to
 * it is more than that up to the day before, so that the days of a month add up to its division, to the cent.
 */
export function divideTaxes(taxes: readonly TaxTaken[], rates: readonly PlaceTax[]): TaxShare[] {
  const starts = [...new Set(rates.map(({ starts_on }) => starts_on))].sort();
  const runs = Map.groupBy(
    taxes,
    ({ day, rental_group, period }) => `${day.slice(0, 7)} ${rental_group} ${period}`,
  );
  return [...runs.values()].flatMap((run) => {
    const [{ rental_group, period }] = run as [TaxTaken];
    const start = starts[period - 1];
    const applying = start ? findTaxesInForce(rates, start, rental_group) : [];
    return divideRun(
      run,
      applying.filter(({ rate }) => rate > 0),
    );
  });
}
