import type { LocalDate, TimeZone } from '@lotkeeper/contract/kernel/calendar';
import { isOnDay, toMinutes } from '@lotkeeper/contract/operations/recurrence';
import type { Sql } from '../../../kernel/data/database.ts';
import type { DaySpan } from '../../../records/day-spans.ts';
import type { EventRow } from '../../../records/operations/events.ts';
import { eventColumns } from '../../../records/operations/events.ts';
import { listHolidays } from '../../../records/operations/holidays.ts';
import type { LotEvent, Occasion } from './occasions.rules.ts';
import { occasionsIn } from './occasions.rules.ts';

export interface PlacedSpot {
  organization_id: number;
  spot_pk: number;
  state: string;
  timezone: TimeZone;
}

/** Why days of properties differ from others of their weekday. */
export interface Occasions {
  find(spot: PlacedSpot, day: LocalDate): Occasion | null;
  /** Whether an event closes the property in some of an hour. */
  isClosed(spot: PlacedSpot, day: LocalDate, hour: number): boolean;
}

const placeOf = ({ state, timezone }: PlacedSpot) => `${state} ${timezone}`;

type SpotEvent = EventRow & { spot_pk: number };

/** The events of properties in a range of days. */
const readEvents = (sql: Sql, spots: readonly PlacedSpot[], { from, to }: DaySpan) => sql<
  SpotEvent[]
>`
  select e.spot_pk, ${eventColumns(sql)}
  from unnest(${spots.map((spot) => spot.organization_id)}::bigint[],
    ${spots.map((spot) => spot.spot_pk)}::bigint[]) w (organization_id, spot_pk)
  join events e on e.organization_id = w.organization_id and e.spot_pk = w.spot_pk
  where (e.interval = 'one_time' and e.date between ${from} and ${to})
    or (e.interval <> 'one_time' and (e.date is null or e.date <= ${to}))`;

const closesHour = (event: LotEvent, day: LocalDate, hour: number) =>
  event.is_lot_closed &&
  isOnDay(event, day) &&
  toMinutes(event.start_time) < (hour + 1) * 60 &&
  toMinutes(event.end_time) > hour * 60;

/** Reads the holidays, events and closings of properties in a range of days. */
export async function readOccasions(
  sql: Sql,
  spots: readonly PlacedSpot[],
  span: DaySpan,
): Promise<Occasions> {
  const events = Map.groupBy(await readEvents(sql, spots, span), ({ spot_pk }) => spot_pk);
  const holidays = new Map<string, Map<LocalDate, Occasion>>();
  for (const spot of new Map(spots.map((spotRow) => [placeOf(spotRow), spotRow])).values())
    holidays.set(placeOf(spot), occasionsIn(span, await listHolidays(span, spot), []));
  const own = new Map(
    [...events].map(([spot, rows]) => [spot, occasionsIn(span, [], rows)] as const),
  );
  return {
    find: (spot, day) =>
      own.get(spot.spot_pk)?.get(day) ?? holidays.get(placeOf(spot))?.get(day) ?? null,
    isClosed: (spot, day, hour) =>
      (events.get(spot.spot_pk) ?? []).some((event) => closesHour(event, day, hour)),
  };
}
