import { reportedTypeNames } from '@lotkeeper/contract/money/reported-types';
import * as z from 'zod/mini';
import { choiceParam, monthParam } from '../../../kernel/search-params.ts';

/** Absent = this month, all types. */
export const reportSearch = z.object({
  monthYear: monthParam,
  rentalType: choiceParam(reportedTypeNames),
});
export type ReportFilters = z.output<typeof reportSearch>;
