import type { LocalDate } from '@lotkeeper/contract/kernel/calendar';
import { useMediaQuery } from '@mantine/hooks';
import { useEffect } from 'react';
import type { CalendarPosition } from './calendar.rules.ts';
import { readPosition } from './calendar.rules.ts';
import type { CalendarFilters } from './calendar-search.ts';
import { getPlugin, toLibraryView } from './calendar-views.ts';

/** The calendar position in the URL: by default a week, or a day on a phone. */
export function useCalendarPosition(
  filters: CalendarFilters,
  today: LocalDate,
  wholeDays = false,
): CalendarPosition {
  const narrow = useMediaQuery('(max-width: 767px)', false, { getInitialValueInEffect: false });
  const position = readPosition(filters, { view: narrow ? 'day' : 'week', date: today });
  const view = toLibraryView(position.view, narrow ?? false, wholeDays);
  // Loads the view's code while the page reads its data.
  useEffect(() => void getPlugin(view), [view]);
  return position;
}
