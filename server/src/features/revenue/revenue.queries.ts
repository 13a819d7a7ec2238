import type { LocalDate } from '@lotkeeper/contract/kernel/calendar';
import type { ReportedType } from '@lotkeeper/contract/reported-types';
import { reportedTypeNames, typesReportedAs } from '@lotkeeper/contract/reported-types';
import type { SpotScope } from '../../kernel/access/scope.ts';
import type { DaySpan } from '../../records/day-spans.ts';
import type { RevenueRow } from '../../records/revenue.ts';
import { revenueRows } from '../../records/revenue.ts';

/** What a property earned by month. */
export const readMonths = (scope: SpotScope, months: DaySpan) =>
  scope.read<RevenueRow[]>((sql) => sql`${revenueRows(sql, 'revenue_months', scope, months)}`);

/** What drivers paid in a month, by its first day, for each type that reports distinguish; in cents. */
export type GrossRow = { local_date: LocalDate } & Record<ReportedType, number>;

/** Gross revenue of a property by month and reported type. */
export const readGrossByType = (scope: SpotScope, { from, to }: DaySpan) =>
  scope.read<GrossRow[]>(
    (sql) => sql`
      select local_date${reportedTypeNames.map(
        (type) => sql`, coalesce(sum(gross) filter (
          where rental_type = any (${[...typesReportedAs(type)]}::text[])), 0)::bigint as ${sql.identifier(type)}`,
      )}
      from revenue_months
      where organization_id = ${scope.organizationId} and spot_pk = ${scope.spotPk}
        and local_date between ${from} and ${to}
      group by local_date`,
  );
