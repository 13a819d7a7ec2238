import type { BridgeRange } from '@lotkeeper/contract/money/changes';
import { getWeek, weeksToCompare } from '@lotkeeper/contract/money/week';
import type { Serve } from '../../../kernel/http/call.ts';
import { listSpotZones, readPeriods } from './changes.queries.ts';
import { findEarliestToday, listChangedProperties } from './changes.rules.ts';
import { readTaken, readWeeks } from './week.queries.ts';
import { buildWeek } from './week.rules.ts';

const toDays = ({ start, end }: BridgeRange) => ({ start_date: start, end_date: end });

/** Last week of all properties, beside the week before and the same week of last year. */
export function weekRoutes(serve: Serve): void {
  serve(getWeek, async ({ scope, now }) => {
    const zones = await listSpotZones(scope);
    const today = findEarliestToday(
      zones.map(({ timezone }) => timezone),
      now,
    );
    const weeks = weeksToCompare(today);
    const [spots, periods, occupancies] = await Promise.all([
      readWeeks(scope, weeks),
      readPeriods(scope, { earlier: weeks.before, later: weeks.week }),
      readTaken(scope, zones, weeks),
    ]);
    const { week, before, year_ago } = weeks;
    return {
      days: { week: toDays(week), before: toDays(before), year_ago: toDays(year_ago) },
      ...buildWeek(spots, occupancies, listChangedProperties(periods)),
      as_of: now,
    };
  });
}
