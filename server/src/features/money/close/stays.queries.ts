import type { Instant, LocalDate } from '@lotkeeper/contract/kernel/calendar';
import { addDays, addMonths } from '@lotkeeper/contract/kernel/calendar';
import type { ListedStay, StayCause } from '@lotkeeper/contract/money/close';
import { maxListedStays } from '@lotkeeper/contract/money/close';
import { rentalGroups } from '@lotkeeper/contract/people/rentals';
import type { Fragment, Sql } from '../../../kernel/data/database.ts';
import type { Reader } from './month-sums.queries.ts';

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

/** SQL for the first charges of hourly, daily and flat rate rentals of a month at property `s`, as `e`. */
const firstCharges = (sql: Sql, { organizationId, month }: Listing): Fragment => sql`
  ledger_entries e
  where e.organization_id = ${organizationId} and e.spot_pk = s.pk
    and e.local_date between ${month} and ${addDays(addMonths(month, 1), -1)}
    and e.rentals = 1 and e.rental_type = any (${[...rentalGroups.transient]}::text[])`;

/** SQL for the visits of a month at property `s` that had to pay by a rental, as `v`. */
const payingVisits = (sql: Sql, { organizationId, month }: Listing): Fragment => sql`
  visits v
  where v.organization_id = ${organizationId} and v.spot_pk = s.pk
    and v.outcome in ('rental', 'booking_site', 'valet', 'enforced')
    and v.local_date between ${month} and ${addDays(addMonths(month, 1), -1)}`;

interface Listing {
  organizationId: number;
  month: LocalDate;
}

/** SQL for the day, rental and visit of each stay of a cause at property `s`. */
function selectStays(sql: Sql, listing: Listing, cause: StayCause): Fragment {
  const { organizationId: id } = listing;
  const charges = firstCharges(sql, listing);
  const visits = payingVisits(sql, listing);
  const isCharged = sql`exists (select from ${charges} and e.rental_pk = v.rental_pk)`;
  const ofVisits = sql`select v.local_date, v.rental_pk, v.pk as visit_pk, v.plate from ${visits}`;
  const ofCharges = sql`
    select e.local_date, e.rental_pk, null::bigint as visit_pk, null::text as plate from ${charges}`;
  switch (cause) {
    case 'no_rental':
      return sql`${ofVisits} and v.rental_pk is null`;
    case 'other_month':
      return sql`${ofVisits} and v.rental_pk is not null and not ${isCharged}`;
    case 'several_visits':
      return sql`${ofVisits} and ${isCharged} and exists (
        select from visits w
        where w.organization_id = ${id} and w.rental_pk = v.rental_pk and w.pk < v.pk and w.spot_pk = s.pk
          and w.outcome in ('rental', 'booking_site', 'valet', 'enforced')
          and w.local_date between ${listing.month} and ${addDays(addMonths(listing.month, 1), -1)})`;
    case 'no_show':
      return sql`${ofCharges} and not exists (
        select from visits w where w.organization_id = ${id} and w.rental_pk = e.rental_pk)`;
    default:
      return sql`${ofCharges} and exists (
          select from visits w where w.organization_id = ${id} and w.rental_pk = e.rental_pk)
        and not exists (select from ${visits} and v.rental_pk = e.rental_pk)`;
  }
}

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

/** The rentals or visits behind a cause of a month, the newest day first. */
export const listStays = (
  { organizationId, read }: Reader,
  { month, spot, cause }: { month: LocalDate; spot?: string | undefined; cause: StayCause },
) =>
  read<ListedStay[]>(
    (sql) => sql`
      select json_build_object('pk', s.pk, 'name', s.name, 'timezone', s.timezone) as property, t.local_date,
        coalesce(t.plate, c.plate) as plate,
        case when r.uuid is null then null else json_build_object('uuid', r.uuid) end as rental,
        case when t.visit_pk is null then null else json_build_object('pk', t.visit_pk) end as visit
      from spots s
      cross join lateral (
        select * from (${selectStays(sql, { organizationId, month }, cause)}) stays
        order by local_date desc, rental_pk desc, visit_pk desc limit ${sql.literal(maxListedStays)}) t
      left join live_rentals r on r.organization_id = ${organizationId} and r.pk = t.rental_pk
      left join cars c on c.organization_id = ${organizationId} and c.pk = r.car_pk
      where s.organization_id = ${organizationId}
        ${spot === undefined ? sql`` : sql`and (s.pk::text = ${spot} or s.uuid::text = ${spot})`}
      order by t.local_date desc, s.pk, t.rental_pk desc limit ${sql.literal(maxListedStays)}`,
  );
