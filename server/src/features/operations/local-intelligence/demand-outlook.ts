import type { Instant } from '@lotkeeper/contract/kernel/calendar';
import { toLocalDate } from '@lotkeeper/contract/kernel/calendar';
import type { LocalIntelligence } from '@lotkeeper/contract/operations/local-intelligence';
import type { SpotScope } from '../../../kernel/access/scope.ts';
import { mayReadMoney } from '../../../kernel/access/scope.ts';
import { readDemand, readEvents, readHolidays } from './local-intelligence.queries.ts';
import { buildLocalIntelligence, getSpans } from './local-intelligence.rules.ts';

/** What affects a property's demand, and what comes next. */
export async function readDemandOutlook(
  scope: SpotScope,
  now: Instant,
): Promise<LocalIntelligence> {
  const today = toLocalDate(now, scope.timezone);
  const { history, coming } = getSpans(today);
  const span = { from: history.from, to: coming.to };
  const [rows, events, holidays] = await Promise.all([
    readDemand(scope, history),
    readEvents(scope, span),
    readHolidays(scope, span),
  ]);
  return buildLocalIntelligence(rows, events, { today, holidays, money: mayReadMoney(scope) });
}
