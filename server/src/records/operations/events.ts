import type { LocalDate } from '@lotkeeper/contract/kernel/calendar';
import type { Cents } from '@lotkeeper/contract/kernel/money';
import type { EventSettings } from '@lotkeeper/contract/operations/events';
import type { Recurring } from '@lotkeeper/contract/operations/recurrence';
import type { Fragment, Sql } from '../../kernel/data/database.ts';
import type { RecordReader } from '../recorder.ts';

/** An event as stored. */
export interface EventRow extends Recurring {
  quantity: number;
  is_lot_closed: boolean;
  spaceforce_multiplier: number;
  /** What a stay that begins during it costs; null = the usual price. */
  display_price: Cents | null;
  price_unit: EventSettings['price_unit'];
}

/** The columns of an event `e`. */
export const eventColumns = (sql: Sql): Fragment => sql`
  e.pk, e.name, e.interval, e.date, e.repeat_on_day, e.repeat_on_week, e.start_time::text as start_time,
  e.end_time::text as end_time, e.quantity, e.is_lot_closed, e.spaceforce_multiplier, e.display_price,
  e.price_unit`;

/** SQL for the events `e` of a property that can take place within a range of days, as a table. */
export const eventsWithin = (
  sql: Sql,
  scope: { organizationId: number; spotPk: number | Fragment },
  days: { first: LocalDate; last: LocalDate },
): Fragment => sql`
  (select * from events where organization_id = ${scope.organizationId} and spot_pk = ${scope.spotPk}
      and interval = 'one_time' and date between ${days.first} and ${days.last}
    union all
    select * from events where organization_id = ${scope.organizationId} and spot_pk = ${scope.spotPk}
      and interval <> 'one_time' and (date is null or date <= ${days.last})) e`;

/** Lists the events of a property that can take place within a range of days. */
export const readEvents = (
  { tx, organizationId }: RecordReader,
  spotPk: number,
  days: { first: LocalDate; last: LocalDate },
): Promise<EventRow[]> =>
  tx<
    EventRow[]
  >`select ${eventColumns(tx)} from ${eventsWithin(tx, { organizationId, spotPk }, days)}`;
