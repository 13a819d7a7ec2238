import type { Instant, LocalDate, TimeZone } from '@lotkeeper/contract/kernel/calendar';
import { addDays, atLocalTime, instant, toLocalDate } from '@lotkeeper/contract/kernel/calendar';
import { minuteMs } from '@lotkeeper/contract/kernel/durations';
import { kioskMessages, kioskRules } from '@lotkeeper/contract/operations/kiosks';
import type { LiveKiosk } from '../../../kernel/access/scope.ts';

/** 23:59 of a day at a property. */
const toEndOfDay = (date: LocalDate, zone: TimeZone): Instant =>
  atLocalTime(date, 23 * 60 + 59, zone);

/** The days that a calendar kiosk can grant: from the property's own today to the last one. */
export function calendarDays(now: Instant, zone: TimeZone): { today: LocalDate; last: LocalDate } {
  const today = toLocalDate(now, zone);
  return { today, last: addDays(today, kioskRules.calendarDays) };
}

/** How long a visitor should be valid, as requested. */
export interface RequestedValidity {
  minutes?: number | undefined;
  date?: LocalDate | undefined;
}

/** Until when a visitor is validated, or the invalid field with its message. */
export type Validation =
  | { until: Instant; minutes: number | null }
  | { field: string; message: string };

const fieldError = (field: string, message: string) => ({ field, message });

/** A request at a given time, by a kiosk or, without one, by staff. */
export function computeValidation(
  { minutes, date }: RequestedValidity,
  kiosk: Pick<LiveKiosk, 'mode' | 'minutes'> | null,
  now: Instant,
  zone: TimeZone,
): Validation {
  const { today, last } = calendarDays(now, zone);
  if (date !== undefined) {
    if (kiosk?.mode === 'hours') return fieldError('date', kioskMessages.hoursOnly);
    const until = toEndOfDay(date, zone);
    if (date < today || date > last || until <= now)
      return fieldError('date', kioskMessages.tooLate);
    return { until, minutes: null };
  }
  const usual = kiosk?.mode === 'hours' ? kiosk.minutes : kioskRules.defaultMinutes;
  // Both a missing value and zero mean the default time.
  const given = minutes || usual;
  if (kiosk && given > kiosk.minutes)
    return fieldError('minutes', kioskMessages.tooLong(kiosk.minutes));
  return { until: instant(now + given * minuteMs), minutes: given };
}
