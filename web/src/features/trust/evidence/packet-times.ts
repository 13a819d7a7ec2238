import { localZone } from '../../../kernel/clock.ts';
import { formatDate, formatInstant } from '../../../kernel/format.ts';

/** Anyone could have made a packet: a time that can't be formatted is shown as it is. */
function formatOrKeep<T extends string | number>(value: T, format: (value: T) => string): string {
  try {
    return format(value);
  } catch (error) {
    if (error instanceof RangeError) return String(value);
    throw error;
  }
}

/** A time in UTC, and also in the reader's zone if that differs. */
function formatBoth(instant: string | number): string {
  const utc = `${formatInstant(instant, 'UTC')} UTC`;
  const zone = localZone();
  return zone === 'UTC' ? utc : `${utc} (${formatInstant(instant, zone)} in ${zone})`;
}

/** ISO 8601. */
export const formatIso = (iso: string): string => formatOrKeep(iso, formatBoth);

/** Milliseconds since 1970. */
export const formatMillis = (at: number): string => formatOrKeep(at / 1000, formatBoth);

export const formatSealedDay = (day: string): string => formatOrKeep(day, formatDate);
