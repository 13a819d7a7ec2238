import { addDays, toEpochSeconds, toLocalDate } from '@lotkeeper/contract/kernel/calendar';
import {
  comingDays,
  getLocalIntelligence,
  listComingDays,
  listDayNotes,
} from '@lotkeeper/contract/operations/local-intelligence';
import { mayReadMoney } from '../../../kernel/access/scope.ts';
import type { Serve } from '../../../kernel/http/call.ts';
import { listHolidays } from '../../../records/holidays.ts';
import { listComingOccasions } from './coming-days.rules.ts';
import { buildDayNotes } from './day-notes.rules.ts';
import {
  readCameraDays,
  readDemand,
  readEvents,
  readEventsBySpot,
  readHolidays,
} from './local-intelligence.queries.ts';
import { buildLocalIntelligence, getSpans } from './local-intelligence.rules.ts';

/** What affects a property's demand. */
export function localIntelligenceRoutes(serve: Serve): void {
  serve(getLocalIntelligence, async ({ scope, now }) => {
    const today = toLocalDate(now, scope.timezone);
    const { history, coming } = getSpans(today);
    const span = { from: history.from, to: coming.to };
    const [rows, events, holidays] = await Promise.all([
      readDemand(scope, history),
      readEvents(scope, span),
      readHolidays(scope, span),
    ]);
    const at = { today, holidays, money: mayReadMoney(scope) };
    return { data: buildLocalIntelligence(rows, events, at), last_updated_at: toEpochSeconds(now) };
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
    const spots = await Promise.all(
      (await readEventsBySpot(scope, days)).map(async ({ pk, name, rows, ...place }) => {
        const today = toLocalDate(now, place.timezone);
        const span = { from: today, to: addDays(today, comingDays - 1) };
        return { pk, name, span, events: rows, holidays: await listHolidays(span, place) };
      }),
    );
    const results = listComingOccasions(spots);
    return { results, count: results.length };
  });
}
