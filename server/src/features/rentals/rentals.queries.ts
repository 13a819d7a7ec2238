import type { Instant } from '@lotkeeper/contract/kernel/calendar';
import type { SlotCounts } from '@lotkeeper/contract/rentals';
import type { SpotScope } from '../../kernel/scope.ts';

/** Of the rentals that start within [from, to): how many are going on, to come and over at `now`. */
export async function countSlots(
  scope: SpotScope,
  range: { from: Instant; to: Instant },
  now: Instant,
): Promise<SlotCounts> {
  const [row] = await scope.read<SlotCounts[]>(
    (sql) => sql`
      select
        count(*) filter (where start_date <= ${now} and (end_date > ${now} or end_date is null)) as "ACTIVE",
        count(*) filter (where start_date > ${now}) as "UPCOMING",
        count(*) filter (where end_date <= ${now}) as "ENDED"
      from rentals
      where organization_id = ${scope.organizationId} and spot_pk = ${scope.spotPk}
        and start_date >= ${range.from} and start_date < ${range.to}`,
  );
  return row ?? { ACTIVE: 0, UPCOMING: 0, ENDED: 0 };
}
