import type { LocalDate } from '@lotkeeper/contract/kernel/calendar';
import { eachDay } from '@lotkeeper/contract/kernel/calendar';
import type { DayNotes } from '@lotkeeper/contract/operations/local-intelligence';
import { improbable, usualDays } from '../../../records/cars/usual-reads.ts';
import type { DaySpan } from '../../../records/day-spans.ts';
import type { Holiday } from '../../../records/operations/holidays.ts';
import type { LotEvent } from './occasions.rules.ts';
import { occasionsIn } from './occasions.rules.ts';

/** A camera's reads on days when it made any. */
export interface CameraDays {
  name: string;
  firstSeen: LocalDate;
  reads: Readonly<Record<LocalDate, number>>;
}

/** Whether a camera made no read on a weekday when it usually makes so many that this isn't chance. */
function isSilentOn({ firstSeen, reads }: CameraDays, date: LocalDate): boolean {
  const days = usualDays(date, firstSeen);
  if (days.length === 0 || (reads[date] ?? 0) > 0) return false;
  return days.reduce((sum, day) => sum + (reads[day] ?? 0), 0) / days.length > improbable;
}

/** The days of a range that differ from others. Cameras count on days that are over. */
export function buildDayNotes(
  span: DaySpan,
  at: { today: LocalDate; holidays: readonly Holiday[] },
  events: readonly LotEvent[],
  cameras: readonly CameraDays[],
): DayNotes[] {
  const occasions = occasionsIn(span, at.holidays, events);
  return eachDay(span.from, span.to)
    .map((date) => {
      const { holidays = [], events: names = [], closedBy = [] } = occasions.get(date) ?? {};
      const silent = date < at.today ? cameras.filter((camera) => isSilentOn(camera, date)) : [];
      const silent_cameras = silent.map(({ name }) => name);
      return { date, holidays, events: names, closed_by: closedBy, silent_cameras };
    })
    .filter((notes) => Object.values(notes).some((list) => Array.isArray(list) && list.length > 0));
}
