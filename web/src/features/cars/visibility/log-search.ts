import { reportedTypeNames } from '@lotkeeper/contract/money/reported-types';
import { visitStatuses } from '@lotkeeper/contract/people/filter-words';
import * as z from 'zod/mini';
import { choiceParam, dayParam, pageParam, textParam } from '../../../kernel/search-params.ts';

/** Absent = today, every visit, the first page. Two dates are a range, and replace the single day. */
export const logSearch = z.object({
  date: dayParam,
  startDate: dayParam,
  endDate: dayParam,
  status: choiceParam(visitStatuses),
  rentalType: choiceParam(reportedTypeNames),
  page: pageParam,
  searchTerm: textParam(40),
});
export type LogFilters = z.output<typeof logSearch>;
