import { usualWeeks } from '@lotkeeper/contract/cars/outcomes';
import type { LocalDate } from '@lotkeeper/contract/kernel/calendar';
import { addDays } from '@lotkeeper/contract/kernel/calendar';
import type { SpotScope } from '../../../kernel/access/scope.ts';
import { must } from '../../../kernel/must.ts';
import type { CameraHours } from './silent-hours.rules.ts';

interface HoursRow {
  name: string;
  direction: CameraHours['direction'];
  reads: Record<string, number>;
}

/** The reads of a property's cameras by hour, in a range of days and the weeks before it. */
export async function readCameraHours(
  scope: SpotScope,
  { from, to }: { from: LocalDate; to: LocalDate },
): Promise<CameraHours[]> {
  const rows = await scope.read<HoursRow[]>(
    (sql) => sql`
      select c.name, coalesce(c.direction, f.direction) as direction, (
          select coalesce(json_object_agg(h.local_date || ' ' || h.local_hour, h.reads), '{}') from camera_hours h
          where h.organization_id = ${scope.organizationId} and h.camera_pk = c.pk
            and h.local_date between ${addDays(from, -7 * usualWeeks)} and ${to}) as reads
      from cameras c
      left join camera_feeds f on f.organization_id = c.organization_id and f.pk = c.feed_pk
      where c.organization_id = ${scope.organizationId} and c.spot_pk = ${scope.spotPk}
        and f.revoked_at is null
      order by c.name, c.pk`,
  );
  return rows.map(({ reads, ...camera }) => ({ ...camera, reads: new Map(Object.entries(reads)) }));
}

/** What a car brought on average at a property in the weeks before a day, in cents; 0 without cars. */
export async function readAverage(scope: SpotScope, before: LocalDate): Promise<number> {
  const [row] = await scope.read<{ cars: number; net: number }[]>((sql) => {
    const atSpot = sql`organization_id = ${scope.organizationId} and spot_pk = ${scope.spotPk}
      and local_date between ${addDays(before, -7 * usualWeeks)} and ${addDays(before, -1)}`;
    return sql`
      select (select coalesce(lotkeeper.sum_bigint(visits), 0) from visit_days where ${atSpot}) as cars,
        (select coalesce(lotkeeper.sum_bigint(gross - refunds), 0) from revenue_days where ${atSpot}) as net`;
  });
  const { cars, net } = must(row, 'sums of the weeks before');
  return cars > 0 ? Math.max(0, net) / cars : 0;
}
