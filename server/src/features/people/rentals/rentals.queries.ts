import type { Instant } from '@lotkeeper/contract/kernel/calendar';
import type { SlotCounts } from '@lotkeeper/contract/people/rentals';
import type { SpotScope } from '../../../kernel/access/scope.ts';
import { daysAndEdges } from './rentals.rules.ts';

interface Counts {
  all: number;
  active: number;
  upcoming: number;
}

/**
 * How many of the rentals that start within [from, to) are active, upcoming, and over at `now`. Whole days come from
 * the daily counts, so that counting doesn't read a year of history. Active ones are found by their end and then
 * filtered: a plan for any range might search the starts of the whole year.
 */
export async function countSlots(
  scope: SpotScope,
  range: { from: Instant; to: Instant },
  now: Instant,
): Promise<SlotCounts> {
  const { days, before, after } = daysAndEdges(range, scope.timezone);
  const [row] = await scope.read<Counts[]>((sql) => {
    const spotFilter = sql`organization_id = ${scope.organizationId} and spot_pk = ${scope.spotPk}`;
    const startCondition = sql`start_date >= ${range.from} and start_date < ${range.to} and start_date <= ${now}`;
    return sql`
      select
        (select coalesce(sum(rentals), 0)::bigint from rental_days
          where ${spotFilter} and local_date between ${days.first} and ${days.last})
        + (select count(*) from live_rentals
          where ${spotFilter} and start_date >= ${before.from} and start_date < ${before.to})
        + (select count(*) from live_rentals
          where ${spotFilter} and start_date >= ${after.from} and start_date < ${after.to}) as all,
        (select count(*) filter (where ${startCondition}) from live_rentals where ${spotFilter} and end_date > ${now})
        + (select count(*) filter (where ${startCondition}) from live_rentals where ${spotFilter} and end_date is null) as active,
        (select count(*) from live_rentals
          where ${spotFilter} and start_date >= ${range.from} and start_date < ${range.to}
            and start_date > ${now}) as upcoming`;
  });
  const { all, active, upcoming } = row ?? { all: 0, active: 0, upcoming: 0 };
  return { ACTIVE: active, UPCOMING: upcoming, ENDED: all - active - upcoming };
}
