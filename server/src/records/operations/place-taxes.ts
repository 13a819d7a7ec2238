import type { Instant, LocalDate, TimeZone } from '@lotkeeper/contract/kernel/calendar';
import { toLocalDate } from '@lotkeeper/contract/kernel/calendar';
import { dayMs } from '@lotkeeper/contract/kernel/durations';
import type { BasisPoints } from '@lotkeeper/contract/kernel/money';
import type { TaxTerms } from '@lotkeeper/contract/money/taxes';
import type { RentalGroup } from '@lotkeeper/contract/people/rentals';
import type { Fragment, Sql } from '../../kernel/data/database.ts';
import type { PaymentRates } from './payment-parts.ts';
import { wholePrice } from './payment-parts.ts';

/** A tax of a place on some rentals from a day on. */
export interface PlaceTax extends TaxTerms {
  authority: string;
  starts_on: LocalDate;
  /** In thousandths of a percent. */
  rate: number;
  rental_groups: readonly RentalGroup[];
}

/** What is taxed: the price before tax in cents, and the days of the stay; one that began counts. */
export interface TaxedCharge {
  price: number;
  days: number;
}

/** The days that count for what isn't a transient stay. */
const daysOfMonthly = 30;

/** The taxes that a charge has. */
export const listApplying = <Tax extends TaxTerms>(
  taxes: readonly Tax[],
  { price, days }: TaxedCharge,
): Tax[] =>
  taxes.filter(
    ({ above, min_days, max_days }) =>
      price > above && days >= min_days && (max_days === null || days <= max_days),
  );

/**
 * What each tax is of the price, in hundred-thousandths of a thousandth of a percent: 7 % of a price and of a tax of 15 %
 * on it is 8.05 %.
 */
export function findPriceRates(taxes: readonly Pick<PlaceTax, 'rate' | 'on_taxes'>[]): number[] {
  const plain = taxes.reduce((sum, { rate, on_taxes }) => sum + (on_taxes ? 0 : rate), 0);
  return taxes.map(({ rate, on_taxes }) => rate * (wholePrice + (on_taxes ? plain : 0)));
}

/** What all taxes are of the price, in thousandths of a percent. */
export const sumRates = (taxes: readonly Pick<PlaceTax, 'rate' | 'on_taxes'>[]): number =>
  Math.round(findPriceRates(taxes).reduce((sum, rate) => sum + rate, 0) / wholePrice);

/** SQL for all taxes of a property, given by its number, as JSON. */
export const selectPlaceTaxes = (
  sql: Sql,
  organizationId: number,
  spotPk: Fragment,
): Fragment => sql`
  (select coalesce(json_agg(json_build_object('authority', t.authority, 'starts_on', t.starts_on,
      'rate', t.rate, 'rental_groups', t.rental_groups, 'on_taxes', t.on_taxes, 'above', t.above,
      'min_days', t.min_days, 'max_days', t.max_days, 'may_be_exempt', t.may_be_exempt)), '[]')
    from tax_rates t where t.organization_id = ${organizationId} and t.spot_pk = ${spotPk})`;

/** SQL for whether the tax of ledger entry `e` is compared with rates: that of penalties and their refunds isn't. */
export const isCompared = 'lotkeeper.is_compared(e.kind, e.violation_pk)';

/** SQL for the receipts of ledger entry `e` and the rates that it could have been taxed at. */
export const taxParts = 'lotkeeper.tax_parts(e.kind, e.violation_pk, e.gross, e.refund, e.tax)';

/** SQL for the first day of the transient stay of ledger entry `e`, or else its own day. */
export const stayDate = `coalesce((
  select start_local_date from rentals r
  where r.organization_id = e.organization_id and r.pk = e.rental_pk and e.kind <> 'penalty'
    and lotkeeper.rental_group(e.rental_type) = 'transient'), e.local_date)`;

/**
 * SQL for the day whose rates an entry has, by its stay's first day: what is paid ahead has the rates of the day on
 * which it's paid, so that a rate of a later month changes nothing in a month that is closed.
 */
export const ratesDate = (stay = stayDate, own = 'e.local_date') => `least(${stay}, ${own})`;

/** SQL for the day whose rates a row of `tax_days` or `tax_months` has. */
export const rollupRatesDate = ratesDate('rates_date', 'local_date');

/** SQL for whether a rate needs to know more of an entry than its day and kind of rental. */
export const hasTerms = (rate: string) =>
  `(${rate}.on_taxes or ${rate}.above > 0 or ${rate}.min_days > 1 or ${rate}.max_days is not null or ${rate}.may_be_exempt)`;

/** SQL for the days of the stay of ledger entry `e`; one that began counts. */
export const stayDays = `(case when lotkeeper.rental_group(e.rental_type) = 'transient' then coalesce((
    select greatest(1, ceil(extract(epoch from r.end_date - r.start_date) / 86400))::bigint from rentals r
    where r.organization_id = e.organization_id and r.pk = e.rental_pk), 1)
  else ${daysOfMonthly} end)`;

/** SQL for the sum of the rates that apply to ledger entry `e` of some drivers, of its price; null where nobody set any. */
const rateInForce = (drivers: 'all' | 'exempt') => `(
  select case when count(*) > 0 then coalesce(sum(rate) filter (where not on_taxes and applies), 0)
    + round(coalesce(sum(rate) filter (where on_taxes and applies), 0)
      * (1 + coalesce(sum(rate) filter (where not on_taxes and applies), 0) / ${wholePrice}.0))::bigint end
  from (
    select distinct on (authority) rate, on_taxes, not ${hasTerms('t')}
      or (${drivers === 'exempt' ? 'not may_be_exempt and ' : ''}abs(e.gross + e.refund) - abs(e.tax) > above
        and ${stayDays} between min_days and coalesce(max_days, 1000000)) as applies
    from tax_rates t
    where t.organization_id = e.organization_id and t.spot_pk = e.spot_pk and t.starts_on <= ${ratesDate()}
      and lotkeeper.rental_group(e.rental_type) = any (t.rental_groups)
    order by authority, starts_on desc) rates)`;

/** SQL for whether ledger entry `e` was taxed at a rate, within one cent of the rounded tax; evaluates the rate once. */
export const isTaxedAt = (rate: string) =>
  `(select int8range(lowest_rate, highest_rate + 1) @> ${rate} from ${taxParts})`;

/** SQL for the tax that a rate gives for ledger entry `e`; halves go to the even cent, as everywhere. */
export const taxByRate = (rate: string) =>
  `round(((e.gross - e.refund) * ${rate})::float8 / (100000 + ${rate}))::bigint`;

/** SQL for the entries `e` with other tax than the rates in force give, and for the difference. */
export const taxDifference = {
  entries: `${isCompared} and not ${isTaxedAt(rateInForce('all'))} and not ${isTaxedAt(rateInForce('exempt'))}`,
  amount: `(select e.tax - ${taxByRate('f.rate')} from (select ${rateInForce('all')} as rate offset 0) f)`,
};

/** The taxes in force on a day for a group of rentals: each authority's newest one that applies to it. */
export function findTaxesInForce<Tax extends PlaceTax>(
  taxes: readonly Tax[],
  day: LocalDate,
  group: RentalGroup,
): Tax[] {
  const newest = new Map<string, Tax>();
  for (const tax of taxes) {
    const known = newest.get(tax.authority);
    const isInForce = tax.starts_on <= day && tax.rental_groups.includes(group);
    if (isInForce && (!known || known.starts_on < tax.starts_on)) newest.set(tax.authority, tax);
  }
  return [...newest.values()];
}

/** What a property's own charges are computed with: the organization's rates, and the taxes of the place. */
export interface TaxedProperty extends Omit<PaymentRates, 'tax_rate'> {
  tax_rate: BasisPoints;
  timezone: TimeZone;
  place_taxes: readonly PlaceTax[];
}

/**
 * The rates of a transient stay, by the time it begins. All charges and refunds of a stay have those of its first day:
 * a change while a car is parked changes nothing that was charged.
 */
export function findStayRates(
  property: TaxedProperty,
  from: Instant,
  until: Instant | null = null,
): PaymentRates {
  const { tax_rate, processing_rate, place_taxes, timezone } = property;
  const taxes = findTaxesInForce(place_taxes, toLocalDate(from, timezone), 'transient');
  if (taxes.length === 0) return { tax_rate, processing_rate };
  const days = Math.max(1, Math.ceil(((until ?? from) - from) / dayMs));
  const findRate = (price: number) =>
    (sumRates(listApplying(taxes, { price, days })) / 10) as BasisPoints;
  const isSame = taxes.every(({ above }) => above === 0);
  return { tax_rate: isSame ? findRate(Number.POSITIVE_INFINITY) : findRate, processing_rate };
}
