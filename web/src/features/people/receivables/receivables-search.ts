import { debtAges, debtKindNames } from '@lotkeeper/contract/people/filter-words';
import * as z from 'zod/mini';
import { choiceParam, pageParam } from '../../../kernel/search-params.ts';

/** Absent = everything owed, of any age. */
export const receivablesSearch = z.object({
  kind: choiceParam(debtKindNames),
  older: choiceParam(debtAges),
  page: pageParam,
});
export type ReceivablesFilters = z.output<typeof receivablesSearch>;
