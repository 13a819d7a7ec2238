import type { SpotScope } from '../../kernel/scope.ts';
import type { DaySpan, RevenueRow } from '../../records/revenue.ts';
import { revenueRows } from '../../records/revenue.ts';

/** What a property earned by month and rental type. */
export const readMonths = (scope: SpotScope, months: DaySpan) =>
  scope.read<RevenueRow[]>((sql) => sql`${revenueRows(sql, 'revenue_months', scope, months)}`);
