import type { Instant, LocalDate, TimeZone } from '@lotkeeper/contract/kernel/calendar';
import { addDays, instant, toLocalDate } from '@lotkeeper/contract/kernel/calendar';
import { hourMs } from '@lotkeeper/contract/kernel/durations';

/** Data from the end of a day arrives a little later. */
const marginMs = hourMs;

/**
 * The last day that has been over for an hour at all properties of an organization: the westernmost decides. An
 * organization without properties has its days by UTC.
 */
export function chooseSealedDay(now: Instant, zones: readonly TimeZone[]): LocalDate {
  const at = instant(now - marginMs);
  const days = (zones.length > 0 ? zones : ['UTC']).map((zone) => toLocalDate(at, zone));
  const earliest = days.reduce((first, day) => (day < first ? day : first));
  return addDays(earliest, -1);
}
