import { toLocalDate } from '@lotkeeper/contract/kernel/calendar';
import { bridgeMessages, compareRanges, getRevenueBridge } from '@lotkeeper/contract/money/changes';
import type { Serve } from '../../../kernel/http/call.ts';
import { wrongFields } from '../../../kernel/refusal.ts';
import { listTimeZones, readPeriods } from './changes.queries.ts';
import { buildBridge } from './changes.rules.ts';

/** Why a month's or week's net revenue differs from the one before. */
export function revenueBridgeRoutes(serve: Serve): void {
  serve(getRevenueBridge, async ({ scope, query, now }) => {
    const zones = await listTimeZones(scope);
    // The earliest local date among the properties: a day is over once it is over at all of them.
    const [today = toLocalDate(now, 'UTC')] = zones.map((zone) => toLocalDate(now, zone)).sort();
    const ranges = compareRanges(query.period, query.start_date, today);
    if (!ranges) throw wrongFields({ start_date: bridgeMessages.notOver[query.period] });
    const { earlier, later, isPartial } = ranges;
    const { net, ...bridge } = buildBridge(await readPeriods(scope, ranges));
    const toSide = ({ start, end }: typeof earlier, side: typeof net.earlier) => ({
      start_date: start,
      end_date: end,
      ...side,
    });
    return {
      earlier: toSide(earlier, net.earlier),
      later: toSide(later, net.later),
      is_partial: isPartial,
      ...bridge,
      as_of: now,
    };
  });
}
