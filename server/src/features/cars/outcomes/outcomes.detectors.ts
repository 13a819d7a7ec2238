import type { LocalDate, TimeZone } from '@lotkeeper/contract/kernel/calendar';
import { addDays, startOfDay, toLocalDate } from '@lotkeeper/contract/kernel/calendar';
import type { Detector, OpenDetectors } from '../../platform/alerts/public.ts';
import { readAlertLimits } from '../../platform/alerts/public.ts';

/** Properties with more unexplained cars than the limit, today or yesterday: the newer such day. */
const unexplainedCars: Detector = {
  kinds: ['unexplained_cars'],
  async findProblems(sql, now) {
    const findLimits = await readAlertLimits(sql);
    const zones = await sql<{ timezone: TimeZone }[]>`select distinct timezone from spots`;
    const days = zones.flatMap(({ timezone }) => {
      const today = toLocalDate(now, timezone);
      return [today, addDays(today, -1)].map((day) => ({ timezone, day }));
    });
    const rows = await sql<
      {
        organization_id: number;
        spot_pk: number;
        timezone: TimeZone;
        local_date: LocalDate;
        cars: number;
        uncollected: number;
      }[]
    >`
      select s.organization_id, s.pk as spot_pk, s.timezone, d.local_date, d.visits as cars, d.uncollected
      from unnest(${days.map(({ timezone }) => timezone)}::text[], ${days.map(({ day }) => day)}::text[])
        w (timezone, day)
      join spots s on s.timezone = w.timezone
      cross join lateral (
        select local_date, visits, uncollected from visit_days
        where organization_id = s.organization_id and spot_pk = s.pk and local_date = w.day::date
          and outcome = 'unexplained' and visits > 0) d
      order by d.local_date`;
    const newest = new Map(
      rows.flatMap((row) => {
        const limit = findLimits(row.organization_id, row.spot_pk).unexplained_cars;
        return limit !== null && row.cars > limit
          ? [[row.spot_pk, { ...row, limit }] as const]
          : [];
      }),
    );
    return [...newest.values()].map((row) => ({
      organization_id: row.organization_id,
      spot_pk: row.spot_pk,
      kind: 'unexplained_cars' as const,
      subject: `unexplained ${row.spot_pk}`,
      since: startOfDay(row.local_date, row.timezone),
      cost: row.uncollected,
      facts: { cars: row.cars, limit: row.limit, day: row.local_date },
    }));
  },
};

export const outcomesDetectors: OpenDetectors = () => [unexplainedCars];
