import type { LocalDate } from '@lotkeeper/contract/kernel/calendar';
import type { RentalType } from '@lotkeeper/contract/rentals';
import type { SpotScope } from '../../kernel/scope.ts';
import type { DaySpan, RevenueRow } from '../../records/revenue.ts';
import { revenueRows } from '../../records/revenue.ts';

/** What a property earned by month. */
export const readMonths = (scope: SpotScope, months: DaySpan) =>
  scope.read<RevenueRow[]>((sql) => sql`${revenueRows(sql, 'revenue_months', scope, months)}`);

/** What drivers paid in a month, by its first day, for one rental type; in cents. */
export interface GrossRow {
  local_date: LocalDate;
  rental_type: RentalType;
  gross: number;
}

/** Gross revenue of a property by month and rental type. */
export const readGrossByType = (scope: SpotScope, { from, to }: DaySpan) =>
  scope.read<GrossRow[]>(
    (sql) => sql`
      select local_date, rental_type, gross from revenue_months
      where organization_id = ${scope.organizationId} and spot_pk = ${scope.spotPk}
        and local_date between ${from} and ${to}`,
  );
