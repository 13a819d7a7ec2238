import type { Instant, LocalDate } from '@lotkeeper/contract/kernel/calendar';
import type { Sql } from '../../../kernel/data/database.ts';
import type { CompleteReading } from './history-file.ts';
import { listAppFees, toIndexes } from './history-file.ts';
import type { HistorySpot, RowReading } from './history-row.rules.ts';

/** An organization's property, as files name it. */
export type SpotRow = HistorySpot & { name: string };

/** All properties of an organization, hidden ones too. */
export const listHistorySpots = (sql: Sql, organizationId: number) => sql<SpotRow[]>`
  select pk, name, timezone, state from spots where organization_id = ${organizationId} order by pk`;

/** What rows are read with, now. */
export function toRowReading(
  reading: CompleteReading,
  { spots, closed, now }: { spots: readonly SpotRow[]; closed: readonly LocalDate[]; now: Instant },
): RowReading {
  const byPk = new Map(spots.map((row) => [row.pk, row]));
  const find = (pk: number | null) => (pk === null ? null : (byPk.get(pk) ?? null));
  const { fields, contents, zone, date_order, money_form } = reading;
  // An import that an earlier release started goes on as it began.
  const { extras_included = false, signs = { refunds: false, fees: null } } = reading;
  return {
    indexes: toIndexes(fields),
    appFees: listAppFees(fields),
    columnCount: fields.length,
    contents,
    zone,
    date_order,
    money_form,
    extras_included,
    signs,
    spot: find(reading.spot),
    spots: new Map(reading.spots.map(({ name, spot }) => [name, find(spot)])),
    closed: new Set(closed),
    now,
  };
}
