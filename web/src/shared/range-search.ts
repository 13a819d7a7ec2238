import * as z from 'zod/mini';
import { textParam } from '../kernel/search-params.ts';

/** A property and a range of days as text; the page interprets them. */
export const rangeSearch = z.object({
  spotPk: textParam(),
  startDate: textParam(),
  endDate: textParam(),
});
export type RangeFilters = z.output<typeof rangeSearch>;
