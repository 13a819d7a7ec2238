import type { LocalDate } from '@lotkeeper/contract/kernel/calendar';
import type { DayNotes } from '@lotkeeper/contract/operations/local-intelligence';
import { listDayNotes } from '@lotkeeper/contract/operations/local-intelligence';
import { useRead } from '../kernel/queries.ts';

/** Describes why a day may be unlike others, most important first. */
export function describeDay(notes: DayNotes): string[] {
  const { holidays, events, closed_by, silent_cameras } = notes;
  return [
    ...closed_by.map((name) => `Lot closed: ${name}`),
    ...silent_cameras.map((name) => `No reads all day from camera ${name}`),
    ...holidays,
    ...events.filter((name) => !closed_by.includes(name)),
  ];
}

/** The notes on days of a property, for charts by day; empty while they load, when they fail, or without days. */
export function useDayNotes(
  spot: { pk: number },
  days: { start: LocalDate; end: LocalDate } | null,
): (date: string) => string[] {
  // A report’s setup has more than days.
  const query = days && { spot: String(spot.pk), start: days.start, end: days.end };
  const read = useRead(listDayNotes, query && { query });
  return (date) => {
    const notes = read.data?.results.find((result) => result.date === date);
    return notes ? describeDay(notes) : [];
  };
}
