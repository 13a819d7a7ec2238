import * as z from 'zod/mini';
import { choiceParam, pageParam } from '../../../kernel/search-params.ts';

/** `from`: whether the person returned from the processor's page, where they may have entered something. */
export const payoutSearch = z.object({ page: pageParam, from: choiceParam(['processor']) });
export type PayoutFilters = z.output<typeof payoutSearch>;
