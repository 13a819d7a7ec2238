import type { LocalDate } from '@lotkeeper/contract/kernel/calendar';
import type { TaxRate } from '@lotkeeper/contract/money/taxes';
import { maxTaxRates } from '@lotkeeper/contract/money/taxes';
import { rentalGroupNames, rentalGroups } from '@lotkeeper/contract/people/rentals';
import type { OrganizationScope } from '../../../kernel/access/scope.ts';
import type { Tx } from '../../../kernel/data/database.ts';
import { must } from '../../../kernel/must.ts';
import type { TakenRow, TakenSegment, TaxSegment } from './taxes.rules.ts';
import { splitSegments } from './taxes.rules.ts';

export type Reader = Pick<OrganizationScope, 'organizationId' | 'read'>;

interface Setup {
  properties: { pk: number; name: string }[];
  rates: TaxRate[];
}

/** An organization's properties by name, and all rates there. */
async function readSetup({ organizationId, ...reader }: Reader): Promise<Setup> {
  const [row] = await reader.read<Setup[]>(
    (sql) => sql`
      select (select coalesce(json_agg(json_build_object('pk', pk, 'name', name) order by lower(name), pk), '[]')
          from spots where organization_id = ${organizationId}) as properties,
        (select coalesce(json_agg(t order by t.authority, t.spot_pk, t.starts_on), '[]') from (
          select spot_pk, authority, starts_on, level, rate, rental_groups from tax_rates
          where organization_id = ${organizationId}) t) as rates`,
  );
  return must(row, 'setup of taxes');
}

/**
 * What was taken in each segment, from the days' sums: charges without penalties, whose tax is compared with the rate
 * by day. It differs if it's more than half a cent for each charge.
 */
async function readTaken(
  { organizationId, ...reader }: Reader,
  segments: readonly TaxSegment[],
): Promise<TakenSegment[]> {
  if (segments.length === 0) return [];
  const rows = await reader.read<(TakenRow & { index: number })[]>((sql) => {
    const days = sql`organization_id = ${organizationId} and spot_pk = k.spot_pk
      and local_date between k.from_day and k.to_day and rental_type = any (string_to_array(k.types, ','))`;
    // The remainder of an exact half goes to the even cent, as everywhere.
    const byRates = sql`(charge_gross * k.rate / (100000 + k.rate)
      + case when charge_gross * k.rate % (100000 + k.rate) * 2 + (charge_gross * k.rate / (100000 + k.rate)) % 2
        > 100000 + k.rate then 1 else 0 end)`;
    const isOff = sql`k.is_known
      and abs(charge_tax * (100000 + k.rate) - charge_gross * k.rate) * 2 > (entries + 1) * (100000 + k.rate)`;
    return sql`
      select k.index, d.* from unnest(
        ${segments.map((_, index) => index)}::int[], ${segments.map(({ spot_pk }) => spot_pk)}::bigint[],
        ${segments.map(({ from }) => from)}::date[], ${segments.map(({ to }) => to)}::date[],
        ${segments.map(({ group }) => rentalGroups[group].join(','))}::text[],
        ${segments.map(({ rate }) => rate)}::bigint[],
        ${segments.map(({ is_known }) => is_known)}::bool[]) k (index, spot_pk, from_day, to_day, types, rate, is_known)
      cross join lateral (
        select coalesce(lotkeeper.sum_bigint(taken), 0) as taken,
          coalesce(lotkeeper.sum_bigint(charge_gross), 0) as base,
          coalesce(lotkeeper.sum_bigint(charge_tax) filter (where ${isOff}), 0) as off_tax,
          coalesce(lotkeeper.sum_bigint(${byRates}) filter (where ${isOff}), 0) as off_by_rates,
          coalesce(lotkeeper.sum_bigint(charge_gross) filter (where ${isOff}), 0) as off_gross,
          min(local_date) filter (where ${isOff}) as first_off,
          max(local_date) filter (where ${isOff}) as last_off
        from (
          select local_date, lotkeeper.sum_bigint(tax) as taken, lotkeeper.sum_bigint(charge_gross) as charge_gross,
            lotkeeper.sum_bigint(charge_tax) as charge_tax, lotkeeper.sum_bigint(entry_count) as entries
          from (
            select local_date, tax, gross as charge_gross, tax as charge_tax, entry_count
            from revenue_days where ${days}
            union all
            select local_date, 0, -gross, -tax, -1 from ledger_entries where ${days} and kind = 'penalty'
            union all
            select local_date, 0, 0, -tax, -1 from ledger_entries where ${days} and kind = 'refund') parts
          group by local_date) by_day) d`;
  });
  const byIndex = new Map(rows.map(({ index, ...row }) => [index, row]));
  return segments.map((segment, index) => ({
    ...segment,
    ...must(byIndex.get(index), 'taxes of a segment'),
  }));
}

/** What was taken in some days at each property and group, divided where rates change. */
export async function readSegments(reader: Reader, days: { from: LocalDate; to: LocalDate }) {
  const setup = await readSetup(reader);
  const bySpot = Map.groupBy(setup.rates, ({ spot_pk }) => spot_pk);
  const segments = setup.properties.flatMap(({ pk }) =>
    splitSegments(pk, bySpot.get(pk) ?? [], rentalGroupNames, days),
  );
  return { ...setup, segments: await readTaken(reader, segments) };
}

/** The same where somebody set rates: other properties have nothing to compare with. */
export async function readKnownSegments(reader: Reader, days: { from: LocalDate; to: LocalDate }) {
  const { properties, rates } = await readSetup(reader);
  const bySpot = Map.groupBy(rates, ({ spot_pk }) => spot_pk);
  const segments = [...bySpot].flatMap(([pk, own]) =>
    splitSegments(pk, own, rentalGroupNames, days).filter(({ is_known }) => is_known),
  );
  return { properties, segments: await readTaken(reader, segments) };
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
    level = excluded.level, rate = excluded.rate, rental_groups = excluded.rental_groups`;

export const deleteRate = (
  tx: Tx,
  organizationId: number,
  { spot, authority, starts_on }: { spot: number; authority: string; starts_on: LocalDate },
) => tx<{ rate: number }[]>`
  delete from tax_rates where organization_id = ${organizationId} and spot_pk = ${spot}
    and authority = ${authority} and starts_on = ${starts_on} returning rate`;
