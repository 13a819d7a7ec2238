import type { Instant, LocalDate, TimeZone } from '../kernel/calendar.ts';
import {
  atLocalTime,
  countDaysInMonth,
  eachDay,
  getWeekday,
  toLocalDate,
} from '../kernel/calendar.ts';

/** How often an event is on. Of events at the same time the first of these counts. */
export const intervals = ['one_time', 'monthly', 'weekly', 'daily'] as const;
export type Interval = (typeof intervals)[number];

/** The week of the month that is its last, as iCalendar writes it; the others are 1 to 4. */
export const lastWeek = -1;

/** The days that something takes place. */
export interface RepeatedDays {
  interval: Interval;
  /** Its first day, and the only one of a one time event; null = since ever. */
  date: LocalDate | null;
  /** The weekday, 0 = Monday … 6 = Sunday, of a weekly event and of a monthly one that has a week. */
  repeat_on_day: number | null;
  /** 1 to 4 or `lastWeek`: a monthly event is on that weekday of the month; null = on the day of the month of `date`. */
  repeat_on_week: number | null;
}

/** The days that an event takes place, and its times in its property's time zone. */
export interface Recurring extends RepeatedDays {
  pk: number;
  name: string;
  /** `HH:MM:SS`; as an end also `24:00:00`. */
  start_time: string;
  end_time: string;
}

/** One time that an event is on. */
export interface Occurrence<E> {
  event: E;
  day: LocalDate;
  start: Instant;
  end: Instant;
}

/** Minutes after midnight of `HH:MM:SS`. */
export function toMinutes(time: string): number {
  const [hours = 0, minutes = 0] = time.split(':').map(Number);
  return hours * 60 + minutes;
}

/** The weekday of a day as events count it, 0 = Monday. */
export const toRepeatDay = (day: LocalDate) => getWeekday(day) - 1;

const dayOfMonth = (day: LocalDate) => Number(day.slice(8));

/** What a day is within its month. */
interface DayOfMonth {
  day: LocalDate;
  weekday: number;
  date: number;
  lastDate: number;
}

const dayInMonth = (day: LocalDate): DayOfMonth => ({
  day,
  weekday: toRepeatDay(day),
  date: dayOfMonth(day),
  lastDate: countDaysInMonth(day),
});

function isInWeek({ date, lastDate }: DayOfMonth, week: number): boolean {
  return week === lastWeek ? date + 7 > lastDate : Math.ceil(date / 7) === week;
}

/** A monthly event of the 31st is on the last day of shorter months, so that it is on once a month. */
function isMonthly(event: RepeatedDays, at: DayOfMonth): boolean {
  const { date, repeat_on_day, repeat_on_week } = event;
  if (repeat_on_week !== null) {
    return at.weekday === repeat_on_day && isInWeek(at, repeat_on_week);
  }
  return date !== null && at.date === Math.min(dayOfMonth(date), at.lastDate);
}

function isOn(event: RepeatedDays, at: DayOfMonth): boolean {
  const { interval, date } = event;
  if (date !== null && at.day < date) return false;
  if (interval === 'one_time') return at.day === date;
  if (interval === 'weekly') return at.weekday === event.repeat_on_day;
  return interval === 'daily' || isMonthly(event, at);
}

/** Whether something is on on a day. */
export const isOnDay = (days: RepeatedDays, day: LocalDate) => isOn(days, dayInMonth(day));

const rank = (event: Recurring) => intervals.indexOf(event.interval);

/** Sorts what counts first to the front: by interval, and of equal ones the newest. */
const byPriority = (a: Recurring, b: Recurring) => rank(a) - rank(b) || b.pk - a.pk;

/**
 * Every time that events are on, on the days from `first` to `last`, by their starts. A time that the clock
 * skips counts as that much later and a doubled one as the first of the two (docs/time.md); an event that is
 * left without any time by that is not on.
 */
export function listOccurrences<E extends Recurring>(
  events: readonly E[],
  first: LocalDate,
  last: LocalDate,
  zone: TimeZone,
): Occurrence<E>[] {
  const occurrences = eachDay(first, last).flatMap((day) => {
    const at = dayInMonth(day);
    return events
      .filter((event) => isOn(event, at))
      .map((event) => ({
        event,
        day,
        start: atLocalTime(day, toMinutes(event.start_time), zone),
        end: atLocalTime(day, toMinutes(event.end_time), zone),
      }))
      .filter(({ start, end }) => end > start);
  });
  return occurrences.sort((a, b) => a.start - b.start || byPriority(a.event, b.event));
}

/** The event that is on at a property at a moment; of several the one that counts, else null. */
export function eventAt<E extends Recurring>(
  events: readonly E[],
  at: Instant,
  zone: TimeZone,
): E | null {
  const day = toLocalDate(at, zone);
  const on = listOccurrences(events, day, day, zone).filter(
    ({ start, end }) => at >= start && at < end,
  );
  return on.map(({ event }) => event).sort(byPriority)[0] ?? null;
}

/** For each occurrence the names of those that count before it at some time of it, in the same order. */
export function outranked(occurrences: readonly Occurrence<Recurring>[]): string[][] {
  const inOrder = occurrences.toSorted((a, b) => a.start - b.start);
  return occurrences.map((occurrence) => {
    const names = new Set<string>();
    for (const other of inOrder) {
      if (other.start >= occurrence.end) break;
      if (other.end > occurrence.start && byPriority(other.event, occurrence.event) < 0) {
        names.add(other.event.name);
      }
    }
    return [...names];
  });
}
