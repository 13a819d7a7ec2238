import * as z from 'zod/mini';
import { choiceParam, pageParam } from '../../../kernel/search-params.ts';

/** `from`: whether the processor's own page led here, where something may have been entered. */
export const payoutSearch = z.object({ page: pageParam, from: choiceParam(['processor']) });
export type PayoutFilters = z.output<typeof payoutSearch>;
