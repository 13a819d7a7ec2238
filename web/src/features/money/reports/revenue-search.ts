import { reportedTypeNames } from '@lotkeeper/contract/money/reported-types';
import * as z from 'zod/mini';
import { choiceParam, listParam } from '../../../kernel/search-params.ts';

/** Absent = gross revenue, all types. */
export const revenueSearch = z.object({
  revenueType: choiceParam(['gross_revenue', 'net_revenue'], 'gross_revenue'),
  rentalType: listParam(reportedTypeNames),
});
export type RevenueFilters = z.output<typeof revenueSearch>;
