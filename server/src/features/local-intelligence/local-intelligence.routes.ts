import { toEpochSeconds, toLocalDate } from '@lotkeeper/contract/kernel/calendar';
import { getLocalIntelligence } from '@lotkeeper/contract/local-intelligence';
import { mayReadMoney } from '../../kernel/access/scope.ts';
import type { Serve } from '../../kernel/http/call.ts';
import { readDemand, readEvents, readState } from './local-intelligence.queries.ts';
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
}
