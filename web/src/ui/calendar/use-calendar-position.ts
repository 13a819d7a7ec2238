import type { LocalDate } from '@lotkeeper/contract/kernel/calendar';
import { useMediaQuery } from '@mantine/hooks';
import type { CalendarPosition } from './calendar.rules.ts';
import { readPosition } from './calendar.rules.ts';

/** The place of a calendar that the address names: a week, on a phone a day, unless it says otherwise. */
export function useCalendarPosition(
  filters: { view?: string; date?: string },
  today: LocalDate,
): CalendarPosition {
  const narrow = useMediaQuery('(max-width: 767px)', false, { getInitialValueInEffect: false });
  return readPosition(filters, { view: narrow ? 'day' : 'week', date: today });
}
