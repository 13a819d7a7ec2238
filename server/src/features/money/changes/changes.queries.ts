import type { TimeZone } from '@lotkeeper/contract/kernel/calendar';
import type { BridgeRange, ComparedRanges } from '@lotkeeper/contract/money/changes';
import { sumMoney } from '../../../records/money/money-sums.ts';
import type { RevenueScope } from '../../../records/money/revenue.ts';
import { readBySpot, selectSpots } from '../../../records/money/revenue.ts';
import type { PeriodRow } from './changes.rules.ts';
import { periodMeasures } from './changes.rules.ts';

/** The time zone of the scope's property, or of all properties of its organization. */
export async function listSpotZones(
  scope: RevenueScope,
): Promise<{ pk: number; timezone: TimeZone }[]> {
  if (scope.kind === 'spot') return [{ pk: scope.spotPk, timezone: scope.timezone }];
  return scope.read((sql) => sql`select pk, timezone from ${selectSpots(sql, scope)} order by pk`);
}

/** Each property's revenue in both periods by rental type, and how long its rentals stayed. */
export const readPeriods = (
  scope: RevenueScope,
  { earlier, later }: Pick<ComparedRanges, 'earlier' | 'later'>,
) =>
  readBySpot<PeriodRow>(scope, (sql) => {
    const selectPeriod = (name: PeriodRow['period'], { start: from, end: to }: BridgeRange) => {
      const groupBy = { rental_type: 'rental_type' } as const;
      const sums = sumMoney(sql, scope, {
        measures: periodMeasures,
        by: groupBy,
        span: { from, to },
      });
      return sql`select ${name}::text as period, p.* from (${sums}) p`;
    };
    return sql`${selectPeriod('earlier', earlier)} union all ${selectPeriod('later', later)}`;
  });
