import type { Instant } from '@lotkeeper/contract/kernel/calendar';
import { toEpochSeconds } from '@lotkeeper/contract/kernel/calendar';
import { dayMs } from '@lotkeeper/contract/kernel/durations';
import type { SpotScope } from '../../../kernel/access/scope.ts';
import type { Fragment } from '../../../kernel/data/database.ts';
import { longStay } from '../../../records/people/rentals.ts';

/** Rentals of one source that were active between two days of a month, given by their numbers from 1. */
export interface StaysRow {
  source: string;
  first: number;
  last: number;
  rentals: number;
}

/**
 * The rentals that were active between the first and the last of `midnights`, which divide them into days. Reads four
 * short ranges: rentals that began in that time, rentals that began in the 31 days before, longer stays that ended
 * later, and those without an end. So a month costs the same whatever the history.
 */
export function readStays(scope: SpotScope, midnights: readonly Instant[]) {
  const from = midnights[0] as Instant;
  const to = midnights.at(-1) as Instant;
  const days = midnights.length - 1;
  return scope.read<StaysRow[]>((sql) => {
    // By index: PostgreSQL would read a list of timestamps again for each row.
    const edges = sql`${midnights.map(toEpochSeconds)}::bigint[]`;
    const toDayNumber = (moment: Fragment) =>
      sql`width_bucket(floor(extract(epoch from ${moment}))::bigint, ${edges})`;
    const stays = sql`
      select source, start_date, end_date from live_rentals
      where organization_id = ${scope.organizationId} and spot_pk = ${scope.spotPk}`;
    const length = sql`interval '${sql.literal(longStay)} days'`;
    return sql`
      select source, first, greatest(first, least(last, ${days}::int)) as last, count(*) as rentals
      from (
        select source, greatest(1, ${toDayNumber(sql`start_date`)}) as first,
          coalesce(${toDayNumber(sql`end_date - interval '1 microsecond'`)}, ${days}::int) as last
        from (
          ${stays} and start_date >= ${from} and start_date < ${to}
          union all
          ${stays} and start_date >= ${from - longStay * dayMs} and start_date < ${from}
            and end_date > ${from} and end_date - start_date <= ${length}
          union all
          ${stays} and end_date > ${from} and end_date - start_date > ${length} and start_date < ${from}
          union all
          ${stays} and end_date is null and start_date < ${from}) s) d
      group by 1, 2, 3`;
  });
}
