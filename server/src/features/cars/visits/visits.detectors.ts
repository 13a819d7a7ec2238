import type { Instant } from '@lotkeeper/contract/kernel/calendar';
import { instant } from '@lotkeeper/contract/kernel/calendar';
import { dayMs } from '@lotkeeper/contract/kernel/durations';
import type { Detector, OpenDetectors } from '../../platform/alerts/public.ts';

/** A car that was never seen to leave counts as gone after this long. */
const longestStayMs = 7 * dayMs;

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

export const visitsDetectors: OpenDetectors = () => [watchedPlate];
