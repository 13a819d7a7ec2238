import type { Instant, LocalDate } from '@lotkeeper/contract/kernel/calendar';
import { addDays, addMonths } from '@lotkeeper/contract/kernel/calendar';
import { rentalGroups } from '@lotkeeper/contract/people/rentals';
import type { Fragment, Sql } from '../../../kernel/data/database.ts';

interface Counting {
  organizationId: number;
  month: LocalDate;
  now: Instant;
}

/**
 * Counts how the visits of a month belong to its first charges, at properties with cameras: `spots` names them as
 * `s (pk)`. Looks up the rental of each visit and the visits of each rental.
 */
export const countStays = (
  sql: Sql,
  spotPks: readonly number[],
  { organizationId: id, month, now }: Counting,
) => {
  const last = addDays(addMonths(month, 1), -1);
  return sql`
    insert into month_stays (organization_id, spot_pk, month, other_month, several_visits, no_rental, no_show,
      came_in_other_month, counted_at)
    select ${id}::bigint, s.pk, ${month}::date, v.other_month, v.of_month - v.rentals, v.no_rental,
      r.no_visit, r.rentals - r.no_visit - v.rentals, ${now}
    from unnest(${[...spotPks]}::bigint[]) s (pk)
    cross join lateral (
      select count(*) filter (where v.rental_pk is null) as no_rental,
        count(*) filter (where v.rental_pk is not null and e.pk is null) as other_month,
        count(e.pk) as of_month, count(distinct e.rental_pk) as rentals
      from visits v
      left join ledger_entries e on e.organization_id = ${id} and e.rental_pk = v.rental_pk and e.rentals = 1
        and e.spot_pk = s.pk and e.local_date between ${month} and ${last}
        and e.rental_type = any (${[...rentalGroups.transient]}::text[])
      where v.organization_id = ${id} and v.spot_pk = s.pk
        and v.outcome in ('rental', 'booking_site', 'valet', 'enforced')
        and v.local_date between ${month} and ${last}) v
    cross join lateral (
      select count(*) as rentals, count(*) filter (where not exists (
          select from visits v where v.organization_id = ${id} and v.rental_pk = e.rental_pk)) as no_visit
      from ledger_entries e
      where e.organization_id = ${id} and e.spot_pk = s.pk and e.local_date between ${month} and ${last}
        and e.rentals = 1 and e.rental_type = any (${[...rentalGroups.transient]}::text[])) r
    order by s.pk
    on conflict (organization_id, spot_pk, month) do update set
      other_month = excluded.other_month, several_visits = excluded.several_visits,
      no_rental = excluded.no_rental, no_show = excluded.no_show,
      came_in_other_month = excluded.came_in_other_month, counted_at = excluded.counted_at`;
};

/** SQL for whether cameras saw cars at property `s` in a month, or could have. */
const isSeen = (sql: Sql, month: Fragment): Fragment => sql`
  (exists (select from cameras k where k.organization_id = s.organization_id and k.spot_pk = s.pk)
    or exists (select from visit_months v where v.organization_id = s.organization_id and v.spot_pk = s.pk
      and v.local_date = ${month}))`;

/** The properties of an organization where cameras are, or saw cars in a month. */
export const listSeenSpots = (sql: Sql, organizationId: number, month: LocalDate) => sql<
  { pk: number }[]
>`
  select s.pk from spots s
  where s.organization_id = ${organizationId} and ${isSeen(sql, sql`${month}::date`)}
  order by s.pk`;

/** A property and a month whose stays are to be counted. */
export interface StaleStays {
  organization_id: number;
  spot_pk: number;
  month: LocalDate;
}

/** Properties whose counts of some months are missing, or older than `before` for the last two; the newest month first. */
export const listStale = (
  sql: Sql,
  { months, before, limit }: { months: readonly LocalDate[]; before: Instant; limit: number },
) => sql<StaleStays[]>`
  select s.organization_id, s.pk as spot_pk, m.month::date as month
  from spots s
  cross join unnest(${[...months]}::date[]) m (month)
  left join month_stays c on c.organization_id = s.organization_id and c.spot_pk = s.pk and c.month = m.month
  where ${isSeen(sql, sql`m.month`)}
    and (c.month is null or (c.counted_at < ${before} and m.month >= ${months[1] ?? months[0] ?? null}::date))
    and not exists (select from month_closings p where p.organization_id = s.organization_id
      and p.month = m.month and p.reopened_at is null)
  order by m.month desc, s.organization_id, s.pk limit ${sql.literal(limit)}`;
