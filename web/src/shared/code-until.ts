import type { Instant, TimeZone } from '@lotkeeper/contract/kernel/calendar';
import { toEpochSeconds, toLocalDate } from '@lotkeeper/contract/kernel/calendar';
import type { VisitorCode } from '@lotkeeper/contract/operations/visitor-codes';
import { findCodeEnd, getValidityType } from '@lotkeeper/contract/operations/visitor-codes';
import { formatDayTime, formatInstant } from '../kernel/format.ts';

/** An end as 'Until Nov 29, 12:32 AM', with the year if it's another. */
export function describeEnd(end: Instant, now: Instant, zone: TimeZone): string {
  const [endYear, year] = [end, now].map((at) => toLocalDate(at, zone).slice(0, 4));
  return `Until ${endYear === year ? formatDayTime(end, 0, zone) : formatInstant(toEpochSeconds(end), zone)}`;
}

/** Until when a code lets a visitor park who gets it now, in words. */
export function describeCodeUse(code: VisitorCode, now: Instant, zone: TimeZone): string {
  const end = findCodeEnd(code, now, zone);
  if (end !== null) return describeEnd(end, now, zone);
  return getValidityType(code) === 'always'
    ? 'Always valid'
    : `During ${code.event_names.join(', ')}`;
}
