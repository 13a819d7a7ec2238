import type { LocalDate } from '@lotkeeper/contract/kernel/calendar';
import type { Amounts } from '@lotkeeper/contract/money/ledger';
import { computeAdjusted, computeNet } from '@lotkeeper/contract/money/ledger';
import type { ReportedType } from '@lotkeeper/contract/money/reported-types';
import { typesReportedAs } from '@lotkeeper/contract/money/reported-types';
import type { SpotScope, WholeOrganizationScope } from '../kernel/access/scope.ts';
import type { Fragment, Sql } from '../kernel/data/database.ts';
import { closedBefore } from './closed-months.ts';
import type { DaySpan } from './day-spans.ts';
import { splitRange } from './day-spans.ts';
import { lifetimeColumns, partColumns } from './rollups.ts';

/** What a property earned on a day, or in a month by its first day; amounts in cents. */
export interface RevenueRow extends Amounts {
  local_date: LocalDate;
  refund_count: number;
  rentals: number;
}

/** The sums of columns, each by its column's name. */
export const sumColumns = (sql: Sql, columns: readonly string[]): Fragment =>
  sql.unsafe(columns.map((name) => `sum(${name})::bigint as ${name}`).join(', '));

/** The same of rows that were read. */
export const sumRows = <Column extends string>(
  rows: readonly Record<Column, number>[],
  columns: readonly Column[],
) =>
  Object.fromEntries(
    columns.map((name) => [name, rows.reduce((total, row) => total + row[name], 0)]),
  ) as Record<Column, number>;

/** What a call sums: the money of a property, or of all properties of an organization. */
export type RevenueScope = WholeOrganizationScope | SpotScope;

/** The scope's properties as `s`: hidden ones too, for their money is the organization's. */
export const selectSpots = (sql: Sql, scope: RevenueScope): Fragment => sql`(
  select pk, uuid, name, timezone from spots
  where organization_id = ${scope.organizationId}
    ${scope.kind === 'spot' ? sql`and pk = ${scope.spotPk}` : sql``}) s`;

/** Tables with rows by property and local day; `days_and_months` are days, and months instead of all their days. */
type DatedTable =
  | 'revenue_hours'
  | 'revenue_sources'
  | 'revenue_days'
  | 'revenue_months'
  | 'days_and_months'
  | 'rental_stays'
  | 'ledger_entries';

interface DatedRows {
  columns: Fragment;
  span: DaySpan;
  /** Further conditions, each with its `and`. */
  filter?: Fragment;
}

/** The rows of a span of days, of the scope's property or else of property `s`: by primary keys, however long the history. */
export function selectRows(
  sql: Sql,
  scope: RevenueScope,
  table: DatedTable,
  { columns, span, filter = sql`` }: DatedRows,
): Fragment {
  if (table === 'days_and_months') {
    const { head, months, tail } = splitRange(span.from, span.to);
    const select = (part: DatedTable, days: DaySpan) =>
      selectRows(sql, scope, part, { columns, span: days, filter });
    return sql`${select('revenue_days', head)} union all ${select('revenue_months', months)}
      union all ${select('revenue_days', tail)}`;
  }
  return sql`
    select ${columns} from ${sql.identifier(table)}
    where organization_id = ${scope.organizationId}
      and spot_pk = ${scope.kind === 'spot' ? scope.spotPk : sql`s.pk`}
      and local_date between ${span.from} and ${span.to} ${filter}`;
}

/** Whether a row is of the rental types that reports show as one; undefined = all. */
export const typeFilter = (sql: Sql, type: ReportedType | undefined): Fragment =>
  type ? sql`and rental_type = any (${[...typesReportedAs(type)]}::text[])` : sql``;

/** Which revenue of a property: of one reported type, or all. */
export type RevenueSpan = DaySpan & { type?: ReportedType | undefined };

/** Each date of a span that has revenue, with all types together or one: behind every page that shows it by day or month. */
export const revenueRows = (
  sql: Sql,
  table: 'revenue_days' | 'revenue_months',
  scope: SpotScope,
  { type, ...span }: RevenueSpan,
): Fragment => {
  const columns = sql`local_date, ${sumColumns(sql, partColumns)}`;
  const filter = typeFilter(sql, type);
  return sql`${selectRows(sql, scope, table, { columns, span, filter })} group by local_date`;
};

export const readRevenue = (
  scope: SpotScope,
  table: 'revenue_days' | 'revenue_months',
  span: RevenueSpan,
) => scope.read<RevenueRow[]>((sql) => sql`${revenueRows(sql, table, scope, span)}`);

/** Net revenue of a row of any rollup, or of one joined with tables that have no such columns. `computeNet` is the same in TypeScript. */
export const netRevenue = (sql: Sql): Fragment =>
  sql`(gross - refunds - tax - processing_fee - commission)`;

/** Rows whose sums are everything that was earned: the closed months, and each month that is still open. */
export const lifetimeRevenue = (sql: Sql, filter: Fragment): Fragment => {
  const columns = sql.unsafe(lifetimeColumns.join(', '));
  return sql`(
    select ${columns} from revenue_closed_months where ${filter}
    union all
    select ${columns} from revenue_months where ${filter} and local_date >= ${closedBefore(sql)}) lifetime`;
};

export function sumRevenue(rows: readonly RevenueRow[]) {
  const all = sumRows(rows, partColumns);
  return { ...all, adjusted: computeAdjusted(all), net: computeNet(all) };
}
