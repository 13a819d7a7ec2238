import { addDays, toEpochSeconds, toLocalDate } from '@lotkeeper/contract/kernel/calendar';
import {
  comingDays,
  getLocalIntelligence,
  listComingDays,
  listDayNotes,
} from '@lotkeeper/contract/operations/local-intelligence';
import type { Serve } from '../../../kernel/http/call.ts';
import { readComingOccasions } from './coming-days.ts';
import { buildDayNotes } from './day-notes.rules.ts';
import { readDemandOutlook } from './demand-outlook.ts';
import { readCameraDays, readEvents, readHolidays } from './local-intelligence.queries.ts';

/** What affects a property's demand. */
export function localIntelligenceRoutes(serve: Serve): void {
  serve(getLocalIntelligence, async ({ scope, now }) => {
    return { data: await readDemandOutlook(scope, now), last_updated_at: toEpochSeconds(now) };
  });

  serve(listDayNotes, async ({ scope, query, now }) => {
    const span = { from: query.start, to: query.end };
    const [events, holidays, cameras] = await Promise.all([
      readEvents(scope, span),
      readHolidays(scope, span),
      readCameraDays(scope, span),
    ]);
    const at = { today: toLocalDate(now, scope.timezone), holidays };
    const results = buildDayNotes(span, at, events, cameras);
    return { results, count: results.length };
  });

  serve(listComingDays, async ({ scope, now }) => {
    // No property's calendar is more than a day from that of UTC.
    const utc = toLocalDate(now, 'UTC');
    const days = { from: addDays(utc, -1), to: addDays(utc, comingDays) };
    const results = await readComingOccasions(scope, days, (timezone) => {
      const today = toLocalDate(now, timezone);
      return { from: today, to: addDays(today, comingDays - 1) };
    });
    return { results, count: results.length };
  });
}
