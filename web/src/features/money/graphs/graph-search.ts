import * as z from 'zod/mini';
import { choiceParam, monthParam } from '../../../kernel/search-params.ts';

/** Absent = this month, by day, and what is asked most about days or months. */
export const graphSearch = z.object({
  monthYear: monthParam,
  /** Which line to draw. */
  rentalType: choiceParam(['daily', 'monthly'], 'daily'),
  measure: choiceParam(['net', 'gross']),
});
export type GraphFilters = z.output<typeof graphSearch>;
