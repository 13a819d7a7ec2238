import type { Instant, LocalDate } from '@lotkeeper/contract/kernel/calendar';
import { addDays, addMonths, startOfDay } from '@lotkeeper/contract/kernel/calendar';
import type { BookingList, BookingSite } from '@lotkeeper/contract/money/booking-lists';
import { bookingListNames, bookingSites } from '@lotkeeper/contract/money/booking-lists';
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
      l.commissioned, l.with_commission,
      v.came, floor(extract(epoch from v.exit_at - r.end_date) / 60)::int as minutes,
      v.exit_at > r.end_date + interval '${grace} minutes' as is_longer, seen.any_visit, a.rate
    from spots s
    cross join lateral (select exists (select from visits v where v.organization_id = ${id} and v.spot_pk = s.pk
      and v.entrance_at >= ${from} and v.entrance_at < ${to}) as any_visit) seen
    join rentals r on r.organization_id = ${id} and r.spot_pk = s.pk
      and r.start_date >= ${from} and r.start_date < ${to}
      and r.start_local_date between ${month} and ${addDays(addMonths(month, 1), -1)}
      and r.source = any (${source ? [source] : [...bookingSites]}::text[])
      and r.source = any (array(select f.source from remittance_files f where f.organization_id = ${id}))
    cross join lateral (
      select count(*)::int as lines, sum(l.gross)::bigint as gross, sum(l.commission)::bigint as commission,
        sum(l.remitted)::bigint as remitted, count(l.commission)::int as with_commission,
        sum(l.gross) filter (where l.commission is not null)::bigint as commissioned,
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
      coalesce(abs(b.commission * 10000 - b.commissioned * b.rate) > 10000 * b.with_commission, false) as other_commission,
      b.lines > 0 and not b.cancelled and b.gross <> b.ours as other_amount
    from (${selectRentals(sql, organizationId, question)}) b
    union all
    select 'l' || l.pk, null, l.source, l.reference, l.spot_pk, s.name, l.local_date, null, l.gross, l.commission,
      l.remitted, null, null, 'unknown', false, false, false
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
      select 'other_commission', count(*)::int, sum(commission - agreed)::bigint from b where other_commission
      union all
      select 'other_amount', count(*)::int, sum(gross - ours)::bigint from b where other_amount`,
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
const noteCondition = (sql: Sql, note: keyof typeof bookingNotes): Fragment => {
  if (note === 'stayed_longer') return sql`b.stayed_longer`;
  return note === 'other_commission' ? sql`b.other_commission` : sql`b.other_amount`;
};

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
        b.state, b.stayed_longer, b.other_commission, b.other_amount
      from (${selectBookings(sql, reader.organizationId, question)}) b
      where ${listed ?? sql`true`}
        ${after ? sql`and (b.local_date, b.key) > (${after.date}::date, ${after.key})` : sql``}
      order by b.local_date, b.key limit ${limit}`;
  });
}

/** What booking sites didn't remit for a month at a property, although a file of theirs covers it. */
export interface Unremitted {
  spot_pk: number;
  source: BookingSite;
  amount: number;
  count: number;
  detail: string;
}

/** What booking sites didn't remit of a month's bookings, by property and site: the sum of both lists without money. */
export async function readUnremitted(
  reader: Reader,
  month: LocalDate,
  now: Instant,
): Promise<Unremitted[]> {
  const rows = await reader.read<(Omit<Unremitted, 'detail'> & { name: string })[]>(
    (sql) => sql`
      select spot_pk, spot_name as name, source, sum(ours)::bigint as amount, count(*)::int as count
      from (${selectBookings(sql, reader.organizationId, { month, now })}) b
      where state in ('came_unpaid', 'not_paid') and ours > 0
      group by 1, 2, 3 order by 2, 3`,
  );
  return rows.map(({ name, ...row }) => ({
    ...row,
    detail: `${row.count} ${row.count === 1 ? 'booking' : 'bookings'} at ${name}`,
  }));
}
