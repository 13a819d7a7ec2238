import type { LocalDate } from '@lotkeeper/contract/kernel/calendar';
import type { Sql } from '../../kernel/data/database.ts';

/** The months of an organization that are closed, by their first day. */
export const listClosedMonths = (sql: Sql, organizationId: number) => sql<{ month: LocalDate }[]>`
  select month from month_closings
  where organization_id = ${organizationId} and reopened_at is null`;
