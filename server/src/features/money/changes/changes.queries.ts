import type { TimeZone } from '@lotkeeper/contract/kernel/calendar';
import type { BridgeRange, ComparedRanges } from '@lotkeeper/contract/money/changes';
import { sumMoney } from '../../../records/money-sums.ts';
import type { RevenueScope } from '../../../records/revenue.ts';
import { readBySpot } from '../../../records/revenue.ts';
import type { PeriodRow } from './changes.rules.ts';
import { periodMeasures } from './changes.rules.ts';

/** The time zones of the scope's property, or of all properties of its organization. */
export async function listTimeZones(scope: RevenueScope): Promise<TimeZone[]> {
  if (scope.kind === 'spot') return [scope.timezone];
  const rows = await scope.read<{ timezone: TimeZone }[]>(
    (sql) => sql`
      select distinct timezone from spots where organization_id = ${scope.organizationId}`,
  );
  return rows.map(({ timezone }) => timezone);
}

/** Each property's revenue in both periods by rental type, and how long its rentals stayed. */
export const readPeriods = (scope: RevenueScope, { earlier, later }: ComparedRanges) =>
  readBySpot<PeriodRow>(scope, (sql) => {
    const selectPeriod = (name: PeriodRow['period'], { start: from, end: to }: BridgeRange) => {
      const by = { rental_type: 'rental_type' } as const;
      const sums = sumMoney(sql, scope, { measures: periodMeasures, by, span: { from, to } });
      return sql`select ${name}::text as period, p.* from (${sums}) p`;
    };
    return sql`${selectPeriod('earlier', earlier)} union all ${selectPeriod('later', later)}`;
  });
