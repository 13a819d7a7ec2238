import type { Instant, LocalDate, TimeZone } from '@lotkeeper/contract/kernel/calendar';
import { addDays, instant, startOfDay, toLocalDate } from '@lotkeeper/contract/kernel/calendar';
import { dayMs } from '@lotkeeper/contract/kernel/durations';
import { readAlertLimits } from '../limits.queries.ts';
import type { Detector } from '../problem.ts';

/** A car that was never seen to leave counts as gone after this long. */
const longestStayMs = 7 * dayMs;

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

/** Appeals that wait for an answer. */
const violationAppealed: Detector = {
  kinds: ['violation_appealed'],
  async findProblems(sql) {
    const rows = await sql<
      {
        organization_id: number;
        pk: number;
        spot_pk: number;
        code: string;
        amount: number;
        due_on: LocalDate;
        created_at: Instant;
      }[]
    >`
      select a.organization_id, a.pk, v.spot_pk, v.code, v.amount, a.due_on, a.created_at
      from appeals a
      join violations v on v.organization_id = a.organization_id and v.pk = a.violation_pk
      where a.decision is null`;
    return rows.map(({ organization_id, pk, spot_pk, code, amount, due_on, created_at }) => ({
      organization_id,
      spot_pk,
      kind: 'violation_appealed' as const,
      subject: `appeal ${pk}`,
      since: created_at,
      cost: amount,
      facts: { code, due_on },
    }));
  },
};

/** Watched plates whose cars are inside. */
const watchedPlate: Detector = {
  kinds: ['watched_plate'],
  async findProblems(sql, now) {
    const rows = await sql<
      {
        organization_id: number;
        watch_pk: number;
        visit_pk: number;
        spot_pk: number;
        plate: string;
        purpose: string;
        note: string | null;
        entrance_at: Instant;
      }[]
    >`
      select w.organization_id, w.pk as watch_pk, v.pk as visit_pk, v.spot_pk, v.plate, w.purpose, w.note,
        v.entrance_at
      from watched_plates w
      join spots s on s.organization_id = w.organization_id
      cross join lateral (
        select pk, spot_pk, plate, state, entrance_at from visits
        where organization_id = w.organization_id and spot_pk = s.pk and plate_key = w.plate_key
          and entrance_at > ${instant(now - longestStayMs)} and exit_at is null and not exit_missed) v
      where w.ends_at > ${now}
        and (w.plate_state is null or v.state is null or v.state = w.plate_state)`;
    return rows.map(({ organization_id, watch_pk, visit_pk, spot_pk, entrance_at, ...facts }) => ({
      organization_id,
      spot_pk,
      kind: 'watched_plate' as const,
      subject: `plate ${watch_pk} ${visit_pk}`,
      since: entrance_at,
      cost: null,
      facts: { ...facts, visit_pk },
    }));
  },
};

export const carDetectors = [unexplainedCars, violationAppealed, watchedPlate];
