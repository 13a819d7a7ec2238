// The polyfill's functions instead of its classes: half the bytes for the browser.

import * as TemporalInstant from 'temporal-polyfill/fns/Instant';
import * as PlainDate from 'temporal-polyfill/fns/PlainDate';
import * as PlainDateTime from 'temporal-polyfill/fns/PlainDateTime';
import * as ZonedDateTime from 'temporal-polyfill/fns/ZonedDateTime';
import { dayMs, hourMs, minuteMs } from './durations.ts';

/** A calendar day as `YYYY-MM-DD`, with no zone of its own. */
export type LocalDate = string & { readonly __unit: 'local date' };

/** A timestamp in milliseconds since 1970-01-01T00:00Z. */
export type Instant = number & { readonly __unit: 'epoch milliseconds' };

/** An IANA zone name such as `America/Phoenix`. Always passed explicitly; the machine's zone is never used. */
export type TimeZone = string;

export const instant = (epochMilliseconds: number) => epochMilliseconds as Instant;
export const fromEpochSeconds = (seconds: number) => (seconds * 1000) as Instant;
export const toEpochSeconds = (at: Instant) => Math.floor(at / 1000);

/** Maximum cached days, since some come from URLs, which anyone can type. */
const maxKept = 10_000;
const midnights = new Map<string, number>();
const timeOfDay =
  /^T([01]\d|2[0-3]):([0-5]\d):([0-5]\d)(?:\.(\d{1,9}))?(?:Z|([+-])([01]\d|2[0-3]):([0-5]\d))$/;

/** The start of a day in UTC. Days repeat, so each result is cached. */
function toMidnight(day: string): number {
  let at = midnights.get(day);
  if (at === undefined) {
    at = TemporalInstant.fromString(`${day}T00:00Z`).epochMilliseconds;
    if (midnights.size > maxKept) midnights.clear();
    midnights.set(day, at);
  }
  return at;
}

/** Parses an ISO 8601 timestamp with its offset; throws a RangeError on anything else. */
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

/** Formats a timestamp as ISO 8601 in UTC with milliseconds, for the wire and the database. */
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

/** Parses `YYYY-MM-DD`; throws a RangeError if there is no such day. */
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

/** Offsets change a few times a year, so each span between two changes is computed once and cached. */
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

/** A zone's offset from UTC at a given time, in milliseconds. */
export function offsetAt(at: Instant, zone: TimeZone): number {
  return offsetSpan(at, zone).offset;
}

/** A span during which a zone's offset from UTC, in milliseconds, stays the same. */
export interface OffsetStretch {
  from: Instant;
  to: Instant;
  offset: number;
}

/** Splits a time range where a zone's offset changes. */
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

/** The date that is a number of days after 1970-01-01. Cached, since the same days are requested repeatedly. */
function dateOfNumber(day: number): LocalDate {
  let date = dateOfDayNumber.get(day);
  if (!date) {
    date = toText(PlainDate.addDays(epochDay, day));
    if (dateOfDayNumber.size > maxKept) dateOfDayNumber.clear();
    dateOfDayNumber.set(day, date);
  }
  return date;
}

/** The calendar day of a timestamp in a zone. */
export function toLocalDate(at: Instant, zone: TimeZone): LocalDate {
  return dateOfNumber(Math.floor((at + offsetAt(at, zone)) / dayMs));
}

/** The hour of the day in a zone, 0 to 23. */
export function toLocalHour(at: Instant, zone: TimeZone): number {
  const wall = at + offsetAt(at, zone);
  return Math.floor((((wall % dayMs) + dayMs) % dayMs) / hourMs);
}

/** Formats a timestamp as local `YYYY-MM-DD HH:MM`. */
export function toLocalTime(at: Instant, zone: TimeZone): string {
  const wall = at + offsetAt(at, zone);
  const minutes = Math.floor((((wall % dayMs) + dayMs) % dayMs) / minuteMs);
  return `${toLocalDate(at, zone)} ${two(Math.floor(minutes / 60))}:${two(minutes % 60)}`;
}

const starts = new Map<string, Instant>();

/** The start of a calendar day in a zone (on a day without midnight, the first existing time). */
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

/** The time of `minutesOfDay` on a local day. A time skipped by DST moves forward; a repeated one is the first. */
export function atLocalTime(date: LocalDate, minutesOfDay: number, zone: TimeZone): Instant {
  const time = PlainDate.toPlainDateTime(plainDate(date));
  const wall = PlainDateTime.addMinutes(time, minutesOfDay);
  return PlainDateTime.toZonedDateTime(wall, zone).epochMilliseconds as Instant;
}

/** Parses `YYYY-MM-DD`; null if there is no such day. */
export function parseLocalDate(text: string): LocalDate | null {
  if (!/^\d{4}-\d{2}-\d{2}$/.test(text)) return null;
  try {
    return toText(plainDate(text));
  } catch {
    return null;
  }
}

/** Days from 1970-01-01 to a date; throws a RangeError if there is no such day. */
const toDayNumber = (date: LocalDate) => toMidnight(date) / dayMs;

export const addDays = (date: LocalDate, days: number): LocalDate =>
  dateOfNumber(toDayNumber(date) + days);

export function addMonths(date: LocalDate, months: number): LocalDate {
  // Every month has these days, so the calendar isn't needed.
  const month = Number(date.slice(0, 4)) * 12 + Number(date.slice(5, 7)) - 1 + months;
  if (Number(date.slice(8)) <= 28 && month >= 12_000 && month < 120_000) {
    return `${Math.floor(month / 12)}-${two((month % 12) + 1)}${date.slice(7)}` as LocalDate;
  }
  return toText(PlainDate.addMonths(plainDate(date), months));
}

export const startOfMonth = (date: LocalDate) => `${date.slice(0, 7)}-01` as LocalDate;
export const startOfYear = (date: LocalDate) => `${date.slice(0, 4)}-01-01` as LocalDate;

/** The first days of the one or two months that are current somewhere in the world at a given time. */
export function monthsAround(at: Instant): LocalDate[] {
  const months = [at - dayMs, at + dayMs].map((epochMs) =>
    startOfMonth(toLocalDate(instant(epochMs), 'UTC')),
  );
  return [...new Set(months)];
}

/** The number of days in a date's month. */
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

/** Whether a name is a zone that the calendar supports. */
export function isTimeZone(name: string): boolean {
  try {
    zoned(instant(0), name);
    return /^[A-Za-z]/.test(name);
  } catch {
    return false;
  }
}

/** Minutes between two timestamps, rounded down. */
export const minutesBetween = (from: Instant, to: Instant) => Math.floor((to - from) / minuteMs);
