import * as z from 'zod/mini';
import { numberParam, pageParam } from '../../../kernel/search-params.ts';

/** The open request is named by its number: whom it's about is never in a URL. */
export const requestsSearch = z.object({
  page: pageParam,
  request: numberParam(1, 999_999_999_999_999),
});
export type RequestFilters = z.output<typeof requestsSearch>;
