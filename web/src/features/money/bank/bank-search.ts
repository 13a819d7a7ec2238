import * as z from 'zod/mini';
import { pageParam } from '../../../kernel/search-params.ts';

export const bankSearch = z.object({ page: pageParam });
export type BankFilters = z.output<typeof bankSearch>;
