import * as z from 'zod/mini';
import { dayParam } from '../../../kernel/search-params.ts';

/** The newest day shown; absent = today. */
export const timelineSearch = z.object({ date: dayParam });
export type TimelineFilters = z.output<typeof timelineSearch>;
