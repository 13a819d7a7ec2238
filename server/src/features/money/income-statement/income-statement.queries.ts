import type { LocalDate } from '@lotkeeper/contract/kernel/calendar';
import type { OrganizationScope } from '../../../kernel/access/scope.ts';
import { eachPage } from '../../../kernel/data/each-page.ts';
import { must } from '../../../kernel/must.ts';
import { sumMoney } from '../../../records/money-sums.ts';
import type { RevenueScope } from '../../../records/revenue.ts';
import { readBySpot, selectSpots } from '../../../records/revenue.ts';
import type { FiledEntry } from '../ledger/public.ts';
import type { PartRow } from './income-statement.rules.ts';
import { statementMeasures } from './income-statement.rules.ts';

/** Two days, both included. */
export interface Range {
  start_date: LocalDate;
  end_date: LocalDate;
}

/** What each property took in the range, by its own calendar, and what went off it. */
export const readParts = (scope: RevenueScope, { start_date: from, end_date: to }: Range) =>
  readBySpot<PartRow>(scope, (sql) =>
    sumMoney(sql, scope, {
      measures: statementMeasures,
      by: { rental_type: 'rental_type' },
      span: { from, to },
    }),
  );

/** The names of the scope's property, or of all properties of its organization. */
export const listSpotNames = (scope: RevenueScope) =>
  scope.read<{ pk: number; name: string }[]>(
    (sql) => sql`select pk, name from ${selectSpots(sql, scope)} order by lower(name), pk`,
  );

/** One movement of money as it is in the ledger; amounts in cents. */
export interface MovementRow extends FiledEntry {
  pk: number;
  enforcement: number;
  marketing: number;
  dynamic_pricing: number;
}

/** Rows per read; a literal, so that the plan knows it. */
const pageRows = 1000;

/** The newest movement that is recorded; later ones are not in a file that was begun before. */
export async function newestMovement(scope: OrganizationScope): Promise<number> {
  const [row] = await scope.read<{ pk: number }[]>(
    (sql) => sql`
      select coalesce(max(pk), 0)::bigint as pk from ledger_entries
      where organization_id = ${scope.organizationId}`,
  );
  return must(row, 'newest ledger entry').pk;
}

/** Every movement of a property in the range up to the newest, in the order of time. */
export const eachMovement = (
  scope: OrganizationScope,
  spotPk: number,
  { start_date, end_date }: Range,
  newest: number,
) =>
  eachPage<MovementRow>(pageRows, (last) => {
    const { local_date, occurred_at, pk } = last ?? {
      local_date: start_date,
      occurred_at: 0,
      pk: 0,
    };
    return scope.read(
      (sql) => sql<MovementRow[]>`
        select pk, local_date, occurred_at, kind, rental_type, source, external_id, gross, refund,
          tax, processing_fee, commission, enforcement, marketing, dynamic_pricing
        from ledger_entries
        where organization_id = ${scope.organizationId} and spot_pk = ${spotPk}
          and (local_date, occurred_at, pk) > (${local_date}::date, ${occurred_at}, ${pk}::bigint)
          and local_date <= ${end_date} and pk <= ${newest}
        order by local_date, occurred_at, pk limit ${sql.literal(pageRows)}`,
    );
  });
