import { cents } from '@lotkeeper/contract/kernel/money';
import type { ChangedProperty } from '@lotkeeper/contract/money/changes';
import type { WeekComparison, WeekFigures, WeekName } from '@lotkeeper/contract/money/week';
import { sumRows } from '../../../records/money/revenue.ts';
import type { TakenRow, WeekRow } from './week.queries.ts';

/** A property's share of taken spaces, where it is known: with spaces, and with rentals since before the week. */
const isKnown = ({ spaces, first, from }: TakenRow) =>
  spaces > 0 && first !== null && first <= from;

/** The taken share of the spaces of properties where it is known; null if it's known at none. */
function computeOccupancy(rows: readonly TakenRow[]): number | null {
  const known = rows.filter(isKnown);
  const offered = known.reduce((total, { spaces, seconds }) => total + spaces * seconds, 0);
  const occupied = known.reduce((total, row) => total + row.occupied_seconds, 0);
  return offered > 0 ? Math.round((occupied / offered) * 10_000) / 10_000 : null;
}

const sumColumns = ['gross', 'net', 'rentals', 'entry_count'] as const;

function sumWeek(sums: readonly WeekRow[], occupancies: readonly TakenRow[], name: WeekName) {
  const { gross, net, ...counts } = sumRows(
    sums.filter(({ week }) => week === name),
    sumColumns,
  );
  const occupancy = computeOccupancy(occupancies.filter(({ week }) => week === name));
  return { gross: cents(gross), net: cents(net), ...counts, occupancy };
}

const compareWeeks = (
  sums: readonly WeekRow[],
  occupancies: readonly TakenRow[],
): Record<WeekName, WeekFigures> => ({
  week: sumWeek(sums, occupancies, 'week'),
  before: sumWeek(sums, occupancies, 'before'),
  year_ago: sumWeek(sums, occupancies, 'year_ago'),
});

/** The weeks of all properties together and of each, with the largest cause of its change. */
export function buildWeek(
  spots: readonly { pk: number; name: string; rows: readonly WeekRow[] }[],
  occupancies: readonly TakenRow[],
  changed: readonly ChangedProperty[],
): Pick<WeekComparison, 'total' | 'properties'> {
  const total = compareWeeks(
    spots.flatMap(({ rows }) => rows),
    occupancies,
  );
  const properties = spots.map(({ pk, name, rows }) => ({
    pk,
    name,
    ...compareWeeks(
      rows,
      occupancies.filter(({ spot_pk }) => spot_pk === pk),
    ),
    largest_step: changed.find((property) => property.pk === pk)?.largest_step ?? null,
  }));
  return { total, properties };
}
