import type { Instant, LocalDate } from '@lotkeeper/contract/kernel/calendar';
import { addDays, addMonths, startOfDay } from '@lotkeeper/contract/kernel/calendar';
import { cents, dollarsText } from '@lotkeeper/contract/kernel/money';
import type { BookingList, BookingSite } from '@lotkeeper/contract/money/booking-lists';
import { bookingListNames, bookingSites } from '@lotkeeper/contract/money/booking-lists';
import type { SiteCause } from '@lotkeeper/contract/money/close';
import type { SiteBooking } from '@lotkeeper/contract/money/remittances';
import { bookingNotes, graceMinutes } from '@lotkeeper/contract/money/remittances';
import type { OrganizationScope } from '../../../kernel/access/scope.ts';
import type { Fragment, Sql } from '../../../kernel/data/database.ts';

/** Reads inside a transaction or outside of one. */
export type Reader = Pick<OrganizationScope, 'organizationId' | 'read'>;

interface Question {
  month: LocalDate;
  source?: BookingSite | undefined;
  now: Instant;
}

/** Times that contain everything of a month, whatever the zone. */
const aroundMonth = (month: LocalDate) => ({
  from: startOfDay(addDays(month, -1), 'UTC'),
  to: startOfDay(addDays(addMonths(month, 1), 1), 'UTC'),
});

/**
 * SQL for the rentals of booking sites that start in a month, with what the sites' files say of them and whether the
 * car came, of sites with any file. Those without a line are only there when a file of the site covers all of their days, and when they are
 * over. Looks up the lines, entries and visits of each rental.
 */
function selectRentals(
  sql: Sql,
  organizationId: number,
  { month, source, now }: Question,
): Fragment {
  const { from, to } = aroundMonth(month);
  const id = sql`${organizationId}::bigint`;
  const grace = sql.literal(graceMinutes);
  return sql`
    select 'r' || r.pk as key, r.pk, r.uuid, r.source, r.external_id as reference, r.spot_pk, s.name as spot_name,
      r.start_local_date as local_date, o.ours, l.lines, l.gross, l.commission, l.remitted, l.cancelled,
      l.commissioned, l.with_commission, l.paid_spot_pk,
      v.came, floor(extract(epoch from v.exit_at - r.end_date) / 60)::int as minutes,
      v.exit_at > r.end_date + interval '${grace} minutes' as is_longer, seen.any_visit, a.rate
    from spots s
    cross join lateral (select exists (select from visits v where v.organization_id = ${id} and v.spot_pk = s.pk
      and v.entrance_at >= ${from} and v.entrance_at < ${to}) as any_visit) seen
    join live_rentals r on r.organization_id = ${id} and r.spot_pk = s.pk
      and r.start_date >= ${from} and r.start_date < ${to}
      and r.start_local_date between ${month} and ${addDays(addMonths(month, 1), -1)}
      and r.source = any (${source ? [source] : [...bookingSites]}::text[])
      and r.source = any (array(select f.source from remittance_files f where f.organization_id = ${id}))
    cross join lateral (
      select count(*)::int as lines, sum(l.gross)::bigint as gross, sum(l.commission)::bigint as commission,
        sum(l.remitted)::bigint as remitted, count(l.commission)::int as with_commission,
        sum(l.gross) filter (where l.commission is not null)::bigint as commissioned,
        min(l.spot_pk) filter (where l.spot_pk <> r.spot_pk and l.remitted <> 0) as paid_spot_pk,
        bool_or(l.cancelled) or (count(*) > 1 and sum(l.gross) = 0) as cancelled
      from remittance_lines l where l.organization_id = ${id} and l.rental_pk = r.pk) l
    cross join lateral (
      select coalesce(sum(e.gross - e.refund), 0)::bigint as ours from ledger_entries e
      where e.organization_id = ${id} and e.rental_pk = r.pk) o
    cross join lateral (
      select count(*) > 0 as came, max(v.exit_at) as exit_at from visits v
      where v.organization_id = ${id} and v.rental_pk = r.pk) v
    left join lateral (
      select a.rate from site_rates a
      where a.organization_id = ${id} and a.source = r.source and a.start_date <= r.start_local_date
        and (a.spot_pk is null or a.spot_pk = r.spot_pk)
      order by a.spot_pk is null, a.start_date desc limit 1) a on true
    where s.organization_id = ${id}
      and (l.lines > 0 or (r.end_date <= ${now} and (o.ours > 0 or v.came)
        and (select bool_or(f.first_date <= r.start_local_date
              and (f.last_date >= r.start_local_date or f.complete_before > r.end_date))
            and bool_or(f.first_end <= r.end_date and f.complete_before > r.end_date)
          from remittance_files f
          where f.organization_id = ${id} and f.source = r.source
            and (f.spot_pks is null or r.spot_pk = any (f.spot_pks))
            and f.is_complete and sha256(convert_to(lower(trim(r.external_id)), 'UTF8')) <> all (f.unread))
        -- One that may be a line which fits several isn't known to be missing.
        and not exists (
          select from remittance_lines u
          where u.organization_id = ${id} and u.source = r.source and u.rental_pk is null
            and u.local_date = r.start_local_date and u.spot_pk = r.spot_pk and u.gross = o.ours)))`;
}

/** SQL for all bookings of a month with their states, also lines that belong to no rental. */
function selectBookings(sql: Sql, organizationId: number, question: Question): Fragment {
  const { month, source } = question;
  return sql`
    select b.key, b.uuid, b.source, b.reference, b.spot_pk, b.spot_name, b.local_date, b.ours, b.gross, b.commission,
      b.remitted, case when b.is_longer then b.minutes end as late_minutes,
      case when b.lines > 0 and b.rate is not null then
        round(coalesce(b.commissioned, b.gross) * b.rate / 10000.0)::bigint end as agreed,
      case when b.remitted > 0 and b.came then 'paid_came'
        when b.came then 'came_unpaid'
        when b.cancelled then 'cancelled'
        when b.remitted > 0 and b.any_visit then 'paid_no_show'
        when b.remitted > 0 then 'paid_unseen'
        else 'not_paid' end as state,
      coalesce(b.is_longer, false) as stayed_longer,
      coalesce(not b.cancelled and b.commission * 10000 - b.commissioned * b.rate > 10000 * b.with_commission, false)
        as kept_more,
      coalesce(not b.cancelled and b.commissioned * b.rate - b.commission * 10000 > 10000 * b.with_commission, false)
        as kept_less,
      b.lines > 0 and not b.cancelled and b.gross < b.ours as paid_less,
      b.lines > 0 and not b.cancelled and b.gross > b.ours as paid_more,
      b.paid_spot_pk is not null as other_property, b.paid_spot_pk
    from (${selectRentals(sql, organizationId, question)}) b
    union all
    select 'l' || l.pk, null, l.source, l.reference, l.spot_pk, s.name, l.local_date, null, l.gross, l.commission,
      l.remitted, null, null, 'unknown', false, false, false, false, false, false, null
    from remittance_lines l
    left join spots s on s.organization_id = ${organizationId}::bigint and s.pk = l.spot_pk
    where l.organization_id = ${organizationId}::bigint and l.rental_pk is null
      and l.source = any (${source ? [source] : [...bookingSites]}::text[])
      and l.local_date between ${month} and ${addDays(addMonths(month, 1), -1)}`;
}

/** What a booking adds to the sum of its state: our price where nothing was remitted. */
const stateAmount = (sql: Sql) =>
  sql`case when state in ('came_unpaid', 'not_paid') then ours else coalesce(remitted, 0) end`;

interface Counted {
  list: BookingList;
  count: number;
  amount: number;
}

/** The count and sum of each kind of bookings of a month. */
export async function countBookings(reader: Reader, question: Question): Promise<Counted[]> {
  const rows = await reader.read<Counted[]>(
    (sql) => sql`
      with b as materialized (${selectBookings(sql, reader.organizationId, question)})
      select state as list, count(*)::int as count, sum(${stateAmount(sql)})::bigint as amount from b group by state
      union all
      select 'stayed_longer', count(*)::int, sum(coalesce(remitted, 0))::bigint from b where stayed_longer
      union all
      select 'kept_more', count(*)::int, sum(commission - agreed)::bigint from b where kept_more
      union all
      select 'kept_less', count(*)::int, sum(agreed - commission)::bigint from b where kept_less
      union all
      select 'paid_less', count(*)::int, sum(ours - gross)::bigint from b where paid_less
      union all
      select 'paid_more', count(*)::int, sum(gross - ours)::bigint from b where paid_more
      union all
      select 'other_property', count(*)::int, sum(gross)::bigint from b where other_property`,
  );
  const byList = new Map(rows.map((row) => [row.list, row]));
  return bookingListNames.map((list) => {
    const { count = 0, amount = 0 } = byList.get(list) ?? {};
    return { list, count, amount: amount ?? 0 };
  });
}

const isNote = (list: BookingList): list is keyof typeof bookingNotes =>
  Object.hasOwn(bookingNotes, list);

/** SQL for whether booking `b` has a note. */
const noteCondition = (sql: Sql, note: keyof typeof bookingNotes): Fragment =>
  sql.unsafe(`b.${note}`);

export type BookingRow = SiteBooking & { state: BookingList } & Record<
    keyof typeof bookingNotes,
    boolean
  >;

/** Bookings of a kind, or of all, the earliest first; `after` is the last one before them. */
export function listBookings(
  reader: Reader,
  question: Question,
  {
    list,
    after,
    limit,
  }: { list: BookingList | null; after?: { date: string; key: string } | null; limit: number },
): Promise<BookingRow[]> {
  return reader.read<BookingRow[]>((sql) => {
    const listed = list && (isNote(list) ? noteCondition(sql, list) : sql`b.state = ${list}`);
    return sql`
      select b.key, b.source, b.reference,
        case when b.spot_pk is null then null
          else json_build_object('pk', b.spot_pk, 'name', b.spot_name) end as property,
        case when b.uuid is null then null else json_build_object('uuid', b.uuid) end as rental,
        b.local_date, b.ours, b.gross, b.commission, b.agreed, b.remitted, b.late_minutes,
        b.state, b.stayed_longer, b.kept_more, b.kept_less, b.paid_less, b.paid_more, b.other_property
      from (${selectBookings(sql, reader.organizationId, question)}) b
      where ${listed ?? sql`true`}
        ${after ? sql`and (b.local_date, b.key) > (${after.date}::date, ${after.key})` : sql``}
      order by b.local_date, b.key limit ${limit}`;
  });
}

/** What booking sites did wrong with a month's bookings at a property; above 0 what is missing, below 0 what is too much. */
export interface SiteError {
  /** null = a line that names no property of ours. */
  spot_pk: number | null;
  source: BookingSite;
  cause: SiteCause;
  amount: number;
  detail: string;
}

interface SiteErrorRow extends Omit<SiteError, 'detail'> {
  name: string | null;
  count: number;
  largest: { reference: string; amount: number; paid_spot: string | null }[];
}

const maxNamedBookings = 3;

/** 2 bookings at Main St Garage: SH-5 ($25.00), SH-4 ($18.00) */
function describeErrors({ name, count, largest }: SiteErrorRow): string {
  const named = largest.map(({ reference, amount, paid_spot }) => {
    const value = dollarsText(cents(Math.abs(amount)));
    return `${reference || 'without a reference'} (${paid_spot ? `${value} for ${paid_spot}` : value})`;
  });
  const more = count > named.length ? ` and ${count - named.length} more` : '';
  const place = name === null ? '' : ` at ${name}`;
  return `${count} ${count === 1 ? 'booking' : 'bookings'}${place}: ${named.join(', ')}${more}`;
}

/** What booking sites did wrong with a month's bookings, by property, site and kind, with the largest of them. */
export async function readSiteErrors(
  reader: Reader,
  month: LocalDate,
  now: Instant,
): Promise<SiteError[]> {
  const id = reader.organizationId;
  const rows = await reader.read<SiteErrorRow[]>(
    (sql) => sql`
      select b.spot_pk, b.spot_name as name, b.source, c.cause, sum(c.amount)::bigint as amount, count(*)::int as count,
        to_json((array_agg(json_build_object('reference', b.reference, 'amount', c.amount, 'paid_spot',
            case when c.cause = 'site_other_property' then
              (select p.name from spots p where p.organization_id = ${id} and p.pk = b.paid_spot_pk) end)
          order by abs(c.amount) desc, b.key))[1:${sql.literal(maxNamedBookings)}]) as largest
      from (${selectBookings(sql, id, { month, now })}) b
      cross join lateral (select b.state in ('came_unpaid', 'not_paid') as is_unpaid) u
      cross join lateral (values
        ('not_remitted', case when u.is_unpaid and b.ours > 0 then b.ours end),
        ('site_paid_less', case when b.paid_less and not u.is_unpaid then b.ours - b.gross end),
        ('site_paid_more', case when b.paid_more and not u.is_unpaid then b.ours - b.gross end),
        ('site_kept_more', case when b.kept_more then b.commission - b.agreed end),
        ('site_kept_less', case when b.kept_less then b.commission - b.agreed end),
        ('site_other_property', case when b.other_property then b.gross end),
        ('site_unknown', case when b.state = 'unknown' then -b.remitted end)) c (cause, amount)
      where c.amount <> 0
      group by 1, 2, 3, 4 order by 2, 3, 4`,
  );
  return rows.map((row) => ({
    spot_pk: row.spot_pk,
    source: row.source,
    cause: row.cause,
    amount: row.amount,
    detail: describeErrors(row),
  }));
}
