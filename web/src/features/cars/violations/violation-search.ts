import { ticketStatusNames } from '@lotkeeper/contract/people/filter-words';
import * as z from 'zod/mini';
import { choiceParam, pageParam, textParam } from '../../../kernel/search-params.ts';

/** Absent = no search: the open violations are listed, from the first page. */
export const violationSearch = z.object({
  searchTerm: textParam(40),
  status: choiceParam([...ticketStatusNames, 'all'], 'Created'),
  /** Creation dates; open violations are listed whatever theirs. */
  startDate: textParam(),
  endDate: textParam(),
  page: pageParam,
});
export type ViolationFilters = z.output<typeof violationSearch>;
