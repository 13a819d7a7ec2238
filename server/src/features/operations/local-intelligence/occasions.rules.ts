import type { LocalDate } from '@lotkeeper/contract/kernel/calendar';
import { eachDay } from '@lotkeeper/contract/kernel/calendar';
import type { Recurring } from '@lotkeeper/contract/operations/recurrence';
import { isOnDay, toMinutes, toRepeatDay } from '@lotkeeper/contract/operations/recurrence';
import type { DaySpan } from '../../../records/day-spans.ts';
import type { Holiday } from '../../../records/operations/holidays.ts';
import { isDayOff } from '../../../records/operations/holidays.ts';

/** An event, and whether it closes the property. */
export type LotEvent = Recurring & { is_lot_closed: boolean };

/** What distinguishes a day from others of its weekday. */
export interface Occasion {
  holidays: string[];
  /** Whether one of the holidays is a day off for most people. */
  isDayOff: boolean;
  events: string[];
  /** The events that close the property for most of the day. */
  closedBy: string[];
}

/** Minutes after which a closure counts for the whole day. */
const closedMinutes = 12 * 60;

const isRegular = ({ interval }: LotEvent) => interval === 'daily' || interval === 'weekly';

const closesTheDay = (event: LotEvent) =>
  event.is_lot_closed && toMinutes(event.end_time) - toMinutes(event.start_time) >= closedMinutes;

/** The names of daily and weekly events. They're part of what is usual on their weekdays, so they aren't measured. */
export const regularNames = (events: readonly LotEvent[]) => [
  ...new Set(
    events
      .filter((lotEvent) => isRegular(lotEvent) && !closesTheDay(lotEvent))
      .map(({ name }) => name),
  ),
];

/** The days of a range that differ from others of their weekday, by date. */
export function occasionsIn(
  span: DaySpan,
  holidays: readonly Holiday[],
  events: readonly LotEvent[],
): Map<LocalDate, Occasion> {
  const found = new Map<LocalDate, Occasion>();
  const findOccasion = (date: LocalDate): Occasion => {
    const occasion = found.get(date) ?? {
      holidays: [],
      isDayOff: false,
      events: [],
      closedBy: [],
    };
    found.set(date, occasion);
    return occasion;
  };
  for (const holiday of holidays) {
    const occasion = findOccasion(holiday.date);
    occasion.holidays.push(holiday.name);
    occasion.isDayOff ||= isDayOff(holiday);
  }
  const days = eachDay(span.from, span.to);
  for (const event of events.filter((lotEvent) => !isRegular(lotEvent) || closesTheDay(lotEvent))) {
    for (const day of listEventDays(event, days)) {
      const { events: names, closedBy } = findOccasion(day);
      if (!isRegular(event) && !names.includes(event.name)) names.push(event.name);
      if (closesTheDay(event)) closedBy.push(event.name);
    }
  }
  return found;
}

/** The days of an event. The calendar is only consulted for possible ones. */
function listEventDays(event: LotEvent, days: readonly LocalDate[]): LocalDate[] {
  const { interval, date, repeat_on_day } = event;
  const [first, last] = [days[0], days.at(-1)];
  if (first === undefined || last === undefined) return [];
  if (interval === 'one_time') return date && date >= first && date <= last ? [date] : [];
  const weekday = toRepeatDay(first);
  const isPossible = (index: number) =>
    interval === 'daily' || repeat_on_day === null || (weekday + index) % 7 === repeat_on_day;
  return days.filter((day, index) => isPossible(index) && isOnDay(event, day));
}
