import * as z from 'zod/mini';
import { choiceParam, pageParam } from '../../../kernel/search-params.ts';

/** Ages in days as the contract has them; its file is too large for the first load. */
export const openViolationSearch = z.object({
  older: choiceParam(['30', '60', '90']),
  page: pageParam,
});
export type OpenViolationFilters = z.output<typeof openViolationSearch>;
