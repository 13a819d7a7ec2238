import type { Instant } from '@lotkeeper/contract/kernel/calendar';
import { dayMs, hourMs } from '@lotkeeper/contract/kernel/durations';
import type { SpotScope } from '../../../kernel/access/scope.ts';
import type { Sql } from '../../../kernel/data/database.ts';
import { longStay } from '../../../records/people/rentals.ts';
import type { HourCut, HourMoves } from './hours.rules.ts';

/** Rows as arrays: for a year of days, JSON takes an eighth of the statement. */
type HourAnswer = Omit<HourMoves, 'rows'> & {
  rows: readonly [
    stretch: number,
    slot: number,
    step: number,
    weighted: number,
    seconds: number,
    stays: number,
    minutes: number,
  ][];
};

/**
 * When rentals began and ended in the stretches of a range, and how many were active at its start. Each stretch is a
 * range of the index: looking up the stretch of each hour takes longer than reading it. Rentals are read from three
 * short ranges, so the cost doesn't depend on the history before. A rental that ended exactly at the start is in the
 * range's first hour.
 */
export async function readHours(
  scope: SpotScope,
  { edges, period }: Pick<HourCut, 'edges' | 'period'>,
): Promise<HourMoves> {
  const { organizationId, spotPk } = scope;
  const from = edges[0] as Instant;
  const hours = edges.map((edge) => edge / hourMs);
  // Days have a smaller rollup of stays.
  const sums = (sql: Sql) =>
    period === 24
      ? sql`lotkeeper.sum_bigint(stays) as stays, lotkeeper.sum_bigint(minutes) as minutes`
      : sql`0 as stays, 0 as minutes`;
  // A day is one group, and of those that have no rows there is none.
  const [slot, periods, groups] =
    period === 24
      ? ['since % 24', 'since / 24', 'group by 1']
      : ['0', 'since', 'having count(*) > 0'];
  const [row] = await scope.read<HourAnswer[]>((sql) => {
    const at = sql`organization_id = ${organizationId} and spot_pk = ${spotPk}`;
    const length = sql`interval '${sql.literal(longStay)} days'`;
    return sql`
      select
        (select quantity from spots where organization_id = ${organizationId} and pk = ${spotPk}) as spaces,
        (select count(*) from live_rentals where ${at} and start_date >= ${from - longStay * dayMs}
          and start_date < ${from} and end_date >= ${from} and end_date - start_date <= ${length})
        + (select count(*) from live_rentals where ${at} and end_date >= ${from}
          and end_date - start_date > ${length} and start_date < ${from})
        + (select count(*) from live_rentals where ${at} and end_date is null and start_date < ${from}) as going,
        (select hour from rental_hours where ${at} order by hour limit 1) as first,
        (
          select coalesce(array_agg(array[stretch, slot, step, weighted, seconds, stays, minutes]), '{}')
          from unnest(${hours.slice(0, -1)}::int[], ${hours.slice(1)}::int[]) with ordinality
            as e (first, next, stretch)
          cross join lateral (
            select ${sql.unsafe(slot)} as slot, lotkeeper.sum_bigint(step) as step,
              lotkeeper.sum_bigint(step * (${sql.unsafe(periods)})) as weighted,
              3600 * lotkeeper.sum_bigint(step) - lotkeeper.sum_bigint(delay) as seconds, ${sums(sql)}
            from (
              select begun - ended as step, begun_seconds - ended_seconds as delay, stays, minutes,
                (date_part('epoch', hour) / 3600)::int - e.first as since
              from rental_hours where ${at} and hour >= timestamptz 'epoch' + e.first * interval '1 hour'
                and hour < timestamptz 'epoch' + e.next * interval '1 hour') moves
            ${sql.unsafe(groups)}) sums) as rows`;
  });
  if (!row) throw new Error('Sums answer one row.');
  const rows = row.rows.map(([stretch, slot, step, weighted, seconds, stays, minutes]) => ({
    stretch,
    slot,
    step,
    weighted,
    seconds,
    stays,
    minutes,
  }));
  return { ...row, rows };
}
