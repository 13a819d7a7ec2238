import * as z from 'zod/mini';
import { textParam } from '../../kernel/search-params.ts';

/** The view and the day as text; what they may mean is the calendar's to say. */
export const calendarSearch = z.object({ view: textParam(), date: textParam() });
export type CalendarFilters = z.output<typeof calendarSearch>;
