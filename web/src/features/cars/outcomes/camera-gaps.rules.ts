import { formatMissed, formatMissedCost } from '@lotkeeper/contract/cars/missed-cars';
import type { CameraGap } from '@lotkeeper/contract/cars/outcomes';
import type { LocalDate } from '@lotkeeper/contract/kernel/calendar';
import {
  addDays,
  daysBetween,
  eachDay,
  instant,
  toLocalDate,
  toLocalTime,
} from '@lotkeeper/contract/kernel/calendar';
import { formatDayRange, formatTimeOfDay } from '../../../kernel/format.ts';
import type { ReportRange } from '../../../shared/report-ranges.ts';

/** A property's local day and the hours since its midnight. */
function toWall(seconds: number, { spot: { timezone } }: CameraGap) {
  const at = instant(seconds * 1000);
  const [hours = 0, minutes = 0] = toLocalTime(at, timezone).slice(11).split(':').map(Number);
  return { day: toLocalDate(at, timezone), hours: hours + minutes / 60 };
}

/** The first and the last day of a gap, with the hours when it begins and ends, 0 to 24. */
function toWalls(gap: CameraGap) {
  const [from, to] = [toWall(gap.start, gap), toWall(gap.end, gap)];
  // Midnight is the end of the day before.
  return { from, to: to.hours > 0 ? to : { day: addDays(to.day, -1), hours: 24 } };
}

/** Who missed cars: a camera, or all on one side. */
export function describeSubject({ camera, direction }: CameraGap): string {
  if (camera !== null) {
    const isNamed = !direction || camera.toLowerCase().includes(direction.toLowerCase());
    return isNamed ? camera : `${camera}, ${direction}`;
  }
  return direction === 'Exit' ? 'Cameras at the exit' : 'Cameras at the entrance';
}

/** When it was: days, and for one day also the hours. */
export function describeTimes(gap: CameraGap): string {
  const { from, to } = toWalls(gap);
  const isWhole = from.hours === 0 && to.hours === 24;
  if (isWhole) return formatDayRange(from.day, to.day);
  const [start, end] = [from, to].map(({ hours }) => formatTimeOfDay(hours % 24));
  if (from.day === to.day) return `${formatDayRange(from.day, from.day)}, ${start} – ${end}`;
  return `${formatDayRange(from.day, from.day)}, ${start} – ${formatDayRange(to.day, to.day)}, ${end}`;
}

const kindWords = {
  silent: 'saw no car',
  fewer: 'saw far fewer cars than usual',
  one_sided: 'miss cars',
} as const;

/** A gap in a sentence, such as 'Main entrance saw no car, Jun 15, 2 PM – 5 PM: about 8 to 14 cars, $44 to $77'. */
export function describeGap(gap: CameraGap, withSpot: boolean): string {
  const where = withSpot ? `${gap.spot.name}: ` : '';
  return `${where}${describeSubject(gap)} ${kindWords[gap.kind]}, ${describeTimes(gap)}: about ${formatMissed(gap)} cars, ${formatMissedCost(gap)}`;
}

/** The gaps that are hours or days; those seen all along have no place among the days. */
const drawn = (gaps: readonly CameraGap[]) => gaps.filter(({ kind }) => kind !== 'one_sided');

/** Where gaps are on an axis of days: 1.5 is noon of the second one. Those that overlap are one. */
export function toSpans(gaps: readonly CameraGap[], range: ReportRange) {
  const last = daysBetween(range.start, range.end) + 1;
  const spans = drawn(gaps)
    .map((gap) => {
      const { from, to } = toWalls(gap);
      const toPosition = ({ day, hours }: { day: LocalDate; hours: number }) =>
        Math.min(last, Math.max(0, daysBetween(range.start, day) + hours / 24));
      return { from: toPosition(from), to: toPosition(to) };
    })
    .filter(({ from, to }) => to > from)
    .toSorted((a, b) => a.from - b.from);
  const joined: { from: number; to: number }[] = [];
  for (const span of spans) {
    const before = joined.at(-1);
    if (before && span.from <= before.to) before.to = Math.max(before.to, span.to);
    else joined.push({ ...span });
  }
  return joined;
}

const maxDayNotes = 3;

/** The gaps of each day, in sentences; of many, how many more there are. */
export function listDayNotes(gaps: readonly CameraGap[], withSpot: boolean): Map<string, string[]> {
  const notes = new Map<string, string[]>();
  for (const gap of drawn(gaps)) {
    const { from, to } = toWalls(gap);
    for (const day of eachDay(from.day, to.day)) {
      notes.set(day, [...(notes.get(day) ?? []), describeGap(gap, withSpot)]);
    }
  }
  return new Map(
    [...notes].map(([day, all]) => [
      day,
      all.length > maxDayNotes
        ? [...all.slice(0, maxDayNotes - 1), `and ${all.length - maxDayNotes + 1} more`]
        : all,
    ]),
  );
}
