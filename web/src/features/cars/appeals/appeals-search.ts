import { appealFilters, assigneeFilters } from '@lotkeeper/contract/people/filter-words';
import * as z from 'zod/mini';
import { choiceParam, pageParam } from '../../../kernel/search-params.ts';

/** Absent = open appeals, no matter who handles them. */
export const appealsSearch = z.object({
  state: choiceParam(appealFilters, 'open'),
  assignee: choiceParam(assigneeFilters, 'anybody'),
  page: pageParam,
});
export type AppealsFilters = z.output<typeof appealsSearch>;
