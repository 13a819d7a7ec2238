import type { LocalDate } from '@lotkeeper/contract/kernel/calendar';
import { addDays } from '@lotkeeper/contract/kernel/calendar';
import type { CarTrackingEvent } from '@lotkeeper/contract/visibility';
import { driverLogDaysBack, mostCounted } from '@lotkeeper/contract/visibility';
import { formatCount } from '../../kernel/format.ts';

/** The first and the last day that the log tells. */
export const logDays = (today: LocalDate): [LocalDate, LocalDate] => [
  addDays(today, -driverLogDaysBack),
  today,
];

/** The day that the address names; today where the log does not tell that one. */
export function loggedDay(date: LocalDate | undefined, today: LocalDate): LocalDate {
  const [first, last] = logDays(today);
  return date && date >= first && date <= last ? date : today;
}

/** How long a visit was: 'Under 30min', '45min', '2h', '2h 5min'; '–' where one of its ends was not seen. */
export function stayOf(
  visit: Pick<CarTrackingEvent, 'entrance_timestamp' | 'exit_timestamp'>,
): string {
  const { entrance_timestamp: from, exit_timestamp: to } = visit;
  if (from === null || to === null) return '–';
  const minutes = Math.floor((to - from) / 60);
  if (minutes < 30) return 'Under 30min';
  const [hours, rest] = [Math.floor(minutes / 60), minutes % 60];
  return [hours > 0 ? `${formatCount(hours)}h` : '', rest > 0 ? `${rest}min` : '']
    .filter(Boolean)
    .join(' ');
}

/** What was counted of a car; the server counts no further than `mostCounted`. */
export const countedText = (count: number) =>
  count >= mostCounted ? `${formatCount(mostCounted)}+` : formatCount(count);
