import type { LocalDate } from '@lotkeeper/contract/kernel/calendar';
import type { TaxRate } from '@lotkeeper/contract/money/taxes';
import { maxTaxRates } from '@lotkeeper/contract/money/taxes';
import type { OrganizationScope } from '../../../kernel/access/scope.ts';
import type { Sql, Tx } from '../../../kernel/data/database.ts';
import { must } from '../../../kernel/must.ts';
import {
  hasTerms,
  isCompared,
  isTaxedAt,
  ratesDate,
  rollupRatesDate,
  taxByRate,
} from '../../../records/operations/place-taxes.ts';
import type { TaxedRow } from './taxed-charges.ts';
import { judgeCharge, selectCharges } from './taxed-charges.ts';
import type { TakenRow } from './taxes.rules.ts';
import { nameRates } from './taxes.rules.ts';
import type { WrongDay } from './wrong-taxes.rules.ts';
import { listSuspects } from './wrong-taxes.rules.ts';

export type Reader = Pick<OrganizationScope, 'organizationId' | 'read'>;

export interface Days {
  from: LocalDate;
  to: LocalDate;
}

interface Taken {
  properties: { pk: number; name: string }[];
  rates: TaxRate[];
  rows: TakenRow[];
  /** Of properties with rates that have terms. */
  charges: TaxedRow[];
}

const rateColumns = (sql: Sql) => sql`
  spot_pk, authority, starts_on, level, rate, rental_groups, on_taxes, above, min_days, max_days, may_be_exempt`;

/**
 * An organization's properties by name, all rates there, and the tax of whole months: of each property and group by the
 * rates that it was taken under, which are numbered by the days when one of them begins. Days are read only for
 * months within which rates change.
 */
async function readTaken({ organizationId, read }: Reader, { from, to }: Days): Promise<Taken> {
  const [row] = await read<Taken[]>((sql) => {
    const ratesDay = sql.unsafe(rollupRatesDate);
    const atSpot = sql`organization_id = ${organizationId} and spot_pk = s.pk and local_date between ${from} and ${to}`;
    return sql`
      with rates as materialized (
        select ${rateColumns(sql)} from tax_rates where organization_id = ${organizationId}),
      starts as (
        select spot_pk, array_agg(distinct starts_on) as days, bool_or(${sql.unsafe(hasTerms('rates'))}) as has_terms,
          array_agg(distinct date_trunc('month', starts_on::timestamp)::date)
            filter (where extract(day from starts_on) > 1) as divided
        from rates group by 1)
      select (select coalesce(json_agg(json_build_object('pk', pk, 'name', name) order by lower(name), pk), '[]')
          from spots where organization_id = ${organizationId}) as properties,
        (select coalesce(json_agg(x), '[]') from (
          select k.spot_pk, t.* from starts k cross join lateral (
            ${selectCharges(sql, organizationId, { spot: sql`k.spot_pk`, days: sql`k.days`, from, to })}) t
          where k.has_terms) x) as charges,
        (select coalesce(json_agg(r order by r.authority, r.spot_pk, r.starts_on), '[]') from rates r) as rates,
        (select coalesce(json_agg(x), '[]') from (
          select s.pk as spot_pk, t.* from spots s left join starts k on k.spot_pk = s.pk
          cross join lateral (
            select array(select ${ratesDay} from tax_months where ${atSpot} and ${ratesDay} = any (k.divided))
              as divided offset 0) m
          cross join lateral (
            select rental_group, coalesce(width_bucket(${ratesDay}, k.days), 0) as period,
              lotkeeper.sum_bigint(tax) as tax, lotkeeper.sum_bigint(receipts) as receipts,
              max(lowest_rate) as lowest_rate, min(highest_rate) as highest_rate,
              min(${ratesDay}) as first_day, max(${ratesDay}) as last_day
            from (
              select * from tax_months where ${atSpot} and ${ratesDay} <> all (m.divided)
              union all
              select * from tax_days where ${atSpot} and cardinality(m.divided) > 0
                and date_trunc('month', ${ratesDay}::timestamp)::date = any (m.divided)) parts
            group by 1, 2) t
          where s.organization_id = ${organizationId} and k.has_terms is not true
          order by lower(s.name), s.pk, t.period, t.rental_group desc) x) as rows`;
  });
  return must(row, 'tax that was taken');
}

/** The days with entries whose tax isn't what the rates give; entries are read only of days that have any. */
async function readWrong(
  { organizationId, read }: Reader,
  suspects: ReturnType<typeof listSuspects>,
  { from, to }: Days,
): Promise<WrongDay[]> {
  if (suspects.length === 0) return [];
  return read<WrongDay[]>(
    (sql) => sql`
      with rates as materialized (
        select * from unnest(${suspects.map(({ spot_pk }) => spot_pk)}::bigint[],
          ${suspects.map(({ rental_group }) => rental_group)}::text[],
          ${suspects.map(({ starts_on }) => starts_on)}::date[],
          ${suspects.map(({ ends_on }) => ends_on ?? 'infinity')}::date[],
          ${suspects.map(({ rate }) => rate)}::bigint[]) r (spot_pk, rental_group, starts_on, ends_on, rate)),
      days as materialized (
        select distinct r.spot_pk, t.local_date from rates r
        join tax_days t on t.organization_id = ${organizationId} and t.spot_pk = r.spot_pk
          and t.local_date between ${from} and ${to}
          and ${sql.unsafe(ratesDate('t.rates_date', 't.local_date'))} between r.starts_on and r.ends_on
          and t.rental_group = r.rental_group and r.rate not between t.lowest_rate and t.highest_rate)
      select e.spot_pk, r.rental_group, e.local_date, r.rate, sum(e.tax)::bigint as taken,
        sum(e.gross - e.refund)::bigint as amount, sum(${sql.unsafe(taxByRate('r.rate'))})::bigint as by_rates
      from days d
      join ledger_entries e on e.organization_id = ${organizationId} and e.spot_pk = d.spot_pk
        and e.local_date = d.local_date and ${sql.unsafe(isCompared)}
      join rates r on r.spot_pk = e.spot_pk and r.rental_group = lotkeeper.rental_group(e.rental_type)
        and not ${sql.unsafe(isTaxedAt('r.rate'))}
        and ${sql.unsafe(ratesDate())} between r.starts_on and r.ends_on
      group by 1, 2, 3, 4 order by 1, 2, 3, 4`,
  );
}

/** The tax of some days by the rates it was taken under, and the days when it isn't what they give. */
export async function readTaxes(reader: Reader, days: Days) {
  const { properties, rates, rows, charges } = await readTaken(reader, days);
  const bySpot = Map.groupBy(rates, ({ spot_pk }) => spot_pk);
  const ratesOf = (row: { spot_pk: number }) => bySpot.get(row.spot_pk) ?? [];
  const segments = rows.map((row) => nameRates(row, ratesOf(row)));
  const wrong = await readWrong(reader, listSuspects(segments), days);
  const judged = charges.map((row) => judgeCharge(row, ratesOf(row)));
  return {
    properties,
    rates,
    segments: [...segments, ...judged.map(({ segment }) => segment)],
    wrong: [...wrong, ...judged.flatMap(({ wrong: day }) => (day ? [day] : []))],
  };
}
/** Serializes changes of an organization's rates. */
export const lockRates = (tx: Tx, organizationId: number) => tx`
  select pg_advisory_xact_lock(hashtextextended('tax rates', ${organizationId}::bigint))`;

/** How many rates there are, and the numbers of the named properties that are the organization's. */
export async function countRates(
  tx: Tx,
  organizationId: number,
  spots: readonly (number | string)[],
) {
  const [row] = await tx<{ rates: number; spots: number[] }[]>`
    select (select count(*) from tax_rates where organization_id = ${organizationId}) as rates,
      (select coalesce(json_agg(pk order by pk), '[]') from spots where organization_id = ${organizationId}
        and (pk::text = any (${spots.map(String)}::text[]) or uuid::text = any (${spots.map(String)}::text[])))
        as spots`;
  return must(row, 'count of rates');
}

/** An authority's name as the organization already writes it, whatever its case and spaces. */
export async function findSpelling(tx: Tx, organizationId: number, authority: string) {
  const name = authority.replace(/\s+/g, ' ');
  const [row] = await tx<{ authority: string }[]>`
    select authority from tax_rates
    where organization_id = ${organizationId} and lower(authority) = lower(${name}) limit 1`;
  return row?.authority ?? name;
}

export const hasRoom = (rates: number, more: number) => rates + more <= maxTaxRates;

export const saveRates = (tx: Tx, organizationId: number, rates: readonly TaxRate[]) => tx`
  insert into tax_rates ${tx.values(
    rates.map(({ rental_groups, ...rate }) => ({
      organization_id: organizationId,
      ...rate,
      rental_groups: [...rental_groups],
    })),
  )}
  on conflict (organization_id, spot_pk, authority, starts_on) do update set
    level = excluded.level, rate = excluded.rate, rental_groups = excluded.rental_groups,
    on_taxes = excluded.on_taxes, above = excluded.above, min_days = excluded.min_days, max_days = excluded.max_days,
    may_be_exempt = excluded.may_be_exempt`;

/** The rates of an authority that begin on a day at some properties, by property. */
export const readRates = (
  tx: Tx,
  organizationId: number,
  spots: readonly number[],
  { authority, starts_on }: Pick<TaxRate, 'authority' | 'starts_on'>,
) => tx<TaxRate[]>`
  select ${rateColumns(tx)} from tax_rates
  where organization_id = ${organizationId} and spot_pk = any (${[...spots]}::bigint[])
    and authority = ${authority} and starts_on = ${starts_on}
  order by spot_pk`;

export const deleteRate = (
  tx: Tx,
  organizationId: number,
  { spot, authority, starts_on }: { spot: number; authority: string; starts_on: LocalDate },
) => tx<{ rate: number }[]>`
  delete from tax_rates where organization_id = ${organizationId} and spot_pk = ${spot}
    and authority = ${authority} and starts_on = ${starts_on} returning rate`;
