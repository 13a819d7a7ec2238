import { toEpochSeconds, toLocalDate } from '@lotkeeper/contract/kernel/calendar';
import { getLocalIntelligence, listDayNotes } from '@lotkeeper/contract/local-intelligence';
import { mayReadMoney } from '../../kernel/access/scope.ts';
import type { Serve } from '../../kernel/http/call.ts';
import { buildDayNotes } from './day-notes.rules.ts';
import { readCameraDays, readDemand, readEvents, readState } from './local-intelligence.queries.ts';
import { buildLocalIntelligence, getSpans } from './local-intelligence.rules.ts';

/** What moves the demand of a property. */
export function localIntelligenceRoutes(serve: Serve): void {
  serve(getLocalIntelligence, async ({ scope, now }) => {
    const today = toLocalDate(now, scope.timezone);
    const { history, coming } = getSpans(today);
    const [rows, events, state] = await Promise.all([
      readDemand(scope, history),
      readEvents(scope, { from: history.from, to: coming.to }),
      readState(scope),
    ]);
    const at = { today, state, money: mayReadMoney(scope) };
    return { data: buildLocalIntelligence(rows, events, at), last_updated_at: toEpochSeconds(now) };
  });

  serve(listDayNotes, async ({ scope, query, now }) => {
    const span = { from: query.start, to: query.end };
    const [events, state, cameras] = await Promise.all([
      readEvents(scope, span),
      readState(scope),
      readCameraDays(scope, span),
    ]);
    const at = { today: toLocalDate(now, scope.timezone), state };
    const results = buildDayNotes(span, at, events, cameras);
    return { results, count: results.length };
  });
}
