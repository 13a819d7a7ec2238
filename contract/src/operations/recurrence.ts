import type { Instant, LocalDate, TimeZone } from '../kernel/calendar.ts';
import {
  addDays,
  atLocalTime,
  countDaysInMonth,
  eachDay,
  getWeekday,
  toLocalDate,
} from '../kernel/calendar.ts';

/** How often an event takes place. When events overlap, the earliest of these intervals has priority. */
export const intervals = ['one_time', 'monthly', 'weekly', 'daily'] as const;
export type Interval = (typeof intervals)[number];

/** The last week of a month, as in iCalendar; the others are 1 to 4. */
export const lastWeek = -1;

/** The days when something takes place. */
export interface RepeatedDays {
  interval: Interval;
  /** The first day, or the only one of a one-time event; null = always. */
  date: LocalDate | null;
  /** The weekday, 0 = Monday … 6 = Sunday, of weekly events and of monthly ones with a week. */
  repeat_on_day: number | null;
  /**
   * 1 to 4 or `lastWeek`: a monthly event is on that weekday of the month; null = on the day of the month of `date`.
   */
  repeat_on_week: number | null;
}

/** An event's days, and its times in its property's time zone. */
export interface Recurring extends RepeatedDays {
  pk: number;
  name: string;
  /** `HH:MM:SS`; an end can also be `24:00:00`. */
  start_time: string;
  end_time: string;
}

/** One time that an event takes place. */
export interface Occurrence<E> {
  event: E;
  day: LocalDate;
  start: Instant;
  end: Instant;
}

/** Converts `HH:MM:SS` to minutes after midnight. */
export function toMinutes(time: string): number {
  const [hours = 0, minutes = 0] = time.split(':').map(Number);
  return hours * 60 + minutes;
}

/** The weekday of a day in recurrences, 0 = Monday. */
export const toRepeatDay = (day: LocalDate) => getWeekday(day) - 1;

const dayOfMonth = (day: LocalDate) => Number(day.slice(8));

/** The position of a day within its month. */
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

/** A monthly event on the 31st takes place on the last day of shorter months, so that no month is skipped. */
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

/** Whether something takes place on a day. */
export const isOnDay = (days: RepeatedDays, day: LocalDate) => isOn(days, dayInMonth(day));

const rank = (event: Recurring) => intervals.indexOf(event.interval);

/** Sorts the highest priority first: by interval, then the newest. */
const byPriority = (a: Recurring, b: Recurring) => rank(a) - rank(b) || b.pk - a.pk;

/** Whether an event counts instead of another one on a day of both. */
export const overrides = (event: Recurring, other: Recurring): boolean =>
  event.start_time < other.end_time &&
  event.end_time > other.start_time &&
  byPriority(event, other) < 0;

/** Whether an event counts instead of another one on some day; of two that repeat, within a year of `today`. */
export function overridesOnADay(event: Recurring, other: Recurring, today: LocalDate): boolean {
  if (!overrides(event, other)) return false;
  const { interval, date } = event;
  if (interval === 'one_time') return date !== null && isOnDay(other, date);
  const from = [today, date ?? today, other.date ?? today].sort().at(-1) ?? today;
  return eachDay(from, addDays(from, 366)).some(
    (day) => isOnDay(event, day) && isOnDay(other, day),
  );
}

/** The first day from `from` on when something takes place, within two months; null = none. */
export const findFirstDay = (days: RepeatedDays, from: LocalDate): LocalDate | null =>
  eachDay(from, addDays(from, 62)).find((day) => isOnDay(days, day)) ?? null;

/**
 * Every occurrence of the events from day `first` to `last`, sorted by start. A time that DST skips moves forward by
 * as much, and a repeated one is the first of the two (docs/time.md); an event left without any duration doesn't
 * take place.
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

/** The event with the highest priority at a given time; null if there is none. */
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

/** For each occurrence, in the same order, the names of overlapping events with a higher priority. */
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
