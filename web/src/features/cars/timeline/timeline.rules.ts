import type { TimelineEvent } from '@lotkeeper/contract/cars/timeline';
import type { LocalDate, TimeZone } from '@lotkeeper/contract/kernel/calendar';
import { fromEpochSeconds, toLocalDate } from '@lotkeeper/contract/kernel/calendar';

/** Days at the top that are always shown, and how many quiet days in a row are folded. */
const alwaysShown = 5;
const fewestFolded = 5;

/** The entries of one day at the property, the newest first. */
export interface TimelineDay {
  day: LocalDate;
  events: TimelineEvent[];
}

/** A day, or days in a row without anything but revenue and enforcement. */
export type TimelineRow = { day: TimelineDay } | { quiet: TimelineDay[] };

/** Entries, the newest first, by the day at the property. */
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
 * Folds quiet days, page after page. Days in a row are those that follow each other on the timeline; days
 * with nothing to show are not on it. What a page shows never changes when the next one comes: quiet
 * days that continue there join the fold above them, and days that are shown already stay shown.
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
  const above = rows.at(-1);
  if (above && 'quiet' in above) above.quiet.push(...rest.splice(0, quietAtStart(rest)));
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
