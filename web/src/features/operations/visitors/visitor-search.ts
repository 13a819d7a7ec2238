import * as z from 'zod/mini';
import { choiceParam, pageParam, textParam } from '../../../kernel/search-params.ts';

/** Absent = everyone who may park, from the first page. */
export const visitorSearch = z.object({
  expiring: choiceParam(['true']),
  page: pageParam,
  searchTerm: textParam(100),
});
export type VisitorFilters = z.output<typeof visitorSearch>;
