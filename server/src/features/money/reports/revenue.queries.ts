import type { LocalDate } from '@lotkeeper/contract/kernel/calendar';
import type { ReportedType } from '@lotkeeper/contract/money/reported-types';
import { reportedTypeNames, typesReportedAs } from '@lotkeeper/contract/money/reported-types';
import type { SpotScope } from '../../../kernel/access/scope.ts';
import type { DaySpan } from '../../../records/day-spans.ts';
import { selectRows } from '../../../records/revenue.ts';

/** What drivers paid in a month, by its first day, for each type that reports distinguish; in cents. */
export type GrossRow = { local_date: LocalDate } & Record<ReportedType, number>;

/** Gross revenue of a property by month and reported type. */
export const readGrossByType = (scope: SpotScope, span: DaySpan) =>
  scope.read<GrossRow[]>((sql) => {
    const columns = sql`local_date${reportedTypeNames.map(
      (type) => sql`, coalesce(sum(gross) filter (
        where rental_type = any (${[...typesReportedAs(type)]}::text[])), 0)::bigint as ${sql.identifier(type)}`,
    )}`;
    return sql`${selectRows(sql, scope, 'revenue_months', { columns, span })} group by local_date`;
  });
