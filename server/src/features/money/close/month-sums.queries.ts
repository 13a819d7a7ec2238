import type { Instant, LocalDate, TimeZone } from '@lotkeeper/contract/kernel/calendar';
import { addDays, addMonths, getWeekday, toLocalDate } from '@lotkeeper/contract/kernel/calendar';
import { historySource } from '@lotkeeper/contract/money/payout-words';
import { rentalGroups } from '@lotkeeper/contract/people/rentals';
import type { PayoutSchedule } from '@lotkeeper/contract/platform/organization-terms';
import type { OrganizationScope } from '../../../kernel/access/scope.ts';
import type { Fragment, Sql } from '../../../kernel/data/database.ts';
import { must } from '../../../kernel/must.ts';
import { netRevenue } from '../../../records/money/revenue.ts';
import { readBankedDays } from '../bank/public.ts';
import { earnedThrough, paidOut } from '../payouts/public.ts';
import type { BankedMonth, PaidMonth, SpotMonth } from './close.rules.ts';

/** Reads inside a transaction or outside of one. */
export type Reader = Pick<OrganizationScope, 'organizationId' | 'read'>;

export type SpotRow = Omit<SpotMonth, 'wrong_taxes' | 'site_errors'> & {
  uuid: string;
  timezone: TimeZone;
};

/**
 * A property's money by source, and the fees that differ from the agreed rate (basis points) by more than half a cent
 * for each entry. In whole numbers: a month of 90 properties is 14,000 rows.
 */
const selectSources = (sql: Sql, organizationId: number, { month, last }: MonthDays) => sql`
  select source, lotkeeper.sum_bigint(gross) as gross, lotkeeper.sum_bigint(refunds) as refunds,
    lotkeeper.sum_bigint(tax) as tax, lotkeeper.sum_bigint(processing_fee) as processing_fee,
    lotkeeper.sum_bigint(commission) as commission,
    coalesce(lotkeeper.sum_bigint(processing_fee - (gross * o.processing_rate + 5000) / 10000)
      filter (where abs(processing_fee * 10000 - gross * o.processing_rate) > 5000 * (entry_count + 1)), 0)
      as wrong_fee,
    min(local_date)
      filter (where abs(processing_fee * 10000 - gross * o.processing_rate) > 5000 * (entry_count + 1))
      as first_wrong_day
  from revenue_sources r
  where r.organization_id = ${organizationId} and r.spot_pk = s.pk
    and r.local_date between ${month} and ${last}
  group by source order by source`;

interface MonthDays {
  month: LocalDate;
  last: LocalDate;
}

/** Each property's sums of a month by name, hidden properties too. */
export function readSpotMonths(
  { organizationId, read }: Reader,
  month: LocalDate,
): Promise<SpotRow[]> {
  const days = { month, last: addDays(addMonths(month, 1), -1) };
  const transient = [...rentalGroups.transient];
  return read<SpotRow[]>(
    (sql) => sql`
      select s.pk, s.uuid, s.name, s.timezone,
        exists (select from cameras c where c.organization_id = ${organizationId} and c.spot_pk = s.pk) as has_cameras,
        (select coalesce(json_agg(counts order by outcome), '[]') from (
          select outcome, lotkeeper.sum_bigint(visits) as visits, lotkeeper.sum_bigint(uncollected) as uncollected from (
            select outcome, visits, uncollected from visit_months
            where organization_id = ${organizationId} and spot_pk = s.pk and local_date = ${month}
            union all
            select outcome, visits, uncollected from forgotten_visit_months
            where organization_id = ${organizationId} and spot_pk = s.pk and local_date = ${month}
            union all
            select outcome, 1, 0 from visits
            where organization_id = ${organizationId} and spot_pk = s.pk and due_at is not null
              and outcome = 'present' and local_date between ${month} and ${days.last}) v
          group by outcome having sum(visits) <> 0) counts) as outcomes,
        m.rentals, m.net,
        (select coalesce(json_agg(x), '[]') from (${selectSources(sql, organizationId, days)}) x) as sources,
        (select json_build_object('other_month', other_month, 'several_visits', several_visits,
            'no_rental', no_rental, 'no_show', no_show, 'came_in_other_month', came_in_other_month)
          from month_stays where organization_id = ${organizationId} and spot_pk = s.pk and month = ${month}) as stays
      from spots s
      join organizations o on o.pk = ${organizationId}
      cross join lateral (
        select coalesce(lotkeeper.sum_bigint(rentals) filter (where rental_type = any (${transient}::text[])), 0) as rentals,
          coalesce(lotkeeper.sum_bigint(${netRevenue(sql)}), 0) as net
        from revenue_months
        where organization_id = ${organizationId} and spot_pk = s.pk and local_date = ${month}) m
      where s.organization_id = ${organizationId}
      order by lower(s.name), s.pk`,
  );
}

/** The last day of the first payout period that ends in a month, and how many days later it is due. */
function firstPeriodEnd(schedule: PayoutSchedule, month: LocalDate) {
  if (schedule === 'monthly') return { end: addDays(addMonths(month, 1), -1), lag: 5 };
  if (schedule === 'daily') return { end: month, lag: 2 };
  return { end: addDays(month, (7 - getWeekday(month)) % 7), lag: 2 };
}

/** The days when the payouts of periods that end in a month are sent. */
function findPayoutDays(schedule: PayoutSchedule, month: LocalDate): PayoutDays {
  const first = firstPeriodEnd(schedule, month);
  const next = firstPeriodEnd(schedule, addMonths(month, 1));
  const { end, lag } = first;
  return { start_date: addDays(end, lag), end_date: addDays(next.end, next.lag - 1), lag };
}

/** When payouts are sent, each `lag` days after the last day that it is for. */
interface PayoutDays {
  start_date: LocalDate;
  end_date: LocalDate;
  lag: number;
}

/**
 * Payouts of a month of more or less than was earned since the one before. An error that a later payout makes up for is
 * in no sum of the month, nor is what came late.
 */
async function findUneven(
  { organizationId, read }: Reader,
  month: LocalDate,
  { start_date, end_date, lag }: PayoutDays,
  carriedIn: number,
): Promise<PaidMonth['uneven']> {
  const last = addDays(addMonths(month, 1), -1);
  const payouts = await read<{ local_date: LocalDate; lacks: number }[]>((sql) => {
    const sumDays = (table: Fragment, condition: Fragment) => sql`
      select r.* from spots s cross join lateral (
        select local_date, sum(${netRevenue(sql)}) as net from ${table}
        where organization_id = ${organizationId} and spot_pk = s.pk
          and local_date between ${month} and ${last} ${condition}
        group by local_date) r
      where s.organization_id = ${organizationId}`;
    return sql`
      with earned as materialized (
        select local_date, sum(net) as net from (
          ${sumDays(sql`revenue_days`, sql``)}
          union all
          select local_date, - net from (
            ${sumDays(sql`revenue_sources`, sql`and source = 'history'`)}) imported) x
        group by local_date),
      paid as (
        select local_date, sum(payout) as payout, local_date - ${lag}::int as last_day,
          lag(local_date - ${lag}::int) over (order by local_date) as day_before
        from ledger_entries
        where organization_id = ${organizationId} and kind = 'payout' and payout > 0
          and local_date between ${start_date} and ${end_date}
        group by local_date)
      select local_date, (case when day_before is null then ${carriedIn} else 0 end - payout + coalesce((
          select sum(net) from earned e
          where e.local_date <= last_day and e.local_date > coalesce(day_before, '-infinity')), 0))::bigint as lacks
      from paid order by local_date`;
  });
  return payouts.filter(({ lacks }) => lacks !== 0);
}

/**
 * SQL for what was earned through a day and isn't paid out, though a payout since was for it or should have been sent.
 * What was recorded after the newest payout, for a day that this paid for, isn't due yet.
 */
const unpaidThrough = (
  sql: Sql,
  organizationId: number,
  last: LocalDate,
  newest: NewestPayout | undefined,
) => {
  const covered = newest && newest.covered > last ? newest.covered : last;
  const late = sql`(
    select coalesce(sum(gross - refund - tax - processing_fee - commission), 0) from ledger_entries
    where organization_id = ${organizationId} and kind <> 'payout' and source <> ${historySource}
      and pk > ${newest?.pk ?? 0} and local_date <= ${newest?.covered ?? '-infinity'})`;
  return sql`(${earnedThrough(sql, organizationId, covered)} - ${paidOut(sql, organizationId)} - ${late})::bigint`;
};

/** The newest payout, and the last day that it is for. */
interface NewestPayout {
  pk: number;
  covered: LocalDate;
}

const readNewestPayout = async ({ organizationId, read }: Reader, lag: number) => {
  const [newest] = await read<NewestPayout[]>(
    (sql) => sql`
      select pk, local_date - ${lag}::int as covered from ledger_entries
      where organization_id = ${organizationId} and kind = 'payout' and payout > 0
      order by local_date desc, pk desc limit 1`,
  );
  return newest;
};

/** What was paid out for a month, and what it carries over; what the bank has of it. */
export async function readPaidMonth(
  reader: Reader,
  month: LocalDate,
  now: Instant,
): Promise<{ paid: PaidMonth; bank: BankedMonth }> {
  const { organizationId } = reader;
  const [organization] = await reader.read<{ payout_schedule: PayoutSchedule }[]>(
    (sql) => sql`select payout_schedule from organizations where pk = ${organizationId}`,
  );
  const { payout_schedule: schedule } = must(organization, 'organization');
  const days = findPayoutDays(schedule, month);
  const last = addDays(addMonths(month, 1), -1);
  const newest = await readNewestPayout(reader, days.lag);
  const [[sums], bank] = await Promise.all([
    reader.read<
      { before: number; through: number; unpaid: number; paid_before: number; payouts: number }[]
    >(
      (sql) => sql`
        select ${earnedThrough(sql, organizationId, addDays(month, -1))} as before,
          ${earnedThrough(sql, organizationId, last)} as through,
          ${unpaidThrough(sql, organizationId, last, newest)} as unpaid,
          coalesce(sum(payout) filter (where local_date < ${days.start_date}), 0)::bigint as paid_before,
          coalesce(sum(payout) filter (where local_date between ${days.start_date} and ${days.end_date}),
            0)::bigint as payouts
        from ledger_entries where organization_id = ${organizationId} and kind = 'payout'`,
    ),
    readBankedDays(reader, { ...days, now }),
  ]);
  const { before, through, unpaid, paid_before, payouts } = must(sums, 'payouts of a month');
  const is_due = toLocalDate(now, 'UTC') > lastDue(schedule, month);
  const carried_in = before - paid_before;
  const carried_out = through - paid_before - payouts;
  // A month has one payout, and its difference is what is carried out.
  const uneven = schedule === 'monthly' ? [] : await findUneven(reader, month, days, carried_in);
  return {
    paid: {
      payouts,
      carried_in,
      carried_out,
      unpaid: is_due ? Math.max(0, Math.min(unpaid, carried_out)) : 0,
      uneven,
      is_due,
      due_date: lastDue(schedule, month),
    },
    bank,
  };
}

/** When the last payout of a month is due. */
function lastDue(schedule: PayoutSchedule, month: LocalDate): LocalDate {
  const last = addDays(addMonths(month, 1), -1);
  if (schedule === 'monthly') return addDays(last, 5);
  return addDays(schedule === 'daily' ? last : addDays(last, -(getWeekday(last) % 7)), 2);
}
