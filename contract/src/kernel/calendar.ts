// The functions of the polyfill and not its classes: half the bytes for the browser.

import * as TemporalInstant from 'temporal-polyfill/fns/Instant';
import * as PlainDate from 'temporal-polyfill/fns/PlainDate';
import * as PlainDateTime from 'temporal-polyfill/fns/PlainDateTime';
import * as ZonedDateTime from 'temporal-polyfill/fns/ZonedDateTime';
import { dayMs, hourMs, minuteMs } from './durations.ts';

/** A calendar day as `YYYY-MM-DD`, with no zone of its own. */
export type LocalDate = string & { readonly __unit: 'local date' };

/** A moment in milliseconds since 1970-01-01T00:00Z. */
export type Instant = number & { readonly __unit: 'epoch milliseconds' };

/** An IANA zone name such as `America/Phoenix`. Always passed, never the machine's. */
export type TimeZone = string;

export const instant = (epochMilliseconds: number) => epochMilliseconds as Instant;
export const fromEpochSeconds = (seconds: number) => (seconds * 1000) as Instant;
export const toEpochSeconds = (at: Instant) => Math.floor(at / 1000);

/** Days that are kept before they are forgotten: some from addresses, which anybody may type. */
const maxKept = 10_000;
const midnights = new Map<string, number>();
const timeOfDay =
  /^T([01]\d|2[0-3]):([0-5]\d):([0-5]\d)(?:\.(\d{1,9}))?(?:Z|([+-])([01]\d|2[0-3]):([0-5]\d))$/;

/** The first moment of a day in UTC. Days repeat, so each is asked of Temporal once and kept. */
function toMidnight(day: string): number {
  let at = midnights.get(day);
  if (at === undefined) {
    at = TemporalInstant.fromString(`${day}T00:00Z`).epochMilliseconds;
    if (midnights.size > maxKept) midnights.clear();
    midnights.set(day, at);
  }
  return at;
}

/** Reads an ISO 8601 instant with its offset; throws a RangeError on anything else. */
export function fromIso(iso: string): Instant {
  const time = timeOfDay.exec(iso.slice(10));
  if (!time) return TemporalInstant.fromString(iso).epochMilliseconds as Instant;
  const [, hours, minutes, seconds, fraction = '0', sign, offsetHours = 0, offsetMinutes = 0] =
    time;
  const offset = (Number(offsetHours) * 60 + Number(offsetMinutes)) * (sign === '-' ? -1 : 1);
  const milliseconds = Number(fraction.padEnd(3, '0').slice(0, 3));
  const clock = (Number(hours) * 60 + Number(minutes) - offset) * 60 + Number(seconds);
  return (toMidnight(iso.slice(0, 10)) + clock * 1000 + milliseconds) as Instant;
}

const two = (number: number) => String(number).padStart(2, '0');

/** ISO 8601 in UTC with milliseconds, for the wire and the database. */
export function toIso(at: Instant): string {
  if (!Number.isInteger(at)) throw new RangeError(`Not a whole number of milliseconds: ${at}`);
  const day = Math.floor(at / dayMs);
  const time = at - day * dayMs;
  const hours = two(Math.floor(time / hourMs));
  const minutes = two(Math.floor((time % hourMs) / minuteMs));
  const seconds = two(Math.floor((time % minuteMs) / 1000));
  return `${dateOfNumber(day)}T${hours}:${minutes}:${seconds}.${String(time % 1000).padStart(3, '0')}Z`;
}

const zoned = (at: Instant, zone: TimeZone) =>
  TemporalInstant.toZonedDateTimeISO(TemporalInstant.fromEpochMilliseconds(at), zone);

/** Reads the text form of a day; throws a RangeError when there is no such day. */
function plainDate(date: string) {
  const [year = Number.NaN, month = Number.NaN, day = Number.NaN] = date.split('-').map(Number);
  return PlainDate.create(year, month, day);
}

const toText = (date: PlainDate.Record) => PlainDate.toString(date) as LocalDate;

interface OffsetSpan {
  from: number;
  until: number;
  offset: number;
}

const spansOfZone = new Map<TimeZone, OffsetSpan[]>();

/** Offsets change a few times a year, so each span between two changes is asked of Temporal once and kept. */
function offsetSpan(at: Instant, zone: TimeZone): OffsetSpan {
  let spans = spansOfZone.get(zone);
  if (!spans) spansOfZone.set(zone, (spans = []));
  const known = spans.find((span) => at >= span.from && at < span.until);
  if (known) return known;
  const local = zoned(at, zone);
  const next = ZonedDateTime.getTimeZoneTransition(local, 'next');
  // Just past `at`, so that a transition at exactly `at` begins this span.
  const justAfter = ZonedDateTime.addNanoseconds(local, 1);
  const previous = ZonedDateTime.getTimeZoneTransition(justAfter, 'previous');
  const span = {
    from: previous ? previous.epochMilliseconds : Number.NEGATIVE_INFINITY,
    until: next ? next.epochMilliseconds : Number.POSITIVE_INFINITY,
    offset: ZonedDateTime.offsetNanoseconds(local) / 1e6,
  };
  spans.push(span);
  return span;
}

/** The offset from UTC in milliseconds that holds in a zone at a moment. */
export function offsetAt(at: Instant, zone: TimeZone): number {
  return offsetSpan(at, zone).offset;
}

/** A time during which a zone's offset from UTC, in milliseconds, stays the same. */
export interface OffsetStretch {
  from: Instant;
  to: Instant;
  offset: number;
}

/** A range of moments, cut where the clock of a zone is changed. */
export function listOffsets(from: Instant, to: Instant, zone: TimeZone): OffsetStretch[] {
  const stretches: OffsetStretch[] = [];
  for (let at = from; at < to; ) {
    const { until, offset } = offsetSpan(at, zone);
    const end = instant(Math.min(until, to));
    stretches.push({ from: at, to: end, offset });
    at = end;
  }
  return stretches;
}

const epochDay = PlainDate.create(1970, 1, 1);
const dateOfDayNumber = new Map<number, LocalDate>();

/** The day of a number of days after 1970-01-01; days are asked for again and again, so each is written once. */
function dateOfNumber(day: number): LocalDate {
  let date = dateOfDayNumber.get(day);
  if (!date) {
    date = toText(PlainDate.addDays(epochDay, day));
    if (dateOfDayNumber.size > maxKept) dateOfDayNumber.clear();
    dateOfDayNumber.set(day, date);
  }
  return date;
}

/** The calendar day that a moment falls on in a zone. */
export function toLocalDate(at: Instant, zone: TimeZone): LocalDate {
  return dateOfNumber(Math.floor((at + offsetAt(at, zone)) / dayMs));
}

/** The hour of the day, 0 to 23, that a clock on the wall shows. */
export function toLocalHour(at: Instant, zone: TimeZone): number {
  const wall = at + offsetAt(at, zone);
  return Math.floor((((wall % dayMs) + dayMs) % dayMs) / hourMs);
}

/** `YYYY-MM-DD HH:MM` as a clock on the wall shows it. */
export function toLocalTime(at: Instant, zone: TimeZone): string {
  const wall = at + offsetAt(at, zone);
  const minutes = Math.floor((((wall % dayMs) + dayMs) % dayMs) / minuteMs);
  return `${toLocalDate(at, zone)} ${two(Math.floor(minutes / 60))}:${two(minutes % 60)}`;
}

const starts = new Map<string, Instant>();

/** The first moment of a calendar day in a zone (on a day without midnight, the first that exists). */
export function startOfDay(date: LocalDate, zone: TimeZone): Instant {
  const key = `${date} ${zone}`;
  let start = starts.get(key);
  if (start === undefined) {
    start = PlainDate.toZonedDateTime(plainDate(date), zone).epochMilliseconds as Instant;
    if (starts.size > maxKept) starts.clear();
    starts.set(key, start);
  }
  return start;
}

/** The moment a wall clock shows `minutesOfDay` on a day; a time skipped by DST moves forward, a doubled one is the first. */
export function atLocalTime(date: LocalDate, minutesOfDay: number, zone: TimeZone): Instant {
  const time = PlainDate.toPlainDateTime(plainDate(date));
  const wall = PlainDateTime.addMinutes(time, minutesOfDay);
  return PlainDateTime.toZonedDateTime(wall, zone).epochMilliseconds as Instant;
}

/** Reads `YYYY-MM-DD`; null when there is no such day. */
export function parseLocalDate(text: string): LocalDate | null {
  if (!/^\d{4}-\d{2}-\d{2}$/.test(text)) return null;
  try {
    return toText(plainDate(text));
  } catch {
    return null;
  }
}

/** Days from 1970-01-01 to a date; throws a RangeError when there is no such day. */
const toDayNumber = (date: LocalDate) => toMidnight(date) / dayMs;

export const addDays = (date: LocalDate, days: number): LocalDate =>
  dateOfNumber(toDayNumber(date) + days);

export function addMonths(date: LocalDate, months: number): LocalDate {
  // Every month of these years has the day, so there is nothing to ask.
  const month = Number(date.slice(0, 4)) * 12 + Number(date.slice(5, 7)) - 1 + months;
  if (Number(date.slice(8)) <= 28 && month >= 12_000 && month < 120_000) {
    return `${Math.floor(month / 12)}-${two((month % 12) + 1)}${date.slice(7)}` as LocalDate;
  }
  return toText(PlainDate.addMonths(plainDate(date), months));
}

export const startOfMonth = (date: LocalDate) => `${date.slice(0, 7)}-01` as LocalDate;
export const startOfYear = (date: LocalDate) => `${date.slice(0, 4)}-01-01` as LocalDate;

/** The first days of the one or two months that it is somewhere in the world at a moment. */
export function monthsAround(at: Instant): LocalDate[] {
  const months = [at - dayMs, at + dayMs].map((epochMs) =>
    startOfMonth(toLocalDate(instant(epochMs), 'UTC')),
  );
  return [...new Set(months)];
}

/** How many days the month of a day has. */
export function countDaysInMonth(date: LocalDate): number {
  return PlainDate.daysInMonth(plainDate(date));
}

/** 1 = Monday … 7 = Sunday (ISO). */
export function getWeekday(date: LocalDate): number {
  // 1970-01-01 was a Thursday.
  return ((((toDayNumber(date) + 3) % 7) + 7) % 7) + 1;
}

/** Whole days from one date to a later one. */
export function daysBetween(from: LocalDate, to: LocalDate): number {
  return toDayNumber(to) - toDayNumber(from);
}

/** Every date from `from` to `to`, both included. */
export function eachDay(from: LocalDate, to: LocalDate): LocalDate[] {
  return Array.from({ length: daysBetween(from, to) + 1 }, (_, index) => addDays(from, index));
}

/** Whether a name is a zone that the calendar knows. */
export function isTimeZone(name: string): boolean {
  try {
    zoned(instant(0), name);
    return /^[A-Za-z]/.test(name);
  } catch {
    return false;
  }
}

/** Minutes between two moments, rounded down. */
export const minutesBetween = (from: Instant, to: Instant) => Math.floor((to - from) / minuteMs);
