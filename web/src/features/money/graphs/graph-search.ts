import * as z from 'zod/mini';
import { choiceParam, monthParam } from '../../../kernel/search-params.ts';

/** Absent = this month, by day. */
export const graphSearch = z.object({
  monthYear: monthParam,
  /** Which line to draw. */
  rentalType: choiceParam(['daily', 'monthly'], 'daily'),
});
export type GraphFilters = z.output<typeof graphSearch>;
