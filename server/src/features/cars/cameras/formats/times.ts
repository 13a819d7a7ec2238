import type { Instant, LocalDate, TimeZone } from '@lotkeeper/contract/kernel/calendar';
import { atLocalTime, fromIso, instant, parseLocalDate } from '@lotkeeper/contract/kernel/calendar';
import { toText } from './loose.ts';

/** A local time; its sender did not name the zone. */
export interface WallTime {
  date: LocalDate;
  minutes: number;
  milliseconds: number;
}

const written =
  /^(\d{4}-\d\d-\d\d)[T ](\d\d):(\d\d)(?::(\d\d)(?:[.,](\d{1,9}))?)?\s*(Z|[+-]\d\d(?::?\d\d)?)?$/i;

/** As older Axis cameras write it: 20190123 154156000. */
const writtenTogether = /^(\d{4})(\d\d)(\d\d) (\d\d)(\d\d)(\d\d)(\d{1,9})?$/;

/** 2100-01-01; anything later isn't a time from a camera. */
const latest = 4_102_444_800_000;

/** Seconds, milliseconds, microseconds, or nanoseconds since 1970, distinguished by their size. */
function parseNumber(count: number): Instant | null {
  const unit = count > 1e17 ? 1e-6 : count > 1e14 ? 1e-3 : count > 1e11 ? 1 : 1000;
  const at = Math.round(count * unit);
  return at > 0 && at < latest ? (at as Instant) : null;
}

function parseText(given: string): Instant | WallTime | null {
  const text = given.replace(writtenTogether, '$1-$2-$3 $4:$5:$6.$7').replace(/\.$/, '');
  const [, date = '', hour = '', minute = '', second = '0', fraction = '0', zone] =
    written.exec(text) ?? [];
  const day = parseLocalDate(date);
  if (!day || Number(hour) > 23 || Number(minute) > 59 || Number(second) > 60) return null;
  if (!zone) {
    return {
      date: day,
      minutes: Number(hour) * 60 + Number(minute),
      milliseconds: Number(second) * 1000 + Math.floor(Number(`0.${fraction}`) * 1000),
    };
  }
  const offset = zone.length === 3 ? `${zone}:00` : zone.toUpperCase();
  try {
    return fromIso(`${date}T${hour}:${minute}:${second.padStart(2, '0')}.${fraction}${offset}`);
  } catch {
    return null;
  }
}

/** Parses a time in any of the ways that cameras write one; null when it isn’t one. */
export function parseTime(given: unknown): Instant | WallTime | null {
  const value = typeof given === 'number' ? given : toText(given);
  if (typeof value === 'number') return parseNumber(value);
  if (typeof value !== 'string') return null;
  const text = value.trim();
  return /^\d+(\.\d+)?$/.test(text) ? parseNumber(Number(text)) : parseText(text);
}

/** The first value that is a time; null without any. */
export function firstTime(...values: unknown[]): Instant | WallTime | null {
  for (const value of values) {
    const at = parseTime(value);
    if (at !== null) return at;
  }
  return null;
}

export const inZone = (at: Instant | WallTime, zone: TimeZone): Instant =>
  typeof at === 'number' ? at : instant(atLocalTime(at.date, at.minutes, zone) + at.milliseconds);
