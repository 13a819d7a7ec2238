import { unexplainedCauses, visitOutcomes } from '@lotkeeper/contract/people/filter-words';
import * as z from 'zod/mini';
import { choiceParam } from '../../../kernel/search-params.ts';
import { rangeSearch } from '../../../shared/range-search.ts';

/** A property, a range of days, and the outcome, and the cause of that, whose visits are listed. */
export const outcomesSearch = z.extend(rangeSearch, {
  outcome: choiceParam(visitOutcomes),
  cause: choiceParam(unexplainedCauses),
});
export type OutcomesFilters = z.output<typeof outcomesSearch>;
