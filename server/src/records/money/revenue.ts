import type { TimeZone } from '@lotkeeper/contract/kernel/calendar';
import type { SpotScope, WholeOrganizationScope } from '../../kernel/access/scope.ts';
import type { Fragment, Sql } from '../../kernel/data/database.ts';

export const sumRows = <Column extends string>(
  rows: readonly Record<Column, number>[],
  columns: readonly Column[],
) =>
  Object.fromEntries(
    columns.map((name) => [name, rows.reduce((total, row) => total + row[name], 0)]),
  ) as Record<Column, number>;

/** What to sum: the money of a property, or of all properties of an organization. */
export type RevenueScope = WholeOrganizationScope | SpotScope;

/** The scope's properties as `s`, including hidden ones, because their money is the organization's too. */
export const selectSpots = (sql: Sql, scope: RevenueScope): Fragment => sql`(
  select pk, uuid, name, state, timezone from spots
  where organization_id = ${scope.organizationId}
    ${scope.kind === 'spot' ? sql`and pk = ${scope.spotPk}` : sql``}) s`;

/** A property with rows of its own, such as sums by rental type. */
export interface SpotRows<Row> {
  pk: number;
  uuid: string;
  name: string;
  state: string;
  timezone: TimeZone;
  rows: Row[];
}

/** What a query selects at property `s`, for each of the scope's properties by name. */
export const readBySpot = <Row>(scope: RevenueScope, select: (sql: Sql) => Fragment) =>
  scope.read<SpotRows<Row>[]>(
    (sql) => sql`
      select s.*, (select coalesce(json_agg(r), '[]') from (${select(sql)}) r) as rows
      from ${selectSpots(sql, scope)} order by lower(s.name), s.pk`,
  );

const adjusted = 'gross - refunds - tax - processing_fee';
/** SQL for the amounts of a row of any rollup. `computeAdjusted` and `computeNet` are the same in TypeScript. */
export const computedColumns = { adjusted, net: `${adjusted} - commission` } as const;

/** SQL for the net revenue of a row of any rollup, or of one joined with tables that have no such columns. */
export const netRevenue = (sql: Sql): Fragment => sql.unsafe(`(${computedColumns.net})`);
