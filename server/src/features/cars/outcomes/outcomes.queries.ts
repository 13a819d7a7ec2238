import type {
  CauseCount,
  OutcomeCount,
  OutcomeDay,
  UnexplainedCause,
  VisitOutcome,
} from '@lotkeeper/contract/cars/outcomes';
import { maxSingleDays } from '@lotkeeper/contract/cars/outcomes';
import type { Instant, LocalDate } from '@lotkeeper/contract/kernel/calendar';
import { daysBetween } from '@lotkeeper/contract/kernel/calendar';
import type { Cents } from '@lotkeeper/contract/kernel/money';
import type { Scope } from '../../../kernel/access/scope.ts';
import type { Fragment, Sql } from '../../../kernel/data/database.ts';
import { must } from '../../../kernel/must.ts';
import type { DaySpan } from '../../../records/day-spans.ts';
import { splitRange } from '../../../records/day-spans.ts';

/** The properties whose visits are counted: one, or all of an organization. */
export type OutcomesScope = Pick<Scope, 'read'> & { organizationId: number } & (
    | { kind: 'organization' }
    | { kind: 'spot'; spotPk: number }
  );

interface Days {
  start_date: LocalDate;
  end_date: LocalDate;
}

/** The properties of a scope as `s`. */
export const scopeSpots = (sql: Sql, scope: OutcomesScope): Fragment => sql`
  spots s where s.organization_id = ${scope.organizationId}
    ${scope.kind === 'spot' ? sql`and s.pk = ${scope.spotPk}` : sql``}`;

interface OutcomeRows {
  outcomes: OutcomeCount[];
  days: OutcomeDay[];
  has_cameras: boolean;
}

/**
 * Counts the visits of some days by outcome, and by day or, of many days, by month. Those included that were deleted
 * since. Whole months are read from months, so that a year of many properties takes few rows.
 */
export async function readOutcomes(
  scope: OutcomesScope,
  { start_date, end_date }: Days,
): Promise<OutcomeRows & { step: 'day' | 'month' }> {
  const isShort = daysBetween(start_date, end_date) < maxSingleDays;
  const { head, months, tail } = splitRange(start_date, end_date);
  const [row] = await scope.read<OutcomeRows[]>((sql) => {
    const countsIn = (table: string, { from, to }: DaySpan) => sql`
      select local_date, outcome, visits, uncollected from ${sql.identifier(table)}
      where organization_id = ${scope.organizationId} and spot_pk = s.pk
        and local_date between ${from} and ${to}`;
    const days = isShort
      ? [{ from: start_date, to: end_date }]
      : [head, tail].filter(({ from, to }) => from <= to);
    const counts = [
      ...days.flatMap((span) => [
        countsIn('visit_days', span),
        countsIn('forgotten_visit_days', span),
      ]),
      ...(isShort
        ? []
        : [countsIn('visit_months', months), countsIn('forgotten_visit_months', months)]),
    ];
    const date = isShort
      ? sql`c.local_date`
      : sql`date_trunc('month', c.local_date::timestamp)::date`;
    return sql`
      with listed as (select s.pk from ${scopeSpots(sql, scope)}),
      counts as materialized (
        select ${date} as local_date, c.outcome, lotkeeper.sum_bigint(c.visits) as visits,
          lotkeeper.sum_bigint(c.uncollected) as uncollected
        from listed s
        cross join lateral (
          ${counts.reduce((all, next) => sql`${all} union all ${next}`)} union all
          -- Few, and found by being due: they'd otherwise be counted with each car that comes, and again when it leaves.
          select local_date, outcome, 1, 0 from visits
          where organization_id = ${scope.organizationId} and spot_pk = s.pk and due_at is not null
            and outcome = 'present' and local_date between ${start_date} and ${end_date}) c
        group by 1, 2)
      select (
          select coalesce(json_agg(o order by o.visits desc, o.outcome), '[]') from (
            select outcome, lotkeeper.sum_bigint(visits) as visits, lotkeeper.sum_bigint(uncollected) as uncollected
            from counts group by 1 having lotkeeper.sum_bigint(visits) > 0) o) as outcomes,
        (
          select coalesce(json_agg(d order by d.date), '[]') from (
            select local_date as date, lotkeeper.sum_bigint(visits) as visits,
              coalesce(lotkeeper.sum_bigint(visits) filter (where outcome = 'unexplained'), 0) as unexplained,
              lotkeeper.sum_bigint(uncollected) as uncollected
            from counts group by 1 having lotkeeper.sum_bigint(visits) > 0) d) as days,
        exists (select from cameras c join listed s on s.pk = c.spot_pk
          where c.organization_id = ${scope.organizationId}) as has_cameras`;
  });
  return { ...must(row, 'counts of outcomes'), step: isShort ? 'day' : 'month' };
}

/** Why nobody can be charged for a visit; null if it isn't unexplained. */
const selectCause = (sql: Sql): Fragment => sql`
  case when outcome <> 'unexplained' then null
    when entrance_at is null then 'no_entrance'
    when held is not null then held
    when exit_at is null then 'no_exit'
    when doubtful then 'doubtful'
    else 'too_late' end`;

/** Counts the unexplained visits of some days by cause. */
export const countCauses = (scope: OutcomesScope, { start_date, end_date }: Days) =>
  scope.read<CauseCount[]>(
    (sql) => sql`
      select c.cause, count(*)::int as visits, lotkeeper.sum_bigint(c.uncollected) as uncollected
      from (select s.pk from ${scopeSpots(sql, scope)}) s
      cross join lateral (
        select ${selectCause(sql)} as cause, uncollected from visits
        where organization_id = ${scope.organizationId} and spot_pk = s.pk and outcome = 'unexplained'
          and local_date between ${start_date} and ${end_date}) c
      group by 1 order by 2 desc, 3 desc, 1`,
  );

/** A visit behind an outcome. */
export interface OutcomeVisitRow {
  pk: number;
  plate: string;
  state: string | null;
  spot: { pk: number; name: string; timezone: string };
  local_date: LocalDate;
  entrance_at: Instant | null;
  exit_at: Instant | null;
  doubtful: boolean;
  cause: UnexplainedCause | null;
  uncollected: Cents;
}

/** The visits of some days that ended in an outcome, by one cause or any, newest day first, after a given one. */
export const listOutcomeVisits = (
  scope: OutcomesScope,
  {
    start_date,
    end_date,
    outcome,
    cause,
  }: Days & { outcome: VisitOutcome; cause?: UnexplainedCause | undefined },
  { before, limit }: { before: { local_date: LocalDate; pk: number } | null; limit: number },
) =>
  scope.read<OutcomeVisitRow[]>(
    (sql) => sql`
      select v.pk, v.plate, v.state, v.local_date, v.entrance_at, v.exit_at, v.doubtful, v.cause,
        v.uncollected,
        json_build_object('pk', s.pk, 'name', s.name, 'timezone', s.timezone) as spot
      from (select s.pk, s.name, s.timezone from ${scopeSpots(sql, scope)}) s
      cross join lateral (
        select *, ${selectCause(sql)} as cause from visits
        where organization_id = ${scope.organizationId} and spot_pk = s.pk and outcome = ${outcome}
          ${outcome === 'present' ? sql`and due_at is not null` : sql`and outcome <> 'present'`}
          and local_date between ${start_date} and ${before?.local_date ?? end_date}
          ${cause ? sql`and ${selectCause(sql)} = ${cause}` : sql``}
          ${before ? sql`and (local_date, pk) < (${before.local_date}, ${before.pk}::bigint)` : sql``}
        order by local_date desc, pk desc limit ${sql.literal(limit)}) v
      order by v.local_date desc, v.pk desc limit ${sql.literal(limit)}`,
  );
