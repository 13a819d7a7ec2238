import type { Instant, LocalDate } from '@lotkeeper/contract/kernel/calendar';
import type { Cents } from '@lotkeeper/contract/kernel/money';
import type { BridgePeriod } from '@lotkeeper/contract/money/changes';
import type { DisputeState } from '@lotkeeper/contract/money/disputes';
import type { OrganizationScope, WholeOrganizationScope } from '../../../kernel/access/scope.ts';
import { toEpochMs } from '../../../kernel/data/epoch-ms.ts';
import { must } from '../../../kernel/must.ts';
import type { DaySpan } from '../../../records/day-spans.ts';
import { sumMoney } from '../../../records/money/money-sums.ts';
import { readBySpot } from '../../../records/money/revenue.ts';

/** What a property had in a week or month, in parts that add up. */
export interface UsualRow {
  start: LocalDate;
  net: number;
  unexplained: number;
  uncollected: number;
}

/** Each property's net revenue and unexplained cars by week or month, from rollups. */
export const readUsual = (scope: WholeOrganizationScope, period: BridgePeriod, span: DaySpan) =>
  readBySpot<UsualRow>(scope, (sql) => {
    const sums = sumMoney(sql, scope, { measures: ['net'], by: { start: period }, span });
    const countVisits = (table: string) => sql`
      select date_trunc(${period}, local_date::timestamp)::date, 0, visits, uncollected
      from ${sql.identifier(table)}
      where organization_id = ${scope.organizationId} and spot_pk = s.pk
        and local_date between ${span.from} and ${span.to} and outcome = 'unexplained'`;
    const kind = period === 'week' ? 'days' : 'months';
    return sql`
      select start, net, 0 as unexplained, 0 as uncollected from (${sums}) m
      union all ${countVisits(`visit_${kind}`)}
      union all ${countVisits(`forgotten_visit_${kind}`)}`;
  });

/** The first day with revenue at any property; null without any. */
export async function readFirstDay(scope: WholeOrganizationScope): Promise<LocalDate | null> {
  const spots = await readBySpot<{ local_date: LocalDate }>(
    scope,
    (sql) => sql`
      select local_date from revenue_days
      where organization_id = ${scope.organizationId} and spot_pk = s.pk order by local_date limit 1`,
  );
  const days = spots.flatMap(({ rows }) => rows.map(({ local_date }) => local_date));
  const [first] = days.toSorted();
  return first ?? null;
}

/** Appeals of a property that nobody has decided. */
export interface OpenAppeals {
  spot_pk: number;
  appeals: number;
  amount: Cents;
  due_on: LocalDate;
}

export interface LetterDispute {
  /** The rental or the violation that was paid. */
  path: string;
  spot: string;
  amount: Cents;
  state: DisputeState;
  respond_by: Instant | null;
}

export interface OpenMatters {
  violations: number;
  amount: Cents;
  new_violations: number;
  new_amount: Cents;
  appeals: OpenAppeals[];
  disputes: LetterDispute[];
}

/** Disputes that a letter lists one by one. */
const listedDisputes = 20;

/** Open violations with those of some time, appeals to decide, and disputes that are open or ended in that time. */
export async function readOpenMatters(
  { organizationId: id, ...scope }: OrganizationScope,
  time: { from: Instant; until: Instant },
): Promise<OpenMatters> {
  const [row] = await scope.read<OpenMatters[]>(
    (sql) => sql`
      with open as materialized (
        select pk, amount, created_at >= ${time.from} and created_at < ${time.until} as is_new
        from violations where organization_id = ${id} and status = 'Created')
      select (select count(*) from open) as violations,
        (select coalesce(lotkeeper.sum_bigint(amount), 0) from open) as amount,
        (select count(*) from open where is_new) as new_violations,
        (select coalesce(lotkeeper.sum_bigint(amount), 0) from open where is_new) as new_amount,
        (select coalesce(json_agg(a), '[]') from (
          select v.spot_pk, count(*) as appeals, lotkeeper.sum_bigint(v.amount) as amount, min(a.due_on) as due_on
          from appeals a
          join violations v on v.organization_id = ${id} and v.pk = a.violation_pk
          where a.organization_id = ${id} and a.decision is null
          group by v.spot_pk) a) as appeals,
        (select coalesce(json_agg(d), '[]') from (
          select case when r.pk is null then 'violations/' || n.uuid else 'rentals/' || r.uuid end as path, s.name as spot, d.amount, d.state, ${toEpochMs(sql, sql`d.respond_by`)} as respond_by
          from disputes d
          left join live_rentals r on r.organization_id = ${id} and r.pk = d.rental_pk
          left join violations n on n.organization_id = ${id} and n.pk = d.violation_pk
          join spots s on s.organization_id = ${id} and s.pk = coalesce(r.spot_pk, n.spot_pk)
          where d.organization_id = ${id} and (d.closed_at is null
            or (d.closed_at >= ${time.from} and d.closed_at < ${time.until}))
          order by d.amount desc, d.pk limit ${sql.literal(listedDisputes)}) d) as disputes`,
  );
  return must(row, 'open violations and disputes');
}

/** Payouts on some days, and what came back of them. */
export interface PaidRow {
  local_date: LocalDate;
  payout: Cents;
}

export const readPaid = ({ organizationId, ...scope }: OrganizationScope, { from, to }: DaySpan) =>
  scope.read<PaidRow[]>(
    (sql) => sql`
      select local_date, payout from ledger_entries
      where organization_id = ${organizationId} and kind = 'payout'
        and local_date between ${from} and ${to}
      order by occurred_at, pk`,
  );

/** Properties by pk, with what links to them need. */
export const listLetterSpots = ({ organizationId, ...scope }: OrganizationScope) =>
  scope.read<{ pk: number; uuid: string; name: string; timezone: string }[]>(
    (sql) => sql`
      select pk, uuid, name, timezone from spots where organization_id = ${organizationId} order by pk`,
  );
