import * as z from 'zod/mini';
import { textParam } from '../../kernel/search-params.ts';

/** The view and day as text; the calendar interprets them. */
export const calendarSearch = z.object({ view: textParam(), date: textParam() });
export type CalendarFilters = z.output<typeof calendarSearch>;
