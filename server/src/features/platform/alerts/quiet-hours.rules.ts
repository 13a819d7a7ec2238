import type { Instant, TimeZone } from '@lotkeeper/contract/kernel/calendar';
import { addDays, atLocalTime, toLocalDate } from '@lotkeeper/contract/kernel/calendar';

/** When no messages come, in minutes after midnight; the end may be on the next day. */
export interface QuietHours {
  from: number;
  until: number;
}

/**
 * Whether a time is in the quiet hours on the clock of a zone. Each night is one span: on the night when an hour is
 * repeated it isn't quiet twice, and an end that the clock skips is the next time that exists.
 */
export function isQuiet(at: Instant, zone: TimeZone, { from, until }: QuietHours): boolean {
  if (from === until) return false;
  const today = toLocalDate(at, zone);
  return [addDays(today, -1), today].some((day) => {
    const lastDay = until < from ? addDays(day, 1) : day;
    return at >= atLocalTime(day, from, zone) && at < atLocalTime(lastDay, until, zone);
  });
}
