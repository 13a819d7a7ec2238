import {
  getHeroStats,
  getRecentImages,
  listCarTracking,
} from '@lotkeeper/contract/cars/visibility';
import { fromEpochSeconds } from '@lotkeeper/contract/kernel/calendar';
import { plateKey } from '@lotkeeper/contract/kernel/plates';
import { minSearchCharacters } from '@lotkeeper/contract/kernel/searches';
import type { PictureAddresses } from '../../../kernel/access/picture-addresses.ts';
import type { Serve } from '../../../kernel/http/call.ts';
import { Refusal, requireFound } from '../../../kernel/refusal.ts';
import { readDriverLog } from './driver-log.queries.ts';
import { readHeroStats, readRecentImages } from './hero-stats.queries.ts';

/** What a property's cameras show. */
export function visibilityRoutes(serve: Serve, { pictures }: { pictures: PictureAddresses }): void {
  serve(listCarTracking, async ({ scope, query, now }) => {
    const demo = query.is_demo === 'true';
    if (demo && !scope.person.superuser) {
      throw new Refusal('not_allowed', 'Only superusers see the demo.');
    }
    const key = plateKey(query.plate ?? '');
    if (query.plate !== undefined && key === '') return { count: 0, results: [] };
    const filter = {
      from: fromEpochSeconds(query.start),
      until: fromEpochSeconds(query.end),
      // One or two characters don't count as a search for a car, as in the log of searches.
      plateKey: key.length < minSearchCharacters ? '' : key,
      status: query.status,
      rentalType: query.rental_type,
      page: query.page,
      demo,
    };
    return readDriverLog(scope, filter, pictures, now);
  });

  serve(getRecentImages, async ({ scope, now }) => readRecentImages(scope, pictures, now));

  serve(getHeroStats, async ({ scope, now }) =>
    requireFound(await readHeroStats(scope, now), 'property'),
  );
}
