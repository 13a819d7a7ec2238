import { toEpochSeconds, toLocalDate } from '@lotkeeper/contract/kernel/calendar';
import {
  getLocalIntelligence,
  listDayNotes,
} from '@lotkeeper/contract/operations/local-intelligence';
import { mayReadMoney } from '../../../kernel/access/scope.ts';
import type { Serve } from '../../../kernel/http/call.ts';
import { buildDayNotes } from './day-notes.rules.ts';
import {
  readCameraDays,
  readDemand,
  readEvents,
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
}
