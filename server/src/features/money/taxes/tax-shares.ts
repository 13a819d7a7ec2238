import type { LocalDate } from '@lotkeeper/contract/kernel/calendar';
import type { RentalGroup } from '@lotkeeper/contract/people/rentals';
import type { Fragment, Sql } from '../../../kernel/data/database.ts';
import type { PlaceTax } from '../../../records/operations/place-taxes.ts';
import {
  findPriceRates,
  hasTerms,
  rollupRatesDate,
} from '../../../records/operations/place-taxes.ts';
import { divideCharge, selectCharges } from './taxed-charges.ts';
import { divideByRates, findPeriod } from './taxes.rules.ts';

/** Tax of a property on a day, or in a month by its first day, that was taken under the same rates. */
export interface TaxTaken {
  day: LocalDate;
  rental_group: RentalGroup;
  /** How many of the days when a rate begins were over. */
  period: number;
  tax: number;
  /** Of equal entries at a property whose rates have terms, `tax` and `price` are those of one; else null. */
  count: number | null;
  price: number | null;
  days: number | null;
}

/** What an authority gets of it; null = nobody is known to whom it is owed. */
export interface TaxShare {
  day: LocalDate;
  authority: string | null;
  tax: number;
}

const selectTerms = (sql: Sql, organizationId: number): Fragment => sql`(
  select array_agg(distinct starts_on order by starts_on) as days, bool_or(${sql.unsafe(hasTerms('r'))}) as has_terms
  from tax_rates r where organization_id = ${organizationId} and spot_pk = s.pk) k`;

/** SQL for the tax of property `s` in some days, by `day`, an expression of `local_date`. */
export const selectTaxTaken = (
  sql: Sql,
  organizationId: number,
  day: Fragment,
  { from, to }: { from: LocalDate; to: LocalDate },
): Fragment => sql`
  select t.* from ${selectTerms(sql, organizationId)}
  cross join lateral (
    select ${day} as day, rental_group, coalesce(width_bucket(${sql.unsafe(rollupRatesDate)}, k.days), 0) as period,
      lotkeeper.sum_bigint(tax) as tax, null::bigint as count, null::bigint as price, null::bigint as days
    from tax_days d
    where d.organization_id = ${organizationId} and d.spot_pk = s.pk and local_date between ${from} and ${to}
      and k.has_terms is not true
    group by 1, 2, 3
    union all
    select ${day}, rental_group, period, tax, count, price, c.days
    from (${selectCharges(sql, organizationId, { spot: sql`s.pk`, days: sql`k.days`, from, to })}) c
    where k.has_terms) t`;

/** SQL for rows that take the tax of some entries `e` of property `s` out of those of `selectTaxTaken`. */
export const selectTaxWithout = (
  sql: Sql,
  organizationId: number,
  day: Fragment,
  filter: { from: LocalDate; to: LocalDate; condition: Fragment },
): Fragment => sql`
  select ${day} as day, rental_group, period, t.tax, t.count, t.price, t.days
  from ${selectTerms(sql, organizationId)}
  cross join lateral (
    select local_date, rental_group, period, case when k.has_terms then tax else - tax * count end as tax,
      case when k.has_terms then - count end as count, case when k.has_terms then price end as price,
      case when k.has_terms then c.days end as days
    from (${selectCharges(sql, organizationId, { spot: sql`s.pk`, days: sql`k.days`, ...filter })}) c) t`;

/** SQL for the rates of property `s`, in the order that tax is divided. */
export const selectRates = (sql: Sql, organizationId: number): Fragment => sql`
  select authority, starts_on, rate, rental_groups, on_taxes, above, min_days, max_days, may_be_exempt
  from tax_rates
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
      const amounts = divideByRates(total, findPriceRates(rates));
      const shares = rates.map(({ authority }, index) => ({
        day,
        authority,
        tax: (amounts[index] ?? 0) - (before[index] ?? 0),
      }));
      before = amounts;
      return shares;
    });
}

/** Divides the tax of equal entries, each by itself. */
function divideEqual(
  { day, rental_group, period, tax, count, price, days }: TaxTaken,
  all: readonly PlaceTax[],
): TaxShare[] {
  const charge = {
    rental_group,
    period,
    tax,
    count: count ?? 0,
    price: price ?? 0,
    days: days ?? 1,
  };
  const { rates, owed } = divideCharge(charge, all);
  if (rates.length === 0) return [{ day, authority: null, tax: tax * charge.count }];
  return rates.map(({ authority }, index) => ({ day, authority, tax: owed[index] ?? 0 }));
}

/**
 * Divides a property's tax among authorities as Taxes does for a month. A day gets what the division of the month up to
 * it is more than that up to the day before, so that the days of a month add up to its division, to the cent.
 */
export function divideTaxes(taxes: readonly TaxTaken[], rates: readonly PlaceTax[]): TaxShare[] {
  const single = taxes.filter(({ count }) => count !== null);
  const summed = taxes.filter(({ count }) => count === null);
  const runs = Map.groupBy(
    summed,
    ({ day, rental_group, period }) => `${day.slice(0, 7)} ${rental_group} ${period}`,
  );
  const shares = [...runs.values()].flatMap((run) => {
    const [first] = run as [TaxTaken];
    const { applying } = findPeriod(rates, first);
    return divideRun(
      run,
      applying.filter(({ rate }) => rate > 0),
    );
  });
  return [...shares, ...single.flatMap((tax) => divideEqual(tax, rates))];
}
