import type { Instant, LocalDate, TimeZone } from '@lotkeeper/contract/kernel/calendar';
import type {
  OrganizationScope,
  SpotScope,
  WholeOrganizationScope,
} from '../../kernel/access/scope.ts';
import { must } from '../../kernel/must.ts';
import type { DaySpan } from '../../records/day-spans.ts';
import { splitRange } from '../../records/day-spans.ts';
import type { FiledEntry } from '../../records/entry-columns.ts';
import type { PartRow } from './income-statement.rules.ts';

/** A property with its sums over a range by rental type. */
export interface SpotPartsRow {
  pk: number;
  uuid: string;
  name: string;
  timezone: TimeZone;
  parts: PartRow[];
}

/** Two days, both included. */
export interface Range {
  start_date: LocalDate;
  end_date: LocalDate;
}

const columns = [
  'gross',
  'refunds',
  'tax',
  'processing_fee',
  'commission',
  'enforcement',
  'marketing',
  'dynamic_pricing',
] as const;

const getSpotPk = (scope: WholeOrganizationScope | SpotScope) =>
  scope.kind === 'spot' ? scope.spotPk : null;

/**
 * What each property took in the range, by its own calendar, and what went off it: also properties that are hidden
 * from lists, for their money is the organization's. Each property is three short ranges of two primary keys.
 */
export function readParts(scope: WholeOrganizationScope | SpotScope, range: Range) {
  const { head, months, tail } = splitRange(range.start_date, range.end_date);
  const only = getSpotPk(scope);
  return scope.read<SpotPartsRow[]>((sql) => {
    const names = sql.unsafe(columns.join(', '));
    const sums = sql.unsafe(columns.map((name) => `sum(${name}) as ${name}`).join(', '));
    const from = (table: 'revenue_days' | 'revenue_months', span: DaySpan) => sql`
      select rental_type, ${names} from ${sql.identifier(table)}
      where organization_id = ${scope.organizationId} and spot_pk = s.pk
        and local_date between ${span.from} and ${span.to}`;
    return sql`
      select s.pk, s.uuid, s.name, s.timezone, p.parts
      from spots s cross join lateral (
        select coalesce(json_agg(t), '[]') as parts from (
          select rental_type, ${sums} from (
            ${from('revenue_days', head)} union all ${from('revenue_months', months)}
            union all ${from('revenue_days', tail)}) r
          group by rental_type) t) p
      where s.organization_id = ${scope.organizationId}
        and (${only}::bigint is null or s.pk = ${only})
      order by lower(s.name), s.pk`;
  });
}

/** The names of the scope's property, or of all properties of its organization. */
export function listSpotNames(scope: WholeOrganizationScope | SpotScope) {
  const only = getSpotPk(scope);
  return scope.read<{ pk: number; name: string }[]>(
    (sql) => sql`
      select pk, name from spots
      where organization_id = ${scope.organizationId} and (${only}::bigint is null or pk = ${only})
      order by lower(name), pk`,
  );
}

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

/**
 * Every movement of a property in the range up to the newest, in the order of time. In pages, each a read of its
 * own: anyone who takes the rows slowly holds no connection.
 */
export async function* eachMovement(
  scope: OrganizationScope,
  spotPk: number,
  { start_date, end_date }: Range,
  newest: number,
): AsyncGenerator<MovementRow[]> {
  let after = { local_date: start_date, occurred_at: 0 as Instant, pk: 0 };
  for (;;) {
    const { local_date, occurred_at, pk } = after;
    const rows = await scope.read<MovementRow[]>(
      (sql) => sql`
        select pk, local_date, occurred_at, kind, rental_type, source, external_id, gross, refund,
          tax, processing_fee, commission, enforcement, marketing, dynamic_pricing
        from ledger_entries
        where organization_id = ${scope.organizationId} and spot_pk = ${spotPk}
          and (local_date, occurred_at, pk) > (${local_date}::date, ${occurred_at}, ${pk}::bigint)
          and local_date <= ${end_date} and pk <= ${newest}
        order by local_date, occurred_at, pk limit ${sql.literal(pageRows)}`,
    );
    yield rows;
    const last = rows.at(-1);
    if (!last || rows.length < pageRows) return;
    after = last;
  }
}
