import type { LocalDate } from '@lotkeeper/contract/kernel/calendar';
import { addDays, startOfDay, toEpochSeconds } from '@lotkeeper/contract/kernel/calendar';
import { getTimeline } from '@lotkeeper/contract/timeline';
import { useReadPages } from '../../kernel/queries.ts';

/** The timeline of a property from a day back, the newest when none is named. */
export function useTimeline(spot: { uuid: string; timezone: string }, date: LocalDate | null) {
  const params = { id: spot.uuid };
  const offset = date && toEpochSeconds(startOfDay(addDays(date, 1), spot.timezone));
  return useReadPages(
    getTimeline,
    { params, query: offset === null ? {} : { offset } },
    ({ events, next }) => {
      const last = events.at(-1);
      return next && last ? { params, query: { offset: last.timestamp } } : null;
    },
  );
}
