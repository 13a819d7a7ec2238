import * as z from 'zod/mini';
import { textParam } from '../../../kernel/search-params.ts';

/** A property and a period as text; the page interprets them. */
export const changeSearch = z.object({
  spotPk: textParam(),
  period: textParam(),
  startDate: textParam(),
  endDate: textParam(),
});
export type ChangeFilters = z.output<typeof changeSearch>;
