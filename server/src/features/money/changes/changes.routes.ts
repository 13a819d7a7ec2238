import {
  bridgeMessages,
  compareDays,
  compareRanges,
  getRevenueBridge,
} from '@lotkeeper/contract/money/changes';
import type { Serve } from '../../../kernel/http/call.ts';
import { wrongFields } from '../../../kernel/refusal.ts';
import { listSpotZones, readPeriods } from './changes.queries.ts';
import { buildBridge, findEarliestToday, listChangedProperties } from './changes.rules.ts';

/** Why a month's or week's net revenue differs from the one before. */
export function revenueBridgeRoutes(serve: Serve): void {
  serve(getRevenueBridge, async ({ scope, query, now }) => {
    const today = findEarliestToday(
      (await listSpotZones(scope)).map(({ timezone }) => timezone),
      now,
    );
    const { period, start_date: start, end_date: end = start } = query;
    const ranges =
      period === 'days' ? compareDays({ start, end }, today) : compareRanges(period, start, today);
    if (!ranges) throw wrongFields({ start_date: bridgeMessages.notOver[period] });
    const { earlier, later, isPartial } = ranges;
    const spots = await readPeriods(scope, ranges);
    const { net, ...bridge } = buildBridge(spots);
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
      properties: spots.length > 1 ? listChangedProperties(spots) : [],
      as_of: now,
    };
  });
}
