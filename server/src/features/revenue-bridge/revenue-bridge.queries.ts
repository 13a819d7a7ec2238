import type { TimeZone } from '@lotkeeper/contract/kernel/calendar';
import type { BridgeRange, ComparedRanges } from '@lotkeeper/contract/revenue-bridge';
import type { SpotScope, WholeOrganizationScope } from '../../kernel/access/scope.ts';
import type { DaySpan } from '../../records/day-spans.ts';
import { splitRange } from '../../records/day-spans.ts';
import type { PeriodRow } from './revenue-bridge.rules.ts';

type BridgeScope = WholeOrganizationScope | SpotScope;

/** A property with its sums of both periods by rental type. */
export interface SpotPeriods {
  pk: number;
  name: string;
  rows: PeriodRow[];
}

/** The zones of the scope's property, or of all properties of its organization. */
export async function listTimeZones(scope: BridgeScope): Promise<TimeZone[]> {
  if (scope.kind === 'spot') return [scope.timezone];
  const rows = await scope.read<{ timezone: TimeZone }[]>(
    (sql) => sql`
      select distinct timezone from spots where organization_id = ${scope.organizationId}`,
  );
  return rows.map(({ timezone }) => timezone);
}

const sums = [
  'gross',
  'refunds',
  'tax',
  'processing_fee',
  'commission',
  'rentals',
  'entry_count',
  'refund_count',
  'penalties',
  'penalty_count',
  'stays',
  'minutes',
] as const satisfies readonly (keyof PeriodRow)[];

/**
 * What each property took in both periods by rental type, and how long its rentals stayed: also properties that are
 * hidden from lists, for their money is the organization's. Rollups, and penalties by an index of their own.
 */
export function readPeriods(scope: BridgeScope, { earlier, later }: ComparedRanges) {
  const only = scope.kind === 'spot' ? scope.spotPk : null;
  return scope.read<SpotPeriods[]>((sql) => {
    const inSpan = ({ from, to }: DaySpan) => sql`
      organization_id = ${scope.organizationId} and spot_pk = s.pk
        and local_date between ${from} and ${to}`;
    const money = (table: 'revenue_days' | 'revenue_months', span: DaySpan) => sql`
      select rental_type, gross, refunds, tax, processing_fee, commission, rentals, entry_count,
        refund_count, 0 as penalties, 0 as penalty_count, 0 as stays, 0 as minutes
      from ${sql.identifier(table)} where ${inSpan(span)}`;
    const selectPeriod = (name: PeriodRow['period'], { start, end }: BridgeRange) => {
      const { head, months, tail } = splitRange(start, end);
      const days = { from: start, to: end };
      return sql`
        select ${name}::text as period, p.* from (
          ${money('revenue_days', head)} union all ${money('revenue_months', months)}
          union all ${money('revenue_days', tail)}
          union all
          select rental_type, 0, 0, 0, 0, 0, 0, 0, 0, gross, 1, 0, 0
          from ledger_entries where kind = 'penalty' and ${inSpan(days)}
          union all
          select rental_type, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, stays, minutes
          from rental_stays where ${inSpan(days)}) p`;
    };
    return sql`
      select s.pk, s.name, r.rows
      from spots s cross join lateral (
        select coalesce(json_agg(t), '[]') as rows from (
          select period, rental_type,
            ${sql.unsafe(sums.map((name) => `sum(${name}) as ${name}`).join(', '))}
          from (${selectPeriod('earlier', earlier)} union all ${selectPeriod('later', later)}) b
          group by period, rental_type) t) r
      where s.organization_id = ${scope.organizationId}
        and (${only}::bigint is null or s.pk = ${only})
      order by lower(s.name), s.pk`;
  });
}
