import type { LocalDate } from '@lotkeeper/contract/kernel/calendar';
import { cents, computeProportion } from '@lotkeeper/contract/kernel/money';
import type { TaxRate } from '@lotkeeper/contract/money/taxes';
import type { RentalGroup } from '@lotkeeper/contract/people/rentals';
import type { Fragment, Sql } from '../../../kernel/data/database.ts';
import { wholePrice } from '../../../records/operations/payment-parts.ts';
import type { PlaceTax } from '../../../records/operations/place-taxes.ts';
import {
  findPriceRates,
  isCompared,
  listApplying,
  ratesDate,
  stayDays,
  sumRates,
} from '../../../records/operations/place-taxes.ts';
import type { TaxSegment } from './taxes.rules.ts';
import { divideByRates, findPeriod } from './taxes.rules.ts';
import type { WrongDay } from './wrong-taxes.rules.ts';

/**
 * Equal entries of a day at a property whose rates have terms: rollups don't know which entry has which tax, so these
 * are read from the ledger.
 */
export interface TaxedRow {
  spot_pk: number;
  local_date: LocalDate;
  rental_group: RentalGroup;
  /** How many of the days when a rate begins were over. */
  period: number;
  /** Of the stay. */
  days: number;
  is_penalty: boolean;
  /** Of one entry: the price before tax and the tax, both negative for a refund. */
  price: number;
  tax: number;
  count: number;
  first_day: LocalDate;
  last_day: LocalDate;
}

/** SQL for the charges and refunds of a property in some days, or some of them; `days` are those when a rate begins. */
export const selectCharges = (
  sql: Sql,
  organizationId: number,
  {
    spot,
    days,
    from,
    to,
    condition = sql`true`,
  }: { spot: Fragment; days: Fragment; from: LocalDate; to: LocalDate; condition?: Fragment },
): Fragment => sql`
  select local_date, rental_group, coalesce(width_bucket(rates_day, ${days}), 0) as period, days, is_penalty,
    price, tax, count(*) as count, min(rates_day) as first_day, max(rates_day) as last_day
  from (
    select e.local_date, lotkeeper.rental_group(e.rental_type) as rental_group,
      ${sql.unsafe(ratesDate())} as rates_day, ${sql.unsafe(stayDays)} as days, not ${sql.unsafe(isCompared)} as is_penalty,
      e.gross - e.refund - e.tax as price, e.tax
    from ledger_entries e
    where e.organization_id = ${organizationId} and e.spot_pk = ${spot}
      and e.local_date between ${from} and ${to} and e.kind <> 'payout' and ${condition}) entries
  group by 1, 2, 3, 4, 5, 6, 7`;

/** Whether the tax of an entry is within a cent of the rounded tax at a rate, like the SQL `isTaxedAt`. */
const isTaxedAt = ({ price, tax }: Pick<TaxedRow, 'price' | 'tax'>, rate: number) =>
  Math.abs(Math.abs(tax) - (Math.abs(price) * rate) / wholePrice) <= 1.5;

/** The rates that these entries have, and what each gets of the tax of all of them. */
export function divideCharge<Rate extends PlaceTax>(
  {
    rental_group,
    period,
    days,
    price,
    tax,
    count,
  }: Pick<TaxedRow, 'rental_group' | 'period' | 'days' | 'price' | 'tax' | 'count'>,
  all: readonly Rate[],
) {
  const { applying: inForce, ...dates } = findPeriod(all, { period, rental_group });
  const ofAll = listApplying(inForce, { price: Math.abs(price), days });
  const ofExempt = ofAll.filter(({ may_be_exempt }) => !may_be_exempt);
  const isTaxedAs = (taxes: readonly Rate[]) => isTaxedAt({ price, tax }, sumRates(taxes));
  const applying = !isTaxedAs(ofAll) && isTaxedAs(ofExempt) ? ofExempt : ofAll;
  const rates = applying.filter(({ rate }) => rate > 0);
  const owed = divideByRates(tax, findPriceRates(rates)).map((share) => share * count);
  return { ...dates, rate: inForce.length > 0 ? sumRates(applying) : null, rates, owed };
}

/** The tax and rates of equal entries, and the day's difference if their tax is more than a cent off. */
export function judgeCharge(
  row: TaxedRow,
  all: readonly TaxRate[],
): { segment: TaxSegment; wrong: WrongDay | null } {
  const { spot_pk, rental_group, local_date, is_penalty, price, tax, count } = row;
  const { rates, owed, rate, starts_on, ends_on } = divideCharge(row, all);
  const receipts = is_penalty && tax === 0 ? 0 : price * count;
  const segment: TaxSegment = {
    ...row,
    tax: tax * count,
    receipts,
    lowest_rate: 0,
    highest_rate: Number.POSITIVE_INFINITY,
    rates,
    rate,
    starts_on,
    ends_on,
    owed,
  };
  if (is_penalty || rate === null) return { segment, wrong: null };
  const amount = price + tax;
  const by_rates = computeProportion(cents(amount), cents(rate), cents(wholePrice + rate));
  if (isTaxedAt(row, rate)) return { segment, wrong: null };
  const wrong = {
    spot_pk,
    rental_group,
    local_date,
    rate,
    taken: tax * count,
    by_rates: by_rates * count,
    amount: amount * count,
  };
  return { segment, wrong };
}
