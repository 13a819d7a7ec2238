import type { Instant, TimeZone } from '@lotkeeper/contract/kernel/calendar';
import {
  addDays,
  fromEpochSeconds,
  startOfDay,
  toLocalDate,
} from '@lotkeeper/contract/kernel/calendar';
import {
  driverLogDaysBack,
  getHeroStats,
  getRecentImages,
  listCarTracking,
} from '@lotkeeper/contract/visibility';
import type { PictureAddresses } from '../../kernel/access/picture-addresses.ts';
import type { Serve } from '../../kernel/http/call.ts';
import { notFound, Refusal, wrongFields } from '../../kernel/refusal.ts';
import { plateKey } from '../../records/plates.ts';
import { readDriverLog } from './driver-log.queries.ts';
import { readHeroStats, readRecentImages } from './hero-stats.queries.ts';

/** Refuses days before those of the log. */
function refuseEarlier(from: Instant, zone: TimeZone, now: Instant): void {
  const first = addDays(toLocalDate(now, zone), -driverLogDaysBack);
  if (from < startOfDay(first, zone)) {
    throw wrongFields({ start: `Must be at most ${driverLogDaysBack} days back.` });
  }
}

/** What the cameras of a property show. */
export function visibilityRoutes(serve: Serve, { pictures }: { pictures: PictureAddresses }): void {
  serve(listCarTracking, async ({ scope, query, now }) => {
    const demo = query.is_demo === 'true';
    if (demo && !scope.person.superuser) {
      throw new Refusal('not_allowed', 'Only superusers see the demo.');
    }
    const from = fromEpochSeconds(query.start);
    refuseEarlier(from, scope.timezone, now);
    const key = plateKey(query.plate ?? '');
    if (query.plate !== undefined && key === '') return { count: 0, results: [] };
    const filter = {
      from,
      until: fromEpochSeconds(query.end),
      plateKey: key,
      status: query.status,
      rentalType: query.rental_type,
      page: query.page,
      demo,
    };
    return readDriverLog(scope, filter, pictures, now);
  });

  serve(getRecentImages, async ({ scope, now }) => readRecentImages(scope, pictures, now));

  serve(getHeroStats, async ({ scope, now }) => {
    const stats = await readHeroStats(scope, now);
    if (!stats) throw notFound('property');
    return stats;
  });
}
