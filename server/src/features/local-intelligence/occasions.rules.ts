import type { LocalDate, TimeZone } from '@lotkeeper/contract/kernel/calendar';
import type { Recurring } from '@lotkeeper/contract/recurrence';
import { minutesOf, occurrencesOf } from '@lotkeeper/contract/recurrence';
import { holidaysOf } from '../../kernel/holidays.ts';
import type { DaySpan } from '../../records/revenue.ts';

/** An event, and whether it closes the lot. */
export type LotEvent = Recurring & { is_lot_closed: boolean };

/** What sets a day apart from others of its weekday. */
export interface Occasion {
  holidays: string[];
  events: string[];
  /** The events that close the lot for most of the day. */
  closedBy: string[];
}

/** Minutes from which a closure is one of the day. */
const closedMinutes = 12 * 60;

const isRegular = ({ interval }: LotEvent) => interval === 'daily' || interval === 'weekly';

const closesTheDay = (event: LotEvent) =>
  event.is_lot_closed && minutesOf(event.end_time) - minutesOf(event.start_time) >= closedMinutes;

/** The names of events of every day or week. They make the weekdays what they are, so nothing is measured of them. */
export const regularNames = (events: readonly LotEvent[]) => [
  ...new Set(events.filter((one) => isRegular(one) && !closesTheDay(one)).map(({ name }) => name)),
];

/** The days of a span that are not like others of their weekday, by their dates. */
export function occasionsIn(
  span: DaySpan,
  at: { state: string; zone: TimeZone },
  events: readonly LotEvent[],
): Map<LocalDate, Occasion> {
  const found = new Map<LocalDate, Occasion>();
  const on = (date: LocalDate): Occasion => {
    const occasion = found.get(date) ?? { holidays: [], events: [], closedBy: [] };
    found.set(date, occasion);
    return occasion;
  };
  const [first, last] = [span.from, span.to].map((date) => Number(date.slice(0, 4)));
  for (let year = first ?? 0; year <= (last ?? 0); year += 1) {
    for (const { date, name } of holidaysOf(year, at.state)) {
      if (date >= span.from && date <= span.to) on(date).holidays.push(name);
    }
  }
  const apart = events.filter((event) => !isRegular(event) || closesTheDay(event));
  for (const { event, day } of occurrencesOf(apart, span.from, span.to, at.zone)) {
    const occasion = on(day);
    if (!isRegular(event) && !occasion.events.includes(event.name)) {
      occasion.events.push(event.name);
    }
    if (closesTheDay(event)) occasion.closedBy.push(event.name);
  }
  return found;
}
