import type { LocalDate } from '@lotkeeper/contract/kernel/calendar';
import type { OrganizationScope } from '../../../kernel/access/scope.ts';
import { eachPage } from '../../../kernel/data/each-page.ts';
import { must } from '../../../kernel/must.ts';
import { sumMoney } from '../../../records/money/money-sums.ts';
import type { RevenueScope } from '../../../records/money/revenue.ts';
import { readBySpot, selectSpots } from '../../../records/money/revenue.ts';
import type { FiledEntry } from '../ledger/public.ts';
import type { PartRow } from './income-statement.rules.ts';
import { statementMeasures } from './income-statement.rules.ts';

/** A range of days, both ends included. */
export interface Range {
  start_date: LocalDate;
  end_date: LocalDate;
}

/** Each property's revenue and deductions in the range, by its own calendar. */
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

/** A ledger entry; amounts in cents. */
export interface MovementRow extends FiledEntry {
  pk: number;
  enforcement: number;
  marketing: number;
  dynamic_pricing: number;
}

/** Rows per read; a literal, so that the planner knows it. */
const pageRows = 1000;

/** The newest recorded entry; later ones aren't in a file that was started before. */
export async function newestMovement(scope: OrganizationScope): Promise<number> {
  const [row] = await scope.read<{ pk: number }[]>(
    (sql) => sql`
      select coalesce(max(pk), 0)::bigint as pk from ledger_entries
      where organization_id = ${scope.organizationId}`,
  );
  return must(row, 'newest ledger entry').pk;
}

/** A property's entries in the range up to the newest, in order of time. */
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
