import type { Instant, LocalDate, TimeZone } from '@lotkeeper/contract/kernel/calendar';
import {
  atLocalTime,
  fromEpochSeconds,
  instant,
  toLocalDate,
  toLocalTime,
} from '@lotkeeper/contract/kernel/calendar';
import { hourMs } from '@lotkeeper/contract/kernel/durations';
import { toMinutes } from '@lotkeeper/contract/operations/recurrence';
import { getLastSecond } from '@lotkeeper/contract/operations/visitor-codes';

/** Until when a visitor without a code parks: hours from now, the end of today, or a time. */
export interface Until {
  until: '2' | '4' | '8' | 'day' | 'time';
  date: LocalDate | null;
  /** `HH:MM:SS`, the property's wall clock. */
  time: string;
}

export const untilOptions = [
  { value: '2', label: 'In 2 hours' },
  { value: '4', label: 'In 4 hours' },
  { value: '8', label: 'In 8 hours' },
  { value: 'day', label: 'End of today' },
  { value: 'time', label: 'A date and time' },
] as const satisfies readonly { value: Until['until']; label: string }[];

/** The choice of a visitor who parks until a time, in epoch seconds; the end of today for a new one. */
export function toUntil(validUntil: number | null, zone: TimeZone): Until {
  if (validUntil === null) return { until: 'day', date: null, time: '18:00:00' };
  const end = fromEpochSeconds(validUntil);
  return {
    until: 'time',
    date: toLocalDate(end, zone),
    time: `${toLocalTime(end, zone).slice(11)}:00`,
  };
}

/** The end; null while the day is missing. */
export function findEnd({ until, date, time }: Until, now: Instant, zone: TimeZone) {
  if (until === 'day') return getLastSecond(toLocalDate(now, zone), zone);
  if (until !== 'time') return instant(now + Number(until) * hourMs);
  return date && atLocalTime(date, toMinutes(time), zone);
}
