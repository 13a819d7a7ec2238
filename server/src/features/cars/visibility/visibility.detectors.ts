import type { Instant } from '@lotkeeper/contract/kernel/calendar';
import { instant } from '@lotkeeper/contract/kernel/calendar';
import { minuteMs } from '@lotkeeper/contract/kernel/durations';
import type { Sql } from '../../../kernel/data/database.ts';
import { hasBegun } from '../../../records/people/rentals.ts';
import type { Detector, OpenDetectors, Problem } from '../../platform/alerts/public.ts';
import { readAlertLimits } from '../../platform/alerts/public.ts';

/** No property fills faster than this, in percent of its spaces per minute. */
const fastestPerMinute = 10;
const longestPauseMs = 5 * minuteMs;

interface Occupancy {
  organization_id: number;
  spot_pk: number;
  spaces: number;
  cars: number;
}

const listSpots = (sql: Sql) => sql<{ organization_id: number; spot_pk: number }[]>`
  select organization_id, pk as spot_pk from spots where quantity > 0`;

/** The cars inside, by their rentals as the page Visibility counts them. */
const countCars = (
  sql: Sql,
  spots: readonly { organization_id: number; spot_pk: number }[],
  now: Instant,
) => sql<Occupancy[]>`
  select s.organization_id, s.pk as spot_pk, s.quantity as spaces, r.cars
  from unnest(${spots.map((spot) => spot.organization_id)}::bigint[],
    ${spots.map((spot) => spot.spot_pk)}::bigint[]) w (organization_id, spot_pk)
  join spots s on s.organization_id = w.organization_id and s.pk = w.spot_pk
  cross join lateral (
    select count(*) as cars from (
      select from live_rentals
      where organization_id = s.organization_id and spot_pk = s.pk and end_date > ${now}
        and ${hasBegun(sql, now)}
      union all
      select from live_rentals
      where organization_id = s.organization_id and spot_pk = s.pk and end_date is null
        and ${hasBegun(sql, now)}) inside) r`;

const toProblem = ({ organization_id, spot_pk, ...facts }: Occupancy & Facts, now: Instant) => ({
  organization_id,
  spot_pk,
  kind: 'occupancy_high' as const,
  subject: `occupancy ${spot_pk}`,
  since: now,
  cost: null,
  facts,
});

interface Facts {
  percent: number;
  limit: number;
}

/**
 * Properties with more cars inside than the limit. One that is far from its limit isn't counted again before it could
 * reach it.
 */
function openOccupancyDetector(): Detector {
  const nextLooks = new Map<number, { at: Instant; limit: number }>();
  return {
    kinds: ['occupancy_high'],
    async findProblems(sql, now) {
      const findLimits = await readAlertLimits(sql);
      const spots = await listSpots(sql);
      const due = spots.filter(({ organization_id, spot_pk }) => {
        const limit = findLimits(organization_id, spot_pk).occupancy_percent;
        const next = nextLooks.get(spot_pk);
        return limit !== null && (next === undefined || next.limit !== limit || next.at <= now);
      });
      const problems: Problem[] = [];
      for (const row of await countCars(sql, due, now)) {
        const limit = findLimits(row.organization_id, row.spot_pk).occupancy_percent ?? 0;
        const percent = Math.floor((100 * row.cars) / row.spaces);
        const pauseMs = ((limit - percent) / fastestPerMinute) * minuteMs;
        const at = instant(now + Math.min(longestPauseMs, Math.max(0, pauseMs)));
        nextLooks.set(row.spot_pk, { at, limit });
        if (percent > limit) problems.push(toProblem({ ...row, percent, limit }, now));
      }
      return problems;
    },
  };
}

export const visibilityDetectors: OpenDetectors = () => [openOccupancyDetector()];
