import type { TimelineEvent } from '@lotkeeper/contract/cars/timeline';
import type { LocalDate, TimeZone } from '@lotkeeper/contract/kernel/calendar';
import {
  addDays,
  fromEpochSeconds,
  startOfDay,
  toEpochSeconds,
  toLocalDate,
  toLocalTime,
} from '@lotkeeper/contract/kernel/calendar';
import { formatTimeOfDay } from '../../../kernel/format.ts';

/** Days at the top that are always shown, and how many quiet days in a row are folded. */
const alwaysShown = 5;
const fewestFolded = 5;

/** The entries of one day at the property, newest first. */
export interface TimelineDay {
  day: LocalDate;
  events: TimelineEvent[];
}

/** A day, or consecutive days with nothing but revenue and enforcement. */
export type TimelineRow = { day: TimelineDay } | { quiet: TimelineDay[] };

/** Entries, newest first, by day in the property's time zone. */
export function groupByDay(events: readonly TimelineEvent[], zone: TimeZone): TimelineDay[] {
  const days: TimelineDay[] = [];
  for (const event of events) {
    const day = toLocalDate(fromEpochSeconds(event.timestamp), zone);
    const last = days.at(-1);
    if (last?.day === day) last.events.push(event);
    else days.push({ day, events: [event] });
  }
  return days;
}

const quietKinds: readonly string[] = ['daily_revenue', 'enforcement'];
export const isQuiet = ({ events }: TimelineDay) =>
  events.every(({ event }) => quietKinds.includes(event));

/**
 * Folds quiet days, page by page. Days in a row are neighbors on the timeline, which leaves out
 * days with nothing to show. The next page never changes what earlier ones show: quiet days that
 * continue join the fold above them, and days already shown stay visible.
 */
export function toRows(pages: readonly (readonly TimelineDay[])[]): TimelineRow[] {
  const rows: TimelineRow[] = [];
  let before = 0;
  for (const days of pages) {
    addPage(rows, days, Math.max(0, alwaysShown - before));
    before += days.length;
  }
  return rows;
}

function addPage(rows: TimelineRow[], days: readonly TimelineDay[], expandedDays: number): void {
  rows.push(...days.slice(0, expandedDays).map((day) => ({ day })));
  const rest = days.slice(expandedDays);
  const lastRow = rows.at(-1);
  if (lastRow && 'quiet' in lastRow) lastRow.quiet.push(...rest.splice(0, quietAtStart(rest)));
  while (rest.length > 0) {
    const quiet = rest.splice(0, quietAtStart(rest));
    if (quiet.length >= fewestFolded) rows.push({ quiet });
    else rows.push(...quiet.map((day) => ({ day })));
    rows.push(...rest.splice(0, 1).map((day) => ({ day })));
  }
}

function quietAtStart(days: readonly TimelineDay[]): number {
  const loud = days.findIndex((day) => !isQuiet(day));
  return loud === -1 ? days.length : loud;
}

function formatTime(seconds: number, zone: TimeZone): string {
  const wall = toLocalTime(fromEpochSeconds(seconds), zone).slice(11);
  const [hours = 0, minutes = 0] = wall.split(':').map(Number);
  return formatTimeOfDay(hours + minutes / 60);
}

/** When something was on (seconds since 1970): '9 AM', '9 AM to 5 PM', or 'All day'. */
export function formatTimes(from: number, until: number | undefined, zone: TimeZone): string {
  if (until === undefined) return formatTime(from, zone);
  const day = toLocalDate(fromEpochSeconds(from), zone);
  const midnights = [day, addDays(day, 1)].map((date) => toEpochSeconds(startOfDay(date, zone)));
  if (from === midnights[0] && until === midnights[1]) return 'All day';
  return `${formatTime(from, zone)} to ${formatTime(until, zone)}`;
}
