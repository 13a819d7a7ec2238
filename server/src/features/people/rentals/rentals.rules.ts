import type { Instant, LocalDate, TimeZone } from '@lotkeeper/contract/kernel/calendar';
import { addDays, startOfDay, toLocalDate } from '@lotkeeper/contract/kernel/calendar';

/** A range of time as the whole days inside it and the rest before and after them; any part may be empty. */
export interface DaysAndEdges {
  /** The first and the last whole day; first > last if there is none. */
  days: { first: LocalDate; last: LocalDate };
  before: { from: Instant; to: Instant };
  after: { from: Instant; to: Instant };
}

/** Splits [from, to) at a zone's midnights. */
export function daysAndEdges(range: { from: Instant; to: Instant }, zone: TimeZone): DaysAndEdges {
  const { from, to } = range;
  const fromDay = toLocalDate(from, zone);
  const toDay = toLocalDate(to, zone);
  const first = startOfDay(fromDay, zone) === from ? fromDay : addDays(fromDay, 1);
  const firstMoment = startOfDay(first, zone);
  const last = addDays(toDay, -1);
  if (first > last) {
    return { days: { first, last: addDays(first, -1) }, before: range, after: { from: to, to } };
  }
  return {
    days: { first, last },
    before: { from, to: firstMoment },
    after: { from: startOfDay(toDay, zone), to },
  };
}
