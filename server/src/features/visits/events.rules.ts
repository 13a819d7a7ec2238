import type { Instant, LocalDate, TimeZone } from '@lotkeeper/contract/kernel/calendar';
import { atLocalTime, localDateOf, weekdayOf } from '@lotkeeper/contract/kernel/calendar';
import type { Cents } from '@lotkeeper/contract/kernel/money';

/** An event as it is kept: times by the property's wall clock, `HH:MM:SS`. */
export interface EventRow {
  pk: number;
  name: string;
  interval: 'one_time' | 'monthly' | 'weekly' | 'daily';
  /** Its first day; null = a daily one that always was. */
  date: LocalDate | null;
  start_time: string;
  end_time: string;
  is_lot_closed: boolean;
  spaceforce_multiplier: number;
  display_price: Cents | null;
}

/** Of events at the same time the first of these counts (operations spec §2). */
const priority = ['one_time', 'monthly', 'weekly', 'daily'];

const minutesOf = (time: string) => {
  const [hours = 0, minutes = 0] = time.split(':').map(Number);
  return hours * 60 + minutes;
};

function isOnDay({ interval, date }: EventRow, day: LocalDate): boolean {
  if (date === null) return interval === 'daily';
  if (day < date) return false;
  if (interval === 'one_time') return day === date;
  if (interval === 'monthly') return day.slice(8) === date.slice(8);
  return interval === 'daily' || weekdayOf(day) === weekdayOf(date);
}

/** The event that is on at a property at a moment; of several the one that counts, else null. */
export function eventAt(events: readonly EventRow[], at: Instant, zone: TimeZone): EventRow | null {
  const day = localDateOf(at, zone);
  const on = events.filter(
    (event) =>
      isOnDay(event, day) &&
      at >= atLocalTime(day, minutesOf(event.start_time), zone) &&
      at < atLocalTime(day, minutesOf(event.end_time), zone),
  );
  const rank = (event: EventRow) => priority.indexOf(event.interval);
  return on.sort((a, b) => rank(a) - rank(b) || b.pk - a.pk)[0] ?? null;
}

/** Whether an event switches enforcement off; a closed lot does. */
export const isEnforcementOff = (event: EventRow | null) =>
  event !== null && (event.spaceforce_multiplier === 0 || event.is_lot_closed);
